import { randomUUIDv7 } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type NewLoadEvent = Partial<Insertable<Tables['loadEvent']>> &
  Pick<Insertable<Tables['loadEvent']>, 'userId' | 'loadId' | 'by' | 'at' | 'kind'>

export const eventWrite = (db: Db, events: NewLoadEvent[]) =>
  db
    .insertInto('loadEvent')
    .values(
      events.map((event) => ({ id: randomUUIDv7(), cents: null, status: null, outcome: null, text: null, ...event })),
    )

export async function addEvents(db: Db, events: NewLoadEvent[]): Promise<void> {
  if (events.length > 0) await eventWrite(db, events).execute()
}

/** Lists a load's newest events. */
export const listEvents = (db: Db, { userId, loadId, limit }: { userId: string; loadId: string; limit: number }) =>
  db
    .selectFrom('loadEvent')
    .selectAll()
    .where('userId', '=', userId)
    .where('loadId', '=', loadId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export async function countEvents(db: Db, { userId, loadId }: { userId: string; loadId: string }): Promise<number> {
  const { count } = await db
    .selectFrom('loadEvent')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('loadId', '=', loadId)
    .executeTakeFirstOrThrow()
  return count
}
