import type { LoadFacts } from '../boards/posted-load.ts'
import { laneKeyOf, postingKeyOf } from '../boards/same-load.ts'
import { type Mark, ownMarkHours, teamMarkHours } from './marks.ts'
import { sha256 } from './sha256.ts'

/** Hashes a posting's or lane's key with the salt of a team, so that keys of two teams can't be compared. */
export function markKey(salt: string, key: string): string {
  const words = sha256(`${salt} ${encodeURIComponent(key.toWellFormed())}`).subarray(0, 2)
  return [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** Returns the keys by which marks name a load; undefined where too little is known of it. */
export function markKeysOf(salt: string, load: LoadFacts): { postingKey?: string; laneKey?: string } {
  const posting = postingKeyOf(load)
  const lane = laneKeyOf(load)
  return {
    ...(posting !== undefined && { postingKey: markKey(salt, posting) }),
    ...(lane !== undefined && { laneKey: markKey(salt, lane) }),
  }
}

/** Whether a mark is young enough to show. */
export function isCurrentMark({ at, userId }: Mark, ownUserId: string, now: Date): boolean {
  const hours = userId === ownUserId ? ownMarkHours : teamMarkHours
  return now.getTime() - Date.parse(at) < hours * 3_600_000
}
