import type { PaidPlan } from '@loadping/contract/billing/plans'
import type { Stripe } from 'stripe'
import { findDeletion, isDeleted } from '../accounts/deletion.service.ts'
import { type Deps, inTransaction } from '../context.ts'
import * as store from './customers.store.ts'
import { scheduleNext } from './plan-changes.service.ts'
import { findNextPhase, isLive } from './subscriptions.ts'
import { type SyncDeps, syncBilling } from './sync.service.ts'

/** Marks, at Stripe, the subscriptions that end because their account does, so that a kept account can have them back. */
const marker = 'ends_with_account'
/** What was scheduled for the next renewal of one that is marked. */
const nextPrice = 'next_price'
const nextQuantity = 'next_quantity'

/**
 * Ends what a user who deleted the account pays for: not to renew, so that it can be taken back, and at once when the account
 * goes. Lets it renew again once the account is kept. Returns whether nothing is left to do. Throws what Stripe answers if it
 * fails.
 */
export async function endOrRenewSubscriptions(ctx: Deps, userId: string): Promise<boolean> {
  const account = await findDeletion(ctx, userId)
  if (account?.deletesAt === null) {
    await reviveSubscriptions(ctx, userId)
    return true
  }
  const isFinal = !account || account.deletesAt <= ctx.now()
  let ended = 0
  for (const { id } of await listCustomersOf(ctx, userId)) ended += await endCustomer(ctx, id, { isFinal })
  if (!isFinal) {
    if (!(await isDeleted(ctx, userId))) await reviveSubscriptions(ctx, userId) // it was kept meanwhile
    return true
  }
  // What Stripe tells of an end arrives within minutes, and needs a customer that is known.
  if (ended > 0) return false
  return forgetCustomers(ctx, userId)
}

/** Ends the subscriptions of a customer. Returns how many had to be ended. */
async function endCustomer(ctx: Deps, customer: string, { isFinal }: { isFinal: boolean }): Promise<number> {
  const stripe = getStripe(ctx)
  const open = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })
  for (const { id } of open.data) await stripe.checkout.sessions.expire(id)
  let ended = 0
  for (const subscription of await listSubscriptions(stripe, customer)) {
    const { id, status } = subscription
    if (status === 'canceled' || status === 'incomplete_expired') continue
    const endsNow = isFinal || status === 'incomplete' || status === 'paused'
    const mayRenew = !subscription.cancel_at_period_end && subscription.cancel_at === null
    if (!endsNow && mayRenew) await stripe.subscriptions.update(id, { metadata: markEnding(subscription) })
    await releaseSchedule(stripe, subscription) // which would renew it with other seats
    if (endsNow) await stripe.subscriptions.cancel(id)
    else if (mayRenew) await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    else continue
    ended += 1
  }
  await syncBilling(ctx, customer)
  return ended
}

async function releaseSchedule(stripe: Stripe, { schedule }: Stripe.Subscription): Promise<void> {
  if (schedule === null) return
  await stripe.subscriptionSchedules.release(typeof schedule === 'string' ? schedule : schedule.id)
}

/** Returns the mark of a subscription that ends with the account, with what is scheduled for its next renewal. */
function markEnding({ schedule, items }: Stripe.Subscription): Record<string, string> {
  const next = findNextPhase(schedule, items.data[0]?.current_period_end ?? 0)?.items[0]
  if (!next) return { [marker]: 'yes' }
  const price = typeof next.price === 'string' ? next.price : next.price.id
  return { [marker]: 'yes', [nextPrice]: price, [nextQuantity]: String(next.quantity ?? 1) }
}

/** Returns what a user, or the team that the user owns, pays for at Stripe, and until when; null for nothing. */
export async function findPaid(ctx: Deps, userId: string): Promise<{ plan: PaidPlan; until: string } | null> {
  const paid = (await listCustomersOf(ctx, userId))
    .flatMap(({ subscriptions }) => subscriptions)
    .filter(isLive)
    .toSorted((one, other) => other.renewsAt.getTime() - one.renewsAt.getTime())
    .find(({ plan }) => plan !== null)
  return paid?.plan ? { plan: paid.plan, until: (paid.endsAt ?? paid.renewsAt).toISOString() } : null
}

const listCustomersOf = async (ctx: Deps, userId: string): Promise<store.Customer[]> => {
  const holders = await store.listHolders(ctx.db, userId)
  return (await Promise.all(holders.map((id) => store.listCustomers(ctx.db, id)))).flat()
}

/** Forgets a user's plans and customers, once none of them is asked for money any more. */
const forgetCustomers = (ctx: Deps, userId: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const customers = await store.listCustomers(tx.db, userId)
    if (customers.some(({ subscriptions }) => subscriptions.some(isLive))) return false
    await store.removeHolder(tx.db, userId)
    return true
  })

/**
 * Lets the subscriptions renew again that ended with an account which its owner keeps. Returns whether they do, or null
 * without one. Throws what Stripe answers if it fails.
 */
export async function reviveSubscriptions(ctx: Deps, userId: string): Promise<boolean | null> {
  const revived: boolean[] = []
  for (const { id } of await listCustomersOf(ctx, userId)) revived.push(...(await reviveCustomer(ctx, id)))
  return revived.length === 0 ? null : revived.every(Boolean)
}

async function reviveCustomer(ctx: Deps, customer: string): Promise<boolean[]> {
  const stripe = getStripe(ctx)
  const ours = (await listSubscriptions(stripe, customer)).filter(({ metadata }) => metadata[marker] === 'yes')
  for (const one of ours) if (one.status !== 'canceled') await renew(stripe, one)
  await syncBilling(ctx, customer)
  return ours.map(({ status }) => status !== 'canceled')
}

/** Lets a subscription renew, with what was scheduled before. The mark goes last, so that all can be done again. */
async function renew(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const { id, metadata } = subscription
  await releaseSchedule(stripe, subscription) // of an attempt that was interrupted
  const after = await stripe.subscriptions.update(id, { cancel_at_period_end: false })
  const { [nextPrice]: priceId, [nextQuantity]: quantity } = metadata
  if (priceId)
    await scheduleNext(stripe, after, { price: await stripe.prices.retrieve(priceId), quantity: Number(quantity) })
  await stripe.subscriptions.update(id, { metadata: { [marker]: 'no', [nextPrice]: '', [nextQuantity]: '' } })
}

const listSubscriptions = (stripe: Stripe, customer: string) =>
  stripe.subscriptions
    .list({ customer, status: 'all', limit: 100, expand: ['data.schedule'] })
    .autoPagingToArray({ limit: 500 })

function getStripe({ payments }: SyncDeps): Stripe {
  if (!payments) throw new Error('A customer pays at Stripe, but BILLING is off.')
  return payments.stripe
}
