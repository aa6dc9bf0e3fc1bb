import type { MailboxKind } from '@loadping/contract/mailboxes'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type DueWork = {
  id: string
  kind: Tables['dueWork']['kind']
  userId: string | null
  sealed: string | null
  createdAt: Date
  /** How often somebody took it: with the id, it says whose it is. */
  attempts: number
  /** How often it was proved to have reached nobody. */
  tries: number
  /** Its turn in its mailbox's pace is set. */
  isBooked: boolean
}

/** Adds work, or puts it in the place of what waits under the same id. */
export const addWork = (db: Db, work: Pick<DueWork, 'id' | 'kind' | 'userId' | 'sealed' | 'createdAt'> & { dueAt: Date; mailboxKind?: MailboxKind }) =>
  db
    .insertInto('dueWork')
    .values(work)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(work))
    .execute()

/** Takes due work of a kind, and of inquiries those of one kind of mailbox, oldest first, for so long that nobody else takes it; work whose taker died comes up again when that time is over. */
export async function claimWork(
  db: Db,
  { kind, mailboxKind, now, until, limit }: { kind: DueWork['kind']; mailboxKind?: MailboxKind; now: Date; until: Date; limit: number },
): Promise<(DueWork & { wasDueAt: Date })[]> {
  const claimed = await db
    .with('due', (cte) =>
      cte
        .selectFrom('dueWork')
        .select(['id', 'dueAt as wasDueAt'])
        .where('kind', '=', kind)
        .where('mailboxKind', mailboxKind === undefined ? 'is' : '=', mailboxKind ?? null)
        .where('dueAt', '<=', now)
        .orderBy('dueAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('dueWork')
    .from('due')
    .set((eb) => ({ dueAt: until, attempts: eb('dueWork.attempts', '+', 1) }))
    .whereRef('dueWork.id', '=', 'due.id')
    .returning(['dueWork.id', 'kind', 'userId', 'sealed', 'createdAt', 'attempts', 'tries', 'isBooked', 'wasDueAt'])
    .execute()
  return claimed.sort((one, other) => one.wasDueAt.getTime() - other.wasDueAt.getTime() || one.createdAt.getTime() - other.createdAt.getTime())
}

/** Whether the work is still ours: nobody has taken it since this attempt began. Holds it until the transaction ends. */
export async function holdWork(db: Db, { id, attempts }: DueWork): Promise<boolean> {
  const row = await db.selectFrom('dueWork').select('id').where('id', '=', id).where('attempts', '=', attempts).forUpdate().executeTakeFirst()
  return row !== undefined
}

type OwnWork = Pick<DueWork, 'id' | 'attempts'> & { userId: string }

/** Moves messages whose work is still ours from queued to sending, unless the operator has stopped mail; answers which. One statement, committed when it answers. */
export async function markSending(db: Db, work: OwnWork[]): Promise<Set<string>> {
  const [ids, attempts, userIds] = [work.map(({ id }) => id), work.map((one) => one.attempts), work.map(({ userId }) => userId)]
  const { rows } = await sql<{ id: string }>`
    with held as (
      select due_work.id from due_work join unnest(${ids}::uuid[], ${attempts}::int[]) as asked (id, attempts)
        on due_work.id = asked.id and due_work.attempts = asked.attempts
      for update of due_work
    )
    update email set state = 'sending' from held
    where email.id = held.id and email.user_id = any(${userIds}::uuid[]) and email.state = 'queued' and not exists (select from stopped)
    returning email.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Notes that messages were accepted, and ends their work where it is still ours. One statement. */
export const markSent = (db: Db, sent: (OwnWork & { note: string | null })[], now: Date) => {
  const [ids, attempts, userIds, notes] = [
    sent.map(({ id }) => id),
    sent.map((one) => one.attempts),
    sent.map(({ userId }) => userId),
    sent.map(({ note }) => note),
  ]
  return sql`
    with done as (
      delete from due_work using unnest(${ids}::uuid[], ${attempts}::int[], ${notes}::text[]) as said (id, attempts, note)
      where due_work.id = said.id and due_work.attempts = said.attempts
      returning said.id, said.note
    )
    update email set state = 'sent', sent_at = ${now}, failure = done.note from done
    where email.id = done.id and email.user_id = any(${userIds}::uuid[]) and email.state in ('queued', 'sending')`.execute(db)
}

/** Removes work; answers what there was of it. */
export const deleteWork = (db: Db, id: string) => db.deleteFrom('dueWork').where('id', '=', id).returning('id').execute()

/** Removes work that is still ours: what was put in its place since stays. */
export const finishWork = (db: Db, { id, createdAt }: DueWork) => db.deleteFrom('dueWork').where('id', '=', id).where('createdAt', '=', createdAt).execute()

/** Writes beside an invitation why its mail did not arrive. */
export const noteUndelivered = (db: Db, invitationId: string, reason: string) =>
  db.updateTable('invitation').set({ failure: reason }).where('id', '=', invitationId).execute()

/** Has work come up again later, after a try that reached nobody; whoever made that try has nothing more to say about it. */
export const postponeWork = (db: Db, { id, attempts, tries }: DueWork, dueAt: Date) =>
  db
    .updateTable('dueWork')
    .set({ dueAt, tries: tries + 1, attempts: attempts + 1, isBooked: false })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()

/** When waiting work is due. */
export const listDue = (db: Db, ids: string[]) => db.selectFrom('dueWork').select(['id', 'dueAt']).where('id', 'in', ids).execute()

/** How long the oldest work that is due has waited, in seconds. */
export const oldestDueSeconds = async (db: Db, now: Date): Promise<number> => {
  const { rows } = await sql<{ seconds: number | null }>`select extract(epoch from ${now}::timestamptz - min(due_at))::int as seconds from due_work`.execute(db)
  return Math.max(0, rows[0]?.seconds ?? 0)
}

/** Removes idempotency keys, and paces and windows in which nothing has left since. */
export async function deleteOld(db: Db, { keys, windows }: { keys: Date; windows: Date }): Promise<void> {
  await db.deleteFrom('idempotencyKey').where('createdAt', '<', keys).execute()
  await db.deleteFrom('sendingWindow').where('startsAt', '<', windows).execute()
  await db.deleteFrom('mailboxPace').where(sql<boolean>`booked[array_upper(booked, 1)] < ${windows}`).execute()
}
