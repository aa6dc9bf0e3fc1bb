import type { Member, MemberStatus } from '@loadping/contract/team'
import type { Tone } from '../ui/badge.tsx'

export const nameOf = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name ?? email

export const memberStatusDisplay: Record<MemberStatus, { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'accent' },
  invited: { label: 'Invited', tone: 'warning' },
  expired: { label: 'Expired', tone: 'danger' },
}

const tonesOfPeople: Tone[] = ['accent', 'info', 'warning', 'violet', 'neutral']

/** A tone that stays the same for the same person. */
export function toneOf(email: string): Tone {
  let hash = 0
  for (const character of email) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return tonesOfPeople[hash % tonesOfPeople.length] ?? 'neutral'
}
