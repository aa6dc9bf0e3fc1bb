import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

export type Window = { scope: string; startsAt: Date; used: number }

/**
 * Adds to the current windows of these scopes, which stay locked until the transaction ends, and returns how much of
 * each is used with it.
 */
export async function addToWindows(db: Db, added: Window[]): Promise<Map<string, number>> {
  const { rows } = await sql<Pick<Window, 'scope' | 'used'>>`
    insert into send_limit_window (scope, starts_at, used)
    select * from unnest(${added.map(({ scope }) => scope)}::text[],
      ${added.map(({ startsAt }) => startsAt)}::timestamptz[], ${added.map(({ used }) => used)}::int[])
      as added (scope, starts_at, used) order by scope
    on conflict (scope) do update set starts_at = excluded.starts_at, used = excluded.used + case
      when send_limit_window.starts_at = excluded.starts_at then send_limit_window.used else 0 end
    returning scope, used`.execute(db)
  return new Map(rows.map(({ scope, used }) => [scope, used]))
}

/** Subtracts from windows that are still current what was not sent. */
export const removeFromWindows = (db: Db, removed: Window[]) =>
  sql`with locked as (
      select scope from send_limit_window where scope = any(${removed.map(({ scope }) => scope)}::text[])
      order by scope for update
    )
    update send_limit_window set used = greatest(0, send_limit_window.used - removed.used)
    from locked join unnest(${removed.map(({ scope }) => scope)}::text[],
      ${removed.map(({ startsAt }) => startsAt)}::timestamptz[], ${removed.map(({ used }) => used)}::int[])
      as removed (scope, starts_at, used) on removed.scope = locked.scope
    where send_limit_window.scope = removed.scope and send_limit_window.starts_at = removed.starts_at`.execute(db)

export const deleteWindows = (db: Db, before: Date) =>
  db.deleteFrom('sendLimitWindow').where('startsAt', '<', before).execute()
