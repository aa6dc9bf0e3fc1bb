import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import { type Deps, inTransaction } from '../context.ts'
import type { InFlightJob } from '../jobs/job-kind.ts'
import { countSends, uncountSends } from '../mailboxes/daily-limits.service.ts'
import { type LockedSlots, lockSlots } from '../mailboxes/throttle.service.ts'
import { claimDeliveries, type Deferral, type Delivery, deferDeliveries } from './delivery.store.ts'
import { emailJobKind } from './queue.service.ts'
import { addToWindows, removeFromWindows, type Window } from './send-limits.store.ts'

/** Whether an email may no longer be sent. */
export const isTooLate = (ctx: Deps, { sellBy }: Pick<Delivery, 'sellBy'>): boolean => sellBy <= ctx.now()

/** Grace period for a reserved slot. A later delivery reserves a new slot, so a stall is not followed by a burst. */
export const slotGraceMs = 1_500

/** For which mailboxes to look, and from when on emails were due; absent: from the beginning. */
type Look = { mailboxKind: MailboxKind; dueSince?: Date | undefined }

/**
 * Claims due emails that may be sent now, and those past their sell-by. Defers those that must wait for a slot or a
 * limit.
 */
export const claimSendable = (
  ctx: Deps,
  { mailboxKind, limit, inFlight, dueSince }: Look & { limit: number; inFlight: readonly InFlightJob[] },
): Promise<{ deliveries: Delivery[]; examined: number; oldestDueAt: Date | undefined }> =>
  inTransaction(ctx, async (tx) => {
    const claimed = await claimDeliveries(tx.db, { mailboxKind, now: ctx.now(), inFlight, limit, dueSince })
    const seen = { examined: claimed.length, oldestDueAt: claimed[0]?.dueAt }
    if (claimed.length === 0) return { deliveries: [], ...seen }
    const late = claimed.filter((delivery) => isTooLate(ctx, delivery))
    const due = without(claimed, late)
    if (due.length === 0) return { deliveries: late, ...seen }
    // Lock the throttle before the count, as everywhere else, to avoid deadlocks.
    const slots = await lockSlots(
      tx,
      due.map(({ mailbox }) => mailbox),
    )
    await uncountSends(
      tx,
      due.filter(({ wasAbandoned }) => wasAbandoned),
    ) // each counts again below
    const throttled = applyThrottle(tx, slots, due)
    const { ready, atCapacity } = limitConcurrency(throttled.ready, inFlight, ctx.sendSettings.throttle.atOnce)
    const beyond = await countSends(tx, slots, ready)
    const limited = await applySendLimits(tx, without(ready, beyond))
    const inASecond = new Date(ctx.now().getTime() + 1_000)
    const inAnHour = nextHour(ctx.now())
    const deferrals = [
      ...throttled.deferrals,
      ...atCapacity.map(({ id }) => ({ id, dueAt: inASecond, hasSlot: false })),
      ...beyond.map(({ id }) => ({ id, dueAt: inAnHour, hasSlot: false, waitsFor: 'mailbox-limit' as const })),
      ...limited.deferrals,
    ]
    if (deferrals.length > 0) await deferDeliveries(tx.db, deferrals)
    for (const { dueAt } of throttled.deferrals) ctx.wakeJobs(emailJobKind(mailboxKind), dueAt)
    return { deliveries: [...late, ...limited.ready], ...seen }
  })

type Sorted = { ready: Delivery[]; deferrals: Deferral[] }

/** Reserves a throttle slot for each delivery without one, and defers those whose slot is later. */
function applyThrottle(ctx: Deps, slots: LockedSlots, claimed: Delivery[]): Sorted {
  const now = ctx.now()
  const isReserved = ({ hasSlot, dueAt }: Delivery) => hasSlot && now.getTime() - dueAt.getTime() <= slotGraceMs
  const deferrals = claimed
    .filter((delivery) => !isReserved(delivery))
    .map(({ id, mailbox }) => ({ id, dueAt: slots.reserve(mailbox), hasSlot: true }))
    .filter(({ dueAt }) => dueAt > now)
  return { ready: without(claimed, deferrals), deferrals }
}

