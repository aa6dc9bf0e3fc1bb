import { Problem } from '@loadping/contract/problem'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '../api.ts'
import { clearInvitation, readConfirmedInvitation } from '../session/invitation.ts'
import { readSession, storeOrganization } from '../session/session.ts'
import { useToast } from '../ui/toast.tsx'
import { useSingleFlightMutation } from '../use-single-flight-mutation.ts'

export const acceptanceKey = ['team', 'accept']

/**
 * Accepts the invitation that somebody has agreed to in this browser, if any. One that nobody could judge now is told, and tried again when
 * they wish, when the window gets the focus, and at the next visit.
 */
export function useAcceptInvitation(): void {
  const api = useApi()
  const showToast = useToast()
  const { mutate } = useSingleFlightMutation({
    mutationKey: acceptanceKey,
    meta: { feature: 'team' },
    mutationFn: (token: string) => api.team.acceptInvitation({ query: { token } }),
    onSuccess: (organization, token) => {
      clearInvitation(token)
      storeOrganization(organization)
      showToast('Your invitation has been accepted', 'success')
    },
    onError: (error, token) => {
      if (isJudged(error)) {
        clearInvitation(token)
        showToast('Invitation Expired', 'success')
      } else if (readSession().isAuth) {
        showToast('Your invitation could not be accepted yet', 'error', { label: 'Try again', onPress: accept })
      }
    },
  })

  function accept() {
    const token = readConfirmedInvitation()
    if (token) mutate(token)
  }

  const arrive = useEffectEvent(accept)
  useEffect(() => {
    const tryNow = () => arrive()
    tryNow()
    window.addEventListener('focus', tryNow)
    return () => window.removeEventListener('focus', tryNow)
  }, [])
}

const isJudged = (error: Error): boolean =>
  !(error instanceof Problem && ['unavailable', 'too-many', 'not-signed-in'].includes(error.code))
