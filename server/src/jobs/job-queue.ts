import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import { sql } from 'kysely'
import type { Deps } from '../context.ts'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type Job = {
  id: string
  kind: Tables['job']['kind']
  userId: string | null
  encryptedPayload: string | null
  dueAt: Date
  createdAt: Date
  /** How often the job was claimed. With the id, it identifies the claim that owns the job (fencing number). */
  claims: number
  /** Whether an earlier claim never ended: its worker crashed. */
  wasAbandoned: boolean
  /** How many attempts failed for certain. */
  failedAttempts: number
  /** Whether an attempt may have delivered it; of jobs that must not repeat. */
  hasStarted: boolean
  /** Whether a throttle slot is reserved for `dueAt`. */
  hasSlot: boolean
  /** The mailbox of an email, which the throttle counts. */
  mailbox: string | null
  /** The organization or user of an email, which the hourly limit counts. */
  limitScope: string | null
  /** Whether the user never emailed the recipient of an email before. */
  toNewRecipient: boolean
  /** When an unsent email fails as too late. */
  sellBy: Date | null
}

/** One worker's claim on a job. A later claim ends it. */
export type JobClaim = Pick<Job, 'id' | 'claims'>

// Longer than any attempt takes, so a job whose lease expired belongs to a worker that crashed. By the database's
// clock, which all workers share and which a step of this machine's clock does not move.
const leaseEnd = sql<Date>`now() + interval '90 seconds'`

/** Adds a job that delivers an email. */
export const emailJobWrite = (
  db: Db,
  job: {
    id: string
    userId: string
    mailboxKind: MailboxKind
    mailbox: string
    limitScope: string
    toNewRecipient: boolean
  } & Record<'dueAt' | 'createdAt' | 'sellBy', Date>,
) => db.insertInto('job').values({ ...job, kind: 'email' })

/**
 * Adds a job that is due now, or replaces the waiting job with this id. Encrypts its payload, which may hold links,
 * codes or tokens.
 */
export async function queueEncrypted(
  { db, keys, now }: Pick<Deps, 'db' | 'keys' | 'now'>,
  { kind, id, payload }: { kind: Exclude<Job['kind'], 'email'>; id: string; payload: object },
): Promise<void> {
  const encryptedPayload = keys.encrypt(JSON.stringify(payload), id)
  const job = { id, kind, encryptedPayload, dueAt: now(), createdAt: now(), hasStarted: false }
  await db
    .insertInto('job')
    .values(job)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...job, leasedUntil: null }))
    .execute()
}

/**
 * Claims due jobs of a kind, oldest first, but none `inFlight` in this process. With `waitsForSwitches`, claims only jobs
 * past their sell-by while a kill switch is set.
 */
