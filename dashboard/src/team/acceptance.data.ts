import { Problem } from '@loadping/contract/wire/problem'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '../api.ts'
import { clearInvitation, readConfirmedInvitation } from '../session/invitation.ts'
import { readSession, storeOrganization } from '../session/session.ts'
import { useToast } from '../ui/toast.ts'
import { useChange } from '../use-change.ts'

export const acceptanceKey = ['team', 'accept']

/**
 * Accepts the invitation that the user confirmed in this browser, if any. Without a response it is retried on focus and
 * at the next visit.
 */
export function useAcceptInvitation(): void {
  const api = useApi()
  const showToast = useToast()
  const { mutate } = useChange({
    mutationKey: acceptanceKey,
    meta: { features: ['team', 'account'] },
    mutationFn: (token: string) => api.team.acceptInvitation({ query: { token } }),
    onSuccess: (organization, token) => {
      clearInvitation(token)
      storeOrganization(organization)
      showToast('Your invitation has been accepted', 'success')
    },
    onError: (error, token) => {
      if (isFinal(error)) {
        clearInvitation(token)
        showToast('Invitation Expired', 'success')
      } else if (readSession().isAuth) {
        showToast("Couldn't accept your invitation", 'error', { label: 'Try again', onPress: accept })
      }
    },
  })

  function accept() {
    const token = readConfirmedInvitation()
    if (token) mutate(token)
  }

  const acceptNow = useEffectEvent(accept)
  useEffect(() => {
    const tryNow = () => acceptNow()
    tryNow()
    window.addEventListener('focus', tryNow)
    return () => window.removeEventListener('focus', tryNow)
  }, [])
}

const isFinal = (error: Error): boolean =>
  !(error instanceof Problem && ['unavailable', 'too-many', 'not-signed-in'].includes(error.code))
