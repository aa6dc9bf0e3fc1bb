import { hashKey, type MutationKey, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

type Options<Answer, Input> = UseMutationOptions<Answer, Error, Input> & {
  mutationKey: MutationKey
  /** Runs after those before it, so that of choices that are saved at once the last one stays. */
  isInOrder?: boolean
}

/** A mutation that runs once per input at a time: the second of two quick clicks does nothing. */
export function useSingleMutation<Answer, Input>({
  mutationKey,
  isInOrder = false,
  ...options
}: Options<Answer, Input>) {
  const queryClient = useQueryClient()
  const scope = isInOrder && { scope: { id: hashKey(mutationKey) } }
  const { mutate: start, ...mutation } = useMutation({ mutationKey, ...scope, ...options })

  // Asks the cache and not the last render: a second click may come before the next render.
  const mutate: typeof start = useCallback(
    (...input) => {
      const inputHash = hashKey([input[0]])
      const isSame = ({ state }: { state: { variables: unknown } }) => hashKey([state.variables]) === inputHash
      const pending = queryClient.getMutationCache().findAll({ mutationKey, exact: true, status: 'pending' })
      if (!pending.slice(isInOrder ? -1 : 0).some(isSame)) start(...input)
    },
    [queryClient, start, mutationKey, isInOrder],
  )

  return { ...mutation, mutate }
}
