import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { LoadFacts } from '../boards/posted-load.ts'
import { laneKeyOf, postingKeyOf } from '../boards/same-load.ts'
import { type Mark, ownMarkHours, teamMarkHours } from './marks.ts'

/** Hashes a posting's or lane's key with the salt of a team, so that keys of two teams can't be compared. */
export const markKey = (salt: string, key: string): string =>
  bytesToHex(sha256(utf8ToBytes(`${salt} ${key}`)).subarray(0, 8)) // browsers' own hash is asynchronous

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
