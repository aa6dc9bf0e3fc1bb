import { newYorkDay } from '@loadping/contract/format/new-york-days'
import { Member, type OrganizationDraft, type Team } from '@loadping/contract/team/team'
import type { TeamRules } from '@loadping/contract/team/team-rules'
import {
  type Query,
  useIsFetching,
  useIsMutating,
  useMutationState,
  useQuery,
  useSuspenseQueries,
} from '@tanstack/react-query'
import { useApi } from '../api.ts'
import type { Touched } from '../query-client.ts'
import { storeOrganization } from '../session/session.ts'
import { saveFile } from '../ui/save-file.ts'
import { useToast } from '../ui/toast.ts'
import { shownByForm, useChange } from '../use-change.ts'
import { usePagedQuery } from '../use-paged-query.ts'
import { acceptanceKey } from './acceptance.data.ts'

export const membersKey = ['team', 'members']
export const removalKey = ['team', 'remove']
const teamKey = ['team', 'mine']
const creationKey = ['team', 'create']
const meta: Touched = { features: ['team', 'account'] }

/** How often an open team page is refreshed, as other users change the team too. */
export const refetchMilliseconds = 30_000

/** The user's organization and its members, refreshed while shown; a member who is being removed is left out. */
export function useTeam(): { team: Team; members: Member[] } {
  const api = useApi()
  const fresh = { refetchInterval: refetchMilliseconds, refetchOnWindowFocus: 'always' } as const
  const [{ data: team }, { data: members }] = useSuspenseQueries({
    queries: [
      { queryKey: teamKey, queryFn: () => api.team.getTeam(), ...fresh },
      { queryKey: membersKey, queryFn: () => api.team.listMembers(), ...fresh },
    ],
  })
  const removing = useMutationState({
    filters: { mutationKey: removalKey, exact: true, status: 'pending' },
    select: ({ state }) => Member.safeParse(state.variables).data?.id,
  })
  return { team, members: members.filter(({ id }) => !removing.includes(id)) }
}

/** The members of the user's team and its invitations; undefined until they are loaded. */
export function useLoadedMembers(): Member[] | undefined {
  const api = useApi()
  return useQuery({ queryKey: membersKey, queryFn: () => api.team.listMembers() }).data
}

/** Whether the team, its members, a new organization or an accepted invitation is loading. */
export function useTeamLoading(): boolean {
  const fetches = useIsFetching({
    predicate: ({ queryKey: [feature, what] }: Query) => feature === 'team' && (what === 'mine' || what === 'members'),
  })
  const creations = useIsMutating({ mutationKey: creationKey })
  const acceptances = useIsMutating({ mutationKey: acceptanceKey })
  return fetches + creations + acceptances > 0
}

export function useCreateOrganization() {
  const api = useApi()
  return useChange({
    mutationKey: creationKey,
    meta,
    mutationFn: (draft: OrganizationDraft) => api.team.createOrganization({ body: draft }),
    onSuccess: storeOrganization,
    onError: shownByForm,
  })
}

export function useUpdateOrganization() {
  const api = useApi()
  const showToast = useToast()
  return useChange({
    mutationKey: ['team', 'edit'],
    meta,
    mutationFn: (draft: OrganizationDraft) => api.team.updateOrganization({ body: draft }),
    onSuccess: () => showToast('Your organization is saved', 'success'),
    onError: shownByForm,
  })
}

export function useSaveRules() {
  const api = useApi()
  return useChange({
    mutationKey: ['team', 'rules'],
    meta,
    isInOrder: true,
    mutationFn: (rules: TeamRules) => api.team.saveRules({ body: rules }),
  })
}

/** The activity log of the team, newest first, page by page. */
export function useTeamActivity() {
  const api = useApi()
  const { pages, more } = usePagedQuery({
    queryKey: ['team', 'activity'],
    fetchPage: (before) => api.team.listActivity({ query: before ? { before } : {} }),
    refetchInterval: () => refetchMilliseconds,
  })
  return { entries: pages.flatMap(({ entries }) => entries), more }
}

/** Saves the whole activity log as a CSV file. */
export function useExportActivity() {
  const api = useApi()
  return useChange({
    mutationKey: ['team', 'export-activity'],
    meta,
    mutationFn: () => api.team.exportActivity(),
    onSuccess: (csv) => saveFile(`team-activity-${newYorkDay(new Date())}.csv`, csv, 'text/csv;charset=utf-8'),
  })
}
