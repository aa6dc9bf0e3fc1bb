import { useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

/** One of the caller's own inquiries; its state is asked for again while it may still change. */
export function useEmail(id: string) {
  const api = useApi()
  return useSuspenseQuery({
    queryKey: ['emails', id],
    queryFn: () => api.emails.getEmail({ params: { id } }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'queued' || data?.state === 'sending' ? 2_000 : false),
  }).data
}
