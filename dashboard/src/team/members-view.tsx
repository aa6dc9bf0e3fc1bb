import type { User } from '@loadping/contract/account/account'
import { countOf } from '@loadping/contract/format/counts'
import { roleName } from '@loadping/contract/team/role-name'
import { invitationDays, type Member, MemberStatus, Role } from '@loadping/contract/team/team'
import { Users } from 'lucide-react'
import * as z from 'zod/mini'
import { Card } from '../ui/card.tsx'
import { ChoiceMenu } from '../ui/list/choice-menu.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { ListToolbar, ShownCount } from '../ui/list/list-toolbar.tsx'
import { NoResults } from '../ui/list/no-results.tsx'
import { useFocusAfterRemoval } from '../ui/list/row-focus.ts'
import { choiceOf, searchText, useUrlFilter } from '../use-url-filter.ts'
import { memberStatusDisplay, takenSeats } from './member-display.tsx'
import { MembersTable } from './members-table.tsx'
import { InviteTeamMembers } from './team.parts.tsx'
import type { TeamDialog } from './team-dialogs.tsx'
import { UploadCsvButton } from './upload-csv-button.tsx'

const TeamFilter = z.object({
  search: searchText,
  status: choiceOf(MemberStatus.options),
  role: choiceOf(Role.options),
})
type TeamFilter = z.infer<typeof TeamFilter>

const statuses: { id: TeamFilter['status']; label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'active', label: memberStatusDisplay.active.label },
  { id: 'invited', label: memberStatusDisplay.invited.label },
  { id: 'expired', label: memberStatusDisplay.expired.label },
]

const roles: { id: TeamFilter['role']; label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'MANAGER', label: roleName({ role: 'MANAGER' }) },
  { id: 'USER', label: roleName({ role: 'USER' }) },
]

type MembersViewProps = {
  members: Member[]
  me: User
  ownerId: string | null
  canInvite: boolean
  onDialog: (dialog: TeamDialog) => void
  onAddresses: (addresses: string[]) => void
}

/** The members and invitations of a team, with a search and filters. */
export function MembersView({ members, me, ownerId, canInvite, onDialog, onAddresses }: MembersViewProps) {
  const { filter, setFilter } = useUrlFilter(TeamFilter)
  const rows = { me, isOwner: ownerId === me.userId, isAlone: takenSeats(members).active <= 1, onDialog }
  const alone = useFocusAfterRemoval<HTMLDivElement>(members.length)
  if (members.length <= 1)
    return (
      <div ref={alone} tabIndex={-1} className="mt-5 flex flex-col gap-4 outline-none">
        <MembersTable members={members} {...rows} />
        <InviteFirst canInvite={canInvite} onAddresses={onAddresses} />
      </div>
    )

  const shown = filterMembers(members, filter)
  return (
    <>
      <Toolbar filter={filter} onFilter={setFilter} shown={shown.length} />
      {shown.length === 0 ? (
        <Card>
          <NoResults
            text="No members or invitations match your filters."
            onClear={() => setFilter({ search: '', status: 'all', role: 'all' })}
          />
        </Card>
      ) : (
        <MembersTable members={shown} {...rows} />
      )}
    </>
  )
}

const Toolbar = ({
  filter,
  onFilter,
  shown,
}: {
  filter: TeamFilter
  onFilter: (change: Partial<TeamFilter>) => void
  shown: number
}) => (
  <ListToolbar
    searchLabel="Search name or email"
    search={filter.search}
    onSearch={(search) => onFilter({ search })}
    hasShortcut={false}
    className="mt-5 mb-3"
  >
    <ChoiceMenu label="Status" choices={statuses} chosen={filter.status} onChoose={(status) => onFilter({ status })} />
    <ChoiceMenu label="Role" choices={roles} chosen={filter.role} onChoose={(role) => onFilter({ role })} />
    <ShownCount className="max-sm:ml-0 max-sm:w-full">{countOf(shown, 'person', 'people')}</ShownCount>
  </ListToolbar>
)

function filterMembers(members: Member[], { search, status, role }: TeamFilter): Member[] {
  const wanted = search.trim().toLowerCase()
  return members.filter(
    (member) =>
      (status === 'all' || member.status === status) &&
      (role === 'all' || member.role === role) &&
      (wanted === '' || [member.name ?? '', member.email].some((text) => text.toLowerCase().includes(wanted))),
  )
}

const InviteFirst = ({
  canInvite,
  onAddresses,
}: {
  canInvite: boolean
  onAddresses: (addresses: string[]) => void
}) => (
  <Card>
    <EmptyState
      icon={<Users size={24} strokeWidth={1.6} aria-hidden="true" />}
      title="You're the only member"
      text={`Invite your dispatchers. Links work for ${invitationDays} days and can be resent.`}
    >
      <InviteTeamMembers variant="primary" />
      {canInvite && <UploadCsvButton onAddresses={onAddresses} />}
    </EmptyState>
  </Card>
)
