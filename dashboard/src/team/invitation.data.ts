import type { InvitationPreview } from '@loadping/contract/team/team'
import { Problem } from '@loadping/contract/wire/problem'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { useInvitationToken } from '../session/invitation.ts'

/** Returns an invitation; null when it has expired or never existed. */
export function useInvitation(token: string) {
  const { data: invitation, ...query } = useSuspenseQuery(useInvitationQuery(token))
  return { invitation, ...query }
}

/** Returns the pending invitation; undefined without one, until it is loaded, or when it cannot be. */
export function usePendingInvitation(): InvitationPreview | undefined {
  const token = useInvitationToken()
  return useQuery({ ...useInvitationQuery(token), enabled: token !== '' }).data ?? undefined
}

function useInvitationQuery(token: string) {
  const api = useApi()
  return queryOptions({
    queryKey: ['team', 'invitation', token],
    queryFn: () => api.team.previewInvitation({ query: { token } }).catch(nullIfExpired),
  })
}

function nullIfExpired(error: unknown): null {
  if (error instanceof Problem && ['not-found', 'invalid-input'].includes(error.code)) return null
  throw error
}
