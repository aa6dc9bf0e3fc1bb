import type { FoundLoads } from '@loadping/contract/loads/saved-loads'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { useSettled } from '../use-settled.ts'

/** After the last key, so that fast typing asks once. */
const pauseMs = 60

/** The loads and brokers of the user and the team that a text finds; undefined while none are loaded. */
export function useFoundLoads(typed: string): {
  found: FoundLoads | undefined
  isSearching: boolean
  isError: boolean
} {
  const api = useApi()
  const text = typed.trim().slice(0, 100)
  const { settled } = useSettled(text, pauseMs)
  const { data, isFetching, isError } = useQuery({
    queryKey: ['loads', 'found', settled],
    queryFn: () => api.loads.findLoads({ query: { text: settled } }),
    enabled: settled.length > 1,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  })
  return {
    found: text.length > 1 ? data : undefined,
    isSearching: isFetching || (text.length > 1 && text !== settled),
    isError,
  }
}
