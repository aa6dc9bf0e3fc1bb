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
    .where(sql<boolean>`status = 'booked'`) // a literal, so that the index serves a prepared plan
    .where('deletedAt', 'is', null)
    .where('statedAt', '>=', from)
    .where((eb) => eb.or([eb('statedAt', '<', before), eb('statedAt', '>=', again)]))
    .orderBy('statedAt', 'desc')
    .orderBy('id'),
)

type Asks = { userIds: string[]; from: Date; before: Date; limit: number }

/** Counts each person's loads that were asked about in this time without an outcome, beside their newest `limit` companies. */
export const listOpenAsks = compileOnce((db, { userIds, from, before, limit }: Asks) => {
  const ranked = db
    .selectFrom('load')
    .select((eb) => [
      'userId',
      'facts',
      eb.fn
        .countAll<number>()
        .over((over) => over.partitionBy('userId'))
        .as('count'),
      eb.fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('userId').orderBy('contactedAt', 'desc').orderBy('id'))
        .as('position'),
    ])
    .where('userId', '=', (eb) => eb.fn.any(eb.val(userIds)))
    .where('contactedAt', '>=', from)
    .where('contactedAt', '<', before)
    .where('deletedAt', 'is', null)
    .where('status', '=', 'contacted')
    .where('outcome', 'is', null)
  return db
    .selectFrom(ranked.as('ranked'))
    .select((eb) => ['userId', 'count', eb.ref('facts', '->>').key('company').as('company')])
    .where('position', '<=', limit)
    .orderBy('position')
})