export async function claimJobs(
  db: Db,
  {
    kind,
    mailboxKind,
    now,
    inFlight,
    limit,
    waitsForSwitches = false,
  }: {
    kind: Job['kind']
    mailboxKind?: MailboxKind
    now: Date
    inFlight: readonly { id: string }[]
    limit: number
    waitsForSwitches?: boolean
  },
): Promise<Job[]> {
  const claimed = await db
    .with('due', (cte) =>
      cte
        .selectFrom('job')
        .select(['id', 'leasedUntil'])
        .where('kind', '=', kind)
        .where('mailboxKind', mailboxKind === undefined ? 'is' : '=', mailboxKind ?? null)
        .where('dueAt', '<=', now)
        .$if(waitsForSwitches, (query) =>
          query.where((eb) =>
            eb.or([eb('sellBy', '<=', now), eb.not(eb.exists(eb.selectFrom('killSwitch').select('name')))]),
          ),
        )
        .where((eb) => eb.or([eb('leasedUntil', 'is', null), eb('leasedUntil', '<=', sql<Date>`now()`)]))
        .where(sql<boolean>`id <> all (${inFlight.map(({ id }) => id)}::uuid[])`)
        .orderBy('dueAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('job')
    .from('due')
    .set((eb) => ({ leasedUntil: leaseEnd, claims: eb('job.claims', '+', 1) }))
    .whereRef('job.id', '=', 'due.id')
    .returning((eb) => [
      eb('due.leasedUntil', 'is not', null).$castTo<boolean>().as('wasAbandoned'),
      'job.id',
      'kind',
      'userId',
      'encryptedPayload',
      'dueAt',
      'createdAt',
      'claims',
      'failedAttempts',
      'hasStarted',
      'hasSlot',
      'mailbox',
      'limitScope',
      'sellBy',
      'toNewRecipient',
    ])
    .execute()
  return claimed.sort(
    (one, other) => one.dueAt.getTime() - other.dueAt.getTime() || one.createdAt.getTime() - other.createdAt.getTime(),
  )
}

/** Locks a job until the transaction ends. Returns false if another worker has claimed it since. */
export async function lockJob(db: Db, { id, claims }: JobClaim): Promise<boolean> {
  const row = await db
    .selectFrom('job')
    .select('id')
    .where('id', '=', id)
    .where('claims', '=', claims)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a job. Returns whether it existed. */
export const deleteJob = async (db: Db, id: string): Promise<boolean> =>
  (await db.deleteFrom('job').where('id', '=', id).returning('id').execute()).length > 0

/** Deletes a finished job, unless it was replaced since. */
export const finishJob = (db: Db, { id, createdAt }: Job) =>
  db.deleteFrom('job').where('id', '=', id).where('createdAt', '=', createdAt).execute()

/** Records that a job may be delivered from now on. Throws if another worker claimed it since, or it was deleted. */
export async function markStarted(db: Db, { id, claims }: JobClaim): Promise<void> {
  const started = await db
    .updateTable('job')
    .set({ hasStarted: true })
    .where('id', '=', id)
    .where('claims', '=', claims)
    .returning('id')
    .executeTakeFirst()
  if (!started) throw new Error('This claim on the job has ended.')
}

/** Schedules the next attempt of a job whose attempt failed, and ends this claim on it. */
export const rescheduleJob = (db: Db, { id, claims, failedAttempts }: Job, dueAt: Date) =>
  db
    .updateTable('job')
    .set({
      ...{ dueAt, leasedUntil: null, failedAttempts: failedAttempts + 1, claims: claims + 1 },
      ...{ hasStarted: false, hasSlot: false, waitsFor: null },
    })
    .where('id', '=', id)
    .where('claims', '=', claims)
    .execute()

/** Returns a job to the queue, uncounted. Returns false if it ended or another worker has claimed it since. */
export const returnJob = async (db: Db, { id, claims }: JobClaim): Promise<boolean> => {
  const returned = await db
    .updateTable('job')
    .set({ leasedUntil: null, claims: claims + 1, hasSlot: false })
    .where('id', '=', id)
    .where('claims', '=', claims)
    .returning('id')
    .executeTakeFirst()
  return returned !== undefined
}

export type Deferral = { id: string; dueAt: Date; hasSlot: boolean; waitsFor?: Tables['job']['waitsFor'] }

/** Gives claimed jobs back to the queue, due at these times or at their sell-by. */
export const deferJobs = (db: Db, deferrals: Deferral[]) => {
  const [ids, times, slots, reasons] = [
    deferrals.map(({ id }) => id),
    deferrals.map(({ dueAt }) => dueAt),
    deferrals.map(({ hasSlot }) => hasSlot),
    deferrals.map(({ waitsFor }) => waitsFor ?? null),
  ]
  return sql`update job set due_at = least(deferral.due_at, job.sell_by), leased_until = null,
      has_slot = deferral.has_slot, waits_for = deferral.waits_for
    from unnest(${ids}::uuid[], ${times}::timestamptz[], ${slots}::boolean[], ${reasons}::text[])
      as deferral (id, due_at, has_slot, waits_for)
    where job.id = deferral.id`.execute(db)
}

/** Makes a user's waiting job due now. Returns its kind of mailbox, or undefined if none waits for its next attempt. */
export const hastenJob = (db: Db, { id, userId, now }: { id: string; userId: string; now: Date }) =>
  db
    .updateTable('job')
    .set((eb) => ({ dueAt: eb.fn<Date>('least', ['dueAt', eb.val(now)]) }))
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('failedAttempts', '>', 0)
    .where('waitsFor', 'is', null)
    .where('hasSlot', '=', false)
    .where((eb) => eb.or([eb('leasedUntil', 'is', null), eb('leasedUntil', '<=', sql<Date>`now()`)]))
    .returning('mailboxKind')
    .executeTakeFirst()

/** Returns how long the oldest due job that no worker holds has waited, in seconds. */
export const oldestJobAgeSeconds = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> => {
  const { rows } = await sql<{
    seconds: number | null
  }>`select extract(epoch from ${now()}::timestamptz - min(due_at))::int as seconds from job
    where leased_until is null or leased_until <= now()`.execute(db)
  return Math.max(0, rows[0]?.seconds ?? 0)
}

/** Returns a time at least so many seconds from now, with random jitter so that retries do not arrive together. */
export const withJitter = ({ now }: Pick<Deps, 'now'>, seconds: number): Date =>
  new Date(now().getTime() + seconds * 1_000 * (1 + Math.random() / 2))
