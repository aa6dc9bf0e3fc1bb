import type { DayFigures } from '@loadping/contract/home/home'
import { type DataDeps, holderOf } from '../context.ts'
import { countDayMoments, type DayMoments } from './contact-moments.ts'
import * as store from './day.store.ts'
import type { DaysBeside } from './day-beside.ts'

/** What came of the contacts of a day until a time. */
type Contacted = Pick<DayFigures, 'inquiries' | 'avgPostToContactSeconds' | 'asked' | 'answered'>
export type ContactsBeside = { now: Contacted; before: Contacted; hours: number[]; hoursBefore: number[] }

/** Whose contacts to add up: a user's, in this organization or, without one, in any or none. */
type Whose = (row: { userId: string; holder: string }) => boolean

/** Reads what users did today and on the weekday before, and returns functions that add up a part of it. */
export async function readDays(ctx: DataDeps, userIds: string[], days: DaysBeside) {
  const { today, startsAt, endsAt, hour, before, beforeStartsAt, beforeHourAt, beforeEndsAt } = days
  const [counts, partHour, asked] = await Promise.all([
    store.listDays(ctx.db, { userIds, today, before }),
    store.listContactsBetween(ctx.db, { userIds, from: beforeHourAt, before: beforeEndsAt }),
    store.countAsked(ctx.db, {
      userIds,
      today,
      from: startsAt,
      before: endsAt,
      earlier: before,
      earlierFrom: beforeStartsAt,
      earlierBefore: beforeEndsAt,
    }),
  ])
  const ofPartHour = partHour.map((row) => ({ ...row, holder: holderOf(row) }))

  const compare = (whose: Whose): ContactsBeside => {
    const rows = counts.filter(whose)
    const current = rows.filter(({ day }) => day === today)
    const moments = momentsOf(current, 24)
    const earlier = momentsOf(
      rows.filter(({ day }) => day === before),
      hour,
    )
    const lastMinutes = ofPartHour.filter(whose)
    const timed = lastMinutes.flatMap(({ postToContactSeconds: seconds }) => (seconds === null ? [] : [seconds]))
    return {
      now: {
        inquiries: sumOf(current, 'emailSent') + sumOf(current, 'phoneCall'),
        avgPostToContactSeconds: average(sumOf(current, 'postToContactSum'), sumOf(current, 'postToContactCount')),
        ...askedOf(asked.filter((row) => !row.isEarlier && whose(row))),
      },
      before: {
        inquiries: earlier.count + lastMinutes.length,
        avgPostToContactSeconds: average(
          timed.reduce((sum, seconds) => sum + seconds, earlier.seconds),
          earlier.timedCount + timed.length,
        ),
        ...askedOf(asked.filter((row) => row.isEarlier && whose(row))),
      },
      hours: moments.hours,
      hoursBefore: earlier.hours,
    }
  }
  const countToday = (whose: Whose) => {
    const rows = counts.filter((row) => row.day === today && whose(row))
    return { emailSent: sumOf(rows, 'emailSent'), phoneCall: sumOf(rows, 'phoneCall') }
  }
  return { compare, countToday }
}

function momentsOf(rows: { moments: Buffer }[], beforeHour: number): DayMoments {
  const day = { hours: Array.from({ length: 24 }, () => 0), count: 0, timedCount: 0, seconds: 0 }
  for (const { moments } of rows) countDayMoments(day, moments, beforeHour)
  return day
}

const askedOf = (rows: { asked: number; answered: number }[]) => ({
  asked: sumOf(rows, 'asked'),
  answered: sumOf(rows, 'answered'),
})

const sumOf = <Column extends string>(rows: Record<Column, number>[], column: Column): number =>
  rows.reduce((sum, row) => sum + row[column], 0)

const average = (sum: number, count: number): number | null => (count === 0 ? null : Math.round(sum / count))
