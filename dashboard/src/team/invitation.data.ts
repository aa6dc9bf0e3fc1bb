import { Problem, type ProblemCode } from '@loadping/contract/problem'
import type { InvitationPreview } from '@loadping/contract/team'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../api.ts'
import { dropInvitation, readAgreedInvitation } from '../session/invitation.ts'
import { storeOrganization } from '../session/session.ts'
import { useToast } from '../ui/toast.tsx'

/** What an invitation is about; null when it is not good any more. */
export function useInvitation(token: string): InvitationPreview | null {
  const api = useApi()
  return useSuspenseQuery({
    queryKey: ['team', 'invitation', token],
    queryFn: () => api.team.previewInvitation({ query: { token } }).catch(nothingIfGone),
  }).data
}

function nothingIfGone(error: unknown): null {
  if (isOneOf(error, ['not-found', 'invalid-input'])) return null
  throw error
}

/** Accepts the invitation that somebody has agreed to in this browser, if any; one that nobody could judge now waits for the next time. */
export function useAcceptInvitation(): void {
  const api = useApi()
  const showToast = useToast()
  const { mutate } = useMutation({
    mutationKey: ['team', 'accept'],
    meta: { feature: 'team' },
    mutationFn: (token: string) => api.team.acceptInvitation({ query: { token } }),
    onSuccess: (organization, token) => {
      dropInvitation(token)
      storeOrganization(organization)
      showToast('Your invitation has been accepted', 'success')
    },
    onError: (error, token) => {
      if (isOneOf(error, ['unavailable', 'too-many', 'not-signed-in'])) return
      dropInvitation(token)
      showToast('Invitation Expired', 'success')
    },
  })

  useEffect(() => {
    const token = readAgreedInvitation()
    if (token) mutate(token)
  }, [mutate])
}

const isOneOf = (error: unknown, codes: ProblemCode[]): boolean => error instanceof Problem && codes.includes(error.code)
