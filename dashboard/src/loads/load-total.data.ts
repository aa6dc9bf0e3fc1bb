import type { Client } from '@loadping/contract/client'
import type { LoadFilter } from '@loadping/contract/loads/saved-loads'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

const summaryKey = ['loads', 'summary']

export const summaryOptions = (api: Client, filter: LoadFilter) => ({
  queryKey: [...summaryKey, filter],
  queryFn: () => api.loads.summarizeLoads({ query: filter }),
})

/** How many loads the user and their team have; undefined while it loads. */
export function useLoadTotal(): number | undefined {
  const api = useApi()
  return useQuery(summaryOptions(api, {})).data?.total
}
