import { MutationCache, type MutationMeta, type Query, QueryClient } from '@tanstack/react-query'
import { userIdOf } from './session/access-token.ts'
import { useSession } from './session/session.ts'
import { isRetryable } from './session/token-refresh.ts'

/** A change refetches the queries of the feature in its `meta` and of the account; another user's data is removed. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      // Not awaited, so that the caller's next step, such as a toast, comes before a refetch may unmount it.
      onSuccess: (_answer, _input, _context, mutation) =>
        void client.invalidateQueries({ predicate: (query) => isAffectedBy(query, mutation.meta) }),
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

/** Whether a change of the feature in `meta` may have changed the query. */
export const isAffectedBy = ({ queryKey: [feature] }: Query, meta: MutationMeta | undefined): boolean =>
  meta !== undefined && (feature === meta['feature'] || feature === 'account')
