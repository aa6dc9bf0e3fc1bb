import { addDays, type Day, newYorkHour, startOfNewYorkDay } from '@loadping/contract/format/new-york-days'
import { clockIn, instantOf } from '@loadping/contract/format/time-zones'

const newYork = 'America/New_York'

/** A New York day so far, and the same weekday a week before until the same time, to the minute. */
export type DaysBeside = {
  today: Day
  startsAt: Date
  endsAt: Date
  /** The hour of New York's clock now. */
  hour: number
  before: Day
  beforeStartsAt: Date
  /** The start of the same hour, and the same time, a week before. */
  beforeHourAt: Date
  beforeEndsAt: Date
}

export function daysBeside(now: Date): DaysBeside {
  const { day: today, time } = clockIn(newYork, now.getTime())
  const before = addDays(today, -7)
  return {
    today,
    startsAt: startOfNewYorkDay(today),
    endsAt: startOfNewYorkDay(addDays(today, 1)),
    hour: newYorkHour(now),
    before,
    beforeStartsAt: startOfNewYorkDay(before),
    beforeHourAt: new Date(instantOf(newYork, before, `${time.slice(0, 2)}:00`)),
    beforeEndsAt: new Date(instantOf(newYork, before, time)),
  }
}
