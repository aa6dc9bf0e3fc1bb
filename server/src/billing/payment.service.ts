import { type Billing, type BillingStatus, Invoice } from '@loadping/contract/billing/billing'
import { isStripePage } from '@loadping/contract/billing/stripe-pages'
import { Problem } from '@loadping/contract/wire/problem'
import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import * as plans from './billing.store.ts'
import { queueEndOfCheckouts } from './billing-sync-job.ts'
import { askStripe, payerOf, requirePayments } from './checkout.service.ts'
import * as store from './customers.store.ts'
import { graceEnd, isLive, judgeSubscriptions, type Subscription } from './subscriptions.ts'
import { isStripeError, syncHolder } from './sync.service.ts'

/** Asks Stripe what the caller pays for. While it does not answer, returns what was last known. */
export async function checkBilling(ctx: Context): Promise<{ status: BillingStatus }> {
  await syncHolder(ctx, payerOf(ctx.caller)).catch((error: unknown) => {
    if (!isStripeError(error)) throw error
    ctx.log.warn({ type: Object(error).type ?? 'unknown' }, 'comparison with Stripe failed')
  })
  return { status: (await getBilling(ctx)).status }
}

/** Returns how the plan of the caller, or of the team that they manage, is paid, as last read from Stripe. */
export async function getBilling(ctx: Context): Promise<Billing> {
  const { organizationId, role } = ctx.caller
  const holderId = payerOf(ctx.caller)
  const [customers, held, own] = await Promise.all([
    ctx.payments ? store.listCustomers(ctx.db, holderId) : [],
    plans.listPlans(ctx.db, { holderId, now: ctx.now() }),
    organizationId === null ? null : findOwn(ctx),
  ])
  const lastPlan = held.find(({ source }) => source !== 'grant')?.plan ?? null
  const { status, plan, subscription } = judgeSubscriptions(
    customers.flatMap(({ subscriptions }) => subscriptions),
    lastPlan,
    ctx.now(),
  )
  const payer = customers.find(({ subscriptions }) => subscriptions.some(({ id }) => id === subscription?.id))
  const grant = held.find(({ source }) => source === 'grant')
  const isPastDue = status === 'past_due' && subscription
  return {
    status,
    payments: ctx.payments === undefined ? 'off' : ctx.payments.simulatorUrl === undefined ? 'stripe' : 'simulator',
    plan,
    interval: subscription?.interval ?? null,
    seats: plan === 'BUSINESS' ? (subscription?.seats ?? null) : null,
    nextSeats: subscription?.nextSeats ?? null,
    nextInterval: subscription?.nextInterval ?? null,
    seatCents: subscription?.seatCents ?? null,
    renewsAt: subscription?.renewsAt.toISOString() ?? null,
    endsAt: subscription?.endsAt?.toISOString() ?? null,
    failedAt: subscription?.failedAt?.toISOString() ?? null,
    graceEndsAt: isPastDue ? graceEnd(subscription).toISOString() : null,
    ...readOwed(ctx, subscription),
    nextAttemptAt: subscription?.nextAttemptAt?.toISOString() ?? null,
    paidBy: subscription?.paidBy ?? null,
    cardExpires: subscription?.cardExpires ?? null,
    checkedAt: payer?.syncedAt?.toISOString() ?? null,
    failingSince: payer?.failingSince?.toISOString() ?? null,
    grant: grant ? { plan: grant.plan, seats: grant.seats, since: grant.since.toISOString() } : null,
    mayPay: organizationId === null || role === 'MANAGER',
    own,
  }
}

const readOwed = (ctx: Context, subscription: Subscription | undefined) => ({
  invoiceUrl: safe(ctx, subscription?.invoiceUrl),
  invoiceNumber: subscription?.invoiceNumber ?? null,
  owedCents: subscription?.owedCents ?? null,
})

/** Finds the subscription that a member of a team has of their own, if it goes on. */
async function findOwn(ctx: Context): Promise<Billing['own']> {
  const customers = ctx.payments ? await store.listCustomers(ctx.db, ctx.caller.userId) : []
  const live = customers.flatMap(({ subscriptions }) => subscriptions).filter(isLive)
  const { status, subscription } = judgeSubscriptions(live, null, ctx.now())
  return subscription ? { status, ...readOwed(ctx, subscription) } : null
}

/** Returns the 12 newest invoices of who pays. Asks Stripe. */
export async function listInvoices(ctx: Context): Promise<Invoice[]> {
  const { stripe } = requirePayments(ctx)
  const customers = await store.listCustomers(ctx.db, payerOf(ctx.caller))
  const found = await askStripe(ctx, () =>
    Promise.all(customers.map(({ id }) => stripe.invoices.list({ customer: id, limit: 12 }))),
  )
  return found
    .flatMap(({ data }) => data)
    .filter(({ status }) => status !== 'draft' && status !== null)
    .toSorted((one, other) => other.created - one.created)
    .slice(0, 12)
    .map((invoice) => toInvoice(ctx, invoice))
}

/**
 * Ends the checkouts of who becomes a broker, and has no Billing any more; refuses it while they go on paying for a plan of
 * their own.
 */
export async function endOwnBilling(ctx: Context): Promise<void> {
  if (!ctx.payments || ctx.caller.userType === 'broker') return
  const customers = await store.listCustomers(ctx.db, ctx.caller.userId)
  const goesOn = customers.flatMap(({ subscriptions }) => subscriptions).some((one) => isLive(one) && !one.endsAt)
  if (goesOn) throw new Problem('not-allowed', 'You pay for a plan. Cancel it in Billing before you switch to broker.')
  await queueEndOfCheckouts(ctx, ctx.caller.userId)
}

/** Returns an address only if it leads to Stripe. */
const safe = ({ payments }: Context, url: string | null | undefined): string | null =>
  url && isStripePage(url, payments?.simulatorUrl) ? url : null

const toInvoice = (
  ctx: Context,
  { id, number, created, lines, total, status, ...invoice }: Stripe.Invoice,
): Invoice => ({
  id: id ?? '',
  number,
  createdAt: new Date(created * 1_000).toISOString(),
  text: lines.data.at(-1)?.description ?? '',
  totalCents: total,
  status: z.catch(Invoice.shape.status, 'open').parse(status),
  url: safe(ctx, invoice.hosted_invoice_url),
  pdfUrl: safe(ctx, invoice.invoice_pdf),
})
