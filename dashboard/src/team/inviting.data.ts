import { Problem } from '@loadping/contract/problem'
import type { InviteResult, Member, Role } from '@loadping/contract/team'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { useToast } from '../ui/toast.tsx'
import { useSingleFlightMutation } from '../use-single-flight-mutation.ts'
import { membersKey, useFailure } from './team.data.ts'

type Invitations = { emails: string[]; role: Role }

/** Invites people; a refusal is told beside the form, which may go with the right to invite; `onSent` hears of it also when whatever asked for it is gone from the page. */
export function useInvite(onSent: (emails: string[], results: InviteResult[]) => void) {
  const api = useApi()
  const fail = useFailure()
  return useSingleFlightMutation({
    mutationKey: ['team', 'invite'],
    meta: { feature: 'team' },
    mutationFn: (body: Invitations) => api.team.invite({ body }),
    onSuccess: ({ results }, { emails }) => onSent(emails, results),
    onError: (error) => isRefusal(error) && fail(error),
  })
}

/** Whether the caller may not invite any more, which no second try changes. */
export const isRefusal = (error: Error): boolean =>
  error instanceof Problem && ['not-allowed', 'plan-limit'].includes(error.code)

export function useResend() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const fail = useFailure()
  return useSingleFlightMutation({
    mutationKey: ['team', 'resend'],
    meta: { feature: 'team' },
    mutationFn: ({ id }: Member) => api.team.resendInvitation({ body: { inviteId: id } }),
    onSuccess: (_answer, { id, email }) => {
      const sent = { invitedAt: new Date().toISOString(), failure: null }
      queryClient.setQueryData<Member[]>(membersKey, (members) =>
        members?.map((each) => (each.id === id ? { ...each, ...sent } : each)),
      )
      showToast(`The invitation to ${email} was sent again`, 'success')
    },
    onError: (error) => fail(error),
  })
}

/** Puts the link of an invitation into the clipboard; a browser that does not let us hands it to `onRefused`. */
export function useCopyLink(onRefused: (url: string) => void) {
  const api = useApi()
  const showToast = useToast()
  const fail = useFailure()
  return useSingleFlightMutation({
    mutationKey: ['team', 'copy-link'],
    meta: { feature: 'team' },
    mutationFn: ({ id }: Member) => api.team.copyInvitationLink({ body: { inviteId: id } }),
    onSuccess: async ({ url }) => {
      if (await writeToClipboard(url)) showToast('Link copied', 'success')
      else onRefused(url)
    },
    onError: (error) => fail(error),
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
