import type { User } from '@loadping/contract/account'
import { roleName } from '@loadping/contract/rules/role-name'
import { invitationDays, type Member, type MemberStatus, type Role } from '@loadping/contract/team'
import { SearchX, Users } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ChoiceMenu } from '../ui/choice-menu.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { formatCount } from '../ui/format-count.ts'
import { SearchField } from '../ui/search-field.tsx'
import { memberStatusDisplay } from './member-display.ts'
import { MembersTable } from './members-table.tsx'
import { useFocusAfterList } from './row-focus.ts'
import { takenSeats } from './seats.ts'
import { InviteTeamMembers } from './team.parts.tsx'
import type { TeamDialog } from './team-dialog.ts'
import { filterMembers, noFilter, type TeamFilter, useTeamFilter } from './team-filter.ts'
import { UploadCsvButton } from './upload-csv-button.tsx'

const statuses: { id: MemberStatus | 'all'; label: string }[] = [
  { id: 'all', label: 'All' },
  { id: 'active', label: memberStatusDisplay.active.label },
  { id: 'invited', label: memberStatusDisplay.invited.label },
  { id: 'expired', label: memberStatusDisplay.expired.label },
]

const roles: { id: Role | 'all'; label: string }[] = [
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

/** The people of a team and its invitations, with what narrows them down. */
export function MembersView({ members, me, ownerId, canInvite, onDialog, onAddresses }: MembersViewProps) {
  const { filter, setFilter } = useTeamFilter()
  const rows = { me, isOwner: ownerId === me.userId, isAlone: takenSeats(members).people <= 1, onDialog }
  const alone = useFocusAfterList(members.length > 1)
  if (members.length <= 1)
    return (
      <div ref={alone} tabIndex={-1} className="mt-5 flex flex-col gap-4 outline-none">
        <MembersTable members={members} {...rows} />
        <NobodyElse canInvite={canInvite} onAddresses={onAddresses} />
      </div>
    )

  const shown = filterMembers(members, filter)
  return (
    <>
      <Toolbar filter={filter} onFilter={setFilter} shown={shown.length} />
      {shown.length === 0 ? (
        <NothingFound onClear={() => setFilter(noFilter)} />
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
  <div className="mt-5 mb-3 flex flex-wrap items-center gap-2">
    <SearchField
      label="Search name or email"
      className="w-65 max-sm:w-full"
      value={filter.search}
      onValue={(search) => onFilter({ search })}
    />
    <ChoiceMenu label="Status" choices={statuses} chosen={filter.status} onChoose={(status) => onFilter({ status })} />
    <ChoiceMenu label="Role" choices={roles} chosen={filter.role} onChoose={(role) => onFilter({ role })} />
    <p role="status" className="figures ml-auto text-caption text-secondary max-sm:ml-0 max-sm:w-full">
      {formatCount(shown, 'person', 'people')}
    </p>
  </div>
)

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <Card>
    <EmptyState
      icon={<SearchX size={24} strokeWidth={1.6} aria-hidden="true" />}
      title="Nobody matches"
      text="No member and no invitation of your team is like this."
    >
      <Button onPress={onClear}>Clear filters</Button>
    </EmptyState>
  </Card>
)

const NobodyElse = ({ canInvite, onAddresses }: { canInvite: boolean; onAddresses: (addresses: string[]) => void }) => (
  <Card>
    <EmptyState
      icon={<Users size={24} strokeWidth={1.6} aria-hidden="true" />}
      title="You are the only one here"
      text={`Invite the people you dispatch with. Links work for ${invitationDays} days and can be sent again.`}
    >
      <InviteTeamMembers variant="primary" />
      {canInvite && <UploadCsvButton onAddresses={onAddresses} />}
    </EmptyState>
  </Card>
)
