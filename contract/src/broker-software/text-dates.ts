import { addDays, type Day } from '../format/new-york-days.ts'
import type { Token } from './text-tokens.ts'

/** A day, and a time of day as `14:00` where one is given. */
export type DateText = { day: Day; time?: string }

/** Reads a numeric date, a weekday, today or tomorrow, with a time if one follows. */
export function readDate(tokens: Token[], index: number, today: Day): { value: DateText; next: number } | undefined {
  const weekday = weekdayOf(tokens[index])
  if (weekday === undefined && tokens[index]?.kind !== 'number' && !relative.has(tokens[index]?.lower ?? ''))
    return undefined
  const afterWeekday = skip(tokens, index + 1, ['.', ','])
  const numeric = readNumericDate(tokens, weekday === undefined ? index : afterWeekday, today)
  const date = numeric ?? readRelativeDate(tokens, index, today)
  if (!date) return undefined

  const time = readTime(tokens, skip(tokens, date.next, [',', 'at', '@', 'by', 'after']))
  return { value: { day: date.day, ...(time && { time: time.value }) }, next: time?.next ?? date.next }
}

/** Whether a date with the name of its month begins here, which brokers' software misses; returns the index after it. */
export function findWrittenDate(tokens: Token[], index: number): number | undefined {
  if (tokens[index]?.kind !== 'word') return undefined
  const start = weekdayOf(tokens[index]) === undefined ? index : skip(tokens, index + 1, ['.', ','])
  const month = skip(tokens, start + 1, ['.'])
  if (monthNumber(tokens[start]) === undefined) return undefined
  const day = tokens[month]
  const isDay = day?.kind === 'number' ? /^\d{1,2}$/.test(day.text) : /(?:st|nd|rd|th)$/.test(day?.lower ?? '')
  const hasEnding = day?.kind === 'number' && /^(?:st|nd|rd|th)$/.test(tokens[month + 1]?.lower ?? '')
  return isDay ? month + (hasEnding ? 2 : 1) : undefined
}

/** Lists the days that a text names, also by month, from a day on; today and tomorrow as `relative`. */
export function datesIn(tokens: Token[], from: Day): (Day | 'relative')[] {
  return tokens.flatMap((token, index) => {
    if (relative.has(token.lower)) return ['relative' as const]
    const written = monthNumber(token)
    const [day] = written && tokens[index + 1]?.text !== '.' ? [tokens[index + 1]] : [tokens[index + 2]]
    if (written) return nearestDay(String(written), day?.text ?? '', from) ?? []
    return readDate(tokens, index, from)?.value.day ?? []
  })
}

const timeWord = /^(?:now|today|tonight|tomorrow|morning|afternoon|evening|noon|immediately)$/

/** Whether a date, a time of day or a word such as `now` begins at the index. */
export const isTimeToken = (tokens: Token[], index: number): boolean =>
  timeWord.test(tokens[index]?.lower ?? '') ||
  readTime(tokens, index) !== undefined ||
  readDate(tokens, index, '2000-01-01') !== undefined ||
  findWrittenDate(tokens, index) !== undefined

/** Returns 1 to 12 for the name of a month. */
export function monthNumber(token: Token | undefined): number | undefined {
  if (token?.kind !== 'word' || !monthName.test(token.lower)) return undefined
  return months.indexOf(token.lower.slice(0, 3)) + 1
}

export function readNumericDate(tokens: Token[], index: number, today: Day): { day: Day; next: number } | undefined {
  const [first, separator, second] = tokens.slice(index, index + 3)
  if (first?.kind !== 'number' || second?.kind !== 'number' || !separator?.isGlued || !second.isGlued) return undefined
  const isThird = tokens[index + 3]?.text === separator.text && tokens[index + 4]?.kind === 'number'
  const third = isThird && tokens[index + 4]?.isGlued ? tokens[index + 4] : undefined

  if (separator.text === '-' && /^\d{4}$/.test(first.text) && third) {
    const day = toDay(Number(first.text), second.text, third.text)
    return day === undefined ? undefined : { day, next: index + 5 }
  }
  if (separator.text !== '/' || (first.isGlued && tokens[index - 1]?.text === '/')) return undefined
  const year = third && /^(?:20)?\d{2}$/.test(third.text) ? 2000 + (Number(third.text) % 100) : undefined
  if (third && !year) return undefined
  const day = year ? toDay(year, first.text, second.text) : nearestDay(first.text, second.text, today)
  return day === undefined ? undefined : { day, next: index + (third ? 5 : 3) }
}

