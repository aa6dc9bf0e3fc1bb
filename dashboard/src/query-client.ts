import { MutationCache, type Query, QueryClient, type QueryKey } from '@tanstack/react-query'
import { userIdOf } from './session/access-token.ts'
import { useSession } from './session/session.ts'
import { isRetryable } from './session/token-refresh.ts'

/** The first word of a query's key. */
type Feature =
  | 'account'
  | 'analytics'
  | 'billing'
  | 'emails'
  | 'home'
  | 'loads'
  | 'mailboxes'
  | 'offers'
  | 'sessions'
  | 'team'
  | 'templates'
  | 'truck-board'
  | 'trucks'

/** Whose queries a change may have changed. They are fetched again once it succeeded. */
export type Touched = {
  features: readonly Feature[]
  /** Those whose old data must not be shown meanwhile. */
  emptied?: readonly Feature[]
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: Touched
  }
}

/** A change fetches the queries of the features in its `meta` again; another user's data is removed. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      // Not awaited, so that the caller's next step, such as a toast, comes before a refetch may unmount it.
      onSuccess: (_answer, _input, _context, { meta }) => {
        refreshFeatures(client, meta)
        for (const feature of meta?.emptied ?? []) void client.resetQueries({ queryKey: [feature] })
      },
    }),
    defaultOptions: {
      queries: { retry: (failures, error) => failures === 0 && isRetryable(error), retryDelay: 0, staleTime: 30_000 },
      mutations: { networkMode: 'always' }, // Offline, a change fails at once instead of running later.
    },
  })
  useSession.subscribe((now, before) => {
    const isLoggedOut = before.isAuth && !now.isAuth
    if (!isLoggedOut && userIdOf(now) === userIdOf(before)) return
    client.getMutationCache().clear()
    client.removeQueries({ predicate: isPersonal })
  })
  return client
}

/** All queries but the operator's services, which are the same for all users. */
const isPersonal = ({ queryKey: [feature] }: Query): boolean => feature !== 'telemetry'

/** Fetches the queries of features again after a change: those on the screen at once, others when they are shown. */
export function refreshFeatures(client: QueryClient, touched: Touched | undefined): void {
  refresh(client, ...(touched?.features ?? []).map((feature) => [feature]))
}

/** Fetches queries again of which the server has newer data, without a change of ours. */
export function refresh(client: QueryClient, ...keys: QueryKey[]): void {
  for (const queryKey of keys) {
    const firstFetches = client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching', predicate: isEmpty })
    void client.invalidateQueries({ queryKey })
    for (const query of firstFetches) fetchAfter(client, query)
  }
}

const isEmpty = ({ state }: Query): boolean => state.data === undefined

/** The first fetch of a query goes on when the query is invalidated, and may bring what was true before the change. */
function fetchAfter(client: QueryClient, { promise, queryKey }: Query): void {
  promise?.then(
    () => client.invalidateQueries({ queryKey, exact: true }),
    () => undefined,
  )
}
