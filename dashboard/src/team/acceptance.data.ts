import { Problem } from '@loadping/contract/problem'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../api.ts'
import { dropInvitation, readAgreedInvitation } from '../session/invitation.ts'
import { storeOrganization } from '../session/session.ts'
import { useToast } from '../ui/toast.tsx'

export const acceptanceKey = ['team', 'accept']

/** Accepts the invitation that somebody has agreed to in this browser, if any; one that nobody could judge now waits for the next time. */
export function useAcceptInvitation(): void {
  const api = useApi()
  const showToast = useToast()
  const { mutate } = useMutation({
    mutationKey: acceptanceKey,
    meta: { feature: 'team' },
    mutationFn: (token: string) => api.team.acceptInvitation({ query: { token } }),
    onSuccess: (organization, token) => {
      dropInvitation(token)
      storeOrganization(organization)
      showToast('Your invitation has been accepted', 'success')
    },
    onError: (error, token) => {
      if (!isJudged(error)) return
      dropInvitation(token)
      showToast('Invitation Expired', 'success')
    },
  })

  useEffect(() => {
    const token = readAgreedInvitation()
    if (token) mutate(token)
  }, [mutate])
}

const isJudged = (error: Error): boolean => !(error instanceof Problem && ['unavailable', 'too-many', 'not-signed-in'].includes(error.code))
