import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** What these mailboxes have slots; nobody else books for them until the transaction ends. */
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

export const saveThrottles = (db: Db, paces: { mailbox: string; slots: Date[] }[]) =>
  db
    .insertInto('mailboxThrottle')
    .values(paces)
    .onConflict((conflict) => conflict.column('mailbox').doUpdateSet((eb) => ({ slots: eb.ref('excluded.slots') })))
    .execute()

export type Window = { scope: string; startsAt: Date; used: number }

/** How much is used of these running windows; nobody else uses more of them until the transaction ends. */
export async function lockWindows(db: Db, windows: Omit<Window, 'used'>[]): Promise<Window[]> {
  await db
    .insertInto('sendLimitWindow')
    .values(windows.map((window) => ({ ...window, used: 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const scopes = windows.map(({ scope }) => scope)
  const rows = await db
    .selectFrom('sendLimitWindow')
    .selectAll()
    .where('scope', 'in', scopes)
    .orderBy('scope')
    .forUpdate()
    .execute()
  const starts = new Map(windows.map(({ scope, startsAt }) => [scope, startsAt]))
  return rows.map(({ scope, startsAt, used }) => {
    const running = starts.get(scope) ?? startsAt
    return { scope, startsAt: running, used: running.getTime() === startsAt.getTime() ? used : 0 }
  })
}

export const saveWindows = (db: Db, windows: Window[]) =>
  db
    .insertInto('sendLimitWindow')
    .values(windows)
    .onConflict((conflict) =>
      conflict
        .column('scope')
        .doUpdateSet((eb) => ({ startsAt: eb.ref('excluded.startsAt'), used: eb.ref('excluded.used') })),
    )
    .execute()

export type Deferral = { id: string; dueAt: Date; hasSlot: boolean }

/** Has work that was taken come up again at these times. */
export const deferJobs = (db: Db, waits: Deferral[]) => {
  const [ids, times, slots] = [
    waits.map(({ id }) => id),
    waits.map(({ dueAt }) => dueAt),
    waits.map(({ hasSlot }) => hasSlot),
  ]
  return sql`update job set due_at = wait.due_at, has_slot = wait.has_slot
    from unnest(${ids}::uuid[], ${times}::timestamptz[], ${slots}::boolean[]) as wait (id, due_at, has_slot) where job.id = wait.id`.execute(
    db,
  )
}
