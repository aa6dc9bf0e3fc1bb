import type { PostedRate } from '@loadping/contract/loads'
import { type Day, newYorkDay } from '@loadping/contract/rules/new-york-days'

/** Returns the text of a cell on one line, or undefined for an empty cell or a dash. */
export function textOf(row: Element, selector: string): string | undefined {
  const text = (row.querySelector(selector)?.textContent ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return /^[–—-]*$/.test(text) ? undefined : text
}

/** Reads a whole number with an optional unit: `926`, `44,000 lb`, `53 ft`. */
export function readNumber(text: string | undefined): number | undefined {
  const [, digits] = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\s*(?:mi|miles|lbs?|ft|days?))?$/i.exec(text ?? '') ?? []
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''))
}

/** Reads `$2,315` for the trip or `$2.50/mi` per mile. */
export function readRate(text: string | undefined): PostedRate | undefined {
  const [, whole, fraction = '', perMile] =
    /^\$\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?(\s*\/\s*mi(?:le)?)?$/i.exec(text ?? '') ?? []
  if (whole === undefined) return undefined
  return {
    cents: Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0')),
    basis: perMile ? 'per-mile' : 'flat',
  }
}

/** Reads `Joliet, IL`, also with a postal code. */
export function readPlace(text: string | undefined): { city: string; state: string; postalCode?: string } | undefined {
  const [, city, state, postalCode] =
    /^([^,]{1,80}),\s*([A-Z]{2})(?:\s+([A-Z\d][A-Z\d -]{2,11}))?$/.exec(text ?? '') ?? []
  return city && state ? { city, state, ...(postalCode && { postalCode }) } : undefined
}

/** Returns when a load of age `53m`, `1h 04m` or `2h` was posted; undefined for `>24h`. */
export function readPostedAt(text: string | undefined, now: Date): string | undefined {
  const [, hours, minutes] = /^(?:(\d{1,3})\s*h)?\s*(?:(\d{1,4})\s*m)?$/.exec(text ?? '') ?? []
  if (hours === undefined && minutes === undefined) return undefined
  const age = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  return new Date(now.getTime() - age).toISOString()
}

/** Reads `11/21` or `11/21 - 11/23`. Boards omit the year, so each day is the one nearest to today. */
export function readPickup(text: string | undefined, now: Date): { pickupDay?: Day; pickupUntilDay?: Day } {
  const [from, until, more] = (text ?? '').split(/\s*[–—-]\s*/).map((part) => readDay(part, now))
  if (!from || more) return {}
  return until && until >= from ? { pickupDay: from, pickupUntilDay: until } : { pickupDay: from }
}

function readDay(text: string, now: Date): Day | undefined {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(text) ?? []
  if (month === undefined || day === undefined) return undefined

  const today = newYorkDay(now)
  const thisYear = Number(today.slice(0, 4))
  const years = year === undefined ? [thisYear, thisYear + 1, thisYear - 1] : [(Number(year) % 100) + 2000]
  const days = years
    .map((candidate) => `${candidate}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
    .filter(isRealDay)
  return days.sort((a, b) => msApart(a, today) - msApart(b, today))[0]
}

const msApart = (a: Day, b: Day): number => Math.abs(Date.parse(a) - Date.parse(b))

function isRealDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}
