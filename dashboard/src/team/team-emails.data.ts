import { useApi } from '../api.ts'
import { usePagedQuery } from '../use-paged-query.ts'
import { refetchMilliseconds } from './team.data.ts'

/** What members and former members sent for the team, newest first, page by page. */
export function useTeamEmails(search: string) {
  const api = useApi()
  const { pages, more } = usePagedQuery({
    queryKey: ['team', 'emails', search],
    fetchPage: (before) =>
      api.emails.listTeamEmails({ query: { ...(search && { search }), ...(before && { before }) } }),
    refetchInterval: () => refetchMilliseconds,
  })
  return { emails: pages.flatMap(({ emails }) => emails), more }
}
