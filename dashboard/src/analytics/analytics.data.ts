import type {
  AnalyticsPerson,
  AnalyticsQuery,
  GraphBucket,
  WeeklySummary,
} from '@loadping/contract/analytics/analytics'
import type { FormulaComparison } from '@loadping/contract/analytics/formulas'
import type { Client } from '@loadping/contract/client'
import { queryOptions, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useRef } from 'react'
import { useApi } from '../api.ts'
import { refresh } from '../query-client.ts'
import { saveFile } from '../ui/save-file.ts'
import { useToast } from '../ui/toast.ts'
import { useChange } from '../use-change.ts'

const key = ['analytics', 'answer']
const totalsKey = ['analytics', 'totals']

const questions = {
  time: (api: Client, query: AnalyticsQuery) => api.analytics.getAvgPostToContactTime({ query }),
  rate: (api: Client, query: AnalyticsQuery) => api.analytics.getAvgRate({ query }),
  list: (api: Client, query: AnalyticsQuery) => api.analytics.getDispatchList({ query }),
  averages: (api: Client, query: AnalyticsQuery) => api.analytics.getUserAverages({ query }),
  graph: (api: Client, query: AnalyticsQuery & { bucket?: GraphBucket }) => api.analytics.getDispatchGraph({ query }),
  times: (api: Client, query: AnalyticsQuery) => api.analytics.getContactTimes({ query }),
  funnel: (api: Client, query: AnalyticsQuery) => api.analytics.getFunnel({ query }),
}
type Questions = typeof questions
type Answer<Name extends keyof Questions> = Awaited<ReturnType<Questions[Name]>>

/** Returns the answer to one question. While another range loads, the one before stays and counts as busy. */
export function useAnswer<Name extends keyof Questions>(name: Name, query: Parameters<Questions[Name]>[1]) {
  const api = useApi()
  const shown = useDeferredValue(query)
  const { data } = useSuspenseQuery(
    queryOptions({
      queryKey: [...key, name, shown],
      queryFn: () => questions[name](api, shown) as Promise<Answer<Name>>,
    }),
  )
  return { data, query: shown, isBusy: shown !== query }
}

/** Returns the totals, asked every two seconds if the range is still going on. */
export function useTotals(query: AnalyticsQuery, isOngoing: boolean) {
  const api = useApi()
  const shown = useDeferredValue(query)
  const { data } = useSuspenseQuery({
    queryKey: [...totalsKey, shown],
    queryFn: () => api.analytics.getTotalInquiries({ query: shown }),
    refetchInterval: isOngoing && 2_000,
    refetchOnWindowFocus: 'always',
  })
  useRefreshOnChange(JSON.stringify([shown, data]), JSON.stringify(shown))
  return { data, query: shown, isBusy: shown !== query }
}

/** Repeats the other questions once the totals of the same range have changed. */
function useRefreshOnChange(totals: string, range: string): void {
  const queryClient = useQueryClient()
  const before = useRef({ totals, range })
  useEffect(() => {
    const isNewContact = before.current.range === range && before.current.totals !== totals
    before.current = { totals, range }
    if (isNewContact) refresh(queryClient, key)
  }, [totals, range, queryClient])
}

/** What each formula would have asked in 90 days, of these users or all. */
export function useFormulas(userIds: string | undefined): FormulaComparison {
  const api = useApi()
  const query = userIds === undefined ? {} : { userIds }
  return useSuspenseQuery({
    queryKey: ['analytics', 'formulas', query],
    queryFn: () => api.analytics.getFormulas({ query }),
  }).data
}

const noPeople: AnalyticsPerson[] = []

/** Returns the users whose contacts the caller may see; none while they load. */
export function useAnalyticsPeople(): AnalyticsPerson[] {
  const api = useApi()
  return (
    useQuery({ queryKey: ['analytics', 'people'], queryFn: () => api.analytics.listAnalyticsPeople() }).data ?? noPeople
  )
}

const weeklySummaryKey = ['analytics', 'weekly-summary']

/** Returns whether the caller gets the weekly summary by email. */
export function useWeeklySummary(): WeeklySummary {
  const api = useApi()
  return useSuspenseQuery({ queryKey: weeklySummaryKey, queryFn: () => api.analytics.getWeeklySummary() }).data
}

/** Turns the weekly summary on or off. */
export function useChangeWeeklySummary() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  return useChange({
    mutationKey: weeklySummaryKey,
    isInOrder: true,
    meta: { features: [] },
    mutationFn: (isOn: boolean) => api.analytics.setWeeklySummary({ body: { isOn } }),
    onSuccess: (answer) => {
      queryClient.setQueryData(weeklySummaryKey, answer)
      showToast(`Weekly summary turned ${answer.isOn ? 'on' : 'off'}`, 'success')
    },
  })
}

/** Saves the range as a CSV file of the browser. */
export function useExportAnalytics() {
  const api = useApi()
  return useChange({
    mutationKey: ['analytics', 'export'],
    meta: { features: [] },
    mutationFn: (query: AnalyticsQuery) => api.analytics.exportAnalytics({ query }),
    onSuccess: (csv, { startDate, endDate }) =>
      saveFile(`analytics-${startDate}-${endDate}.csv`, `\uFEFF${csv}`, 'text/csv;charset=utf-8'),
  })
}
