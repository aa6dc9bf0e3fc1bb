import { keptHours } from '@loadping/contract/billing/plans'
import { type Deps, inTransaction } from '../context.ts'
import { isOff } from '../kill-switches/kill-switches.service.ts'
import { logSecurityEvent } from '../security-events.ts'
import * as plans from './billing.store.ts'
import * as store from './customers.store.ts'
import { isLive, judgeSubscriptions, readSubscription, type Subscription } from './subscriptions.ts'

export type SyncDeps = Pick<Deps, 'db' | 'now' | 'log' | 'payments'> & Partial<Pick<Deps, 'observed'>>

const hourlyMs = 3_600_000
const keptMs = keptHours * hourlyMs
const dailyMs = 24 * 3_600_000

/**
 * Compares a customer with Stripe and stores what its subscriptions give. The only writer of paid plans. Returns whether the
 * plan changed. Throws what Stripe answers if it fails.
 */
export async function syncBilling(ctx: SyncDeps, id: string): Promise<{ isChanged: boolean }> {
  const number = ctx.payments && (await store.beginSync(ctx.db, id))
  if (number === undefined) return { isChanged: false }
  const subscriptions = await readSubscriptions(ctx, id).catch(async (error: unknown) => {
    await recordFailure(ctx, { id, number })
    throw error
  })
  return inTransaction(ctx, (tx) =>
    subscriptions ? storeAnswer(tx, { id, number, subscriptions }) : forgetCustomer(tx, { id, number }),
  )
}

/** Whether a failure is Stripe's, or that of the way to it: its client names each so. */
export const isStripeError = (error: unknown): boolean => String(Object(error).type).startsWith('Stripe')

/** Compares all customers that pay for a user or organization. Throws what Stripe answers if it fails. */
export async function syncHolder(ctx: SyncDeps, holderId: string): Promise<void> {
  for (const { id } of await store.listCustomers(ctx.db, holderId)) await syncBilling(ctx, id)
}

type Numbered = { id: string; number: number }

/** Returns undefined for a customer that Stripe does not know. */
async function readSubscriptions(ctx: SyncDeps, id: string): Promise<Subscription[] | undefined> {
  if (!ctx.payments) return []
  const { stripe } = ctx.payments
  // Nothing is expanded of the customer, since Stripe refuses that for a deleted one.
  const customer = await stripe.customers.retrieve(id).catch(async (error: unknown) => {
    // Any other failure proves nothing.
    if (Object(error).code !== 'resource_missing' || (await mayBeOfAnotherKey(ctx, id))) throw error
    return undefined
  })
  if (!customer || customer.deleted) return undefined
  const invoices = await stripe.invoices
    .list({ customer: id, status: 'open', limit: 100 })
    .autoPagingToArray({ limit: 500 })
  const usual = 'data.customer.invoice_settings.default_payment_method'
  const expand = ['data.default_payment_method', 'data.schedule', usual]
  const subscriptions = await stripe.subscriptions
    .list({ customer: id, status: 'all', limit: 100, expand })
    .autoPagingToArray({ limit: 500 })
  return subscriptions.map((subscription) => readSubscription(subscription, invoices))
}

/**
 * Whether a customer who pays is unknown since less than 72 hours. Stripe goes on to know deleted customers, so its key is
 * then probably that of another account or mode.
 */
async function mayBeOfAnotherKey(ctx: SyncDeps, id: string): Promise<boolean> {
  const { failingSince = null, subscriptions = [] } = (await store.findCustomer(ctx.db, id)) ?? {}
  const isNew = failingSince === null || ctx.now().getTime() < failingSince.getTime() + keptMs
  if (!isNew || !subscriptions.some(isLive)) return false
  logSecurityEvent(ctx, 'billing-alarm', { customerId: id, reason: 'unknown-customer' })
  return true
}

