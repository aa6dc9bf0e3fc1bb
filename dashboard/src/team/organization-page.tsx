import { countOf, formatCount } from '@loadping/contract/format/counts'
import { formatFullDate } from '@loadping/contract/format/instants'
import type { Member, Team } from '@loadping/contract/team/team'
import { Crown, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useMe } from '../account/account.data.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { Card } from '../ui/card.tsx'
import { initialsOf } from '../ui/initials.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { SegmentBar } from '../ui/segment-bar.tsx'
import { withParams } from '../use-url-filter.ts'
import { Activity } from './activity.tsx'
import { emptyDraft, mergeAddresses } from './invite-draft.ts'
import { takenSeats } from './member-display.tsx'
import { MembersView } from './members-view.tsx'
import { RulesCard } from './rules-card.tsx'
import { BusinessPlanModal, InviteTeamMembers, useInviteButtonMode } from './team.parts.tsx'
import type { TeamDialog } from './team-dialogs.tsx'
import { TeamEmails } from './team-emails.tsx'

const TeamDialogs = lazyPart(async () => (await import('./team-dialogs.tsx')).TeamDialogs)
const InviteModal = lazyPart(async () => (await import('./invite-modal.tsx')).InviteModal)

/** The page of a team: its organization, seats and members, and for managers its activity. */
export function OrganizationPage({ team, members }: { team: Team; members: Member[] }) {
  const { data: me } = useMe()
  const [query, setQuery] = useSearchParams()
  const [dialog, setDialog] = useState<TeamDialog>()
  const [draft, setDraft] = useState(emptyDraft)
  const inviteMode = useInviteButtonMode()
  const canInvite = inviteMode === 'invite' && team.limitUsers !== null
  const isManager = me.role === 'MANAGER'
  const requestedView = views.find(({ view }) => view === query.get('view'))?.view ?? ''
  const view = isManager ? requestedView : ''
  const isInviting = inviteMode !== 'hidden' && query.get('invite') === 'open'
  const eligibleOwners = findEligibleOwners(members, me.userId)

  const showInviteModal = (isOpen: boolean) =>
    setQuery(withParams(query, { invite: isOpen ? 'open' : '' }), { replace: !isOpen, preventScrollReset: true })

  return (
    <>
      <PageHead title="My team" context="Roles, seats and invitations">
        {team.ownerId === me.userId && eligibleOwners.length > 0 && (
          <Button
            className="max-sm:hidden"
            icon={<Crown size={16} strokeWidth={1.6} aria-hidden="true" />}
            onPress={() => setDialog({ kind: 'transfer-ownership' })}
          >
            Transfer ownership
          </Button>
        )}
        <InviteTeamMembers variant="primary" />
      </PageHead>
      <div className="grid grid-cols-2 gap-4 max-md:grid-cols-1 max-sm:gap-3">
        <OrganizationCard team={team} isManager={isManager} onDialog={setDialog} />
        <SeatsCard team={team} members={members} isManager={isManager} onDialog={setDialog} />
      </div>
      <RulesCard rules={team.rules} isManager={isManager} />
      {isManager && <ViewTabs current={view} />}
      {view === 'activity' && <Activity members={members} />}
      {view === 'emails' && <TeamEmails />}
      {view === '' && (
        <MembersView
          members={members}
          me={me}
          ownerId={team.ownerId}
          canInvite={canInvite}
          onDialog={setDialog}
          onAddresses={(addresses) => {
            setDraft((current) => ({ ...current, addresses: mergeAddresses(current.addresses, addresses) }))
            showInviteModal(true)
          }}
        />
      )}
      {isInviting && !canInvite && <BusinessPlanModal onClose={() => showInviteModal(false)} />}
      {isInviting && canInvite && (
        <InviteModal
          members={members}
          limitUsers={team.limitUsers ?? 0}
          draft={draft}
          onDraft={setDraft}
          onLink={(url) => setDialog({ kind: 'link', url })}
          onClose={() => showInviteModal(false)}
        />
      )}
      {dialog && (
        <TeamDialogs dialog={dialog} team={team} eligibleOwners={eligibleOwners} onClose={() => setDialog(undefined)} />
      )}
    </>
  )
}

/** The other members who may become the owner: all but brokers. */
const findEligibleOwners = (members: Member[], userId: string): Member[] =>
  members.filter((member) => member.userId !== null && member.userId !== userId && member.userType !== 'broker')

