import { Problem } from '@loadping/contract/problem'
import { MutationCache, type MutationMeta, type Query, QueryClient } from '@tanstack/react-query'
import { readSession } from './session/session.ts'

/** After a successful change, the queries of the feature that it names in `meta`, and the account's, are fetched again. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (_answer, _input, _context, mutation) => client.invalidateQueries({ predicate: (query) => isTouchedBy(query, mutation.meta) }),
    }),
    defaultOptions: { queries: { retry: recoversByRefresh, retryDelay: 0, staleTime: 30_000 } },
  })
  return client
}

const isTouchedBy = ({ queryKey: [feature] }: Query, meta: MutationMeta | undefined): boolean =>
  meta !== undefined && (feature === meta['feature'] || feature === 'account')

/** A read that failed because the access token had run out is tried once more: by then the tokens are new. */
const recoversByRefresh = (failures: number, error: Error): boolean =>
  failures === 0 && error instanceof Problem && error.code === 'not-signed-in' && readSession().isAuth
