import type { Member } from '@loadping/contract/team'
import { Mail } from 'lucide-react'
import { tones } from '../ui/badge.tsx'
import { initialsOf } from '../ui/initials.ts'
import { nameOf, toneOf } from './member-display.ts'

const frame = 'size-7 shrink-0 rounded-full border border-current/30'

/** Somebody's photo, or their initials in their own tone; an invitation is an envelope. */
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
