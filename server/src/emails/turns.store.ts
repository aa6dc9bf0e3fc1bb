import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** What these mailboxes have booked; nobody else books for them until the transaction ends. */
export async function holdPaces(db: Db, mailboxes: string[]): Promise<Map<string, Date[]>> {
  await db
    .insertInto('mailboxPace')
    .values(mailboxes.map((mailbox) => ({ mailbox, booked: [] })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await db.selectFrom('mailboxPace').selectAll().where('mailbox', 'in', mailboxes).orderBy('mailbox').forUpdate().execute()
  return new Map(rows.map(({ mailbox, booked }) => [mailbox, booked]))
}

export const savePaces = (db: Db, paces: { mailbox: string; booked: Date[] }[]) =>
  db
    .insertInto('mailboxPace')
    .values(paces)
    .onConflict((conflict) => conflict.column('mailbox').doUpdateSet((eb) => ({ booked: eb.ref('excluded.booked') })))
    .execute()

export type Window = { holder: string; startsAt: Date; used: number }

/** How much is used of these running windows; nobody else uses more of them until the transaction ends. */
export async function holdWindows(db: Db, windows: Omit<Window, 'used'>[]): Promise<Window[]> {
  await db
    .insertInto('sendingWindow')
    .values(windows.map((window) => ({ ...window, used: 0 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const holders = windows.map(({ holder }) => holder)
  const rows = await db.selectFrom('sendingWindow').selectAll().where('holder', 'in', holders).orderBy('holder').forUpdate().execute()
  const starts = new Map(windows.map(({ holder, startsAt }) => [holder, startsAt]))
  return rows.map(({ holder, startsAt, used }) => {
    const running = starts.get(holder) ?? startsAt
    return { holder, startsAt: running, used: running.getTime() === startsAt.getTime() ? used : 0 }
  })
}

export const saveWindows = (db: Db, windows: Window[]) =>
  db
    .insertInto('sendingWindow')
    .values(windows)
    .onConflict((conflict) => conflict.column('holder').doUpdateSet((eb) => ({ startsAt: eb.ref('excluded.startsAt'), used: eb.ref('excluded.used') })))
    .execute()

export type Wait = { id: string; dueAt: Date; isBooked: boolean }

/** Has work that was taken come up again at these times. */
export const waitUntil = (db: Db, waits: Wait[]) => {
  const [ids, times, booked] = [waits.map(({ id }) => id), waits.map(({ dueAt }) => dueAt), waits.map(({ isBooked }) => isBooked)]
  return sql`update due_work set due_at = wait.due_at, is_booked = wait.is_booked
    from unnest(${ids}::uuid[], ${times}::timestamptz[], ${booked}::boolean[]) as wait (id, due_at, is_booked) where due_work.id = wait.id`.execute(db)
}
