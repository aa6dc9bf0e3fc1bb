import type { BoardHealth } from '@loadping/contract/extension/board-health'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

const refreshMs = 60_000

/** What the extension could last read on each of the user's boards. */
export function useBoardHealth(): BoardHealth[] {
  const api = useApi()
  return useSuspenseQuery({
    queryKey: ['extension', 'board-health'],
    queryFn: () => api.extension.listBoardHealth(),
    refetchInterval: refreshMs,
  }).data
}
