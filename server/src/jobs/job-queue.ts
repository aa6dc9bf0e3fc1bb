import { sql } from 'kysely'
import type { Deps } from '../context.ts'
import { unnoticedCopy } from '../copies/copies.reads.ts'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { around } from '../period.ts'
import { byDueTime, type Claim, isFree, isHeldBy, isNoneOf, leaseEnd } from './lease.ts'

export type Job = {
  id: string
  kind: Tables['job']['kind']
  encryptedPayload: string
  dueAt: Date
  createdAt: Date
  /** How often the job was claimed. With the id, it identifies the claim that owns the job (fencing number). */
  claims: number
  /** How many attempts failed for certain. */
  failedAttempts: number
  /** Whether an attempt may have had its effect; of jobs that must not repeat. */
  hasStarted: boolean
}

type NewJob = { kind: Job['kind']; id: string; payload: object }

/**
 * Adds a job that is due now, or replaces the waiting job with this id. Encrypts its payload, which may hold links,
 * codes or tokens.
 */
export async function queueEncrypted(ctx: Pick<Deps, 'db' | 'keys' | 'now'>, job: NewJob): Promise<void> {
  await queueAllEncrypted(ctx, [job])
}

/** Adds several jobs at once; see `queueEncrypted`. */
export async function queueAllEncrypted(
  { db, keys, now }: Pick<Deps, 'db' | 'keys' | 'now'>,
  jobs: NewJob[],
): Promise<void> {
  if (jobs.length === 0) return
  const at = now()
  await sql`
    insert into job (id, kind, encrypted_payload, due_at, created_at, has_started, held_at)
    select id, kind, encrypted_payload, ${at}, ${at}, false, null
    from unnest(
      ${jobs.map(({ id }) => id)}::uuid[],
      ${jobs.map(({ kind }) => kind)}::text[],
      ${jobs.map(({ id, payload }) => keys.encrypt(JSON.stringify(payload), id))}::text[]
    ) as added (id, kind, encrypted_payload)
    on conflict (id) do update set kind = excluded.kind, encrypted_payload = excluded.encrypted_payload,
      due_at = excluded.due_at, created_at = excluded.created_at, has_started = excluded.has_started,
      held_at = excluded.held_at, leased_until = null`.execute(db)
}

/** Claims due jobs of a kind, oldest first, but none `inFlight` in this process or held. */
export async function claimJobs(
  db: Db,
  { kind, now, inFlight, limit }: { kind: Job['kind']; now: Date; inFlight: readonly { id: string }[]; limit: number },
): Promise<Job[]> {
  const claimed = await db
    .with('due', (cte) =>
      cte
        .selectFrom('job')
        .select('id')
        .where('kind', '=', kind)
        .where('dueAt', '<=', now)
        .where('heldAt', 'is', null)
        .where((eb) => eb.not(eb.exists(unnoticedCopy(db))))
        .where(isFree)
        .where(isNoneOf(inFlight))
        .orderBy('dueAt')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('job')
    .from('due')
    .set((eb) => ({ leasedUntil: leaseEnd, claims: eb('job.claims', '+', 1) }))
    .whereRef('job.id', '=', 'due.id')
    .returning(['job.id', 'kind', 'encryptedPayload', 'dueAt', 'createdAt', 'claims', 'failedAttempts', 'hasStarted'])
    .execute()
  return byDueTime(claimed)
}

/** Deletes a job. Returns whether it existed. */
export const deleteJob = async (db: Db, id: string): Promise<boolean> =>
  (await db.deleteFrom('job').where('id', '=', id).returning('id').execute()).length > 0

/** Deletes a finished job, unless it was replaced since. */
export const finishJob = (db: Db, { id, createdAt }: Job) =>
  db.deleteFrom('job').where('id', '=', id).where('createdAt', '=', createdAt).execute()

/** Records that a job may have its effect from now on. Throws if another worker claimed it since, or it was deleted. */
export async function markStarted(db: Db, { id, claims }: Claim): Promise<void> {
  const started = await db
    .updateTable('job')
    .set({ hasStarted: true })
    .where('id', '=', id)
    .where('claims', '=', claims)
    .returning('id')
    .executeTakeFirst()
  if (!started) throw new Error('This claim on the job has ended.')
}

/** Renews the leases of these claims that have not ended. Waits for no row that a transaction has locked. */
export const renewJobs = (db: Db, claims: readonly Claim[]) =>
  db
    .with('held', (cte) => cte.selectFrom('job').select('id').where(isHeldBy(claims)).forUpdate().skipLocked())
    .updateTable('job')
    .from('held')
    .set({ leasedUntil: leaseEnd })
    .whereRef('job.id', '=', 'held.id')
    .execute()

/** Throws if another worker has claimed a job since, or it is done. */
export async function requireClaim(db: Db, { id, claims }: Claim): Promise<void> {
  const job = await db
    .selectFrom('job')
    .select('id')
    .where('id', '=', id)
    .where('claims', '=', claims)
    .executeTakeFirst()
  if (!job) throw new Error('This claim on the job has ended.')
}

/** Longer than the longest wait before another attempt. */
const maxDelayMs = 2 * 86_400_000

/** Makes jobs due that wait longer than any retry does, since a clock that was set back queued them. */
export const hastenFarJobs = ({ db, now }: Pick<Deps, 'db' | 'now'>) =>
  db.updateTable('job').set({ dueAt: now() }).where('dueAt', '>', around(now(), maxDelayMs).until).execute()

/** Schedules the next attempt of a job whose attempt failed, and ends this claim on it. */
export const rescheduleJob = (db: Db, { id, claims, failedAttempts }: Job, dueAt: Date) =>
  db
    .updateTable('job')
    .set({ dueAt, leasedUntil: null, failedAttempts: failedAttempts + 1, claims: claims + 1, hasStarted: false })
    .where('id', '=', id)
    .where('claims', '=', claims)
    .execute()

/** Counts the jobs of each kind that wait, and those that are held, with the age of the oldest due one in seconds. */
export async function countJobs({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const { rows } = await sql<{
    kind: Job['kind']
    waiting: number
    held: number
    oldestSeconds: number
  }>`select kind, (count(*) filter (where held_at is null))::int as waiting,
      (count(*) filter (where held_at is not null))::int as held,
      greatest(0, extract(epoch from ${now()}::timestamptz - min(due_at) filter (where held_at is null and ${isFree})))::int
        as "oldestSeconds"
    from job group by kind`.execute(db)
  return rows
}

/** Returns how long the oldest due job that no worker holds has waited, in seconds. */
export const oldestJobAgeSeconds = async ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> => {
  const { rows } = await sql<{
    seconds: number | null
  }>`select extract(epoch from ${now()}::timestamptz - min(due_at))::int as seconds from job
    where held_at is null and ${isFree}`.execute(db)
  return Math.max(0, rows[0]?.seconds ?? 0)
}
