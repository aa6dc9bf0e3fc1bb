import { hashKey, type MutationKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from './error-message.ts'
import { isAffectedBy } from './query-client.ts'
import { type ToastAction, useToast } from './ui/toast.tsx'

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
 * A mutation that runs once per input at a time: the second of two quick clicks does nothing.
 * A failure shows a toast and refreshes the feature's queries, as another user may have changed the data.
 */
export function useChange<Answer, Input = void>({ onSuccess, onError, ...change }: Change<Answer, Input>) {
  const queryClient = useQueryClient()
  const showToast = useToast()
  const { mutate: start, ...mutation } = useMutation<Answer, Error, Input>({
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

  // Asks the cache and not the last render: a second click may come before the next render.
  const mutate: typeof start = (...input) => {
    const inputHash = hashKey([input[0]])
    const isSame = ({ state }: { state: { variables: unknown } }) => hashKey([state.variables]) === inputHash
    if (queryClient.isMutating({ mutationKey: change.mutationKey, exact: true, predicate: isSame }) === 0)
      start(...input)
  }

  return { ...mutation, mutate }
}

/** The `onError` of a change that a form submits: the form shows the failure. */
export const shownByForm = (): void => {}
