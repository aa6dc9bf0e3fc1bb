import { type MutationKey, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from './error-message.ts'
import { isAffectedBy } from './query-client.ts'
import { type ToastAction, useToast } from './ui/toast.ts'
import { useSingleMutation } from './use-single-mutation.ts'

type Change<Answer, Input> = {
  mutationKey: MutationKey
  mutationFn: (input: Input) => Promise<Answer>
  /** The feature whose queries are fetched again after the change. */
  meta?: { feature: string }
  onSuccess?: (answer: Answer, input: Input) => unknown
  /** Replaces the failure toast, which `fail` shows. */
  onError?: (error: Error, input: Input, fail: (action?: ToastAction) => void) => void
}

/**
 * A mutation that runs once per input at a time. A failure shows a toast and refreshes the feature's queries: its data may
 * have changed.
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
        void queryClient.invalidateQueries({ predicate: (query) => isAffectedBy(query, change.meta) })
      }
      if (onError) onError(error, input, fail)
      else fail()
    },
  })
}

/** The `onError` of a change that a form submits: the form shows the failure. */
export const shownByForm = (): void => {}
