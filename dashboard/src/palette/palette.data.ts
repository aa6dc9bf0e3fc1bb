import type { SavedLoad } from '@loadping/contract/loads/saved-loads'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

/** The loads of the user and the team that a text is found in, youngest first; undefined while none are loaded. */
export function useFoundLoads(typed: string): {
  loads: SavedLoad[] | undefined
  isSearching: boolean
  isError: boolean
} {
  const api = useApi()
  const search = typed.trim().slice(0, 100)
  const { data, isFetching, isError } = useQuery({
    queryKey: ['loads', 'found', search],
    queryFn: () => api.loads.listLoads({ query: { search, limit: '6' } }),
    enabled: search.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  })
  return { loads: search.length > 1 ? data?.loads : undefined, isSearching: isFetching, isError }
}
