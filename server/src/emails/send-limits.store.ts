import type { Db } from '../db/db.ts'

export type Window = { scope: string; startsAt: Date; used: number }

/** Locks the current windows of these scopes until the transaction ends, and returns how much of each is used. */
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
    const current = starts.get(scope) ?? startsAt
    return { scope, startsAt: current, used: current.getTime() === startsAt.getTime() ? used : 0 }
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

export const deleteWindows = (db: Db, before: Date) =>
  db.deleteFrom('sendLimitWindow').where('startsAt', '<', before).execute()
