import type { TileServer } from '@loadping/contract/map/map.api'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

/** Returns the tile server that the operator has set up; null without one and until loaded. */
export function useTileServer(): TileServer | null {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['map', 'tiles'],
    queryFn: () => api.map.getTileServer(),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data ?? null
}
