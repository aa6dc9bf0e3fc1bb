import { sql } from 'kysely'
import type { Deps } from '../context.ts'

/** One worker's claim on a row of a queue. A later claim ends it. */
export type Claim = { id: string; claims: number }

/** How often a worker renews the leases of what it runs. A lease outlasts two renewals that fail. */
export const renewEveryMs = 5_000

/** The end of a lease that begins or is renewed now: soon after the worker was lost, others take what it had. */
// By the database's clock, which all workers share and which a step of this machine's clock does not move.
export const leaseEnd = sql<Date>`now() + interval '15 seconds'`

/** Whether no worker holds a row of the only queue. A lease that ends later than any can was made before a clock was set back. */
// Version 0.1.0, which may still run beside this one while an installation is updated, makes leases of 90 seconds.
export const isFree = sql<boolean>`(leased_until is null or leased_until <= now() or leased_until > now() + interval '2 minutes')`

/** Whether a row of the only queue is claimed by one of these claims, and its lease has not ended. */
export const isHeldBy = (claims: readonly Claim[]) => {
  const ids = claims.map(({ id }) => id)
  return sql<boolean>`(leased_until > now() and id = any(${ids}::uuid[]) and (id, claims) in (
    select * from unnest(${ids}::uuid[], ${claims.map((claim) => claim.claims)}::int[])))`
}

/** Whether a row of the only queue is none of these, which this process still works on. */
export const isNoneOf = (inFlight: readonly { id: string }[]) =>
  sql<boolean>`id <> all (${inFlight.map(({ id }) => id)}::uuid[])`

/** Puts rows in the order in which they are due. */
export const byDueTime = <Row extends { dueAt: Date; createdAt: Date }>(rows: Row[]): Row[] =>
  rows.toSorted(
    (one, other) => one.dueAt.getTime() - other.dueAt.getTime() || one.createdAt.getTime() - other.createdAt.getTime(),
  )

/** Returns when a job is tried again that waits for an outside service: after 10 seconds, then twice as long, up to an hour. */
export const nextAttemptAt = (ctx: Pick<Deps, 'now'>, { failedAttempts }: { failedAttempts: number }): Date =>
  withJitter(ctx, Math.min(10 * 2 ** failedAttempts, 3_600))

/** Returns a time at least so many seconds from now, with random jitter so that retries do not arrive together. */
export const withJitter = ({ now }: Pick<Deps, 'now'>, seconds: number): Date =>
  new Date(now().getTime() + seconds * 1_000 * (1 + Math.random() / 2))
