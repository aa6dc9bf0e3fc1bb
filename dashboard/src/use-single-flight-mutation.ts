import { hashKey, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'

type Change<Answer, Input> = UseMutationOptions<Answer, Error, Input> & { mutationKey: string[] }

/** A mutation that runs once at a time for the same input: a second click in the meantime does nothing. */
export function useSingleFlightMutation<Answer, Input = void>(change: Change<Answer, Input>) {
  const queryClient = useQueryClient()
  const { mutate: start, ...mutation } = useMutation(change)

  // Reads the cache, because a second click may come before the next render.
  const mutate: typeof start = (...input) => {
    const wanted = hashKey([input[0]])
    const isSame = ({ state }: { state: { variables: unknown } }) => hashKey([state.variables]) === wanted
    if (queryClient.isMutating({ mutationKey: change.mutationKey, exact: true, predicate: isSame }) === 0)
      start(...input)
  }

  return { ...mutation, mutate }
}
