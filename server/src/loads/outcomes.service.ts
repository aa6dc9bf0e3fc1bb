import type { Booking, HomeSummary } from '@loadping/contract/home/home'
import type { DaysBeside } from '../analytics/day-beside.ts'
import type { DataDeps } from '../context.ts'
import * as store from './outcomes.store.ts'

type Booked = Awaited<ReturnType<typeof store.listBooked>>[number]

/** When people left the team, if they did. */
type LeftAt = ReadonlyMap<string, Date | undefined>

type Bookings = { today: Booking[]; before: Booking[] }

/**
 * Reads what users booked today, and on the weekday before until the same time, who left the team until then. Returns a
 * function that lists it for all or one of them; a load that several booked counts once.
 */
export async function readBookings(
  { db }: DataDeps,
  userIds: string[],
  { startsAt, beforeStartsAt: from, beforeEndsAt: before, leftAt = new Map() }: DaysBeside & { leftAt?: LeftAt },
): Promise<(userId?: string) => Bookings> {
  const booked = await store.listBooked(db, { userIds, from, before, again: startsAt })
  const rows = booked.filter(({ userId, at }) => {
    const left = leftAt.get(userId)
    return left === undefined || at < left
  })
  return (userId) => {
    const chosen = userId === undefined ? rows : rows.filter((row) => row.userId === userId)
    const { today = [], earlier = [] } = Object.groupBy(chosen, ({ at }) => (at >= startsAt ? 'today' : 'earlier'))
    return { today: onceEach(today), before: onceEach(earlier) }
  }
}

/** Of the rows of one load, the newest stands for it. */
const onceEach = (rows: Booked[]): Booking[] =>
  rows.filter((row) => rows.find(({ joinKey }) => joinKey === row.joinKey) === row).map(toBooking)

const toBooking = ({ userId, id, at, facts, tripMiles, outcome, outcomeCents }: Booked): Booking => ({
  loadId: id,
  userId,
  at: at.toISOString(),
  origin: facts.origin,
  dest: facts.dest,
  company: facts.company ?? null,
  tripMiles,
  cents: outcome === 'booked' ? outcomeCents : null,
})

const hourMs = 3_600_000
/** How many companies are named. */
const named = 3

/** Reads people's asks of an hour to two days ago that have no outcome. Returns a function that has those of one person. */
export async function readOpenAsks(
  { db, now }: DataDeps,
  userIds: string[],
): Promise<(userId: string) => HomeSummary['openAsks']> {
  const at = now().getTime()
  const rows = await store.listOpenAsks(db, {
    userIds,
    from: new Date(at - 48 * hourMs),
    before: new Date(at - hourMs),
    limit: named,
  })
  const rowsOf = Map.groupBy(rows, ({ userId }) => userId)
  return (userId) => {
    const own = rowsOf.get(userId) ?? []
    return { count: own[0]?.count ?? 0, companies: own.flatMap(({ company }) => company ?? []) }
  }
}
