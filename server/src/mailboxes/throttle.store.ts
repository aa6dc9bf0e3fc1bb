import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** Locks the throttles of these mailboxes until the transaction ends, and returns their reserved slots. */
export async function lockThrottles(db: Db, mailboxes: string[]): Promise<Map<string, Date[]>> {
  await db
    .insertInto('mailboxThrottle')
    .values(mailboxes.map((mailbox) => ({ mailbox, slots: [] })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await db
    .selectFrom('mailboxThrottle')
    .selectAll()
    .where('mailbox', 'in', mailboxes)
    .orderBy('mailbox')
    .forUpdate()
    .execute()
  return new Map(rows.map(({ mailbox, slots }) => [mailbox, slots]))
}

export const saveThrottles = (db: Db, throttles: { mailbox: string; slots: Date[] }[]) =>
  db
    .insertInto('mailboxThrottle')
    .values(throttles)
    .onConflict((conflict) => conflict.column('mailbox').doUpdateSet((eb) => ({ slots: eb.ref('excluded.slots') })))
    .execute()

/** Deletes throttles whose last slot is before then. */
export const deleteThrottles = (db: Db, before: Date) =>
  db.deleteFrom('mailboxThrottle').where(sql<boolean>`slots[array_upper(slots, 1)] < ${before}`).execute()
