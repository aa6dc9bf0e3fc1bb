import type { Member, MemberStatus } from '@loadping/contract/team'
import { Mail } from 'lucide-react'
import { type Tone, tones } from '../ui/badge.tsx'
import { initialsOf } from '../ui/initials.ts'

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

  return (
    <span
      aria-hidden="true"
      className={`${frame} flex items-center justify-center text-caption font-semibold ${tones[inviteId === null ? toneOf(email) : 'neutral']}`}
    >
      {inviteId === null ? initialsOf(nameOf(member)) : <Mail size={14} strokeWidth={1.6} />}
    </span>
  )
}

const memberTones: Tone[] = ['accent', 'info', 'warning', 'violet', 'neutral']

/** Picks a tone that stays the same for the same address. */
function toneOf(email: string): Tone {
  let hash = 0
  for (const character of email) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return memberTones[hash % memberTones.length] ?? 'neutral'
}
