import { MutationCache, type MutationMeta, type Query, QueryClient } from '@tanstack/react-query'
import { userIdOf } from './session/access-token.ts'
import { useSession } from './session/session.ts'
import { isRetryable } from './session/token-refresh.ts'

/** After a successful change, the queries of the feature that it names in `meta`, and the account's, are fetched again; nothing outlives its person. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      // Not waited for: what the caller does next, such as a toast, comes before its part of the screen may be gone.
      onSuccess: (_answer, _input, _context, mutation) =>
        void client.invalidateQueries({ predicate: (query) => isTouchedBy(query, mutation.meta) }),
    }),
    defaultOptions: {
      queries: { retry: (failures, error) => failures === 0 && isRetryable(error), retryDelay: 0, staleTime: 30_000 },
      mutations: { networkMode: 'always' }, // Without a line a change fails and says so; it does not happen later, unasked.
    },
  })
  useSession.subscribe((now, before) => {
    const isGone = before.isAuth && !now.isAuth
    if (!isGone && userIdOf(now) === userIdOf(before)) return
    client.getMutationCache().clear()
    client.removeQueries({ predicate: isPersonal })
  })
  return client
}

/** Everything but which services the operator has set up, which is the same for everybody. */
const isPersonal = ({ queryKey: [feature] }: Query): boolean => feature !== 'telemetry'

const isTouchedBy = ({ queryKey: [feature] }: Query, meta: MutationMeta | undefined): boolean =>
  meta !== undefined && (feature === meta['feature'] || feature === 'account')
