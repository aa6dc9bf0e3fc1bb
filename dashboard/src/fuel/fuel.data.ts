import type { Place } from '@loadping/contract/boards/posted-load'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

const hour = 3_600_000

/** Fuel prices around a place; undefined while loading. */
export function useFuel({ city, state }: Place) {
  const api = useApi()
  return useQuery({
    queryKey: ['fuel', city, state],
    queryFn: () => api.fuel.getFuelPrices({ query: { city, state } }),
    staleTime: hour,
  }).data
}
