import { type MutationKey, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from './error-message.ts'
import { refreshFeatures, type Touched } from './query-client.ts'
import { type ToastAction, useToast } from './ui/toast.ts'
import { useSingleMutation } from './use-single-mutation.ts'

export type Change<Answer, Input> = {
  mutationKey: MutationKey
  mutationFn: (input: Input) => Promise<Answer>
  /** The features whose queries are fetched again after the change; none if its answer says all. */
  meta: Touched
  /** Runs after those before it, so that of choices that are saved at once the last one stays. */
  isInOrder?: boolean
  onSuccess?: (answer: Answer, input: Input) => unknown
  /** Replaces the failure toast, which `fail` shows. */
  onError?: (error: Error, input: Input, fail: (action?: ToastAction) => void) => void
}

/**
 * A mutation that runs once per input at a time. A failure shows a toast and refreshes the features' queries: their data
 * may have changed.
 */
export function useChange<Answer, Input = void>({ onSuccess, onError, ...change }: Change<Answer, Input>) {
  const queryClient = useQueryClient()
  const showToast = useToast()
  return useSingleMutation<Answer, Input>({
    ...change,
    onSuccess: (answer, input) => onSuccess?.(answer, input),
    onError: (error, input) => {
      const fail = (action?: ToastAction) => {
        showToast(errorMessage(error), 'error', action)
        refreshFeatures(queryClient, change.meta)
      }
      if (onError) onError(error, input, fail)
      else fail()
    },
  })
}

/** The `onError` of a change that a form submits: the form shows the failure. */
export const shownByForm = (): void => {}
