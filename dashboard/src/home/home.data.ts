import type { HomeSummary } from '@loadping/contract/home/home'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { useApi } from '../api.ts'
import { useLeftOut } from '../left-out.ts'
import { refresh } from '../query-client.ts'
import { browserStorage } from '../session/browser-storage.ts'
import { areStepsDone, homeKey, homeQuery, stepsDoneKey } from './home-query.ts'
import { useIsLive } from './live.data.ts'

/** How often it is fetched again: figures until now grow old, and without a stream nobody says what changed. */
const intervalMs = { live: 60_000, polling: 15_000 }

/** Returns all that the Dashboard shows, fetched again when it changes. */
export function useHome(): HomeSummary {
  const refetchInterval = intervalMs[useIsLive() ? 'live' : 'polling']
  return useSuspenseQuery({ ...homeQuery(useApi(), useMe().data.userId), refetchInterval }).data
}

/** The same without waiting for it; undefined until loaded. */
export const useLoadedHome = (): HomeSummary | undefined => useQuery(homeQuery(useApi(), useMe().data.userId)).data

/** Whether the caller manages a team of several; false until loaded. */
export function useHasTeam(): boolean {
  const people = useLoadedHome()?.team?.people.length ?? 0
  return useLeftOut(({ isLeftOut }) => people > (isLeftOut ? 0 : 1))
}

const ownViewKey = 'loadping.home-own'

/** Whether the figures are the team's, which is remembered in this browser, and a function to choose. */
export function useShowsTeam(): [boolean, (showsTeam: boolean) => void] {
  const [isOwn, setIsOwn] = useState(() => browserStorage.read(ownViewKey) !== undefined)
  const hasTeam = useHasTeam()
  const choose = (showsTeam: boolean) => {
    if (showsTeam) browserStorage.remove(ownViewKey)
    else browserStorage.write(ownViewKey, 'true')
    setIsOwn(!showsTeam)
  }
  return [hasTeam && !isOwn, choose]
}

/** Whether the user did all next steps, as this browser remembers, so that they are not asked for again. */
export const useStepsDone = (): boolean => areStepsDone(useMe().data.userId)

/** Stores in this browser that a user did all next steps. */
export const rememberStepsDone = (userId: string): void => browserStorage.write(stepsDoneKey, userId)

/** Whether the address opens the next steps again, for somebody who did them all. */
export function useReopenedSteps(): boolean {
  const isReopened = useSearchParams()[0].has('steps')
  const client = useQueryClient()
  useEffect(() => {
    if (!isReopened || browserStorage.read(stepsDoneKey) === undefined) return
    browserStorage.remove(stepsDoneKey)
    refresh(client, homeKey)
  }, [isReopened, client])
  return isReopened
}
