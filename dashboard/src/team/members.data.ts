import { Problem } from '@loadping/contract/problem'
import { roleName } from '@loadping/contract/rules/role-name'
import type { Member, Role } from '@loadping/contract/team'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { forgetOrganization } from '../session/session.ts'
import { useToast } from '../ui/toast.tsx'
import { useSingleFlightMutation } from '../use-single-flight-mutation.ts'
import { nameOf } from './member-display.ts'
import { membersKey, removalKey, useFailure } from './team.data.ts'

/** The id of a member or of an invitation, as the calls want it. */
const idOf = ({ id, inviteId }: Member) => (inviteId === null ? { userId: id } : { inviteId: id })

export function useChangeRole() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const fail = useFailure()
  return useSingleFlightMutation({
    mutationKey: ['team', 'role'],
    meta: { feature: 'team' },
    mutationFn: ({ member, role }: { member: Member; role: Role }) =>
      api.team.updateRole({ body: { data: { userId: member.id, role } } }),
    onSuccess: (_answer, { member, role }) => {
      queryClient.setQueryData<Member[]>(membersKey, (members) =>
        members?.map((each) => (each.id === member.id ? { ...each, role } : each)),
      )
      showToast(`${nameOf(member)} is a ${roleName({ role })} now`, 'success')
    },
    onError: (error) => fail(error),
  })
}

/** Removes somebody, or revokes an invitation, at once, with a way to undo it; they are gone from the list before the answer comes. */
export function useRemoveMember() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showToast = useToast()
  const fail = useFailure()
  const { mutate: restore } = useRestoreMember()
  return useSingleFlightMutation({
    mutationKey: removalKey,
    meta: { feature: 'team' },
    mutationFn: (member: Member) => api.team.removeMember({ query: idOf(member) }),
    onSuccess: (_answer, member) => {
      queryClient.setQueryData<Member[]>(membersKey, (members) => members?.filter(({ id }) => id !== member.id))
      showToast(
        member.inviteId === null ? `${nameOf(member)} was removed` : `The invitation to ${member.email} was revoked`,
        'success',
        {
          label: 'Undo',
          onPress: () => restore(member),
        },
      )
    },
    onError: (error) => fail(error),
  })
}

/** Undoes a removal; one that was not answered can be undone again. */
function useRestoreMember() {
  const api = useApi()
  const showToast = useToast()
  const fail = useFailure()
  const change = useSingleFlightMutation({
    mutationKey: ['team', 'restore'],
    meta: { feature: 'team' },
    mutationFn: (member: Member) => api.team.restoreMember({ body: idOf(member) }),
    onSuccess: (_answer, member) => showToast(`${nameOf(member)} is back`, 'success'),
    onError: (error, member) => {
      const isUnanswered = error instanceof Problem && error.code === 'unavailable'
      fail(error, isUnanswered ? { label: 'Undo', onPress: () => change.mutate(member) } : undefined)
    },
  })
  return change
}

export function useTransferOwnership() {
  const api = useApi()
  const showToast = useToast()
  const fail = useFailure()
  return useSingleFlightMutation({
    mutationKey: ['team', 'transfer-ownership'],
    meta: { feature: 'team' },
    mutationFn: ({ id }: Member) => api.team.transferOwnership({ body: { userId: id } }),
    onSuccess: (_answer, member) => showToast(`${nameOf(member)} owns the team now`, 'success'),
    onError: (error) => fail(error),
  })
}

/** Leaves the team, or closes it where nobody else is in it, and says so in these words. */
export function useLeaveTeam(successMessage: string) {
  const api = useApi()
  const showToast = useToast()
  const fail = useFailure()
  return useSingleFlightMutation({
    mutationKey: ['team', 'leave'],
    meta: { feature: 'team' },
    mutationFn: () => api.team.leaveTeam(),
    onSuccess: () => {
      forgetOrganization()
      showToast(successMessage, 'success')
    },
    onError: (error) => fail(error),
  })
}
