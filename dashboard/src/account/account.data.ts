import { useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { storeProfile } from '../session/session.ts'

/** The current user; each answer is also kept in the session, so that the next visit starts with it. */
export function useMe(refetchInterval: number | false = false) {
  const api = useApi()
  return useSuspenseQuery({
    queryKey: ['account', 'me'],
    queryFn: async () => {
      const user = await api.account.getMe()
      storeProfile(user)
      return user
    },
    refetchInterval,
  })
}
