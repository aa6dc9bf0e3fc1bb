import type { Member, MemberStatus } from '@loadping/contract/team/team'
import { Mail } from 'lucide-react'
import { type Tone, tones } from '../ui/badge.tsx'
import { InitialsBadge } from '../ui/initials-badge.tsx'

export const nameOf = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name ?? email

/** The seats taken by members and by open invitations. */
export const takenSeats = (members: Member[]): { active: number; open: number } => ({
  active: members.filter(({ status }) => status === 'active').length,
  open: members.filter(({ status }) => status === 'invited').length,
})

export const memberStatusDisplay: Record<MemberStatus, { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'accent' },
  invited: { label: 'Invited', tone: 'warning' },
  expired: { label: 'Expired', tone: 'danger' },
}

const frame = 'size-7 shrink-0 rounded-full border border-current/30'

/** A member's photo, or their initials in their own tone; an invitation is an envelope. */
export function MemberAvatar({ member }: { member: Member }) {
  const { photo, inviteId, email } = member
  if (photo?.startsWith('data:image/')) return <img src={photo} alt="" className={`${frame} object-cover`} />
  if (inviteId === null) return <InitialsBadge name={nameOf(member)} toneKey={email} className="size-7" />
  return (
    <span aria-hidden="true" className={`${frame} flex items-center justify-center ${tones.neutral}`}>
      <Mail size={14} strokeWidth={1.6} />
    </span>
  )
}