async function storeAnswer(
  ctx: SyncDeps,
  { id, number, subscriptions }: Numbered & { subscriptions: Subscription[] },
): Promise<{ isChanged: boolean }> {
  const now = ctx.now()
  const checkAt = new Date(now.getTime() + dailyMs)
  const customer = await store.storeSync(ctx.db, { id, number, now, checkAt, subscriptions })
  if (!customer) return { isChanged: false }
  const { holderId } = customer
  const before = await store.findPlanOf(ctx.db, id, holderId)
  const { plan, until, subscription, alarms } = judgeSubscriptions(subscriptions, before?.plan ?? null, now)
  for (const reason of alarms) logSecurityEvent(ctx, 'billing-alarm', { customerId: id, reason })
  if (!alarms.includes('two-live') && subscriptions.some(isLive) && (await paysTwice(ctx, holderId)))
    logSecurityEvent(ctx, 'billing-alarm', { customerId: id, reason: 'two-live' })
  if (plan === null) return { isChanged: await plans.removePlan(ctx.db, holderId, id) }
  const seats = plan === 'BUSINESS' ? Math.max(1, subscription?.seats ?? 1) : null
  await plans.savePlan(ctx.db, { holderId, source: id, plan, seats, until, since: now })
  const isSame = before?.plan === plan && before.seats === seats && before.until?.getTime() === until?.getTime()
  return { isChanged: !isSame }
}

/** Whether two subscriptions go on for a holder, of any of its customers. */
async function paysTwice({ db }: SyncDeps, holderId: string): Promise<boolean> {
  const customers = await store.listCustomers(db, holderId)
  return customers.flatMap(({ subscriptions }) => subscriptions).filter(isLive).length > 1
}

/** Stripe no longer knows the customer, so that the next purchase creates one. */
async function forgetCustomer(ctx: SyncDeps, { id, number }: Numbered): Promise<{ isChanged: boolean }> {
  const now = ctx.now()
  const customer = await store.storeSync(ctx.db, { id, number, now, checkAt: now, subscriptions: [] })
  if (!customer) return { isChanged: false }
  logSecurityEvent(ctx, 'billing-alarm', { customerId: id, reason: 'unknown-customer' })
  await store.removeCustomer(ctx.db, id)
  return { isChanged: await plans.removePlan(ctx.db, customer.holderId, id) }
}

async function recordFailure(ctx: SyncDeps, { id, number }: Numbered): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const now = tx.now()
    const checkAt = new Date(now.getTime() + hourlyMs)
    const failing = await store.failSync(tx.db, { id, number, now, checkAt })
    if (!failing) return
    const until = new Date((failing.failingSince ?? now).getTime() + keptMs)
    await store.endPlanBy(tx.db, { source: id, holderId: failing.holderId, until })
  })
}

export type Sweep = { checked: number; repaired: number; failed: number }

/**
 * Compares the customers that are due: each daily, and hourly while it fails. A plan that differed is repaired, and told to
 * the operator. With `isForAll`, none is left out; else it waits while writes are off.
 */
export async function sweepBilling(ctx: SyncDeps, { isForAll = false } = {}): Promise<Sweep> {
  const sweep: Sweep = { checked: 0, repaired: 0, failed: 0 }
  if (!ctx.payments || (!isForAll && (await isOff(ctx, 'writes')))) return sweep
  const now = ctx.now()
  const latest = new Date(now.getTime() + 2 * dailyMs) // any later was set by a clock that was wrong
  const seen = new Set<string>()
  for (;;) {
    const due = await store.listDue(ctx.db, { now, latest, isForAll, limit: seen.size + 100 })
    const ids = due.filter((id) => !seen.has(id))
    if (ids.length === 0) break
    for (const id of ids) {
      seen.add(id)
      await sweepOne(ctx, id, sweep)
    }
  }
  if (sweep.checked > 0 && ctx.observed) ctx.observed.billingSweep = { at: now, ...sweep }
  if (sweep.checked > 0) ctx.log.info(sweep, 'customers compared with Stripe')
  return sweep
}

async function sweepOne(ctx: SyncDeps, id: string, sweep: Sweep): Promise<void> {
  sweep.checked += 1
  try {
    const { isChanged } = await syncBilling(ctx, id)
    if (isChanged) logSecurityEvent(ctx, 'billing-drift', { customerId: id })
    sweep.repaired += Number(isChanged)
  } catch (error) {
    sweep.failed += 1 // of Stripe: recorded with the customer
    if (!isStripeError(error)) ctx.log.error({ err: error, customerId: id }, 'comparison with Stripe failed')
  }
}

/** Longer than Stripe repeats an event. */
const eventDays = 30

/** Forgets events that Stripe no longer repeats. */
export const deleteOldEvents = (ctx: Pick<Deps, 'db' | 'now'>) =>
  store.deleteEvents(ctx.db, new Date(ctx.now().getTime() - eventDays * dailyMs))
