import { Problem } from '@loadping/contract/problem'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../api.ts'
import { dropInvitation, pendingInvitation } from '../session/invitation.ts'
import { useToast } from '../ui/toast.tsx'

/** Accepts the invitation that waits in this browser, if any; one that nobody could judge now waits for the next time. */
export function useAcceptInvitation(): void {
  const api = useApi()
  const showToast = useToast()
  const { mutate } = useMutation({
    meta: { feature: 'account' },
    mutationFn: (token: string) => api.team.acceptInvitation({ query: { token } }),
    onSuccess: () => {
      dropInvitation()
      showToast('Your invitation has been accepted', 'success')
    },
    onError: (error) => {
      if (!isJudged(error)) return
      dropInvitation()
      showToast('Invitation Expired', 'success')
    },
  })

  useEffect(() => {
    const token = pendingInvitation()
    if (token !== undefined) mutate(token)
  }, [mutate])
}

const isJudged = (error: Error): boolean => !(error instanceof Problem && ['unavailable', 'too-many', 'not-signed-in'].includes(error.code))
