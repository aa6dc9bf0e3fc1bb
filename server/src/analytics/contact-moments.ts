import { type RawBuilder, sql } from 'kysely'

/** How counts keep when each contact was made: three bytes, the hour of the week and the code of the time since posting. */
const momentBytes = 3
const secondsExact = 3_600
/** Stands for an unknown posting time. */
const unknownSpeed = 0xff_ff

/**
 * Encodes a moment in SQL: the hour in New York, 0 to 167 from Monday on, and the seconds since posting, null if unknown.
 * Seconds up to an hour, minutes beyond; 43 days at most.
 */
export const encodedMoment = (hourOfWeek: RawBuilder<unknown>, seconds: RawBuilder<unknown>) => sql<Buffer>`
  substring(int4send(65536 * ${hourOfWeek} + case
    when ${seconds} is null then ${unknownSpeed}::int
    when ${seconds} < ${secondsExact}::int then ${seconds}
    else least(${secondsExact - 60}::int + ${seconds} / 60, ${unknownSpeed - 1}::int) end) from 2)`

const secondsOf = (code: number): number => (code < secondsExact ? code : (code - secondsExact + 60) * 60)

/** Counts contacts by hour of the week, and by the code of their time since posting. */
export type MomentCounts = { hours: number[]; speeds: Uint32Array }

export const noMoments = (): MomentCounts => ({
  hours: Array.from({ length: 168 }, () => 0),
  speeds: new Uint32Array(unknownSpeed + 1),
})

/** Adds encoded moments to the counts. */
export function countMoments({ hours, speeds }: MomentCounts, moments: Buffer): void {
  for (let at = 0; at + momentBytes <= moments.length; at += momentBytes) {
    const hour = moments.readUInt8(at)
    const code = moments.readUInt16BE(at + 1)
    hours[hour] = (hours[hour] ?? 0) + 1
    speeds[code] = (speeds[code] ?? 0) + 1
  }
}

/** What the moments of one day say until an hour of it, and how many contacts each of its hours had. */
export type DayMoments = { hours: number[]; count: number; timedCount: number; seconds: number }

/** Adds the moments of one day: all to its hours, and those before an hour to the count and the time since posting. */
export function countDayMoments(day: DayMoments, moments: Buffer, beforeHour: number): void {
  for (let at = 0; at + momentBytes <= moments.length; at += momentBytes) {
    const hour = moments.readUInt8(at) % 24
    const code = moments.readUInt16BE(at + 1)
    day.hours[hour] = (day.hours[hour] ?? 0) + 1
    if (hour >= beforeHour) continue
    day.count++
    if (code === unknownSpeed) continue
    day.timedCount++
    day.seconds += secondsOf(code)
  }
}

/** Returns how many contacts have a known posting time, and the seconds within which each of these shares was made. */
export function speedsWithin(
  { speeds }: MomentCounts,
  shares: number[],
): { count: number; seconds: (number | null)[] } {
  const known = speeds.subarray(0, unknownSpeed)
  const count = known.reduce((sum, one) => sum + one, 0)
  const at = (share: number): number | null => {
    let code = 0
    let left = Math.ceil(count * share)
    while (left > (known[code] ?? count)) left -= known[code++] ?? 0
    return count === 0 ? null : secondsOf(code)
  }
  return { count, seconds: shares.map(at) }
}

/** Counts contacts from each of these times since posting until the next one's; the first is 0. */
export function distributionOf({ speeds }: MomentCounts, fromSeconds: number[]) {
  const counts = fromSeconds.map((from) => ({ fromSeconds: from, count: 0 }))
  for (let code = 0, index = 0; code < unknownSpeed; code++) {
    while (secondsOf(code) >= (fromSeconds[index + 1] ?? Number.POSITIVE_INFINITY)) index++
    const entry = counts[index]
    if (entry) entry.count += speeds[code] ?? 0
  }
  return counts
}

/** Returns encoded moments in one order, to compare them. */
export function sortMoments(moments: Buffer): string {
  const parts = moments.toString('hex').match(new RegExp(`.{1,${momentBytes * 2}}`, 'g')) ?? []
  return parts.sort().join('')
}
