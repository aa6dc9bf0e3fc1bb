import { Problem } from '@loadping/contract/problem'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

/** What an invitation is about; null when it is not good any more, or never was. */
export function useInvitation(token: string) {
  const { data: invitation, ...query } = useSuspenseQuery(usePreview(token))
  return { invitation, ...query }
}

/** The team that an invitation leads to; undefined as long as nobody knows it. */
export const useInvitingTeam = (token: string): string | undefined =>
  useQuery(usePreview(token)).data?.organization.name

function usePreview(token: string) {
  const api = useApi()
  return queryOptions({
    queryKey: ['sign-in', 'invitation', token],
    queryFn: () => api.team.previewInvitation({ query: { token } }).catch(nullIfGone),
  })
}

function nullIfGone(error: unknown): null {
  if (error instanceof Problem && ['not-found', 'invalid-input'].includes(error.code)) return null
  throw error
}
