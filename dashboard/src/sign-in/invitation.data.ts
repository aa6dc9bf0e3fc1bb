import { Problem } from '@loadping/contract/problem'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../api.ts'

/** What an invitation is about; null when it is not good any more, or never was. */
export function useInvitation(token: string) {
  const api = useApi()
  const { data: invitation, ...query } = useSuspenseQuery({
    queryKey: ['sign-in', 'invitation', token],
    queryFn: () => api.team.previewInvitation({ query: { token } }).catch(nullIfGone),
  })
  return { invitation, ...query }
}

function nullIfGone(error: unknown): null {
  if (error instanceof Problem && ['not-found', 'invalid-input'].includes(error.code)) return null
  throw error
}
