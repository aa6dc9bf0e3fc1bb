import { brand } from '@loadping/contract/brand'
import { countOf } from '@loadping/contract/format/counts'
import { formatWhen } from '@loadping/contract/format/instants'
import { roleName } from '@loadping/contract/team/role-name'
import { type ActivityEntry, type LogAction, type Member, Role } from '@loadping/contract/team/team'
import { Download, History } from 'lucide-react'
import type { ReactNode } from 'react'
import { Section } from '../section.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/list/empty-state.tsx'
import { LoadMore } from '../ui/list/load-more.tsx'
import { SkeletonRows } from '../ui/list/skeleton-rows.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useNow } from '../ui/use-now.ts'
import { nameOf } from './member-display.tsx'
import { useExportActivity, useTeamActivity } from './team.data.ts'

/** Who changed what in the team, and when. */
export function Activity({ members }: { members: Member[] }) {
  const { mutate: exportActivity, isPending } = useExportActivity()
  return (
    <>
      <div className="mt-5 mb-3 flex items-center justify-between gap-3">
        <p className="text-caption text-secondary">New York time</p>
        <Button
          icon={<Download size={16} strokeWidth={1.6} aria-hidden="true" />}
          isLoading={isPending}
          onPress={() => exportActivity()}
        >
          Export CSV
        </Button>
      </div>
      <Section what="your team's activity" skeleton={<ActivitySkeleton />}>
        <ActivityLog members={members} />
      </Section>
    </>
  )
}

function ActivityLog({ members }: { members: Member[] }) {
  const { entries, more } = useTeamActivity()
  const now = useNow()
  const byEmail = new Map(members.map((member) => [member.email, member]))
  if (entries.length === 0) return <NoActivity />

  return (
    <Card>
      <ol>
        {entries.map((entry) => (
          <Entry key={entry.number} entry={entry} members={byEmail} now={now} />
        ))}
      </ol>
      <LoadMore failure="Couldn't load more activity." {...more} />
    </Card>
  )
}

function Entry({ entry, members, now }: { entry: ActivityEntry; members: Map<string, Member>; now: Date }) {
  return (
    <li className="flex items-baseline justify-between gap-4 border-b border-subtle px-4 py-2.5 text-table last:border-0">
      <span className="min-w-0 wrap-anywhere">
        <ActivityText entry={entry} members={members} />
      </span>
      <time dateTime={entry.at} className="tabular-nums shrink-0 text-caption text-secondary">
        {formatWhen(new Date(entry.at), now)}
      </time>
    </li>
  )
}

const NoActivity = () => (
  <Card>
    <EmptyState
      icon={<History size={24} strokeWidth={1.6} aria-hidden="true" />}
      title="No activity yet"
      text="Invitations, joins, role changes and removals show up here."
    />
  </Card>
)

const ActivitySkeleton = () => (
  <Card>
    <SkeletonRows
      row={() => (
        <div className="flex h-10 items-center justify-between border-b border-subtle px-4 last:border-0">
          <Skeleton className="h-3.5 w-72 max-w-[60%]" />
          <Skeleton className="h-3 w-20" />
        </div>
      )}
    />
  </Card>
)

/** The member or invitation that was changed, the role given, and the entry's other detail. */
type ActivityFacts = { subject: ReactNode; role: string; detail: string }

const activityText: Record<LogAction, (facts: ActivityFacts) => ReactNode> = {
  'organization-created': ({ detail }) => (
    <>
      created <Name>{detail}</Name>
    </>
  ),
  'organization-edited': ({ detail }) => (
    <>
      changed the organization to <Name>{detail}</Name>
    </>
  ),
  'rules-changed': ({ detail }) => (
    <>
      set the rules on load boards: <Name>{detail}</Name>
    </>
  ),
  invited: ({ subject, role }) => (
    <>
      invited {subject} as a {role}
    </>
  ),
  'invitation-resent': ({ subject }) => <>resent the invitation to {subject}</>,
  'invitation-link-copied': ({ subject }) => <>copied the invitation link for {subject}</>,
  'invitation-revoked': ({ subject }) => <>revoked the invitation to {subject}</>,
  'invitation-restored': ({ subject }) => <>restored the invitation to {subject}</>,
  joined: ({ role }) => `joined the team as a ${role}`,
  'role-changed': ({ subject, role }) => (
    <>
      made {subject} a {role}
    </>
  ),
  removed: ({ subject }) => <>removed {subject}</>,
  restored: ({ subject, role }) => (
    <>
      added {subject} back as a {role}
    </>
  ),
  left: () => 'left the team',
  'ownership-transferred': ({ subject }) => <>made {subject} the owner</>,
  'plan-granted': ({ detail }) => `granted the Business Plan with ${countOf(Number(detail), 'seat')}`,
  'plan-revoked': () => 'ended the plan',
  'seats-changed': ({ detail }) => `changed the plan to ${countOf(Number(detail), 'seat')}`,
  'log-exported': () => 'exported the activity log',
  'data-exported': () => 'exported all data of their account',
}

/** One entry as a sentence, with members by name. */
function ActivityText({ entry, members }: { entry: ActivityEntry; members: Map<string, Member> }) {
  const subject = <Person email={entry.subject} members={members} />
  const { actor, action, detail } = entry
  const role = formatRole(detail, members.get(entry.subject ?? actor ?? ''))
  return (
    <>
      {actor === null ? brand.name : <Person email={actor} members={members} />}{' '}
      {activityText[action]({ subject, role, detail: detail ?? '' })}
    </>
  )
}

function Person({ email, members }: { email: string | null; members: Map<string, Member> }) {
  const member = members.get(email ?? '')
  return <Name>{member ? nameOf(member) : email}</Name>
}

const Name = ({ children }: { children: ReactNode }) => <bdi className="font-semibold">{children}</bdi>

/** The name of the role given; a broker's differs. */
function formatRole(detail: string | null, member: Member | undefined): string {
  const { data: role } = Role.safeParse(detail)
  return role ? roleName({ role, userType: member?.userType ?? null }) : ''
}
