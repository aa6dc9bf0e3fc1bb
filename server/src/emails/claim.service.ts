import type { MailboxKind } from '@loadping/contract/mailboxes'
import { type Deps, inTransaction } from '../context.ts'
import type { InFlightJob } from '../jobs/job-kind.ts'
import { claimJobs, type Deferral, deferJobs, type Job } from '../jobs/job-queue.ts'
import { mailboxName, reserveSlots } from '../mailboxes/throttle.service.ts'
import { type EmailRow, listEmailsById } from './emails.store.ts'
import { lockWindows, saveWindows, type Window } from './send-limits.store.ts'

/** A claimed job with its email and the mailbox that sends it. */
export type SendCandidate = { job: Job; email: EmailRow | undefined; mailbox: string }

type Candidate = SendCandidate & { scope: string; hasSlot: boolean }

/** Grace period for a reserved slot. A later job reserves a new slot, so a stall is not followed by a burst. */
const slotGraceMs = 1_500

/**
 * Claims due emails that may be sent now. Defers the others: to the next throttle slot of their mailbox, to the next
 * window of a send limit, or by a second at the concurrency limit. While `examined` is not 0, more may be due.
 */
export const claimSendable = (
  ctx: Deps,
  { mailboxKind, limit, inFlight }: { mailboxKind: MailboxKind; limit: number; inFlight: readonly InFlightJob[] },
): Promise<{ candidates: SendCandidate[]; examined: number }> =>
  inTransaction(ctx, async (tx) => {
    const claimed = await claimJobs(tx.db, { kind: 'email', mailboxKind, now: ctx.now(), inFlight, limit })
    if (claimed.length === 0) return { candidates: [], examined: 0 }
    const throttled = await applyThrottle(tx, await loadCandidates(tx, claimed))
    const { ready, atCapacity } = limitConcurrency(throttled.ready, inFlight, ctx.sendSettings.pace.atOnce)
    const limited = await applySendLimits(tx, ready)
    const inASecond = new Date(ctx.now().getTime() + 1_000)
    const deferrals = [
      ...throttled.deferrals,
      ...atCapacity.map(({ job }) => ({ id: job.id, dueAt: inASecond, hasSlot: false })),
      ...limited.deferrals,
    ]
    if (deferrals.length > 0) await deferJobs(tx.db, deferrals)
    return { candidates: limited.ready, examined: claimed.length }
  })

/** Loads the emails of claimed jobs. A job whose email is gone waits for nothing. */
async function loadCandidates(ctx: Deps, claimed: Job[]): Promise<Candidate[]> {
  const byId = new Map((await listEmailsById(ctx.db, claimed)).map((email) => [email.id, email]))
  return claimed.map((job) => {
    const email = byId.get(job.id)
    const hasSlot = job.hasSlot && ctx.now().getTime() - job.dueAt.getTime() <= slotGraceMs
    return {
      job,
      email,
      hasSlot,
      mailbox: email ? mailboxName(email.mailboxKind, email.replyTo) : '',
      scope: email?.organizationId ?? email?.userId ?? '',
    }
  })
}

type Sorted = { ready: Candidate[]; deferrals: Deferral[] }

/** Reserves a throttle slot for each candidate without one, and defers those whose slot is later. */
async function applyThrottle(ctx: Deps, candidates: Candidate[]): Promise<Sorted> {
  const unreserved = candidates.filter(({ hasSlot }) => !hasSlot)
  const slots = await reserveSlots(
    ctx,
    unreserved.map(({ mailbox }) => mailbox),
  )
  const now = ctx.now()
  const deferrals = unreserved.flatMap(({ job }, index) => {
    const dueAt = slots[index] ?? now
    return dueAt > now ? [{ id: job.id, dueAt, hasSlot: true }] : []
  })
  return { ready: without(candidates, deferrals), deferrals }
}

function limitConcurrency(
  candidates: Candidate[],
  inFlight: readonly InFlightJob[],
  atOnce: number,
): { ready: Candidate[]; atCapacity: Candidate[] } {
  const counts = new Map<string, number>()
  for (const { group } of inFlight) counts.set(group, (counts.get(group) ?? 0) + 1)
  const [ready, atCapacity]: [Candidate[], Candidate[]] = [[], []]
  for (const candidate of candidates) {
    const count = counts.get(candidate.mailbox) ?? 0
    const isFree = count < atOnce
    if (isFree) counts.set(candidate.mailbox, count + 1)
    ;(isFree ? ready : atCapacity).push(candidate)
  }
  return { ready, atCapacity }
}

const globalScope = 'global'

/**
 * Counts each email in the hourly window of its scope and in the global minute, and defers those that find one full.
 */
async function applySendLimits(ctx: Deps, candidates: Candidate[]): Promise<Sorted> {
  if (candidates.length === 0) return { ready: [], deferrals: [] }
  const { emailsPerHour, emailsPerMinute } = ctx.sendSettings
  const limitOf = (scope: string) =>
    scope === globalScope ? { ms: 60_000, max: emailsPerMinute } : { ms: 3_600_000, max: emailsPerHour }
  const startOf = (scope: string) => new Date(Math.floor(ctx.now().getTime() / limitOf(scope).ms) * limitOf(scope).ms)
  const scopes = [...new Set([globalScope, ...candidates.map(({ scope }) => scope)])].sort()
  const current = await lockWindows(
    ctx.db,
    scopes.map((scope) => ({ scope, startsAt: startOf(scope) })),
  )
  const windows = new Map(current.map((window) => [window.scope, window]))

  const deferrals = candidates.flatMap(({ job, scope }) => {
    const full = [globalScope, scope].find((name) => (windows.get(name)?.used ?? 0) >= limitOf(name).max)
    if (full !== undefined)
      return [{ id: job.id, dueAt: new Date(startOf(full).getTime() + limitOf(full).ms), hasSlot: false }]
    for (const name of [globalScope, scope]) increment(windows.get(name))
    return []
  })
  await saveWindows(ctx.db, [...windows.values()])
  if (deferrals.length > 0)
    ctx.log.error(
      { count: deferrals.length, emailsPerHour, emailsPerMinute },
      'sends deferred by send limit (TEAM_EMAILS_PER_HOUR or TOTAL_EMAILS_PER_MINUTE)',
    )
  return { ready: without(candidates, deferrals), deferrals }
}

function increment(window: Window | undefined): void {
  if (window) window.used++
}

function without(candidates: Candidate[], deferrals: Deferral[]): Candidate[] {
  const deferred = new Set(deferrals.map(({ id }) => id))
  return candidates.filter(({ job }) => !deferred.has(job.id))
}
