import {
  type DateText,
  monthNumber,
  nearestDay,
  notBefore,
  readDate,
  readNumericDate,
  readTime,
  toDay,
  weekdayOf,
} from '@loadping/contract/broker-software/text-dates'
import type { Token } from '@loadping/contract/broker-software/text-tokens'
import { addDays, type Day } from '@loadping/contract/format/new-york-days'
import { keep, type PastedReader, spanOf } from './pasted-reader.ts'

type Found<T> = { value: T; next: number }

const relativeDays = new Map([
  ...'tmrw tmw tmr tmrow tomorow mañana demain'.split(' ').map((word) => [word, 1] as const),
  ...'hoy asap now'.split(' ').map((word) => [word, 0] as const),
])
const frenchMonths = 'jan fév mar avr mai juin juil aoû sep oct nov déc'.split(' ')
const weekdayNames = new Map([
  ...'dimanche lundi mardi mercredi jeudi vendredi samedi'.split(' ').map((name, day) => [name, day] as const),
  ['weds', 3] as const,
])

/** Reads the window that begins at the index and keeps it as the pickup's or the delivery's. */
export function readWhen(reader: PastedReader, index: number): number | undefined {
  const { tokens } = reader
  const first = readMoment(reader, index)
  if (!first) return undefined
  const separator = /^(?:-|–|—|to|and|until|till|thru|through|a)$/.test(tokens[first.next]?.lower ?? '')
    ? first.next + 1
    : undefined
  const second = separator === undefined ? undefined : readMoment(reader, separator, first.value)
  if (!first.value.day && !reader.cue) return undefined
  keepWindow(reader, first.value, second?.value, index, second?.next ?? first.next)
  return second?.next ?? first.next
}

type Moment = { day?: Day; time?: string; isWeekday?: boolean }
type WhenReader = Pick<PastedReader, 'tokens' | 'today' | 'cue'>

/** Reads a day with a time, or one of them. After another moment, `3` is an hour. */
export function readMoment(reader: WhenReader, index: number, before?: Moment): Found<Moment> | undefined {
  const { tokens } = reader
  const early = before?.time ? undefined : readClock(tokens, index, { isMilitary: isAt(tokens, index - 1) })
  if (early) {
    const day = readDay(reader, skipWords(tokens, early.next))
    if (day) return { value: { ...day.value, time: early.value }, next: day.next }
  }
  const day = readDay(reader, index)
  if (day) {
    const start = skipWords(tokens, day.next)
    const time = readClock(tokens, start, { isMilitary: true, isHour: opensWindow(tokens, start) })
    return { value: { ...day.value, ...(time && { time: time.value }) }, next: time?.next ?? day.next }
  }
  if (before?.time) {
    const time = readClock(tokens, index, { isMilitary: true, isHour: true, after: before.time })
    return time && { value: { time: time.value }, next: time.next }
  }
  if (!early && reader.cue && opensWindow(tokens, index)) {
    const hour = readClock(tokens, index, { isMilitary: true, isHour: true })
    return hour && { value: { time: hour.value }, next: hour.next }
  }
  return early && { value: { time: early.value }, next: early.next }
}

const isAt = (tokens: Token[], index: number): boolean =>
  /^(?:at|@|by|after|del|deliver|delivery|pu|pick|pickup|drop|ready)$/.test(tokens[index]?.lower ?? '')

