import type { SeatPreview, SeatResult } from '@loadping/contract/billing/billing'
import { isStripePage } from '@loadping/contract/billing/stripe-pages'
import { brand } from '@loadping/contract/brand'
import { Problem } from '@loadping/contract/wire/problem'
import type { Stripe } from 'stripe'
import type { Context } from '../context.ts'
import { askStripe, requirePayments } from './checkout.service.ts'
import { listCustomers } from './customers.store.ts'
import { isLive } from './subscriptions.ts'
import { syncHolder } from './sync.service.ts'

/** Returns what another number of seats costs a team that pays for its plan. */
export const previewSeatChange = (ctx: Context, seats: number): Promise<Omit<SeatPreview, 'inUse'>> =>
  askStripe(ctx, async () => {
    const { subscription, item } = await getPaidSeats(ctx)
    const now = item.quantity ?? 1
    const due = seats > now ? await previewDue(ctx, subscription, item.id, seats) : 0
    return {
      seats: now,
      dueCents: due,
      thenCents: (item.price.unit_amount ?? 0) * seats,
      renewsAt: new Date(item.current_period_end * 1_000).toISOString(),
    }
  })

/** Buys seats at once, or gives some back from the next renewal on. What is bought counts once it is paid. */
export const changeSeatsTo = (ctx: Context, seats: number): Promise<SeatResult> =>
  askStripe(ctx, async () => {
    const { stripe } = requirePayments(ctx)
    const { subscription, item, holderId } = await getPaidSeats(ctx)
    const now = item.quantity ?? 1
    const { schedule } = subscription
    // A schedule would take the new number back, or is replaced.
    if (schedule !== null)
      await stripe.subscriptionSchedules.release(typeof schedule === 'string' ? schedule : schedule.id)
    const result = seats > now ? await buySeats(ctx, subscription, item.id, seats) : done
    if (seats < now) await giveBack(ctx, subscription, item, seats)
    await syncHolder(ctx, holderId)
    return seats < now ? { ...done, outcome: 'at-renewal' } : result
  })

const done: SeatResult = { outcome: 'done', invoiceUrl: null }

/** Finds the Business subscription of the caller's team, with its only item. */
async function getPaidSeats(ctx: Context) {
  const { stripe } = requirePayments(ctx)
  const holderId = ctx.caller.organizationId ?? ctx.caller.userId
  const customers = await listCustomers(ctx.db, holderId)
  const paid = customers
    .flatMap(({ subscriptions }) => subscriptions)
    .find((one) => isLive(one) && one.plan === 'BUSINESS')
  if (!paid) throw new Problem('not-found', `These seats aren't paid online. Email ${brand.supportAddress}.`)
  const subscription = await stripe.subscriptions.retrieve(paid.id)
  const [item] = subscription.items.data
  if (!item) throw new Problem('not-found', `These seats aren't paid online. Email ${brand.supportAddress}.`)
  return { subscription, item, holderId }
}

async function previewDue(
  ctx: Context,
  { id: subscription }: Stripe.Subscription,
  item: string,
  quantity: number,
): Promise<number> {
  const { total } = await requirePayments(ctx).stripe.invoices.createPreview({
    subscription,
    subscription_details: { items: [{ id: item, quantity }], proration_behavior: 'always_invoice' },
  })
  return total
}

async function buySeats(
  ctx: Context,
  { id }: Stripe.Subscription,
  item: string,
  quantity: number,
): Promise<SeatResult> {
  const { stripe, simulatorUrl } = requirePayments(ctx)
  const updated = await stripe.subscriptions.update(id, {
    items: [{ id: item, quantity }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice'],
  })
  if (!updated.pending_update) return done
  const { latest_invoice: invoice } = updated
  const url = invoice !== null && typeof invoice !== 'string' ? (invoice.hosted_invoice_url ?? '') : ''
  return { outcome: 'unpaid', invoiceUrl: isStripePage(url, simulatorUrl) ? url : null }
}

async function giveBack(
  ctx: Context,
  { id }: Stripe.Subscription,
  { price, quantity = 1, current_period_start, current_period_end }: Stripe.SubscriptionItem,
  seats: number,
): Promise<void> {
  const { stripe } = requirePayments(ctx)
  const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id })
  await stripe.subscriptionSchedules.update(schedule.id, {
    phases: [
      { items: [{ price: price.id, quantity }], start_date: current_period_start, end_date: current_period_end },
      { items: [{ price: price.id, quantity: seats }] },
    ],
    end_behavior: 'release',
  })
}
