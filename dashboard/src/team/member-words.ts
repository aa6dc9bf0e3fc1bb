import type { Member, MemberStatus } from '@loadping/contract/team'
import type { Tone } from '../ui/badge.tsx'

export const nameOf = ({ name, email }: Pick<Member, 'name' | 'email'>): string => name ?? email

export const statusLooks: Record<MemberStatus, { words: string; tone: Tone }> = {
  active: { words: 'Active', tone: 'accent' },
  invited: { words: 'Invited', tone: 'warning' },
  expired: { words: 'Expired', tone: 'danger' },
}

const tonesOfPeople: Tone[] = ['accent', 'info', 'warning', 'violet', 'neutral']

/** A tone that stays the same for the same person. */
export function toneOf(email: string): Tone {
  let hash = 0
  for (const character of email) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return tonesOfPeople[hash % tonesOfPeople.length] ?? 'neutral'
}
