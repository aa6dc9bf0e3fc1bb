import type { ChangePreview, ChangeResult, PlanChange, Purchase } from '@loadping/contract/billing/billing'
import { minSeats } from '@loadping/contract/billing/plans'
import { isStripePage } from '@loadping/contract/billing/stripe-pages'
import { brand } from '@loadping/contract/brand'
import { formatDate } from '@loadping/contract/format/instants'
import { Problem } from '@loadping/contract/wire/problem'
import type { Stripe } from 'stripe'
import type { Context } from '../context.ts'
import { isNear } from '../period.ts'
import { askStripe, findPrice, payerOf, requirePayments, requireSamePayer } from './checkout.service.ts'
import { listCustomers } from './customers.store.ts'
import { findNextPhase, isLive, plansByKey, readEnd } from './subscriptions.ts'
import { syncHolder } from './sync.service.ts'

/** What a subscription is of at a time: what can be changed of it. */
type Terms = { price: Stripe.Price; quantity: number }

/** A subscription that may be changed, with what it is now and, as scheduled, from the next renewal on. */
type Paid = { subscription: Stripe.Subscription; item: Stripe.SubscriptionItem; current: Terms; scheduled: Terms }

/** What is wanted of a subscription: at once, and from the next renewal on. */
type Wanted = { now: Terms; next: Terms }

/** Returns what another number of seats costs a team that pays for its plan, and the seats now. */
export const previewSeatChange = (ctx: Context, seats: number): Promise<ChangePreview & { seats: number }> =>
  askStripe(ctx, async () => {
    const paid = await getPaid(ctx, { isTeams: true })
    return { ...(await preview(ctx, paid, wantSeats(paid, seats))), seats: paid.current.quantity }
  })

/** Buys seats at once, or gives some back from the next renewal on. What is bought counts once it is paid. */
export const changeSeatsTo = (ctx: Context, seats: number, pricedAt?: string): Promise<ChangeResult> =>
  askStripe(ctx, async () => {
    const paid = await getPaid(ctx, { isTeams: true })
    return change(ctx, paid, wantSeats(paid, seats), pricedAt)
  })

/** Returns what another plan or interval costs who pays for one. */
export const previewPlan = (ctx: Context, purchase: Purchase): Promise<ChangePreview> =>
  askStripe(ctx, async () => {
    const paid = await getPaid(ctx)
    return preview(ctx, paid, await wantPlan(ctx, paid, purchase))
  })

/** Pays a year or Business at once, or a month again from the next renewal on. What is bought counts once it is paid. */
export const changePlan = (ctx: Context, { pricedAt, ...purchase }: PlanChange): Promise<ChangeResult> =>
  askStripe(ctx, async () => {
    const paid = await getPaid(ctx)
    const wanted = await wantPlan(ctx, paid, purchase)
    await requireSamePayer(ctx)
    return change(ctx, paid, wanted, pricedAt)
  })

/** Finds the subscription that the caller pays for; refuses one that can't be changed now. */
async function getPaid(ctx: Context, { isTeams = false } = {}): Promise<Paid> {
  const { stripe } = requirePayments(ctx)
  const what = isTeams ? "These seats aren't" : "This plan isn't"
  const missing = new Problem('not-found', `${what} paid online. Email ${brand.supportAddress}.`)
  const customers = await listCustomers(ctx.db, payerOf(ctx.caller))
  const known = customers
    .flatMap(({ subscriptions }) => subscriptions)
    .find((one) => isLive(one) && (isTeams ? one.plan === 'BUSINESS' : one.plan !== null))
  if (!known) throw missing
  const subscription = await stripe.subscriptions.retrieve(known.id, { expand: ['schedule'] })
  const [item] = subscription.items.data
  if (!item) throw missing
  refuseUnchangeable(subscription, item)
  const current = { price: item.price, quantity: item.quantity ?? 1 }
  const next = findNextPhase(subscription.schedule, item.current_period_end)?.items[0]
  const scheduled = next && { price: await getPrice(stripe, next.price), quantity: next.quantity ?? 1 }
  return { subscription, item, current, scheduled: scheduled ?? current }
}

function refuseUnchangeable(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): void {
  if (subscription.status !== 'active' && subscription.status !== 'trialing')
    throw new Problem('not-allowed', "Your last payment didn't go through. Pay the open invoice first.")
  const endsAt = readEnd(subscription, item.current_period_end)
  if (endsAt === null) return
  const end = formatDate(new Date(endsAt * 1_000))
  throw new Problem('not-allowed', `Your plan ends on ${end}. Undo the cancellation in Stripe first.`)
}

const getPrice = (stripe: Stripe, price: Stripe.SubscriptionSchedule.Phase.Item['price']): Promise<Stripe.Price> =>
  stripe.prices.retrieve(typeof price === 'string' ? price : price.id)

/** More seats are bought at once, and kept; fewer come with the next renewal. */
const wantSeats = ({ current, scheduled }: Paid, seats: number): Wanted => ({
  now: seats > current.quantity ? { ...current, quantity: seats } : current,
  next: { ...scheduled, quantity: seats },
})

/** A month instead of a year comes with the next renewal, since Stripe pays nothing back. All else begins at once. */
async function wantPlan(ctx: Context, { current, scheduled }: Paid, wanted: Purchase): Promise<Wanted> {
  const before = plansByKey.get(current.price.lookup_key ?? '')
  if (before?.plan === 'BUSINESS' && wanted.plan === 'PRO')
    throw new Problem('not-allowed', 'Pro is for one person. Cancel the Business Plan, then buy Pro when it ends.')
  const isSame = before?.plan === wanted.plan && before.interval === wanted.interval
  const price = isSame ? current.price : await findPrice(requirePayments(ctx).stripe, wanted)
  const isLater = isSame || (before?.plan === wanted.plan && wanted.interval === 'month')
  if (isLater) return { now: current, next: { ...scheduled, price } }
  const isUpgrade = before?.plan !== wanted.plan
  const quantity = isUpgrade ? Math.max(minSeats, current.quantity) : current.quantity
  return { now: { price, quantity }, next: { price, quantity: isUpgrade ? quantity : scheduled.quantity } }
}

