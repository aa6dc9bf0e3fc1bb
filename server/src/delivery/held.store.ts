import type { Db } from '../db/db.ts'

/** Holds all emails that are queued, and returns how many were not held before. */
export async function holdDeliveries(db: Db, now: Date): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('delivery')
    .set({ heldAt: now })
    .where('heldAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export async function countHeld(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('delivery')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('heldAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Lists held emails in the order of their ids, after this one. */
export const listHeld = (db: Db, { after, limit }: { after: string | undefined; limit: number }) =>
  db
    .selectFrom('delivery')
    .select(['id', 'userId', 'sellBy', 'heldAt'])
    .where('heldAt', 'is not', null)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Locks an email in the queue until the transaction ends, if it is held. */
export const lockHeld = (db: Db, id: string) =>
  db
    .selectFrom('delivery')
    .select(['id', 'userId', 'sellBy'])
    .where('id', '=', id)
    .where('heldAt', 'is not', null)
    .forUpdate()
    .executeTakeFirst()

/** Lets a held email be sent, due now. A worker that claimed it before it was held can't send it any more. */
export const releaseDelivery = (db: Db, id: string, now: Date) =>
  db
    .updateTable('delivery')
    .set((eb) => ({ heldAt: null, dueAt: now, hasSlot: false, claims: eb('claims', '+', 1) }))
    .where('id', '=', id)
    .execute()
