import type { MailboxKind } from '@loadping/contract/mailboxes'
import { type Deps, inTransaction } from '../context.ts'
import type { InFlightJob } from '../jobs/job-kind.ts'
import { claimJobs, type Deferral, deferJobs, type Job } from '../jobs/job-queue.ts'
import { countSends, uncountSends } from '../mailboxes/daily-limits.service.ts'
import { reserveSlots } from '../mailboxes/throttle.service.ts'
import { lockWindows, saveWindows, type Window } from './send-limits.store.ts'

/** A claimed job that delivers an email. */
export type EmailJob = Job & { userId: string; mailbox: string; limitScope: string; sellBy: Date }

const isEmailJob = (job: Job): job is EmailJob =>
  job.userId !== null && job.mailbox !== null && job.limitScope !== null && job.sellBy !== null

/** Whether an email may no longer be sent. */
export const isTooLate = (ctx: Deps, { sellBy }: Pick<EmailJob, 'sellBy'>): boolean => sellBy <= ctx.now()

/** Grace period for a reserved slot. A later job reserves a new slot, so a stall is not followed by a burst. */
const slotGraceMs = 1_500

/**
 * Claims due emails that may be sent now and those past their sell-by, which are all while sending is paused. Defers
 * those that must wait for a throttle slot, a limit or the concurrency limit.
 */
export const claimSendable = (
  ctx: Deps,
  {
    mailboxKind,
    limit,
    inFlight,
    isPaused,
  }: { mailboxKind: MailboxKind; limit: number; inFlight: readonly InFlightJob[]; isPaused: boolean },
): Promise<{ jobs: EmailJob[]; examined: number }> =>
  inTransaction(ctx, async (tx) => {
    const sought = { mailboxKind, now: ctx.now(), inFlight, limit, onlyLate: isPaused }
    const claimed = (await claimJobs(tx.db, { kind: 'email', ...sought })).filter(isEmailJob)
    if (claimed.length === 0) return { jobs: [], examined: 0 }
    const late = claimed.filter((job) => isTooLate(ctx, job))
    const due = without(claimed, late)
    await uncountSends(
      tx,
      due.filter(({ wasAbandoned }) => wasAbandoned),
    ) // each counts again below
    const throttled = await applyThrottle(tx, due)
    const { ready, atCapacity } = limitConcurrency(throttled.ready, inFlight, ctx.sendSettings.pace.atOnce)
    const { within, beyond } = await applyDailyLimits(tx, ready)
    const limited = await applySendLimits(tx, within)
    await uncountSends(tx, without(within, limited.ready))
    const inASecond = new Date(ctx.now().getTime() + 1_000)
    const deferrals = [
      ...throttled.deferrals,
      ...atCapacity.map(({ id }) => ({ id, dueAt: inASecond, hasSlot: false })),
      ...beyond,
      ...limited.deferrals,
    ]
    if (deferrals.length > 0) await deferJobs(tx.db, deferrals)
    return { jobs: [...late, ...limited.ready], examined: claimed.length }
  })

type Sorted = { ready: EmailJob[]; deferrals: Deferral[] }

/** Reserves a throttle slot for each job without one, and defers those whose slot is later. */
async function applyThrottle(ctx: Deps, claimed: EmailJob[]): Promise<Sorted> {
  const isReserved = ({ hasSlot, dueAt }: EmailJob) => hasSlot && ctx.now().getTime() - dueAt.getTime() <= slotGraceMs
  const unreserved = claimed.filter((job) => !isReserved(job))
  const slots = await reserveSlots(
    ctx,
    unreserved.map(({ mailbox }) => mailbox),
  )
  const now = ctx.now()
  const deferrals = unreserved.flatMap(({ id }, index) => {
    const dueAt = slots[index] ?? now
    return dueAt > now ? [{ id, dueAt, hasSlot: true }] : []
  })
  return { ready: without(claimed, deferrals), deferrals }
}

function limitConcurrency(
  jobs: EmailJob[],
  inFlight: readonly InFlightJob[],
  atOnce: number,
): { ready: EmailJob[]; atCapacity: EmailJob[] } {
  const counts = new Map<string, number>()
  for (const { group } of inFlight) counts.set(group, (counts.get(group) ?? 0) + 1)
  const [ready, atCapacity]: [EmailJob[], EmailJob[]] = [[], []]
  for (const job of jobs) {
    const count = counts.get(job.mailbox) ?? 0
    const isFree = count < atOnce
    if (isFree) counts.set(job.mailbox, count + 1)
    ;(isFree ? ready : atCapacity).push(job)
  }
  return { ready, atCapacity }
}

/** Counts each email toward the daily limit of its mailbox, and defers those beyond it until the next hour. */
async function applyDailyLimits(ctx: Deps, jobs: EmailJob[]): Promise<{ within: EmailJob[]; beyond: Deferral[] }> {
  const beyond = await countSends(ctx, jobs)
  const dueAt = nextHour(ctx.now())
  return {
    within: without(jobs, beyond),
    beyond: beyond.map(({ id }) => ({ id, dueAt, hasSlot: false, waitsFor: 'mailbox-limit' })),
  }
}

/** Returns when the hour ends, and with it the first of the hours that a daily limit counts. */
export const nextHour = (now: Date): Date => new Date((Math.floor(now.getTime() / 3_600_000) + 1) * 3_600_000)

const globalScope = 'global'

/**
 * Counts each email in the hourly window of its scope and in the global minute, and defers those that find one full.
 */
async function applySendLimits(ctx: Deps, jobs: EmailJob[]): Promise<Sorted> {
  if (jobs.length === 0) return { ready: [], deferrals: [] }
  const { emailsPerHour, emailsPerMinute } = ctx.sendSettings
  const limitOf = (scope: string) =>
    scope === globalScope ? { ms: 60_000, max: emailsPerMinute } : { ms: 3_600_000, max: emailsPerHour }
  const startOf = (scope: string) => new Date(Math.floor(ctx.now().getTime() / limitOf(scope).ms) * limitOf(scope).ms)
  const scopes = [...new Set([globalScope, ...jobs.map(({ limitScope }) => limitScope)])].sort()
  const current = await lockWindows(
    ctx.db,
    scopes.map((scope) => ({ scope, startsAt: startOf(scope) })),
  )
  const windows = new Map(current.map((window) => [window.scope, window]))

  const deferrals = jobs.flatMap(({ id, limitScope }) => {
    const full = [globalScope, limitScope].find((name) => (windows.get(name)?.used ?? 0) >= limitOf(name).max)
    if (full !== undefined) return [{ id, dueAt: new Date(startOf(full).getTime() + limitOf(full).ms), ...atSendLimit }]
    for (const name of [globalScope, limitScope]) increment(windows.get(name))
    return []
  })
  await saveWindows(ctx.db, [...windows.values()])
  if (deferrals.length > 0)
    ctx.log.error(
      { count: deferrals.length, emailsPerHour, emailsPerMinute },
      'sends deferred by send limit (TEAM_EMAILS_PER_HOUR or TOTAL_EMAILS_PER_MINUTE)',
    )
  return { ready: without(jobs, deferrals), deferrals }
}

const atSendLimit = { hasSlot: false, waitsFor: 'send-limit' } as const

function increment(window: Window | undefined): void {
  if (window) window.used++
}

function without(jobs: EmailJob[], others: { id: string }[]): EmailJob[] {
  const ids = new Set(others.map(({ id }) => id))
  return jobs.filter(({ id }) => !ids.has(id))
}
