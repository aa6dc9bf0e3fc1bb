import { newYorkDay } from '@loadping/contract/rules/new-york-days'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { saveFile } from '../ui/save-file.ts'
import { useSingleFlightMutation } from '../use-single-flight-mutation.ts'
import { refetchMilliseconds, useFailure } from './team.data.ts'

const latest: string | undefined = undefined

/** What was changed in the team, the newest first, page by page. */
export function useTeamLog() {
  const api = useApi()
  const { data, ...query } = useSuspenseInfiniteQuery({
    queryKey: ['team', 'log'],
    queryFn: ({ pageParam }) => api.team.listActivity({ query: pageParam === undefined ? {} : { before: pageParam } }),
    initialPageParam: latest,
    getNextPageParam: ({ next }) => (next === null ? undefined : String(next)),
    refetchInterval: refetchMilliseconds,
    refetchOnWindowFocus: 'always',
  })
  return { entries: data.pages.flatMap(({ entries }) => entries), ...query }
}

/** Saves the whole log as a file. */
export function useExportLog() {
  const api = useApi()
  const fail = useFailure()
  return useSingleFlightMutation({
    mutationKey: ['team', 'export-log'],
    meta: { feature: 'team' },
    mutationFn: () => api.team.exportActivity(),
    onSuccess: (csv) => saveFile(`team-activity-${newYorkDay(new Date())}.csv`, csv, 'text/csv;charset=utf-8'),
    onError: (error) => fail(error),
  })
}
