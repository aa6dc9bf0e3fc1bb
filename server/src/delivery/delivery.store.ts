import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { JobClaim } from '../jobs/job-queue.ts'

type EmailClaim = JobClaim & { userId: string }

/**
 * Moves emails from queued to sending if their claim is current, their sell-by ahead and no kill switch set. Commits and
 * returns the ids that moved.
 */
export async function markSending(db: Db, jobs: EmailClaim[], now: Date): Promise<Set<string>> {
  const [ids, claims, userIds] = [
    jobs.map(({ id }) => id),
    jobs.map((job) => job.claims),
    jobs.map(({ userId }) => userId),
  ]
  const { rows } = await sql<{ id: string }>`
    with owned as (
      select id from (
        select id, claims from job
        where id = any(${ids}::uuid[]) and sell_by > ${now} and not exists (select 1 from kill_switch) for update
      ) as locked
      where (id, claims) in (select * from unnest(${ids}::uuid[], ${claims}::int[]))
    )
    update email set state = 'sending' from owned
    where email.id = owned.id and email.user_id = any(${userIds}::uuid[]) and email.state = 'queued'
    returning email.id`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/**
 * Marks emails as sent and deletes their jobs. Only the worker that marked them as sending may call it, even after its
 * claim expired.
 */
export const markSent = (db: Db, sent: { id: string; userId: string; note: string | null }[], now: Date) => {
  const [ids, userIds, notes] = [
    sent.map(({ id }) => id),
    sent.map(({ userId }) => userId),
    sent.map(({ note }) => note),
  ]
  // Locks each job before its email, as everywhere else, to avoid deadlocks.
  return sql`
    with locked as (select id from job where id = any(${ids}::uuid[]) for update),
    marked as (
      update email set state = 'sent', sent_at = ${now}, failure_reason = accepted.note
      from unnest(${ids}::uuid[], ${notes}::text[]) as accepted (id, note) left join locked on locked.id = accepted.id
      where email.id = accepted.id and email.user_id = any(${userIds}::uuid[])
        and email.state in ('sending', 'unknown')
      returning email.id
    )
    delete from job using marked where job.id = marked.id`.execute(db)
}
