import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import type { Mark } from '@loadping/contract/extension/marks'

/** Returns the newest mark of a teammate, of these types. */
export const teamMark = (
  marks: readonly Mark[],
  ownUserId: string | undefined,
  types: readonly Mark['type'][],
): Mark | undefined => marks.find(({ userId, type }) => userId !== ownUserId && types.includes(type))

/** The first name of a person, short enough for a row. */
export const firstName = (name: string): string => (name.trim().split(/[\s@]+/)[0] ?? '').slice(0, 14) || 'Teammate'

export const laneOf = ({ origin, dest }: PostedLoad): string =>
  `${origin.city}, ${origin.state} → ${dest.city}, ${dest.state}`
