import { roleName } from '@loadping/contract/rules/role-name'
import type { Member, Role } from '@loadping/contract/team'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { useToast } from '../ui/toast.tsx'
import { nameOf } from './member-words.ts'
import { membersKey, removalKey, useFailure } from './team.data.ts'

/** The id of a member or of an invitation, as the calls want it. */
const idOf = ({ id, inviteId }: Member) => (inviteId === null ? { userId: id } : { inviteId: id })

export function useChangeRole() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  return useMutation({
    meta: { feature: 'team' },
    mutationFn: ({ member, role }: { member: Member; role: Role }) => api.team.updateRole({ body: { data: { userId: member.id, role } } }),
    onSuccess: (_answer, { member, role }) => {
      queryClient.setQueryData<Member[]>(membersKey, (members) => members?.map((each) => (each.id === member.id ? { ...each, role } : each)))
      showToast(`${nameOf(member)} is a ${roleName({ role })} now`, 'success')
    },
    onError: useFailure(),
  })
}

/** Removes somebody, or revokes an invitation, at once, with a way to undo it; they are gone from the list before the answer comes. */
export function useRemoveMember() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const { mutate: restore } = useRestoreMember()
  return useMutation({
    mutationKey: removalKey,
    meta: { feature: 'team' },
    mutationFn: (member: Member) => api.team.removeMember({ query: idOf(member) }),
    onSuccess: (_answer, member) => {
      queryClient.setQueryData<Member[]>(membersKey, (members) => members?.filter(({ id }) => id !== member.id))
      showToast(member.inviteId === null ? `${nameOf(member)} was removed` : `The invitation to ${member.email} was revoked`, 'success', {
        label: 'Undo',
        onPress: () => restore(member),
      })
    },
    onError: useFailure(),
  })
}

function useRestoreMember() {
  const api = useApi()
  const showToast = useToast()
  return useMutation({
    meta: { feature: 'team' },
    mutationFn: (member: Member) => api.team.restoreMember({ body: idOf(member) }),
    onSuccess: (_answer, member) => showToast(`${nameOf(member)} is back`, 'success'),
    onError: useFailure(),
  })
}

export function useHandOver() {
  const api = useApi()
  const showToast = useToast()
  return useMutation({
    meta: { feature: 'team' },
    mutationFn: ({ id }: Member) => api.team.handOverOwnership({ body: { userId: id } }),
    onSuccess: (_answer, member) => showToast(`${nameOf(member)} owns the team now`, 'success'),
    onError: useFailure(),
  })
}

export function useLeaveTeam() {
  const api = useApi()
  const showToast = useToast()
  return useMutation({
    meta: { feature: 'team' },
    mutationFn: () => api.team.leaveTeam(),
    onSuccess: () => showToast('You left the team', 'success'),
    onError: useFailure(),
  })
}