export function toDay(year: number, month: string, day: string): Day | undefined {
  if (!/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return undefined
  const date = new Date(Date.UTC(year, Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day) ? isoOf(date) : undefined
}

/** The day of this year, or of the next if it is more than a month past. */
export function nearestDay(month: string, day: string, today: Day): Day | undefined {
  const year = Number(today.slice(0, 4))
  const thisYear = toDay(year, month, day)
  return thisYear && thisYear >= addDays(today, -31) ? thisYear : toDay(year + 1, month, day)
}

function readRelativeDate(tokens: Token[], index: number, today: Day): { day: Day; next: number } | undefined {
  const token = tokens[index]
  const offset = relative.get(token?.lower ?? '')
  if (offset !== undefined) return { day: addDays(today, offset), next: index + 1 }
  const weekday = weekdayOf(token)
  return weekday === undefined ? undefined : { day: onOrAfter(today, weekday), next: index + 1 }
}

const relative = new Map([
  ['today', 0],
  ['tonight', 0],
  ['tomorrow', 1],
])

/** Returns the first such weekday on or after a day; 0 is Sunday. */
const onOrAfter = (day: Day, weekday: number): Day =>
  addDays(day, (weekday - new Date(`${day}T00:00:00Z`).getUTCDay() + 7) % 7)

/** Moves a day a week ahead while it is before another. */
export const notBefore = (day: Day, earliest: Day): Day => (day < earliest ? addDays(day, 7) : day)

const isoOf = (date: Date): Day => date.toISOString().slice(0, 10)

/** Returns the number of a weekday's name, Sunday being 0. */
export function weekdayOf(token: Token | undefined): number | undefined {
  const number = token?.kind === 'word' ? weekdays.indexOf(token.lower.slice(0, 3)) : -1
  return number >= 0 && weekdayName.test(token?.lower ?? '') ? number : undefined
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const weekdayName = /^(?:sun|mon|tue|tues|wed|thu|thur|thurs|fri|sat|(?:sun|mon|tues|wednes|thurs|fri|satur)day)$/
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthName =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/

/** Reads `8am`, `2:30 PM`, `14:00` or noon as `14:00`. */
export function readTime(tokens: Token[], index: number): { value: string; next: number } | undefined {
  const [hour, colon, minute] = tokens.slice(index, index + 3)
  if (hour?.lower === 'noon') return { value: '12:00', next: index + 1 }
  if (hour?.kind !== 'number' || !/^\d{1,2}$/.test(hour.text)) return undefined

  const hasMinutes = colon?.text === ':' && colon.isGlued && /^[0-5]\d$/.test(minute?.text ?? '') && minute?.isGlued
  const next = index + (hasMinutes ? 3 : 1)
  const half = /^([ap])\.?m$/.exec(tokens[next]?.lower ?? '')?.[1]
  if (!hasMinutes && !half) return undefined
  const hours = half ? (Number(hour.text) % 12) + (half === 'p' ? 12 : 0) : Number(hour.text)
  if (hours > 23) return undefined
  return {
    value: `${String(hours).padStart(2, '0')}:${hasMinutes ? minute?.text : '00'}`,
    next: half ? next + 1 : next,
  }
}

/** Returns the index after one of the marks or words, if it stands at the index. */
const skip = (tokens: Token[], index: number, texts: string[]): number =>
  texts.includes(tokens[index]?.lower ?? '\0') ? index + 1 : index
