import { useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

/** Today's figures and the latest contacts; kept fresh while somebody looks. */
export function useHome() {
  const api = useApi()
  return useSuspenseQuery({
    queryKey: ['home'],
    queryFn: () => api.home.getHome(),
    refetchInterval: 15_000,
    refetchOnWindowFocus: 'always',
  }).data
}
