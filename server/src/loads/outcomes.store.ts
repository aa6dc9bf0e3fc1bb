import { sql } from 'kysely'
import { compileOnce } from '../db/compile-once.ts'

type Booked = { userIds: string[]; from: Date; before: Date; again: Date }

/** Lists the loads that people booked from a time until another, and again from a later one, the newest first. */
export const listBooked = compileOnce((db, { userIds, from, before, again }: Booked) =>
  db
    .selectFrom('load')
    .select(['userId', 'id', 'joinKey', 'facts', 'tripMiles', 'outcome', 'outcomeCents'])
    .select(sql<Date>`stated_at`.as('at'))
    .where('userId', '=', (eb) => eb.fn.any(eb.val(userIds)))
    .where('status', '=', 'booked')
    .where('deletedAt', 'is', null)
    .where('statedAt', '>=', from)
    .where((eb) => eb.or([eb('statedAt', '<', before), eb('statedAt', '>=', again)]))
    .orderBy('statedAt', 'desc')
    .orderBy('id'),
)

/** Counts a user's loads that were asked about in this time without an outcome, beside the newest of their companies. */
export const listOpenAsks = compileOnce(
  (db, { userId, from, before, limit }: { userId: string; from: Date; before: Date; limit: number }) =>
    db
      .selectFrom('load')
      .select((eb) => [
        sql<string | null>`facts ->> 'company'`.as('company'),
        eb.fn.countAll<number>().over().as('count'),
      ])
      .where('userId', '=', userId)
      .where('contactedAt', '>=', from)
      .where('contactedAt', '<', before)
      .where('deletedAt', 'is', null)
      .where('status', '=', 'contacted')
      .where('outcome', 'is', null)
      .orderBy('contactedAt', 'desc')
      .orderBy('id')
      .limit(limit),
)
