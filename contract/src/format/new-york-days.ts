import * as z from 'zod/mini'

/** A calendar day in New York, `YYYY-MM-DD`, from 2000 to 2100. */
export const Day = z.iso.date().check(z.refine((day) => day >= '2000-01-01' && day <= '2100-12-31', 'Out of range'))
export type Day = z.infer<typeof Day>

/** Returns a function that formats instants in New York. It makes its format when it is first called, which is slow. */
export function inNewYork(locale: string, options: Intl.DateTimeFormatOptions): (instant: Date) => string {
  let format: Intl.DateTimeFormat | undefined
  return (instant) => {
    format ??= new Intl.DateTimeFormat(locale, { timeZone: 'America/New_York', ...options })
    return format.format(instant)
  }
}

/** Returns the New York day of an instant, correct across daylight saving changes. */
export const newYorkDay: (instant: Date) => Day = inNewYork('en-CA', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** Returns the New York month of an instant, `YYYY-MM`. */
export const newYorkMonth = (instant: Date): string => newYorkDay(instant).slice(0, 7)

const formatNewYorkHour = inNewYork('en-US', { hour: 'numeric', hourCycle: 'h23' })

/** Returns the hour of an instant in New York, 0 to 23. */
export const newYorkHour = (instant: Date): number => Number(formatNewYorkHour(instant))

/** Returns the instant at which a New York day begins. */
export function startOfNewYorkDay(day: Day): Date {
  // Daylight saving time and standard time.
  const midnights = [4, 5].map((hours) => new Date(Date.parse(`${day}T00:00:00Z`) + hours * 3_600_000))
  return midnights.find((midnight) => newYorkDay(midnight) === day) ?? new Date(`${day}T05:00:00Z`)
}

/** Returns the start of the next New York month. */
export function nextNewYorkMonth(instant: Date): Date {
  const [year = 0, month = 0] = newYorkMonth(instant).split('-').map(Number)
  return startOfNewYorkDay(new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10))
}

/** Returns how many days lie between two days. */
export const daysBetween = (first: Day, last: Day): number => (Date.parse(last) - Date.parse(first)) / 86_400_000

export const addDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Formats a day with these parts of a date. */
export const formatDayAs = (day: Day, parts: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', ...parts })

/** Formats a day as `Sat, Nov 21`. */
export const formatDay = (day: Day): string => formatDayAs(day, { weekday: 'short', month: 'short', day: 'numeric' })

/** Formats a day as `Sat 11/21`, which people and brokers' software both read. */
export function formatPickupDay(day: Day): string {
  const date = new Date(`${day}T12:00:00Z`)
  return `${weekdays[date.getUTCDay()]} ${date.getUTCMonth() + 1}/${date.getUTCDate()}`
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
