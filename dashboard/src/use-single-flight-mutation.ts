import { hashKey, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'

type Change<Answer, Input> = UseMutationOptions<Answer, Error, Input> & { mutationKey: string[] }

/** A mutation that is under way only once for the same input: of two presses in one moment, the second does nothing. */
export function useSingleFlightMutation<Answer, Input = void>(change: Change<Answer, Input>) {
  const queryClient = useQueryClient()
  const { mutate: begin, ...mutation } = useMutation(change)

  /** Asks the cache and not the last render, as a second press may come before the next. */
  const mutate: typeof begin = (...input) => {
    const wanted = hashKey([input[0]])
    const isSame = ({ state }: { state: { variables: unknown } }) => hashKey([state.variables]) === wanted
    if (queryClient.isMutating({ mutationKey: change.mutationKey, exact: true, predicate: isSame }) === 0)
      begin(...input)
  }

  return { ...mutation, mutate }
}
