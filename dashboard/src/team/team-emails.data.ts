import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { refetchMilliseconds } from './team.data.ts'

const latest: string | null = null

/** What members and former members sent for the team, newest first, page by page. */
export function useTeamEmails(search: string) {
  const api = useApi()
  const { data, ...query } = useSuspenseInfiniteQuery({
    queryKey: ['team', 'emails', search],
    queryFn: ({ pageParam }) =>
      api.emails.listTeamEmails({
        query: { ...(search && { search }), ...(pageParam !== null && { before: pageParam }) },
      }),
    initialPageParam: latest,
    getNextPageParam: ({ next }) => next,
    refetchInterval: refetchMilliseconds,
    refetchOnWindowFocus: 'always',
  })
  return { emails: data.pages.flatMap(({ emails }) => emails), ...query }
}