const views = [
  { view: '', label: 'People' },
  { view: 'emails', label: 'Emails' },
  { view: 'activity', label: 'Activity' },
] as const
type View = (typeof views)[number]['view']

/** The views that managers have of a team. */
const ViewTabs = ({ current }: { current: View }) => (
  <nav aria-label="Team views" className="mt-5 flex gap-5 border-b border-default">
    {views.map(({ view, label }) => (
      <Tab key={view} view={view} isCurrent={view === current}>
        {label}
      </Tab>
    ))}
  </nav>
)

function Tab({ view, isCurrent, children }: { view: View; isCurrent: boolean; children: string }) {
  const [query] = useSearchParams()
  return (
    <Link
      to={{ pathname: paths.team, search: withParams(query, { view, search: '' }).toString() }}
      preventScrollReset
      aria-current={isCurrent ? 'page' : undefined}
      className={`-mb-px flex h-9 items-center border-b-2 font-medium max-sm:h-11 ${isCurrent ? 'border-accent text-primary' : 'border-transparent text-secondary hover:text-primary'}`}
    >
      {children}
    </Link>
  )
}

type CardProps = { team: Team; isManager: boolean; onDialog: (dialog: TeamDialog) => void }

function OrganizationCard({ team: { name, dotNumber, createdAt }, isManager, onDialog }: CardProps) {
  const facts = [dotNumber && `USDOT ${dotNumber}`, createdAt && `since ${formatFullDate(new Date(createdAt))}`]
    .filter(Boolean)
    .join(' · ')
  return (
    <Card className="flex items-center gap-3 p-4">
      <span
        aria-hidden="true"
        className="flex size-10 shrink-0 items-center justify-center rounded-md border border-accent-border bg-accent-subtle font-semibold text-accent-text"
      >
        {initialsOf(name ?? '')}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold wrap-anywhere">{name}</h2>
        <p className="tabular-nums text-caption text-secondary">{facts}</p>
      </div>
      {isManager && (
        <Button size="sm" aria-label="Edit organization" onPress={() => onDialog({ kind: 'edit' })}>
          Edit
        </Button>
      )}
    </Card>
  )
}

function SeatsCard({ team: { limitUsers }, members, isManager, onDialog }: CardProps & { members: Member[] }) {
  const { active, open } = takenSeats(members)
  const counts = [countOf(active, 'member'), open > 0 ? countOf(open, 'open invitation') : '']
    .filter(Boolean)
    .join(', ')
  if (limitUsers === null)
    return (
      <SeatsFrame title="No Business Plan" text="Members stay, but you can't invite anyone new.">
        {isManager && (
          <Button size="sm" onPress={() => onDialog({ kind: 'business-plan' })}>
            Business Plan
          </Button>
        )}
      </SeatsFrame>
    )

  const title = `${formatCount(active + open)} of ${countOf(limitUsers, 'seat')}`
  return (
    <SeatsFrame
      title={title}
      text={counts}
      bar={<SegmentBar label="Seats" valueText={title} filled={active} hatching={open} total={limitUsers} />}
      warning={seatWarning(active, open, limitUsers)}
    >
      {isManager && (
        <Link to={paths.pricing} className={buttonStyle('secondary', 'sm')}>
          Add seats
        </Link>
      )}
    </SeatsFrame>
  )
}

function seatWarning(active: number, open: number, limitUsers: number): string | undefined {
  if (active > limitUsers) return 'There are more members than seats. No one new can join.'
  const over = active + open - limitUsers
  return over > 0 ? `${formatCount(over)} over your seat limit. Not all open invitations can be accepted.` : undefined
}

type SeatsFrameProps = {
  title: string
  text: string
  bar?: ReactNode
  warning?: string | undefined
  children: ReactNode
}

const SeatsFrame = ({ title, text, bar, warning, children }: SeatsFrameProps) => (
  <Card className="p-4">
    <div className="flex items-start justify-between gap-3">
      <div>
        <h2 className="tabular-nums text-table font-semibold">{title}</h2>
        <p className="tabular-nums text-caption text-secondary">{text}</p>
      </div>
      {children}
    </div>
    {bar && <div className="mt-3">{bar}</div>}
    {warning && (
      <p className="mt-2 flex gap-1.5 text-caption text-warning-text">
        <TriangleAlert size={14} strokeWidth={1.6} aria-hidden="true" className="mt-px shrink-0" />
        {warning}
      </p>
    )}
  </Card>
)