function limitConcurrency(
  deliveries: Delivery[],
  inFlight: readonly InFlightJob[],
  atOnce: number,
): { ready: Delivery[]; atCapacity: Delivery[] } {
  const counts = new Map<string, number>()
  for (const { group } of inFlight) counts.set(group, (counts.get(group) ?? 0) + 1)
  const ready: Delivery[] = []
  const atCapacity: Delivery[] = []
  for (const delivery of deliveries) {
    const count = counts.get(delivery.mailbox) ?? 0
    const isFree = count < atOnce
    if (isFree) counts.set(delivery.mailbox, count + 1)
    ;(isFree ? ready : atCapacity).push(delivery)
  }
  return { ready, atCapacity }
}

/** Returns when the hour ends, and with it the first of the hours that a daily limit counts. */
export const nextHour = (now: Date): Date => new Date((Math.floor(now.getTime() / 3_600_000) + 1) * 3_600_000)

const globalScope = 'global'

/**
 * Counts each email in the hourly window of its scope and in the global minute. Emails over a limit are deferred and not
 * counted.
 */
async function applySendLimits(ctx: Deps, deliveries: Delivery[]): Promise<Sorted> {
  if (deliveries.length === 0) return { ready: [], deferrals: [] }
  const { emailsPerHour, emailsPerMinute } = ctx.sendSettings
  const maxOf = (scope: string) => (scope === globalScope ? emailsPerMinute : emailsPerHour)
  const now = ctx.now()

  const used = await addToWindows(ctx.db, windowsOf(now, deliveries))
  for (const [scope, count] of countScopes(deliveries)) used.set(scope, (used.get(scope) ?? 0) - count) // as it was before
  const deferrals = deliveries.flatMap(({ id, limitScope }) => {
    const full = [globalScope, limitScope].find((scope) => (used.get(scope) ?? 0) >= maxOf(scope))
    if (full !== undefined)
      return [{ id, dueAt: new Date(startOf(now, full).getTime() + lengthOf(full)), ...atSendLimit }]
    for (const scope of [globalScope, limitScope]) used.set(scope, (used.get(scope) ?? 0) + 1)
    return []
  })
  const ready = without(deliveries, deferrals)
  if (deferrals.length === 0) return { ready, deferrals }
  const deferred = without(deliveries, ready)
  await uncountClaims(ctx, deferred, now)
  ctx.log.error(
    { count: deferrals.length, emailsPerHour, emailsPerMinute },
    'sends deferred by send limit (TEAM_EMAILS_PER_HOUR or TOTAL_EMAILS_PER_MINUTE)',
  )
  return { ready, deferrals }
}

/** Reverses what claims counted of emails that were certainly not sent. Locks the counts in the order of a claim. */
export async function uncountClaims(ctx: Deps, deliveries: Delivery[], now: Date): Promise<void> {
  await uncountSends(ctx, deliveries)
  await removeFromWindows(ctx.db, windowsOf(now, deliveries))
}

const lengthOf = (scope: string): number => (scope === globalScope ? 60_000 : 3_600_000)

const startOf = (now: Date, scope: string): Date =>
  new Date(Math.floor(now.getTime() / lengthOf(scope)) * lengthOf(scope))

/** Returns how much emails use of the current windows. */
const windowsOf = (now: Date, deliveries: Delivery[]): Window[] =>
  [...countScopes(deliveries)].map(([scope, used]) => ({ scope, startsAt: startOf(now, scope), used }))

const atSendLimit = { hasSlot: false, waitsFor: 'send-limit' } as const

/** Counts emails by the scopes that limit them. */
function countScopes(deliveries: Delivery[]): Map<string, number> {
  const counts = new Map([[globalScope, deliveries.length]])
  for (const { limitScope } of deliveries) counts.set(limitScope, (counts.get(limitScope) ?? 0) + 1)
  return counts
}

function without(deliveries: Delivery[], others: { id: string }[]): Delivery[] {
  const ids = new Set(others.map(({ id }) => id))
  return deliveries.filter(({ id }) => !ids.has(id))
}
