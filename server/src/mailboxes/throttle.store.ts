import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** The reserved slots of a mailbox, oldest first. */
export type Throttle = { mailbox: string; slots: Date[] }

/** Locks the throttles of these mailboxes until the transaction ends, and returns their reserved slots. */
export async function lockThrottles(db: Db, mailboxes: string[]): Promise<Map<string, Date[]>> {
  const locked = await lockExisting(db, mailboxes)
  const missing = mailboxes.filter((mailbox) => !locked.has(mailbox))
  if (missing.length === 0) return locked
  await sql`insert into mailbox_throttle (mailbox, slots)
    select mailbox, '{}' from unnest(${missing}::text[]) as missing (mailbox) order by mailbox
    on conflict do nothing`.execute(db)
  return new Map([...locked, ...(await lockExisting(db, missing))])
}

async function lockExisting(db: Db, mailboxes: string[]): Promise<Map<string, Date[]>> {
  const { rows } = await sql<Throttle>`select mailbox, slots from mailbox_throttle
    where mailbox = any(${mailboxes}::text[]) order by mailbox for update`.execute(db)
  return new Map(rows.map(({ mailbox, slots }) => [mailbox, slots]))
}

/** Saves the reserved slots of locked throttles. */
export const throttlesWrite = (throttles: Throttle[]) =>
  sql`update mailbox_throttle set slots = saved.slots::timestamptz[]
    from unnest(${throttles.map(({ mailbox }) => mailbox)}::text[], ${throttles.map(({ slots }) => arrayOf(slots))}::text[])
      as saved (mailbox, slots)
    where mailbox_throttle.mailbox = saved.mailbox`

export const saveThrottles = (db: Db, throttles: Throttle[]) => throttlesWrite(throttles).execute(db)

/** Formats times as one array, since PostgreSQL has no arrays of arrays of different lengths. */
const arrayOf = (times: Date[]): string => `{${times.map((time) => time.toISOString()).join()}}`

/** Deletes throttles whose last slot is before then. */
export const deleteThrottles = (db: Db, before: Date) =>
  db.deleteFrom('mailboxThrottle').where(sql<boolean>`slots[array_upper(slots, 1)] < ${before}`).execute()

export const deleteThrottleOf = (db: Db, mailbox: string) =>
  db.deleteFrom('mailboxThrottle').where('mailbox', '=', mailbox).execute()
