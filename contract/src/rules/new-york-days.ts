import * as z from 'zod/mini'

/** A civil day in New York, `YYYY-MM-DD`, from 2000 to 2100. */
export const Day = z.iso.date().check(z.refine((day) => day >= '2000-01-01' && day <= '2100-12-31', 'Out of range'))
export type Day = z.infer<typeof Day>

const newYorkDate = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The New York day in which an instant falls, whatever zone the machine is in; days of 23 and 25 hours included. */
export const newYorkDay = (instant: Date): Day => newYorkDate.format(instant)

/** The New York month in which an instant falls, `YYYY-MM`. */
export const newYorkMonth = (instant: Date): string => newYorkDay(instant).slice(0, 7)

/** When the New York month after this instant's begins. */
export function nextNewYorkMonth(instant: Date): Date {
  const [year = 0, month = 0] = newYorkMonth(instant).split('-').map(Number)
  const midnights = [4, 5].map((hours) => new Date(Date.UTC(year, month, 1, hours))) // of summer time and of standard time
  return midnights.find((midnight) => newYorkDay(midnight).endsWith('-01')) ?? new Date(Date.UTC(year, month, 1, 5))
}

/** The day as people write it: `Sat, Nov 21`. */
export const formatDay = (day: Day): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  })
