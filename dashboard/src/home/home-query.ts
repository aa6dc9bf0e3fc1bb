import type { Client } from '@loadping/contract/client'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { userIdOf } from '../session/access-token.ts'
import { browserStorage } from '../session/browser-storage.ts'
import { readSession } from '../session/session.ts'

export const homeKey = ['home']

export const homeQuery = (api: Client, userId: string) =>
  queryOptions({
    queryKey: homeKey,
    queryFn: () => api.home.getHome({ query: areStepsDone(userId) ? {} : { steps: 'true' } }),
    refetchOnWindowFocus: 'always',
  })

/** Requests all that the Dashboard shows, while its code loads. */
export const prefetchHome = (client: QueryClient, api: Client): void =>
  void client.prefetchQuery(homeQuery(api, userIdOf(readSession())))

export const stepsDoneKey = 'loadping.steps-done'

/** Whether the user did all next steps, as this browser remembers. */
export const areStepsDone = (userId: string): boolean => browserStorage.read(stepsDoneKey) === userId
