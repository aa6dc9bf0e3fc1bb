import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { Mark } from '@loadping/contract/extension/marks'

/** Returns the newest mark of a teammate, of these types. */
export const teamMark = (
  marks: readonly Mark[],
  ownUserId: string | undefined,
  types: readonly Mark['type'][],
): Mark | undefined => marks.find(({ userId, type }) => userId !== ownUserId && types.includes(type))

/** Formats how long ago something was: `6m`, `2h` or `1d`. */
export function formatAge(at: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / 60_000))
  if (minutes < 60) return `${minutes}m`
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)}h` : `${Math.floor(minutes / (24 * 60))}d`
}

/** Formats it for a sentence: `6 min ago`. */
export function formatAgo(at: string, now: Date): string {
  const age = formatAge(at, now)
  if (age === '0m') return 'just now'
  return `${age.slice(0, -1)} ${{ m: 'min', h: 'h', d: age === '1d' ? 'day' : 'days' }[age.slice(-1)]} ago`
}

/** The first name of a person, short enough for a row. */
export const firstName = (name: string): string => (name.trim().split(/[\s@]+/)[0] ?? '').slice(0, 14) || 'Teammate'

export const laneOf = ({ origin, dest }: PostedLoad): string =>
  `${origin.city}, ${origin.state} → ${dest.city}, ${dest.state}`
