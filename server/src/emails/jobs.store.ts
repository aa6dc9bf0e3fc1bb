import type { MailboxKind } from '@loadping/contract/mailboxes'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type Job = {
  id: string
  kind: Tables['job']['kind']
  userId: string | null
  encryptedPayload: string | null
  createdAt: Date
  /** How often somebody took it: with the id, it says whose it is. */
  claims: number
  /** How often it was proved to have reached nobody. */
  failedAttempts: number
  /** Its turn in its mailbox's pace is set. */
  hasSlot: boolean
}

/** Adds work, or puts it in the place of what waits under the same id. */
export const addJob = (
  db: Db,
  work: Pick<Job, 'id' | 'kind' | 'userId' | 'encryptedPayload' | 'createdAt'> & {
    dueAt: Date
    mailboxKind?: MailboxKind
  },
) =>
  db
    .insertInto('job')
    .values(work)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(work))
    .execute()

/** Takes due work of a kind, and of inquiries those of one kind of mailbox, oldest first, for so long that nobody else takes it; work whose taker died comes up again when that time is over. */
export async function claimJobs(
  db: Db,
  {
    kind,
    mailboxKind,
    now,
    until,
    limit,
  }: { kind: Job['kind']; mailboxKind?: MailboxKind; now: Date; until: Date; limit: number },
): Promise<(Job & { wasDueAt: Date })[]> {
  const claimed = await db
    .with('due', (cte) =>
      cte
        .selectFrom('job')
        .select(['id', 'dueAt as wasDueAt'])
        .where('kind', '=', kind)
        .where('mailboxKind', mailboxKind === undefined ? 'is' : '=', mailboxKind ?? null)
        .where('dueAt', '<=', now)
        .orderBy('dueAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('job')
    .from('due')
    .set((eb) => ({ dueAt: until, claims: eb('job.claims', '+', 1) }))
    .whereRef('job.id', '=', 'due.id')
    .returning([
      'job.id',
      'kind',
      'userId',
      'encryptedPayload',
      'createdAt',
      'claims',
      'failedAttempts',
      'hasSlot',
      'wasDueAt',
    ])
    .execute()
  return claimed.sort(
    (one, other) =>
      one.wasDueAt.getTime() - other.wasDueAt.getTime() || one.createdAt.getTime() - other.createdAt.getTime(),
  )
}

/** Whether the work is still ours: nobody has taken it since this attempt began. Holds it until the transaction ends. */
export async function lockJob(db: Db, { id, claims }: Job): Promise<boolean> {
  const row = await db
    .selectFrom('job')
    .select('id')
    .where('id', '=', id)
    .where('claims', '=', claims)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

type JobClaim = Pick<Job, 'id' | 'claims'> & { userId: string }

/** Moves messages whose work is still ours from queued to sending, unless the operator has stopped mail; answers which. One statement, committed when it answers. */
export async function markSending(db: Db, work: JobClaim[]): Promise<Set<string>> {
  const [ids, claims, userIds] = [
    work.map(({ id }) => id),
    work.map((one) => one.claims),
    work.map(({ userId }) => userId),
  ]
  const { rows } = await sql<{ id: string }>`
    with locked as (
      select job.id from job join unnest(${ids}::uuid[], ${claims}::int[]) as wanted (id, claims)
        on job.id = wanted.id and job.claims = wanted.claims
      for update of job
    )
    update email set state = 'sending' from locked
    where email.id = locked.id and email.user_id = any(${userIds}::uuid[]) and email.state = 'queued' and not exists (select from kill_switch)
    returning email.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Notes that messages were accepted, and ends their work where it is still ours. One statement. */
export const markSent = (db: Db, sent: (JobClaim & { note: string | null })[], now: Date) => {
  const [ids, claims, userIds, notes] = [
    sent.map(({ id }) => id),
    sent.map((one) => one.claims),
    sent.map(({ userId }) => userId),
    sent.map(({ note }) => note),
  ]
  return sql`
    with done as (
      delete from job using unnest(${ids}::uuid[], ${claims}::int[], ${notes}::text[]) as finished (id, claims, note)
      where job.id = finished.id and job.claims = finished.claims
      returning finished.id, finished.note
    )
    update email set state = 'sent', sent_at = ${now}, failure_reason = done.note from done
    where email.id = done.id and email.user_id = any(${userIds}::uuid[]) and email.state in ('queued', 'sending')`.execute(
    db,
  )
}

/** Removes work; answers what there was of it. */
export const deleteJob = (db: Db, id: string) => db.deleteFrom('job').where('id', '=', id).returning('id').execute()

/** Removes work that is still ours: what was put in its place since stays. */
export const finishJob = (db: Db, { id, createdAt }: Job) =>
  db.deleteFrom('job').where('id', '=', id).where('createdAt', '=', createdAt).execute()

/** Writes beside an invitation why its mail did not arrive. */
export const recordUndelivered = (db: Db, invitationId: string, reason: string) =>
  db.updateTable('invitation').set({ deliveryError: reason }).where('id', '=', invitationId).execute()

/** Has work come up again later, after a try that reached nobody; whoever made that try has nothing more to say about it. */
export const rescheduleJob = (db: Db, { id, claims, failedAttempts }: Job, dueAt: Date) =>
  db
    .updateTable('job')
    .set({ dueAt, failedAttempts: failedAttempts + 1, claims: claims + 1, hasSlot: false })
    .where('id', '=', id)
    .where('claims', '=', claims)
    .execute()

/** When waiting work is due. */
export const listDueTimes = (db: Db, ids: string[]) =>
  db.selectFrom('job').select(['id', 'dueAt']).where('id', 'in', ids).execute()

/** How long the oldest work that is due has waited, in seconds. */
export const oldestJobAgeSeconds = async (db: Db, now: Date): Promise<number> => {
  const { rows } = await sql<{
    seconds: number | null
  }>`select extract(epoch from ${now}::timestamptz - min(due_at))::int as seconds from job`.execute(db)
  return Math.max(0, rows[0]?.seconds ?? 0)
}

/** Removes idempotency keys, and paces and windows in which nothing has left since. */
export async function deleteExpired(db: Db, { keys, windows }: { keys: Date; windows: Date }): Promise<void> {
  await db.deleteFrom('idempotencyKey').where('createdAt', '<', keys).execute()
  await db.deleteFrom('sendLimitWindow').where('startsAt', '<', windows).execute()
  await db.deleteFrom('mailboxThrottle').where(sql<boolean>`slots[array_upper(slots, 1)] < ${windows}`).execute()
}
