import type { Client } from '@loadping/contract/client'
import type { EmailCounts } from '@loadping/contract/emails/email-state'
import type { HomeSummary } from '@loadping/contract/home/home'
import { type QueryClient, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMe } from '../account/account.data.ts'
import { useApi } from '../api.ts'
import { browserStorage } from '../session/browser-storage.ts'

const homeQuery = (api: Client) =>
  queryOptions({
    queryKey: ['home'],
    queryFn: () => api.home.getHome(),
    refetchInterval: 15_000,
    refetchOnWindowFocus: 'always',
  })

/** Requests what every page of a signed-in user shows, while the page's code loads. */
export const prefetchHome = (client: QueryClient, api: Client): void => void client.prefetchQuery(homeQuery(api))

/** Returns today's numbers and the latest contacts; refetched every 15 seconds. */
export const useHome = () => useSuspenseQuery(homeQuery(useApi())).data

/** Returns the load boards that the extension cannot read; none until loaded. */
export const useBlindBoards = (): HomeSummary['blindBoards'] => useQuery(homeQuery(useApi())).data?.blindBoards ?? []

/** Returns how many emails wait or need attention; undefined until loaded. */
export const useOpenEmails = (): EmailCounts | undefined => useQuery(homeQuery(useApi())).data?.emails

const stepsDoneKey = 'loadping.steps-done'

/** Whether the user did all next steps, as this browser remembers, so that they are not requested again. */
export const useStepsDone = (): boolean => browserStorage.read(stepsDoneKey) === useMe().data.userId

/** Stores in this browser that a user did all next steps. */
export const rememberStepsDone = (userId: string): void => browserStorage.write(stepsDoneKey, userId)

/** Returns which of the next steps are done. */
export function useNextSteps() {
  const api = useApi()
  return useSuspenseQuery({
    queryKey: ['home', 'next-steps'],
    queryFn: () => api.home.getNextSteps(),
    refetchOnWindowFocus: 'always',
  }).data
}
