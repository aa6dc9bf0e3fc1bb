import type { Session } from '@loadping/contract/sign-in/sessions.api'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useClearSession } from '../account/account.data.ts'
import { useApi } from '../api.ts'
import { useToast } from '../ui/toast.ts'
import { useChange } from '../use-change.ts'

/** Lists the account's sessions, last used first. */
export function useSessions() {
  const api = useApi()
  return useSuspenseQuery({ queryKey: ['sessions'], queryFn: () => api.sessions.listSessions() }).data
}

export function useEndSession() {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['sessions', 'end'],
    meta: { features: ['sessions', 'account'] },
    mutationFn: ({ id }: Session) => api.sessions.endSession({ params: { id } }),
    onSuccess: (_answer, { device }) => showToast(`${device} is signed out`, 'success'),
    onError: (_error, { device }) => showToast(`Couldn't sign out ${device}. Try again in a moment.`, 'error'),
  })
}

/** Ends all sessions of the account, this one included. */
export function useEndAllSessions() {
  const api = useApi()
  const clearSession = useClearSession()
  const showToast = useToast()
  return useChange({
    mutationKey: ['sessions', 'end-all'],
    meta: { features: [] },
    mutationFn: () => api.sessions.endAllSessions(),
    onSuccess: clearSession,
    onError: () => showToast("Couldn't log out everywhere. Try again in a moment.", 'error'),
  })
}