const isSame = (one: Terms, other: Terms): boolean => one.price.id === other.price.id && one.quantity === other.quantity

const inSeconds = (time: string): number => Math.floor(Date.parse(time) / 1_000)
const toIso = (seconds: number): string => new Date(seconds * 1_000).toISOString()

/** Asks Stripe what a change costs. */
async function preview(ctx: Context, paid: Paid, { now, next }: Wanted): Promise<ChangePreview> {
  const { item, current } = paid
  const pricedAt = toIso(priceTime(ctx, item))
  const { unit_amount, recurring } = next.price
  const then = {
    thenCents: (unit_amount ?? 0) * next.quantity,
    thenInterval: recurring?.interval === 'year' ? ('year' as const) : ('month' as const),
    pricedAt,
  }
  if (isSame(now, current)) {
    const renewsAt = toIso(item.current_period_end)
    return { ...then, dueCents: 0, taxCents: 0, isAtRenewal: !isSame(now, next), renewsAt }
  }
  const invoice = await requirePayments(ctx).stripe.invoices.createPreview({
    subscription: paid.subscription.id,
    subscription_details: {
      items: [{ id: item.id, price: now.price.id, quantity: now.quantity }],
      proration_behavior: 'always_invoice',
      proration_date: inSeconds(pricedAt),
    },
  })
  const { amount_due, total, total_excluding_tax } = invoice
  const renewsAt = Math.max(...invoice.lines.data.map(({ period }) => period.end))
  const taxCents = total - (total_excluding_tax ?? total)
  return { ...then, dueCents: amount_due, taxCents, isAtRenewal: false, renewsAt: toIso(renewsAt) }
}

/** Amounts are of now, or of the begin of the period where Stripe's clock is ahead of ours. */
const priceTime = (ctx: Context, { current_period_start }: Stripe.SubscriptionItem): number =>
  Math.max(current_period_start, Math.floor(ctx.now().getTime() / 1_000))

/** How long an amount that was shown is charged as it was shown. */
const pricedMs = 3_600_000

/** Makes a change: what is due is charged, and what begins later is scheduled. */
async function change(ctx: Context, paid: Paid, { now, next }: Wanted, pricedAt?: string): Promise<ChangeResult> {
  const { stripe } = requirePayments(ctx)
  const { subscription, item, current, scheduled } = paid
  const prorationDate = pricedAt === undefined ? undefined : readProrationDate(ctx, item, pricedAt)
  const isBought = !isSame(now, current)
  if (!isBought && isSame(next, scheduled)) return done
  // A schedule would take what is bought back, or is replaced.
  const { schedule } = subscription
  if (schedule !== null)
    await stripe.subscriptionSchedules.release(typeof schedule === 'string' ? schedule : schedule.id)
  const { result, after } = isBought ? await buy(ctx, paid, now, prorationDate) : { result: done, after: subscription }
  const isScheduled = result.outcome === 'done' && !isSame(next, now)
  if (isScheduled) await scheduleNext(stripe, after, next)
  await syncHolder(ctx, payerOf(ctx.caller))
  return isScheduled && !isBought ? { ...done, outcome: 'at-renewal' } : result
}

const done: ChangeResult = { outcome: 'done', invoiceUrl: null }

/** Returns the time for which the amount was shown; refuses one that is no longer near, or of an earlier period. */
function readProrationDate(ctx: Context, item: Stripe.SubscriptionItem, pricedAt: string): number {
  const at = new Date(pricedAt)
  const now = new Date(priceTime(ctx, item) * 1_000)
  const isRecent = isNear(at, now, pricedMs) && inSeconds(pricedAt) >= item.current_period_start
  if (!isRecent) throw new Problem('price-changed', 'The amount has changed since. Look at it again.')
  return inSeconds(pricedAt)
}

async function buy(
  ctx: Context,
  { subscription, item }: Paid,
  { price, quantity }: Terms,
  prorationDate: number | undefined,
): Promise<{ result: ChangeResult; after: Stripe.Subscription }> {
  const { stripe, simulatorUrl } = requirePayments(ctx)
  const after = await stripe.subscriptions.update(subscription.id, {
    items: [{ id: item.id, price: price.id, quantity }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice'],
    ...(prorationDate !== undefined && { proration_date: prorationDate }),
  })
  if (!after.pending_update) return { result: done, after }
  const { latest_invoice: invoice } = after
  const url = invoice !== null && typeof invoice !== 'string' ? (invoice.hosted_invoice_url ?? '') : ''
  return { result: { outcome: 'unpaid', invoiceUrl: isStripePage(url, simulatorUrl) ? url : null }, after }
}

/** Changes a subscription with its next renewal. */
export async function scheduleNext(stripe: Stripe, { id, items }: Stripe.Subscription, next: Terms): Promise<void> {
  const [item] = items.data
  if (!item) return
  const { price, quantity = 1, current_period_start, current_period_end } = item
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id })
  await stripe.subscriptionSchedules.update(schedule.id, {
    phases: [
      { items: [{ price: price.id, quantity }], start_date: current_period_start, end_date: current_period_end },
      { items: [{ price: next.price.id, quantity: next.quantity }] },
    ],
    end_behavior: 'release',
    metadata: { interval: next.price.recurring?.interval ?? '' },
  })
}
