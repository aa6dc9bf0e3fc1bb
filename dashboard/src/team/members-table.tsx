import type { User } from '@loadping/contract/account/account'
import { formatAgoOrDay, formatAgoOrOnDay } from '@loadping/contract/format/instants'
import { roleName } from '@loadping/contract/team/role-name'
import { type Member, Role } from '@loadping/contract/team/team'
import { ChevronDown } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyValue } from '../ui/figure.tsx'
import { ColumnHead } from '../ui/list/column-head.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import { useNow } from '../ui/use-now.ts'
import { MemberActions } from './member-actions.tsx'
import { MemberAvatar, memberStatusDisplay, nameOf } from './member-display.tsx'
import { useChangeRole } from './members.data.ts'
import type { TeamDialog } from './team-dialogs.tsx'

type MembersTableProps = {
  members: Member[]
  me: User
  isOwner: boolean
  isAlone: boolean
  onDialog: (dialog: TeamDialog) => void
}

/** The members and invitations of a team; on a phone each row is a card. */
export function MembersTable({ members, ...row }: MembersTableProps) {
  const now = useNow()
  return (
    <Card className="max-sm:border-0 max-sm:bg-transparent max-sm:shadow-none">
      <table className="w-full table-fixed text-left text-table max-sm:block">
        <thead className="bg-sunken text-caption text-secondary max-sm:sr-only">
          <tr className="[&>th]:h-8 [&>th]:px-4 [&>th]:font-medium">
            <ColumnHead label="Member" className="w-[32%]" />
            <ColumnHead label="Role" className="w-[14%]" />
            <ColumnHead label="Status" className="w-[12%]" />
            <ColumnHead label="Last active" className="w-[18%]" />
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:flex max-sm:flex-col max-sm:gap-2">
          {members.map((member) => (
            <MemberRow key={member.id} member={member} now={now} {...row} />
          ))}
        </tbody>
      </table>
    </Card>
  )
}

type MemberRowProps = Omit<MembersTableProps, 'members'> & { member: Member; now: Date }

function MemberRow({ member, me, isOwner, isAlone, now, onDialog }: MemberRowProps) {
  const { email, name, status, failure } = member
  const { label, tone } = memberStatusDisplay[status]
  const isMe = member.userId === me.userId
  const canChangeRole = me.role === 'MANAGER' && !isMe && hasChangeableRole(member)
  const lastActive = formatLastActive(member, now)
  return (
    <tr className="border-t border-subtle hover:bg-hover max-sm:grid max-sm:grid-cols-[1fr_auto_auto] max-sm:items-center max-sm:gap-x-2 max-sm:rounded-md max-sm:border max-sm:border-default max-sm:bg-surface max-sm:py-2 max-sm:pr-1.5 max-sm:pl-3.5 [&>td]:h-11 [&>td]:px-4 max-sm:[&>td]:h-auto max-sm:[&>td]:p-0">
      <td className="max-sm:min-w-0">
        <span className="flex min-w-0 items-center gap-2.5">
          <MemberAvatar member={member} />
          <span className="min-w-0 leading-4">
            <span className="block truncate font-medium max-sm:text-body">
              {nameOf(member)}
              {isMe && <span className="font-normal text-muted"> (you)</span>}
            </span>
            {name && <span className="block truncate text-caption text-secondary max-sm:hidden">{email}</span>}
            <span
              className={`mt-0.5 block text-caption text-secondary sm:hidden ${failure === null ? 'truncate' : 'wrap-anywhere'}`}
            >
              {[roleName(member), failure === null ? lastActive : `${notDelivered}: ${failure}`]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </span>
      </td>
      <td className="max-sm:hidden">{canChangeRole ? <RoleMenu member={member} /> : roleName(member)}</td>
      <td>
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td className="tabular-nums text-secondary max-sm:hidden">
        {failure === null ? (lastActive ?? <EmptyValue />) : <NotDelivered reason={failure} />}
      </td>
      <td className="text-right max-sm:min-h-11 max-sm:min-w-11">
        <MemberActions
          member={member}
          me={me}
          isOwner={isOwner}
          isAlone={isAlone}
          canChangeRole={canChangeRole}
          now={now}
          onDialog={onDialog}
        />
      </td>
    </tr>
  )
}

const notDelivered = 'Not delivered'

/** The invitation email was not delivered; the reason is a tooltip, and read to screen readers. */
const NotDelivered = ({ reason }: { reason: string }) => (
  <span title={reason}>
    <Badge tone="danger">{notDelivered}</Badge>
    <span className="sr-only">: {reason}</span>
  </span>
)

/** The owner is always a manager, a broker never is, and an invitation keeps its role. */
const hasChangeableRole = ({ userId, isOwner, userType }: Member): boolean =>
  userId !== null && !isOwner && userType !== 'broker'

/** When the member was last active, or the invitation was sent. */
function formatLastActive({ invitedAt, lastActiveAt, inviteId }: Member, now: Date): string | undefined {
  if (inviteId !== null) return invitedAt === null ? undefined : `Sent ${formatAgoOrOnDay(new Date(invitedAt), now)}`
  if (lastActiveAt === null) return undefined
  const ago = formatAgoOrDay(new Date(lastActiveAt), now)
  return ago.charAt(0).toUpperCase() + ago.slice(1)
}

function RoleMenu({ member }: { member: Member }) {
  const { mutate, isPending } = useChangeRole()
  return (
    <Menu
      label={`Role of ${nameOf(member)}`}
      chosen={member.role}
      entries={Role.options.map((role) => ({
        id: role,
        label: roleName({ role }),
        onChoose: () => role !== member.role && mutate({ member, role }),
      }))}
      trigger={(opener) => (
        <button
          {...opener}
          type="button"
          aria-label={`Role of ${nameOf(member)}: ${roleName(member)}`}
          disabled={isPending}
          className="-ml-2 inline-flex h-7 items-center gap-1.5 rounded-sm px-2 hover:bg-active disabled:text-muted"
        >
          {roleName(member)}
          <ChevronDown size={16} strokeWidth={1.6} aria-hidden="true" className="text-muted" />
        </button>
      )}
    />
  )
}
