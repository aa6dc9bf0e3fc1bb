import { infiniteQueryOptions, type QueryKey, useSuspenseInfiniteQuery } from '@tanstack/react-query'

type Page = { next: string | null }

/** Fetches the page that a cursor names; the first one has an empty cursor. */
type FetchPage<P extends Page> = (cursor: string) => Promise<P>

/** The options of a list whose pages each name the cursor of the next one. */
export const pagedQueryOptions = <P extends Page>(queryKey: QueryKey, fetchPage: FetchPage<P>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
  })

type PagedQuery<P extends Page> = {
  queryKey: QueryKey
  fetchPage: FetchPage<P>
  /** Returns the milliseconds until the loaded pages are fetched again. */
  refetchInterval: (pages: P[]) => number
}

/** A list page by page; what is loaded is fetched again at an interval, and when the window gets the focus. */
export function usePagedQuery<P extends Page>({ queryKey, fetchPage, refetchInterval }: PagedQuery<P>) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useSuspenseInfiniteQuery({
    ...pagedQueryOptions(queryKey, fetchPage),
    refetchInterval: ({ state }) => refetchInterval(state.data?.pages ?? []),
    refetchOnWindowFocus: 'always',
  })
  return { pages: data.pages, more: { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } }
}
