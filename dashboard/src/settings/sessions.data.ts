import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

/** Lists the account's sessions, last used first. */
export function useSessions() {
  const api = useApi()
  return useSuspenseQuery({ queryKey: ['sessions'], queryFn: () => api.sessions.listSessions() }).data
}

export function useEndSession() {
  const api = useApi()
  return useMutation({
    meta: { feature: 'sessions' },
    mutationFn: (id: string) => api.sessions.endSession({ params: { id } }),
  })
}

export function useEndAllSessions() {
  const api = useApi()
  return useMutation({ mutationFn: () => api.sessions.endAllSessions() })
}
