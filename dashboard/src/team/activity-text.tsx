import { roleName } from '@loadping/contract/rules/role-name'
import { type ActivityEntry, type LogAction, type Member, Role } from '@loadping/contract/team'
import type { ReactNode } from 'react'
import { formatCount } from '../ui/format-count.ts'
import { nameOf } from './member-display.ts'

/** To whom it was done, the role that they were given, and what else is told of it. */
type ActivityFacts = { whom: ReactNode; role: string; detail: string }

const activityText: Record<LogAction, (told: ActivityFacts) => ReactNode> = {
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
  invited: ({ whom, role }) => (
    <>
      invited {whom} as a {role}
    </>
  ),
  'invitation-resent': ({ whom }) => <>sent the invitation to {whom} again</>,
  'invitation-link-copied': ({ whom }) => <>copied the link of the invitation to {whom}</>,
  'invitation-revoked': ({ whom }) => <>revoked the invitation to {whom}</>,
  'invitation-restored': ({ whom }) => <>restored the invitation to {whom}</>,
  joined: ({ role }) => `joined the team as a ${role}`,
  'role-changed': ({ whom, role }) => (
    <>
      made {whom} a {role}
    </>
  ),
  removed: ({ whom }) => <>removed {whom}</>,
  restored: ({ whom, role }) => (
    <>
      took {whom} back into the team as a {role}
    </>
  ),
  left: () => 'left the team',
  'ownership-transferred': ({ whom }) => <>made {whom} the owner</>,
  'plan-granted': ({ detail }) => `granted the Business Plan with ${formatCount(Number(detail), 'seat')}`,
  'plan-revoked': () => 'ended the plan',
  'log-exported': () => 'exported this log',
}

/** What was done, and by whom, in a sentence with its names in bold; those of the team are called by their names. */
export function ActivityText({
  entry: { actor, action, subject, detail },
  members,
}: {
  entry: ActivityEntry
  members: Map<string, Member>
}) {
  const whom = <Person email={subject} members={members} />
  const role = formatRole(detail, members.get(subject ?? actor ?? ''))
  return (
    <>
      {actor === null ? 'The operator' : <Person email={actor} members={members} />}{' '}
      {activityText[action]({ whom, role, detail: detail ?? '' })}
    </>
  )
}

function Person({ email, members }: { email: string | null; members: Map<string, Member> }) {
  const member = members.get(email ?? '')
  return <Name>{member ? nameOf(member) : email}</Name>
}

const Name = ({ children }: { children: ReactNode }) => <bdi className="font-semibold">{children}</bdi>

/** The role that somebody was given, who may be a broker. */
function formatRole(detail: string | null, person: Member | undefined): string {
  const { data: role } = Role.safeParse(detail)
  return role ? roleName({ role, userType: person?.userType ?? null }) : ''
}
