import { roleName } from '@loadping/contract/team/role-name'
import type { InviteResult, Member, Role } from '@loadping/contract/team/team'
import { Problem } from '@loadping/contract/wire/problem'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import type { Touched } from '../query-client.ts'
import { forgetOrganization } from '../session/session.ts'
import { useToast } from '../ui/toast.ts'
import { useChange } from '../use-change.ts'
import { useUndoableChange } from '../use-undoable-change.ts'
import { nameOf } from './member-display.tsx'
import { membersKey, removalKey } from './team.data.ts'

const meta: Touched = { features: ['team', 'account'] }

/** The id of a member or of an invitation, as the API wants it. */
const idOf = ({ id, inviteId }: Member) => (inviteId === null ? { userId: id } : { inviteId: id })

function patchMember(queryClient: QueryClient, id: string, change: Partial<Member>): void {
  queryClient.setQueryData<Member[]>(membersKey, (members) =>
    members?.map((member) => (member.id === id ? { ...member, ...change } : member)),
  )
}

export function useChangeRole() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  return useChange({
    mutationKey: ['team', 'role'],
    meta,
    mutationFn: ({ member, role }: { member: Member; role: Role }) =>
      api.team.updateRole({ body: { data: { userId: member.id, role } } }),
    onSuccess: (_answer, { member, role }) => {
      patchMember(queryClient, member.id, { role })
      showToast(`${nameOf(member)} is now a ${roleName({ role })}`, 'success')
    },
  })
}

/** Removes a member or revokes an invitation, with a way to undo it; the row is gone before the response. */
export function useRemoveMember() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useUndoableChange({
    mutationKey: removalKey,
    meta,
    mutationFn: (member: Member) => api.team.removeMember({ query: idOf(member) }),
    undoFn: (_answer, member) => api.team.restoreMember({ body: idOf(member) }),
    onSuccess: (_answer, { id: removed }) =>
      queryClient.setQueryData<Member[]>(membersKey, (members) => members?.filter(({ id }) => id !== removed)),
    tell: (_answer, member) => ({
      text:
        member.inviteId === null ? `${nameOf(member)} was removed` : `The invitation to ${member.email} was revoked`,
    }),
    tellUndone: (_answer, member) => ({ text: `${nameOf(member)} is back on the team` }),
  })
}

export function useTransferOwnership() {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['team', 'transfer-ownership'],
    meta,
    mutationFn: ({ id }: Member) => api.team.transferOwnership({ body: { userId: id } }),
    onSuccess: (_answer, member) => showToast(`${nameOf(member)} is now the owner`, 'success'),
  })
}

/** Leaves the team; as its last member, closes it. */
export function useLeaveTeam(successMessage: string) {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['team', 'leave'],
    meta,
    mutationFn: () => api.team.leaveTeam(),
    onSuccess: () => {
      forgetOrganization()
      showToast(successMessage, 'success')
    },
  })
}

type Invitations = { emails: string[]; role: Role }

/**
 * Sends invitations. `onSent` is called even if the modal was closed; a refusal also shows a toast, as the modal may go
 * with it.
 */
export function useInvite(onSent: (emails: string[], results: InviteResult[]) => void) {
  const api = useApi()
  return useChange({
    mutationKey: ['team', 'invite'],
    meta,
    mutationFn: (body: Invitations) => api.team.invite({ body }),
    onSuccess: ({ results }, { emails }) => onSent(emails, results),
    onError: (error, _input, fail) => isRefusal(error) && fail(),
  })
}

/** Whether the user may no longer invite, which trying again does not change. */
export const isRefusal = (error: Error): boolean =>
  error instanceof Problem && ['not-allowed', 'plan-limit'].includes(error.code)

export function useResendInvitation() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  return useChange({
    mutationKey: ['team', 'resend'],
    meta,
    mutationFn: ({ id }: Member) => api.team.resendInvitation({ body: { inviteId: id } }),
    onSuccess: (_answer, { id, email }) => {
      patchMember(queryClient, id, { invitedAt: new Date().toISOString(), failure: null })
      showToast(`The invitation to ${email} was resent`, 'success')
    },
  })
}

/** Copies the link of an invitation to the clipboard; `onBlocked` gets it where the browser refuses. */
export function useCopyLink(onBlocked: (url: string) => void) {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['team', 'copy-link'],
    meta,
    mutationFn: ({ id }: Member) => api.team.copyInvitationLink({ body: { inviteId: id } }),
    onSuccess: async ({ url }) => {
      if (await writeToClipboard(url)) showToast('Link copied', 'success')
      else onBlocked(url)
    },
  })
}

async function writeToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false // Not allowed, or missing on a page without TLS.
  }
}
