import { sql } from 'kysely'
import type { Deps } from '../context.ts'

/** One worker's claim on a row of a queue. A later claim ends it. */
export type Claim = { id: string; claims: number }

/**
 * The end of a lease that begins now: longer than any attempt takes that does not extend it, so that an expired lease
 * belongs to a worker that crashed.
 */
// By the database's clock, which all workers share and which a step of this machine's clock does not move.
export const leaseEnd = sql<Date>`now() + interval '90 seconds'`

/** Whether no worker holds a row of the only queue. A lease that ends later than any can was made before a clock was set back. */
export const isFree = sql<boolean>`(leased_until is null or leased_until <= now() or leased_until > now() + interval '3 minutes')`

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
