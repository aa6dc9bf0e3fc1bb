import type { EmailCounts } from '@loadping/contract/emails'
import type { RecentContact } from '@loadping/contract/home'
import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

function useHomeQuery() {
  const api = useApi()
  return queryOptions({
    queryKey: ['home'],
    queryFn: () => api.home.getHome(),
    refetchInterval: 15_000,
    refetchOnWindowFocus: 'always',
  })
}

/** Today's figures and the latest contacts; kept fresh while somebody looks. */
export const useHome = () => useSuspenseQuery(useHomeQuery()).data

/** How many messages wait or need attention; undefined until that is known. */
export const useOpenEmails = (): EmailCounts | undefined => useQuery(useHomeQuery()).data?.emails

/** The contact that an email made, while it is among the latest. */
export const useContactOf = (emailId: string): RecentContact | undefined =>
  useQuery(useHomeQuery()).data?.recentContacts.find(({ email }) => email?.id === emailId)
