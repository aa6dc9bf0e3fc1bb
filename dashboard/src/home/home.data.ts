import type { EmailCounts } from '@loadping/contract/email-state'
import type { HomeSummary } from '@loadping/contract/home'
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

/** Returns today's numbers and the latest contacts; refetched every 15 seconds. */
export const useHome = () => useSuspenseQuery(useHomeQuery()).data

/** Returns the load boards that the extension cannot read; none until loaded. */
export const useBlindBoards = (): HomeSummary['blindBoards'] => useQuery(useHomeQuery()).data?.blindBoards ?? []

/** Returns how many emails wait or need attention; undefined until loaded. */
export const useOpenEmails = (): EmailCounts | undefined => useQuery(useHomeQuery()).data?.emails
