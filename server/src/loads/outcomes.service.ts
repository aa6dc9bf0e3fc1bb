import type { Booking, HomeSummary } from '@loadping/contract/home/home'
import type { DaysBeside } from '../analytics/day-beside.ts'
import type { UserContext } from '../context.ts'
import * as store from './outcomes.store.ts'

type Booked = Awaited<ReturnType<typeof store.listBooked>>[number]

type Bookings = { today: Booking[]; before: Booking[] }

/**
 * Reads what users booked today, and on the weekday before until the same time. Returns a function that lists it for all
 * or one of them; a load that several booked counts once.
 */
export async function readBookings(
  ctx: UserContext,
  userIds: string[],
  { startsAt, beforeStartsAt: from, beforeEndsAt: before }: DaysBeside,
): Promise<(userId?: string) => Bookings> {
  const rows = await store.listBooked(ctx.db, { userIds, from, before, again: startsAt })
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

/** Finds the caller's asks of an hour to two days ago that have no outcome. */
export async function findOpenAsks(ctx: UserContext): Promise<HomeSummary['openAsks']> {
  const now = ctx.now().getTime()
  const rows = await store.listOpenAsks(ctx.db, {
    userId: ctx.caller.userId,
    from: new Date(now - 48 * hourMs),
    before: new Date(now - hourMs),
    limit: named,
  })
  return { count: rows[0]?.count ?? 0, companies: rows.flatMap(({ company }) => company ?? []) }
}
