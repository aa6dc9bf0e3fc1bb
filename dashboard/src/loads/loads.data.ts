import {
  type LoadFilter,
  type LoadPerson,
  type LoadQuery,
  type LoadView,
  maxLoadsPerPage,
  type SavedLoad,
} from '@loadping/contract/loads/saved-loads'
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useApi } from '../api.ts'
import { useChange } from '../use-change.ts'
import { pagedQueryOptions } from '../use-paged-query.ts'
import { flattenPages, type LoadPages, replacePage } from './load-pages.ts'
import { summaryOptions } from './load-total.data.ts'
import { loadListKey } from './query-keys.ts'
import { isChangingLoads } from './shown-changes.data.ts'

const liveKey = ['loads', 'live']
const viewsKey = ['load-views']

const liveMs = 15_000
const tabMs = 60_000
const keptMs = 30 * 60_000
const limit = String(maxLoadsPerPage)

/**
 * The loads of a filter, page by page. The pages that `showPages` named are fetched again every 15 seconds; a new
 * filter shows the earlier loads meanwhile.
 */
export function useLoads(query: LoadQuery) {
  const api = useApi()
  const queryClient = useQueryClient()
  const shownRange = useRef<readonly [first: number, last: number]>([0, 0])
  const queryKey = [...loadListKey, query]

  const fetchPage = (after: string) => api.loads.listLoads({ query: { ...query, limit, ...(after && { after }) } })

  const { data, ...list } = useInfiniteQuery({
    ...pagedQueryOptions(queryKey, fetchPage),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
  })

  async function refreshPage(index: number): Promise<void> {
    const pagesBefore = queryClient.getQueryData<LoadPages>(queryKey)
    const after = pagesBefore?.pageParams[index]
    if (after === undefined) return
    const fresh = await fetchPage(after)
    const pagesNow = queryClient.getQueryData<LoadPages>(queryKey)
    if (!pagesNow || isChangingLoads(queryClient) || pagesNow.pages[index] !== pagesBefore?.pages[index]) return // The next turn shows it.
    const replaced = replacePage(pagesNow, index, fresh)
    if (replaced) queryClient.setQueryData(queryKey, replaced)
    else await queryClient.refetchQueries({ queryKey, exact: true })
  }

  useQuery({
    queryKey: [...liveKey, query],
    queryFn: async () => {
      const pages = new Set([0, ...shownRange.current])
      await Promise.all([...pages].map(refreshPage))
      return Date.now()
    },
    enabled: list.isSuccess && !list.isPlaceholderData,
    refetchInterval: liveMs,
    refetchOnWindowFocus: 'always',
    retry: false,
  })

  const loads = useMemo(() => flattenPages(data), [data])
  const pageOf = (id: string | undefined) =>
    Math.max(0, data?.pages.findIndex((page) => page.loads.some((load) => load.id === id)) ?? 0)
  const showRows = (first: number, last: number) => {
    shownRange.current = [pageOf(loads[first]?.id), pageOf(loads[last]?.id)]
  }

  /** Fetches the pages that are left, and returns the loads of all. */
  async function fetchAll(): Promise<SavedLoad[]> {
    let found = await list.fetchNextPage()
    while (found.hasNextPage && !found.isError) found = await found.fetchNextPage()
    if (found.isError) throw found.error
    return flattenPages(found.data)
  }

  const targetRpmCents = data?.pages[0]?.targetRpmCents ?? null
  return { loads, targetRpmCents, showRows, fetchAll, hasData: data !== undefined, ...list }
}

/** Counts and sums of the loads of a filter; undefined while they load. */
export function useLoadSummary(filter: LoadFilter) {
  const api = useApi()
  return useQuery({
    ...summaryOptions(api, filter),
    refetchInterval: liveMs,
    placeholderData: keepPreviousData,
  }).data
}

/** How many loads each of the filters has; undefined while it loads. */
export function useLoadCounts(filters: LoadFilter[]): (number | undefined)[] {
  const api = useApi()
  return useQueries({
    queries: filters.map((filter) => ({ ...summaryOptions(api, filter), refetchInterval: tabMs })),
  }).map(({ data }) => data?.total)
}

const noPeople: LoadPerson[] = []

/** All who saved a load that the user may see. */
export const useLoadPeople = (): LoadPerson[] => useLoadSummary(noFilter)?.people ?? noPeople

const noFilter: LoadFilter = {}
const noViews: LoadView[] = []

/** The views that the user saved; none while they load. */
export function useLoadViews(): LoadView[] {
  const api = useApi()
  return useQuery({ queryKey: viewsKey, queryFn: () => api.loads.listLoadViews() }).data ?? noViews
}

/** Replaces the user's views. */
export function useSaveLoadViews() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useChange({
    mutationKey: viewsKey,
    meta: { features: [] },
    mutationFn: (views: LoadView[]) => api.loads.saveLoadViews({ body: { views } }),
    onSuccess: (views) => queryClient.setQueryData(viewsKey, views),
  })
}

/** Returns the function that finds a load's neighbor in the list that was shown last and has the load. */
export function useLoadNeighbor() {
  const queryClient = useQueryClient()
  return (id: string, by: number): string | undefined => {
    const lists = queryClient
      .getQueryCache()
      .findAll({ queryKey: loadListKey })
      .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
      .map(({ queryKey }) => flattenPages(queryClient.getQueryData<LoadPages>(queryKey)).map((load) => load.id))
    const ids = lists.find((all) => all.includes(id)) ?? []
    return ids[ids.indexOf(id) + by]
  }
}
