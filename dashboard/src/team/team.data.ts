import { Problem } from '@loadping/contract/problem'
import { Member, type OrganizationDraft, type Team } from '@loadping/contract/team'
import {
  type Query,
  useIsFetching,
  useIsMutating,
  useMutationState,
  useQueryClient,
  useSuspenseQueries,
} from '@tanstack/react-query'
import { useApi } from '../api.ts'
import { storeOrganization } from '../session/session.ts'
import { type ToastAction, useToast } from '../ui/toast.tsx'
import { useSingleFlightMutation } from '../use-single-flight-mutation.ts'
import { acceptanceKey } from './acceptance.data.ts'

export const membersKey = ['team', 'members']
const teamKey = ['team', 'mine']

/** How often somebody who looks at the team is told what others have changed. */
export const refetchMilliseconds = 30_000

/** The caller's organization and its people, kept fresh while somebody looks. Who is being removed is not among them any more. */
export function useTeam(): { team: Team; members: Member[] } {
  const api = useApi()
  const fresh = { refetchInterval: refetchMilliseconds, refetchOnWindowFocus: 'always' } as const
  const [{ data: team }, { data: members }] = useSuspenseQueries({
    queries: [
      { queryKey: teamKey, queryFn: () => api.team.getTeam(), ...fresh },
      { queryKey: membersKey, queryFn: () => api.team.listMembers(), ...fresh },
    ],
  })
  const leaving = useMutationState({
    filters: { mutationKey: removalKey, status: 'pending' },
    select: ({ state }) => Member.safeParse(state.variables).data?.id,
  })
  return { team, members: members.filter(({ id }) => !leaving.includes(id)) }
}

export const removalKey = ['team', 'remove']

/** Whether the team, its people, a new organization or the answer to an invitation is on its way (4.6). */
export function useTeamLoading(): boolean {
  const fetches = useIsFetching({
    predicate: ({ queryKey: [feature, what] }: Query) => feature === 'team' && (what === 'mine' || what === 'members'),
  })
  const creations = useIsMutating({ mutationKey: creationKey })
  const acceptances = useIsMutating({ mutationKey: acceptanceKey })
  return fetches + creations + acceptances > 0
}

const creationKey = ['team', 'create']

/** What to do when a change of the team is refused: says why, with what can be done about it, and fetches the truth, as somebody else may have changed it. */
export function useFailure(): (error: Error, action?: ToastAction) => void {
  const queryClient = useQueryClient()
  const showToast = useToast()
  return (error, action) => {
    showToast(errorMessage(error), 'error', action)
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [feature] }) => feature === 'team' || feature === 'account',
    })
  }
}

export const errorMessage = (error: Error): string =>
  error instanceof Problem ? error.message : 'Something went wrong. Nothing you typed is lost.'

export function useCreateOrganization() {
  const api = useApi()
  return useSingleFlightMutation({
    mutationKey: creationKey,
    meta: { feature: 'team' },
    mutationFn: (draft: OrganizationDraft) => api.team.createOrganization({ body: draft }),
    onSuccess: storeOrganization,
  })
}

export function useUpdateOrganization() {
  const api = useApi()
  return useSingleFlightMutation({
    mutationKey: ['team', 'edit'],
    meta: { feature: 'team' },
    mutationFn: (draft: OrganizationDraft) => api.team.updateOrganization({ body: draft }),
  })
}
