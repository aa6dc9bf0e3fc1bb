import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { JobClaim } from '../jobs/job-queue.ts'

type EmailClaim = JobClaim & { userId: string }

/**
 * Moves emails from queued to sending if their claim is current and no kill switch is set. Returns the ids that moved.
 * One statement, committed when it returns.
 */
export async function markSending(db: Db, jobs: EmailClaim[]): Promise<Set<string>> {
  const [ids, claims, userIds] = [
    jobs.map(({ id }) => id),
    jobs.map((job) => job.claims),
    jobs.map(({ userId }) => userId),
  ]
  const { rows } = await sql<{ id: string }>`
    with owned as (
      select job.id from job join unnest(${ids}::uuid[], ${claims}::int[]) as claimed (id, claims)
        on job.id = claimed.id and job.claims = claimed.claims
      for update of job
    )
    update email set state = 'sending' from owned
    where email.id = owned.id and email.user_id = any(${userIds}::uuid[]) and email.state = 'queued'
      and not exists (select from kill_switch)
    returning email.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Marks emails as sent and deletes their jobs, where the claim is current. One statement. */
export const markSent = (db: Db, sent: (EmailClaim & { note: string | null })[], now: Date) => {
  const [ids, claims, userIds, notes] = [
    sent.map(({ id }) => id),
    sent.map((job) => job.claims),
    sent.map(({ userId }) => userId),
    sent.map(({ note }) => note),
  ]
  return sql`
    with done as (
      delete from job using unnest(${ids}::uuid[], ${claims}::int[], ${notes}::text[]) as claimed (id, claims, note)
      where job.id = claimed.id and job.claims = claimed.claims
      returning claimed.id, claimed.note
    )
    update email set state = 'sent', sent_at = ${now}, failure_reason = done.note from done
    where email.id = done.id and email.user_id = any(${userIds}::uuid[])
      and email.state in ('queued', 'sending')`.execute(db)
}
