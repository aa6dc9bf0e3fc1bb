import type { Client } from '@loadping/contract/client'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { billingKey } from '../billing/billing-key.data.ts'
import { userIdOf } from '../session/access-token.ts'
import { browserStorage } from '../session/browser-storage.ts'
import { readSession } from '../session/session.ts'

export const homeKey = ['home']

export const homeQuery = (api: Client, userId: string) =>
  queryOptions({
    queryKey: homeKey,
    queryFn: async ({ client, signal }) => {
      const home = await api.home.getHome({ query: areStepsDone(userId) ? {} : { steps: 'true' } })
      if (home.billing && !signal.aborted) client.setQueryData(billingKey, home.billing)
      return home
    },
    refetchOnWindowFocus: 'always',
  })

/** Requests all that the Dashboard shows, while its code loads. */
export const prefetchHome = (client: QueryClient, api: Client): void =>
  void client.prefetchQuery(homeQuery(api, userIdOf(readSession())))

export const stepsDoneKey = 'loadping.steps-done'

/** Whether the user did all next steps, as this browser remembers. */
export const areStepsDone = (userId: string): boolean => browserStorage.read(stepsDoneKey) === userId
