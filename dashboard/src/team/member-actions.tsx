import type { User } from '@loadping/contract/account/account'
import { roleName } from '@loadping/contract/team/role-name'
import { type Member, Role, resendMinutes } from '@loadping/contract/team/team'
import { Copy, Crown, Ellipsis, LogOut, RotateCw, UserCog, UserMinus, X } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { focusNextRow } from '../ui/list/row-focus.ts'
import { Menu } from '../ui/overlay/menu.tsx'
import type { MenuEntry } from '../ui/overlay/menu-popover.tsx'
import { useIsPhone } from '../ui/use-is-phone.ts'
import { nameOf } from './member-display.tsx'
import { useChangeRole, useCopyLink, useRemoveMember, useResendInvitation } from './members.data.ts'
import type { TeamDialog } from './team-dialogs.tsx'

const icon = { size: 16, strokeWidth: 1.6, 'aria-hidden': true }

type MemberActionsProps = {
  member: Member
  me: User
  isOwner: boolean
  isAlone: boolean
  canChangeRole: boolean
  now: Date
  onDialog: (dialog: TeamDialog) => void
}

/** What the user may do with a member or an invitation; nothing without the permission. */
export function MemberActions(props: MemberActionsProps) {
  const { member, me } = props
  if (member.userId === me.userId) return <MyActions {...props} />
  if (me.role !== 'MANAGER' || member.isOwner) return null
  return member.inviteId === null ? <TeammateMenu {...props} /> : <InvitationActions {...props} />
}

/** A member can leave; an owner can only close the team, as its last member. */
function MyActions({ member, isAlone, onDialog }: MemberActionsProps) {
  if (!member.isOwner)
    return <RowMenu member={member} entries={[{ ...leave, onChoose: () => onDialog({ kind: 'leave' }) }]} />
  return isAlone && <RowMenu member={member} entries={[{ ...close, onChoose: () => onDialog({ kind: 'close' }) }]} />
}

const leave = { id: 'leave', label: 'Leave team', tone: 'danger', icon: <LogOut {...icon} /> } as const
const close = { id: 'close', label: 'Close team', tone: 'danger', icon: <X {...icon} /> } as const

function TeammateMenu({ member, isOwner, canChangeRole, onDialog }: MemberActionsProps) {
  const isPhone = useIsPhone()
  const { mutate: changeRole } = useChangeRole()
  const remove = useRemoveRow()
  const otherRoles = canChangeRole && isPhone ? Role.options.filter((role) => role !== member.role) : []
  return (
    <RowMenu
      member={member}
      entries={[
        ...otherRoles.map((role) => ({
          id: role,
          label: `Make ${roleName({ role }).toLowerCase()}`,
          icon: <UserCog {...icon} />,
          onChoose: () => changeRole({ member, role }),
        })),
        ...(isOwner && member.userType !== 'broker'
          ? [
              {
                id: 'owner',
                label: 'Make owner',
                icon: <Crown {...icon} />,
                onChoose: () => onDialog({ kind: 'transfer-ownership', to: member }),
              },
            ]
          : []),
        {
          id: 'remove',
          label: 'Remove from team',
          tone: 'danger',
          icon: <UserMinus {...icon} />,
          onChoose: () => remove(member),
        },
      ]}
    />
  )
}

function InvitationActions({ member, now, onDialog }: MemberActionsProps) {
  const { mutate: resend, isPending } = useResendInvitation()
  const { mutate: copy } = useCopyLink((url) => onDialog({ kind: 'link', url }))
  const revoke = useRemoveRow()
  const wait = minutesToResend(member, now)
  const waitLabel = wait > 0 ? `Resend in ${wait} min` : undefined
  const isOpen = member.status === 'invited'
  return (
    <span className="inline-flex items-center justify-end gap-1">
      <Button
        size="sm"
        className="mr-1 max-md:hidden"
        aria-label={
          waitLabel ? `${waitLabel}: the invitation to ${member.email}` : `Resend the invitation to ${member.email}`
        }
        isDisabled={waitLabel !== undefined}
        isLoading={isPending}
        onPress={() => resend(member)}
      >
        {waitLabel ?? 'Resend'}
      </Button>
      {isOpen && (
        <span className="inline-flex max-md:hidden">
          <IconButton label={`Copy the link for ${member.email}`} onClick={() => copy(member)}>
            <Copy {...icon} />
          </IconButton>
        </span>
      )}
      <RowMenu
        member={member}
        entries={[
          {
            id: 'resend',
            label: waitLabel ?? 'Resend',
            icon: <RotateCw {...icon} />,
            isDisabled: waitLabel !== undefined,
            onChoose: () => resend(member),
          },
          ...(isOpen
            ? [{ id: 'copy', label: 'Copy link', icon: <Copy {...icon} />, onChoose: () => copy(member) }]
            : []),
          { id: 'revoke', label: 'Revoke', tone: 'danger', icon: <X {...icon} />, onChoose: () => revoke(member) },
        ]}
      />
    </span>
  )
}

/** Removes a member or an invitation; the row is gone at once, and the focus moves to the next row. */
function useRemoveRow() {
  const { mutate } = useRemoveMember()
  return (member: Member) => {
    focusNextRow('td:last-child [aria-haspopup=menu]')
    mutate(member)
  }
}

/** The minutes until an invitation can be resent; 0 when the device's clock is far off. */
function minutesToResend({ invitedAt }: Member, now: Date): number {
  if (invitedAt === null) return 0
  const minutes = Math.ceil((new Date(invitedAt).getTime() + resendMinutes * 60_000 - now.getTime()) / 60_000)
  return minutes > resendMinutes + 1 ? 0 : Math.min(resendMinutes, Math.max(0, minutes))
}

const RowMenu = ({ member, entries }: { member: Member; entries: MenuEntry[] }) => (
  <Menu
    label={`Actions for ${nameOf(member)}`}
    entries={entries}
    trigger={(opener) => (
      <IconButton {...opener} label={`Actions for ${nameOf(member)}`}>
        <Ellipsis {...icon} className="max-sm:rotate-90" />
      </IconButton>
    )}
  />
)
