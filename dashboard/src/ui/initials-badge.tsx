import { type Tone, tones } from './badge.tsx'
import { initialsOf } from './initials.ts'

/** The initials of a person, in a tone that stays the same for the same key. */
export const InitialsBadge = ({ name, toneKey, className }: { name: string; toneKey: string; className: string }) => (
  <span
    aria-hidden="true"
    className={`flex shrink-0 items-center justify-center rounded-full border border-current/30 text-caption font-semibold ${className} ${tones[toneOf(toneKey)]}`}
  >
    {initialsOf(name)}
  </span>
)

const personTones: Tone[] = ['accent', 'info', 'warning', 'violet', 'neutral']

function toneOf(key: string): Tone {
  let hash = 0
  for (const character of key) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003
  return personTones[hash % personTones.length] ?? 'neutral'
}
