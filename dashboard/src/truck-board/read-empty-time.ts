import { addDays, type Day } from '@loadping/contract/format/new-york-days'
import { clockIn, instantOf } from '@loadping/contract/format/time-zones'

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/**
 * Reads when a truck is empty, in the zone of its place: `now`, `6:30 PM`, `Tue 7 AM`, `11/24 18:30`. Undefined for what
 * says no time, and for the time of another zone.
 */
export function readEmptyTime(text: string, zone: string, now: number): number | undefined {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/\bat\b|,/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (/^(now|empty now|empty|ready|available)$/.test(words)) return now
  const [, letters] = /\s([ecmp][sd]?t)$/.exec(words) ?? []
  const today = clockIn(zone, now)
  if (letters && letters[0] !== today.letters[0]?.toLowerCase()) return undefined
  const untilZone = letters ? words.slice(0, -letters.length).trim() : words
  const time = readTime(untilZone)
  if (!time) return undefined
  const day = readDay(untilZone.slice(0, time.start).trim(), today.day)
  return day === undefined ? undefined : instantOf(zone, day, time.clock)
}

/** Reads the time at the end of a text. */
function readTime(text: string): { clock: string; start: number } | undefined {
  const noon = /(?:^| )(noon|midnight)$/.exec(text)
  if (noon) return { clock: noon[1] === 'noon' ? '12:00' : '00:00', start: noon.index }
  const found = /(?:^| )(\d{1,2})(?::(\d{2}))? ?(?:([ap])\.?(?:m\.?)?)?$/.exec(text) ?? /t(\d{2}):(\d{2})$/.exec(text)
  const [, hourText, minutes, half] = found ?? []
  if (!found || hourText === undefined || (minutes === undefined && half === undefined)) return undefined
  const hour = half ? (Number(hourText) % 12) + (half === 'p' ? 12 : 0) : Number(hourText)
  const isValid = hour < 24 && Number(minutes ?? 0) < 60 && !(half && (Number(hourText) < 1 || Number(hourText) > 12))
  return isValid ? { clock: `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`, start: found.index } : undefined
}

/** Reads a day; without one it is today. */
function readDay(text: string, today: Day): Day | undefined {
  if (text === '' || text === 'today') return today
  if (text === 'tomorrow' || text === 'tmrw') return addDays(today, 1)
  const weekday = weekdays.indexOf(text.slice(0, 3))
  if (weekday >= 0 && /^[a-z]{3,9}\.?$/.test(text)) {
    const ahead = (weekday - new Date(`${today}T12:00:00Z`).getUTCDay() + 7) % 7
    return addDays(today, ahead)
  }
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year && month && date) return toDay(year, month, date)
  const [, usMonth, usDate, usYear] = /^(?:[a-z]{3,9}\.? )?(\d{1,2})\/(\d{1,2})(?:\/(\d{2}|\d{4}))?$/.exec(text) ?? []
  return usMonth && usDate ? readUsDay(usMonth, usDate, usYear, today) : undefined
}

/** `11/24` is the nearest such day from 30 days ago on. */
function readUsDay(month: string, date: string, year: string | undefined, today: Day): Day | undefined {
  if (year) return toDay(year.length === 2 ? `20${year}` : year, month, date)
  const thisYear = Number(today.slice(0, 4))
  const days = [thisYear - 1, thisYear, thisYear + 1].map((each) => toDay(String(each), month, date))
  return days.find((day) => day !== undefined && day >= addDays(today, -30))
}

function toDay(year: string, month: string, date: string): Day | undefined {
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  const at = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? undefined : day
}