const between = /^(?:,|at|@|by|after|before|between|from|;|\||·|time|:|fcfs|appt|ready|\(|any|starting)$/
const maxWordsBetween = 3

/** Skips what stands between a day and its time, also one line break before `07:00`. */
function skipWords(tokens: Token[], index: number): number {
  let next = index
  while (next - index < maxWordsBetween && between.test(tokens[next]?.lower ?? '')) next++
  if (tokens[next]?.kind === 'break' && tokens[next + 2]?.text === ':' && tokens[next + 2]?.isGlued) next++
  return next
}

/** Whether `8-4` begins at the index. */
const opensWindow = (tokens: Token[], index: number): boolean =>
  /^\d{1,2}$/.test(tokens[index]?.text ?? '') &&
  /^[-–]$/.test(tokens[index + 1]?.text ?? '') &&
  /^\d{1,2}$/.test(tokens[index + 2]?.text ?? '') &&
  !/^[/'’]$|^(?:ft|lbs?|mi|miles|k|feet)$/.test(tokens[index + 3]?.lower ?? '') &&
  !(tokens[index]?.isGlued && tokens[index - 1]?.text === '/')

type Hours = { isMilitary: boolean; isHour?: boolean; after?: string }

/** Reads `8am`, `14:00`, `7a`, `noon`, and where they may stand `0800` and `8`. */
function readClock(tokens: Token[], index: number, { isMilitary, isHour, after }: Hours): Found<string> | undefined {
  const time = readTime(tokens, index)
  if (time) return skipZone(tokens, time)
  const token = tokens[index]
  if (token?.kind !== 'number') return undefined
  const half = tokens[index + 1]?.isGlued ? /^[ap]$/.exec(tokens[index + 1]?.lower ?? '')?.[0] : undefined
  if (half && /^\d{1,2}$/.test(token.text)) {
    const hour = (Number(token.text) % 12) + (half === 'p' ? 12 : 0)
    return { value: `${String(hour).padStart(2, '0')}:00`, next: index + 2 }
  }
  if (
    isMilitary &&
    /^(?:[01]\d|2[0-3])[0-5]\d$/.test(token.text) &&
    !/^(?:mi|miles|lbs?|['’])$/.test(tokens[index + 1]?.lower ?? '')
  )
    return skipZone(tokens, { value: `${token.text.slice(0, 2)}:${token.text.slice(2)}`, next: index + 1 })
  if (!isHour || !/^\d{1,2}$/.test(token.text) || Number(token.text) > 23) return undefined
  const isLater = after !== undefined && `${token.text.padStart(2, '0')}:00` <= after && Number(token.text) < 12
  return { value: `${String(Number(token.text) + (isLater ? 12 : 0)).padStart(2, '0')}:00`, next: index + 1 }
}

const zone = /^(?:[ecmp][sd]?t|hrs?|hours)$/
const skipZone = (tokens: Token[], time: Found<string>): Found<string> =>
  zone.test(tokens[time.next]?.lower ?? '') ? { ...time, next: time.next + 1 } : time

function readDay(reader: WhenReader, index: number): Found<{ day: Day; isWeekday?: boolean }> | undefined {
  const { tokens, today } = reader
  const weekday = weekdayOf(tokens[index]) ?? weekdayNames.get(tokens[index]?.lower ?? '')
  let at = index
  if (weekday !== undefined) {
    at++
    while (/^(?:,|\.|\(|the|le)$/.test(tokens[at]?.lower ?? '')) at++
  }
  const exact =
    readNumeric(tokens, at, today) ?? readWritten(tokens, at, today) ?? readOrdinal(tokens, at, today, weekday)
  if (exact) return { value: { day: exact.value }, next: exact.next }
  const offset = relativeDays.get(tokens[index]?.lower ?? '')
  if (offset !== undefined) {
    const isUrgent = offset === 0 && tokens[index]?.lower !== 'hoy'
    return isUrgent && reader.cue !== 'origin' ? undefined : { value: { day: addDays(today, offset) }, next: index + 1 }
  }
  if (weekday === undefined) {
    const relative = tokens[index]?.kind === 'word' ? readDate(tokens, index, today) : undefined
    return relative && { value: { day: relative.value.day }, next: index + 1 }
  }
  const day = notBefore(addDays(today, (weekday - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7), today)
  return { value: { day, isWeekday: true }, next: index + 1 }
}

function readNumeric(tokens: Token[], index: number, today: Day): Found<Day> | undefined {
  const found = readNumericDate(tokens, index, today)
  if (found) return { value: found.day, next: found.next }
  const [day, slash, month, , year] = tokens.slice(index, index + 5)
  const isDayFirst = slash?.text === '/' && tokens[index + 3]?.text === '/' && /^20\d{2}$/.test(year?.text ?? '')
  const value = isDayFirst ? toDay(Number(year?.text), month?.text ?? '', day?.text ?? '') : undefined
  return value ? { value, next: index + 5 } : undefined
}

/** Reads `Nov 21`, `November 23rd, 2026`, `24-Nov-26` and `23 novembre`. */
function readWritten(tokens: Token[], index: number, today: Day): Found<Day> | undefined {
  const isDayFirst = tokens[index]?.kind === 'number'
  const dayAt = isDayFirst ? index : index + (tokens[index + 1]?.text === '.' ? 2 : 1)
  const day = /^\d{1,2}$/.exec(tokens[dayAt]?.text ?? '')?.[0]
  if (!day) return undefined
  let next = dayAt + 1
  if (/^(?:st|nd|rd|th)$/.test(tokens[next]?.lower ?? '') && tokens[next]?.isGlued) next++
  if (isDayFirst && /^(?:-|of|de)$/.test(tokens[next]?.lower ?? '')) next++
  const month = monthOf(tokens[isDayFirst ? next : index])
  if (!month) return undefined
  if (isDayFirst) next++
  const yearAt = /^[,-]$/.test(tokens[next]?.text ?? '') ? next + 1 : next
  const isShort = tokens[next]?.text === '-' && /^\d{2}$/.test(tokens[yearAt]?.text ?? '')
  const year =
    /^20\d{2}$/.test(tokens[yearAt]?.text ?? '') || isShort ? 2000 + (Number(tokens[yearAt]?.text) % 100) : undefined
  const value = year ? toDay(year, String(month), day) : nearestDay(String(month), day, today)
  return value ? { value, next: year ? yearAt + 1 : next } : undefined
}

function monthOf(token: Token | undefined): number | undefined {
  const english = monthNumber(token)
  if (english || token?.kind !== 'word') return english
  const french = /^(?:janv|févr|mars|avril|mai|juin|juil|août|sept|octobre|novembre|décembre)/.test(token.lower)
  return french ? frenchMonths.findIndex((name) => token.lower.startsWith(name)) + 1 || undefined : undefined
}

/** Reads the `24th` of `Tue the 24th`. */
function readOrdinal(tokens: Token[], index: number, today: Day, weekday: number | undefined): Found<Day> | undefined {
  const isOrdinal = /^(?:st|nd|rd|th)$/.test(tokens[index + 1]?.lower ?? '') && tokens[index + 1]?.isGlued
  if (weekday === undefined || !isOrdinal) return undefined
  const [year = '', month = ''] = today.split('-')
  const thisMonth = toDay(Number(year), String(Number(month)), tokens[index]?.text ?? '')
  if (thisMonth && thisMonth >= today) return { value: thisMonth, next: index + 2 }
  const value = nearestDay(String((Number(month) % 12) + 1), tokens[index]?.text ?? '', today)
  return value ? { value, next: index + 2 } : undefined
}

/** Keeps a window by its cue, or the first as the pickup and a later one as the delivery. */
function keepWindow(reader: PastedReader, first: Moment, last: Moment | undefined, index: number, next: number): void {
  const { load } = reader
  const pickup = load.pickup?.value
  const isLater = first.day !== undefined && pickup !== undefined && first.day > pickup.day
  const stop =
    reader.cue ??
    (isLater ||
    (pickup && first.day && first.time && pickup.time && `${pickup.day}${pickup.time}` < `${first.day}${first.time}`)
      ? 'dest'
      : 'origin')
  const [key, untilKey] =
    stop === 'dest' ? (['delivery', 'deliveryUntil'] as const) : (['pickup', 'pickupUntil'] as const)
  const known = load[key]
  const given = first.day ?? known?.value.day ?? (stop === 'dest' ? undefined : pickup?.day) ?? reader.today
  const day = stop === 'dest' && first.isWeekday && pickup ? notBefore(given, pickup.day) : given
  const isSame = known?.value.day === day && !known.value.time && first.time !== undefined
  const rank = reader.cue ? 2 : 1
  const value: DateText = { day, ...(first.time && { time: first.time }) }
  if (isSame && known) reader.ranks.set(key, rank - reader.distance - 1)
  if (!first.day && known?.value.time) return
  const span = isSame && known && !first.day ? { start: known.start, end: known.end } : spanOf(reader, index, next)
  keep(reader, key, value, span, rank)
  if (!last || load[key]?.start !== span.start) return
  const until: DateText = { day: last.day ?? day, ...(last.time && { time: last.time }) }
  keep(reader, untilKey, until, span, rank)
}
