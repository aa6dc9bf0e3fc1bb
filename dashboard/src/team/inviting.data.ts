import type { InviteResult, Member, Role } from '@loadping/contract/team'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { useToast } from '../ui/toast.tsx'
import { useFailure } from './team.data.ts'

type Invitations = { emails: string[]; role: Role }

/** Invites people; `onSent` hears of it also when whatever asked for it is gone from the page. */
export function useInvite(onSent: (emails: string[], results: InviteResult[]) => void) {
  const api = useApi()
  return useMutation({
    meta: { feature: 'team' },
    mutationFn: (body: Invitations) => api.team.invite({ body }),
    onSuccess: ({ results }, { emails }) => onSent(emails, results),
  })
}

export function useResend() {
  const api = useApi()
  const showToast = useToast()
  return useMutation({
    meta: { feature: 'team' },
    mutationFn: ({ id }: Member) => api.team.resendInvitation({ body: { inviteId: id } }),
    onSuccess: (_answer, { email }) => showToast(`The invitation to ${email} was sent again`, 'success'),
    onError: useFailure(),
  })
}

/** Puts the link of an invitation into the clipboard; a browser that does not let us hands it to `onRefused`. */
export function useCopyLink(onRefused: (url: string) => void) {
  const api = useApi()
  const showToast = useToast()
  return useMutation({
    meta: { feature: 'team' },
    mutationFn: ({ id }: Member) => api.team.copyInvitationLink({ body: { inviteId: id } }),
    onSuccess: async ({ url }) => {
      if (await writeToClipboard(url)) showToast('Link copied', 'success')
      else onRefused(url)
    },
    onError: useFailure(),
  })
}

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false // Not allowed, or not there on a page without TLS.
  }
}
