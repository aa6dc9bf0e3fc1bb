import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { type Day, inNewYork, newYorkDay } from '@loadping/contract/format/new-york-days'

type Moment = { day: Day; time?: string }
type Pickup = Pick<PostedLoad, 'pickupDay' | 'pickupTime' | 'pickupUntilDay' | 'pickupUntilTime'>

/** Returns when a load of age `53m`, `1h 04m`, `2h`, `3d` or `2:05` was posted; undefined for `>24h`. */
export function readPostedAt(text: string | undefined, now: Date): string | undefined {
  const age = /^(?:(\d{1,2})\s*d\w*)?\s*(?:(\d{1,3})\s*h\w*)?\s*(?:(\d{1,4})\s*m\w*)?(?:\s+ago)?$/i.exec(
    (text ?? '').replace(/^(\d{1,3}):(\d{2})$/, '$1h $2m'),
  )
  if (!age?.[0]) return undefined
  const [days = 0, hours = 0, minutes = 0] = age.slice(1).map((part) => Number(part ?? 0))
  return new Date(now.getTime() - ((days * 24 + hours) * 60 + minutes) * 60_000).toISOString()
}

const newYorkClock = inNewYork('sv-SE', { dateStyle: 'short', timeStyle: 'medium' })

/** Returns the instant of a date with a time of day in New York. */
export function readInstant(text: string | undefined, now: Date): string | undefined {
  const { day, time } = readMoment(text, now) ?? {}
  if (!day || !time) return undefined
  const asIfUtc = Date.parse(`${day}T${time}:00Z`)
  const shown = Date.parse(`${newYorkClock(new Date(asIfUtc))}Z`)
  return new Date(2 * asIfUtc - shown).toISOString()
}

/** Reads a day or a range of days, each with or without a time: `11/21`, `11/21 - 11/23`, `11/21/2026 08:00`. */
export function readPickup(text: string | undefined, now: Date): Pickup {
  const [from, until, more] = (text ?? '')
    .split(/\s+-\s+|\s*[–—]\s*|(?<=\d)-(?=\d{1,2}\/)/)
    .map((part) => readMoment(part, now))
  if (!from || more) return {}
  const pickup = { pickupDay: from.day, pickupTime: from.time }
  return until && until.day >= from.day ? { ...pickup, pickupUntilDay: until.day, pickupUntilTime: until.time } : pickup
}

/** Reads the last day and time to deliver. */
export function readDelivery(text: string | undefined, now: Date): Pick<PostedLoad, 'deliveryDay' | 'deliveryTime'> {
  const moment = readMoment(text, now)
  return moment ? { deliveryDay: moment.day, deliveryTime: moment.time } : {}
}

/** Reads hours of a day, `7:00am - 3:00pm`. */
export function readHours(text: string | undefined): [from: string | undefined, until: string | undefined] {
  const [from, until] = (text ?? '').split(/\s*[–—-]\s*/).map(readTime)
  return [from, until]
}

/** The moments of one day by their texts, which the rows of a board repeat. */
let known = { today: '', moments: new Map<string, Moment | undefined>() }

function readMoment(text: string | undefined, now: Date): Moment | undefined {
  const today = dayOf(now)
  if (today !== known.today || known.moments.size > 1000) known = { today, moments: new Map() }
  const key = text ?? ''
  if (!known.moments.has(key)) known.moments.set(key, parseMoment(text, now))
  return known.moments.get(key)
}

/** Reads a date with or without a year, and the time after it. Of a date without a year, the nearest is meant. */
function parseMoment(text: string | undefined, now: Date): Moment | undefined {
  const [, date = '', clock] =
    /^(?:[A-Z][a-z]{2},? )?(\d{1,2}\/\d{1,2}(?:\/(?:\d{4}|\d{2}))?|\d{4}-\d{2}-\d{2}|[A-Z][a-z]{2} \d{1,2}(?:, \d{4})?)(?:,? (.{4,12}))?$/.exec(
      text ?? '',
    ) ?? []
  const day = readDay(date, now)
  const time = readTime(clock)
  return day ? { day, ...(time && { time }) } : undefined
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function readDay(text: string, now: Date): Day | undefined {
  if (/^\d{4}-/.test(text)) return isRealDay(text) ? text : undefined
  const [, name = '', dayOfName, yearOfName] = /^([A-Z][a-z]{2}) (\d{1,2})(?:, (\d{4}))?$/.exec(text) ?? []
  const [, month = months.indexOf(name) + 1, day = dayOfName, year = yearOfName] =
    /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(text) ?? []
  if (day === undefined) return undefined
  const dayIn = (ofYear: number) => `${ofYear}-${twoDigits(month)}-${twoDigits(day)}`
  const known = year === undefined ? nearest(dayIn, now) : dayIn((Number(year) % 100) + 2000)
  return known !== undefined && isRealDay(known) ? known : undefined
}

/** Returns the real day nearest to today among those of this year, the next and the last. */
function nearest(dayIn: (year: number) => Day, now: Date): Day | undefined {
  const today = dayOf(now)
  const thisYear = Number(today.slice(0, 4))
  const distance = (day: Day) => Math.abs(Date.parse(day) - Date.parse(today))
  let best: Day | undefined
  for (const day of [thisYear, thisYear + 1, thisYear - 1].map(dayIn))
    if (isRealDay(day) && (best === undefined || distance(day) < distance(best))) best = day
  return best
}

let today = { minute: -1, day: '' }

/** Returns the day in New York, computed once a minute. */
function dayOf(now: Date): Day {
  const minute = Math.floor(now.getTime() / 60_000)
  if (minute !== today.minute) today = { minute, day: newYorkDay(now) }
  return today.day
}

const twoDigits = (number: number | string): string => String(number).padStart(2, '0')

function readTime(text: string | undefined): string | undefined {
  const [, hour, minute, half] = /^(\d{1,2}):(\d{2})(?::\d{2})?\s*([ap]m)?$/i.exec(text ?? '') ?? []
  if (hour === undefined || minute === undefined) return undefined
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour)
  return hours < 24 && Number(minute) < 60 ? `${String(hours).padStart(2, '0')}:${minute}` : undefined
}

function isRealDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  return date.getUTCDate() === Number(day.slice(-2))
}
