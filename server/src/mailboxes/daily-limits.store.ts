import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { around } from '../period.ts'
import { type Throttle, throttlesWrite } from './throttle.store.ts'

type Count = { mailbox: string; sent: number }
/** What a mailbox has sent in 24 hours, and what it had sent when its service last refused more. */
export type DailyUse = Count & { learnedCap: number | null; learnedAt: Date | null }

/** The current hour and the 24 before it hold any 24 hours. */
const windowOf = (now: Date) => {
  const hour = new Date(Math.floor(now.getTime() / 3_600_000) * 3_600_000)
  return { hour, ...around(hour, 24 * 3_600_000), learned: around(now, 86_400_000) }
}

/**
 * Counts emails in the current hour, saves throttles, and returns what each mailbox has sent in 24 hours. Call
 * `lockThrottles` first.
 */
export async function addSent(db: Db, counts: Count[], throttles: Throttle[], now: Date): Promise<DailyUse[]> {
  const { hour, since, learned } = windowOf(now)
  const { rows } = await sql<DailyUse>`
    with saved as (${throttlesWrite(throttles)}),
    added as (
      insert into mailbox_hour (mailbox, hour, sent)
      select mailbox, ${hour}, sent
      from unnest(${counts.map(({ mailbox }) => mailbox)}::text[], ${counts.map(({ sent }) => sent)}::int[])
        as counted (mailbox, sent) order by mailbox
      on conflict (mailbox, hour) do update set sent = mailbox_hour.sent + excluded.sent
      returning mailbox, sent
    )
    select added.mailbox, (added.sent + coalesce((
        select sum(earlier.sent) from mailbox_hour as earlier
        where earlier.mailbox = added.mailbox and earlier.hour >= ${since} and earlier.hour < ${hour}
      ), 0))::int as sent, cap as learned_cap, learned_at
    from added
      left join learned_limit on learned_limit.mailbox = added.mailbox
        and learned_at > ${learned.since} and learned_at < ${learned.until}`.execute(db)
  return rows
}

/** Returns what mailboxes have sent in 24 hours. */
export async function listUse(db: Db, mailboxes: string[], now: Date): Promise<DailyUse[]> {
  const { since, until, learned } = windowOf(now)
  const { rows } = await sql<DailyUse>`
    select asked.mailbox,
      coalesce((select sum(sent) from mailbox_hour
        where mailbox_hour.mailbox = asked.mailbox and hour >= ${since} and hour < ${until}), 0)::int as sent,
      cap as learned_cap, learned_at
    from unnest(${mailboxes}::text[]) as asked (mailbox)
      left join learned_limit on learned_limit.mailbox = asked.mailbox
        and learned_at > ${learned.since} and learned_at < ${learned.until}`.execute(db)
  return rows
}

/** Subtracts emails that were not sent. */
export const removeSent = (db: Db, counts: Count[], now: Date) =>
  sql`update mailbox_hour set sent = greatest(0, mailbox_hour.sent - counted.sent)
    from unnest(${counts.map(({ mailbox }) => mailbox)}::text[], ${counts.map(({ sent }) => sent)}::int[])
      as counted (mailbox, sent)
    where mailbox_hour.mailbox = counted.mailbox and mailbox_hour.hour = ${windowOf(now).hour}`.execute(db)

/** Records what a mailbox had sent when its service refused more. */
export const saveLearnedCap = (db: Db, learned: { mailbox: string; cap: number; learnedAt: Date }) =>
  db
    .insertInto('learnedLimit')
    .values(learned)
    .onConflict((conflict) => conflict.column('mailbox').doUpdateSet(learned))
    .execute()

/** Deletes counts and learned limits that no longer matter. */
export async function deleteCounts(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('mailboxHour').where('hour', '<', before).execute()
  await db.deleteFrom('learnedLimit').where('learnedAt', '<', before).execute()
}

/** Deletes what was counted of mailboxes. */
export async function deleteUse(db: Db, mailbox: string): Promise<void> {
  await db.deleteFrom('mailboxHour').where('mailbox', '=', mailbox).execute()
  await db.deleteFrom('learnedLimit').where('mailbox', '=', mailbox).execute()
}
