import { hashKey, type MutationKey, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

type Options<Answer, Input> = UseMutationOptions<Answer, Error, Input> & { mutationKey: MutationKey }

/** A mutation that runs once per input at a time: the second of two quick clicks does nothing. */
export function useSingleMutation<Answer, Input>({ mutationKey, ...options }: Options<Answer, Input>) {
  const queryClient = useQueryClient()
  const { mutate: start, ...mutation } = useMutation({ mutationKey, ...options })

  // Asks the cache and not the last render: a second click may come before the next render.
  const mutate: typeof start = useCallback(
    (...input) => {
      const inputHash = hashKey([input[0]])
      const isSame = ({ state }: { state: { variables: unknown } }) => hashKey([state.variables]) === inputHash
      if (queryClient.isMutating({ mutationKey, exact: true, predicate: isSame }) === 0) start(...input)
    },
    [queryClient, start, mutationKey],
  )

  return { ...mutation, mutate }
}
