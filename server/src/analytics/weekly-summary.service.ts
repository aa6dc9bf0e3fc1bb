import { randomUUIDv7 } from 'node:crypto'
import type { WeeklySummary } from '@loadping/contract/analytics/analytics'
import { addDays, type Day, newYorkDay, startOfNewYorkDay } from '@loadping/contract/format/new-york-days'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { isSuppressed, unsuppress } from '../suppression/suppression.service.ts'
import { firstDayOf } from './analytics-range.ts'
import * as store from './weekly-summary.store.ts'
import { queueWeeklySummaryEmail } from './weekly-summary-job.ts'

const hourMs = 3_600_000
/** On Mondays in New York. */
const sentAtHour = 6
/** A server that was stopped on Monday sends until then, and not later. */
const sentWithinHours = 48

/** Returns the Monday of the newest week whose summary is due, and whether it is still worth sending. */
export function dueWeek(now: Date): { week: Day; isTimely: boolean } {
  const today = newYorkDay(now)
  const monday = firstDayOf('week', today)
  // The clocks change on Sundays, so each Monday has 24 hours.
  const hours = (now.getTime() - startOfNewYorkDay(monday).getTime()) / hourMs - sentAtHour
  return { week: addDays(monday, hours >= 0 ? -7 : -14), isTimely: hours >= 0 && hours < sentWithinHours }
}

/** Returns whether the caller gets the summary: it is on, and they did not unsubscribe since. */
export const getWeeklySummary = async (ctx: Context): Promise<WeeklySummary> => ({
  isOn: (await store.isTurnedOn(ctx.db, ctx.caller.userId)) && !(await isSuppressed(ctx, ctx.caller.email, 'product')),
})

/** Turns the caller's summary on or off. Who turns it on asks for our emails, so they are subscribed again. */
export const setWeeklySummary = (ctx: Context, { isOn }: WeeklySummary): Promise<WeeklySummary> =>
  inTransaction(ctx, async (tx) => {
    const { userId, email } = tx.caller
    if (isOn) {
      await unsuppress(tx, email, 'product')
      await store.turnOn(tx.db, { userId, week: dueWeek(tx.now()).week })
    } else await store.turnOff(tx.db, userId)
    return { isOn }
  })

const usersPerPage = 100

/** Queues the newest due week for everyone who turned the summary on, once for each of them. */
export async function queueWeeklySummaries(ctx: Deps): Promise<void> {
  const { week, isTimely } = dueWeek(ctx.now())
  if (!isTimely) return
  let userIds = await store.listDue(ctx.db, { week, limit: usersPerPage })
  while (userIds.length > 0) {
    for (const userId of userIds) await queue(ctx, { userId, week })
    userIds = await store.listDue(ctx.db, { week, limit: usersPerPage })
  }
}

const queue = (ctx: Deps, summary: { userId: string; week: Day }): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (await store.claimWeek(tx.db, summary)) await queueWeeklySummaryEmail(tx, randomUUIDv7(), summary)
  })

/** Turns the summary on for a user, and queues the newest week at once. */
export async function sendFirstSummary(ctx: Deps, userId: string): Promise<void> {
  const { week } = dueWeek(ctx.now())
  await store.turnOn(ctx.db, { userId, week: addDays(week, -7) })
  await queue(ctx, { userId, week })
}
