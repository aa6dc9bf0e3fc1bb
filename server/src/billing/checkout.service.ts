import type { Purchase } from '@loadping/contract/billing/billing'
import { minSeats } from '@loadping/contract/billing/plans'
import { isStripePage } from '@loadping/contract/billing/stripe-pages'
import { brand } from '@loadping/contract/brand'
import { pages } from '@loadping/contract/pages'
import { Problem } from '@loadping/contract/wire/problem'
import type { Stripe } from 'stripe'
import { isDeleted } from '../accounts/deletion.service.ts'
import type { Caller, Context, Payments } from '../context.ts'
import { listPlans } from './billing.store.ts'
import * as store from './customers.store.ts'
import { isLive } from './subscriptions.ts'
import { isStripeError, syncHolder } from './sync.service.ts'

/** Returns who pays for what the caller buys: the team for its managers, else the caller. */
export const payerOf = ({
  organizationId,
  role,
  userId,
}: Pick<Caller, 'organizationId' | 'role' | 'userId'>): string =>
  organizationId !== null && role === 'MANAGER' ? organizationId : userId

const withoutTeam = { organizationId: null, role: 'USER' } as const

/** Returns Stripe, or throws `billing-off`. */
export function requirePayments({ payments }: Pick<Context, 'payments'>): Payments {
  if (!payments) throw new Problem('billing-off', 'This server takes no payments. Ask its operator for another plan.')
  return payments
}

/** Returns the address of a checkout, or of the portal if a subscription goes on already. */
export async function upgrade(ctx: Context, purchase: Purchase): Promise<{ url: string }> {
  const payments = requirePayments(ctx)
  const { organizationId, role } = ctx.caller
  if (organizationId !== null && role !== 'MANAGER')
    throw new Problem('not-allowed', "Your team's managers choose its plan.")
  if (organizationId !== null && purchase.plan === 'PRO')
    throw new Problem('not-allowed', 'Pro is for one person. Teams are part of the Business Plan.')
  await refuseGranted(ctx, purchase)
  return askStripe(ctx, async () => {
    const id = await getCustomer(ctx, payments)
    const paying = await findPaying(ctx, id)
    if (paying) return openPortalOf(ctx, payments, paying)
    const session = await openCheckout(ctx, payments, { customer: id, ...purchase })
    // Whatever was paid meanwhile, in another tab, is known now; what was not can't be paid any more.
    const paidMeanwhile = await findPaying(ctx, id)
    if (!paidMeanwhile) return handOut(ctx, payments, session.url)
    await expire(payments, session.id)
    return openPortalOf(ctx, payments, paidMeanwhile)
  })
}

/** Refuses who would pay for what the operator granted; who pays already goes to the portal. */
async function refuseGranted(ctx: Context, purchase: Purchase): Promise<void> {
  const holderId = payerOf(ctx.caller)
  const held = await listPlans(ctx.db, { holderId, now: ctx.now() })
  const granted = held.find(({ source }) => source === 'grant')?.plan
  if (granted !== 'BUSINESS' && granted !== purchase.plan) return
  const customers = await store.listCustomers(ctx.db, holderId)
  if (customers.some(({ subscriptions }) => subscriptions.some(isLive))) return
  throw new Problem('not-allowed', `You have this plan without payment. To pay for it, email ${brand.supportAddress}.`)
}

/** Compares the payer's customers with Stripe. Returns the one that has a subscription which goes on. */
async function findPaying(ctx: Context, id: string): Promise<string | undefined> {
  await syncHolder(ctx, payerOf(ctx.caller))
  const customers = await store.listCustomers(ctx.db, payerOf(ctx.caller))
  if (!customers.some((customer) => customer.id === id))
    throw new Problem('busy', 'Your billing just changed. Try again.')
  return customers.find(({ subscriptions }) => subscriptions.some(isLive))?.id
}

/** Returns the address of the portal of who pays; with `own`, and of members of a team, for what they pay beside it. */
export async function openPortal(ctx: Context, { of }: { of?: 'own' | undefined }): Promise<{ url: string }> {
  const payments = requirePayments(ctx)
  const customers = of === 'own' ? [] : await store.listCustomers(ctx.db, payerOf(ctx.caller))
  const own = customers.length > 0 ? customers : await store.listCustomers(ctx.db, ctx.caller.userId)
  const customer = own.find(({ subscriptions }) => subscriptions.some(isLive)) ?? own[0]
  if (!customer) throw new Problem('not-found', 'You have no subscription. Choose a plan first.')
  return askStripe(ctx, () => openPortalOf(ctx, payments, customer.id))
}

/** Returns the payer's customer; creates it before the first checkout. */
async function getCustomer(ctx: Context, payments: Payments): Promise<string> {
  const holderId = payerOf(ctx.caller)
  const [known] = await store.listCustomers(ctx.db, holderId)
  return known?.id ?? createCustomer(ctx, payments, { holderId, key: `customer-${holderId}` })
}

/** Creates the customer of a key; two tabs get the same one. */
async function createCustomer(
  ctx: Context,
  payments: Payments,
  { holderId, key }: { holderId: string; key: string },
): Promise<string> {
  // The same whichever manager buys, or Stripe would refuse the key.
  const email = (await store.findOwnerAddress(ctx.db, holderId)) ?? ctx.caller.email
  const { id } = await payments.stripe.customers.create(
    { email, metadata: { holder: holderId } },
    { idempotencyKey: key },
  )
  // Stripe may have repeated its answer of earlier today, and that customer be deleted since, or a team's.
  const { deleted } = await payments.stripe.customers.retrieve(id)
  const isOurs = !deleted && (await store.addCustomer(ctx.db, { id, holderId, now: ctx.now() })).holderId === holderId
  return isOurs ? id : createCustomer(ctx, payments, { holderId, key: `${key}-${id}` })
}

type Checkout = Purchase & { customer: string }

/** Where Stripe sends people back to; Billing then asks what became of it. */
const returnUrl = ({ baseUrl }: Context): string => `${baseUrl}${pages.pricing}?from=stripe`

/** Opens a checkout, or returns the open one for the same purchase. Of a payer, only the newest stays open. */
async function openCheckout(ctx: Context, payments: Payments, { customer, plan, interval }: Checkout) {
  const { sessions } = payments.stripe.checkout
  const seats = plan === 'BUSINESS' ? minSeats : 1
  const wanted = `${plan} ${interval} ${seats}`
  const [newest] = (await sessions.list({ customer, limit: 1 })).data
  const isSame = newest?.status === 'open' && newest.metadata?.['purchase'] === wanted
  const session = isSame
    ? newest
    : await sessions.create(
        {
          mode: 'subscription',
          customer,
          line_items: [{ price: (await findPrice(payments.stripe, { plan, interval })).id, quantity: seats }],
          success_url: returnUrl(ctx),
          cancel_url: `${ctx.baseUrl}${pages.pricing}`,
          automatic_tax: { enabled: true },
          customer_update: { address: 'auto' }, // the tax follows from the address that is typed there
          metadata: { purchase: wanted },
        },
        // Two tabs, which saw the same newest checkout, get the same one.
        { idempotencyKey: `checkout-${customer}-${wanted}-${newest?.id ?? 'first'}` },
      )
  const open = (await sessions.list({ customer, status: 'open', limit: 100 })).data
  if (open[0] && open[0].id !== session.id)
    throw new Problem('busy', 'Another payment page was opened just now. Try again.')
  for (const { id } of open.slice(1)) await expire(payments, id)
  for (const { id: other } of await store.listCustomers(ctx.db, payerOf(ctx.caller))) {
    if (other === customer) continue // a customer of a team that was closed
    await endCheckouts(payments, other)
  }
  return session
}

/** Ends all checkouts of a customer that are open. */
export async function endCheckouts(payments: Payments, customer: string): Promise<void> {
  const open = (await payments.stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 })).data
  for (const { id } of open) await expire(payments, id)
}

/** Ends a checkout; one that was paid or has ended stays so. */
const expire = async ({ stripe }: Payments, id: string): Promise<void> => {
  await stripe.checkout.sessions.expire(id).catch((error: unknown) => {
    if (Object(error).type !== 'StripeInvalidRequestError') throw error
  })
}

/** Finds the price of a plan at Stripe; refuses one that is not sold online. */
export async function findPrice(stripe: Stripe, { plan, interval }: Purchase): Promise<Stripe.Price> {
  const key = `${plan.toLowerCase()}_${interval}`
  const [price] = (await stripe.prices.list({ lookup_keys: [key], active: true })).data
  // What a customer paid in once stays their currency.
  if (price?.currency !== 'usd')
    throw new Problem('not-found', `This plan can't be bought online. Email ${brand.supportAddress}.`)
  return price
}

async function openPortalOf(ctx: Context, payments: Payments, customer: string): Promise<{ url: string }> {
  const session = await payments.stripe.billingPortal.sessions.create({
    customer,
    return_url: returnUrl(ctx),
    configuration: await findConfiguration(payments.stripe),
  })
  return handOut(ctx, payments, session.url)
}

/** Change it with the features below. */
const portalVersion = '1'

/** Finds our configuration of the portal, or creates it. Seats are not changed there: they cost money at once. */
async function findConfiguration(stripe: Stripe): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 })
  const ours = data.find(({ metadata }) => metadata?.['version'] === portalVersion)
  if (ours) return ours.id
  const created = await stripe.billingPortal.configurations.create(
    {
      features: {
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true, mode: 'at_period_end' },
      },
      metadata: { version: portalVersion },
    },
    { idempotencyKey: `portal-${portalVersion}` },
  )
  return created.id
}

/** Refuses who pays for something else since the call began: they left a team, manage it no longer, or deleted the account. */
export async function requireSamePayer(ctx: Context): Promise<void> {
  const { userId } = ctx.caller
  if (await isDeleted(ctx, userId)) throw new Problem('not-signed-in', 'Please sign in.')
  const membership = await store.findMembership(ctx.db, userId)
  if (payerOf({ userId, ...(membership ?? withoutTeam) }) !== payerOf(ctx.caller))
    throw new Problem('busy', 'Your team just changed. Try again.')
}

/**
 * Returns an address of Stripe's, or of the simulator in its place; refuses any other, and who pays for something else since
 * the call began.
 */
async function handOut(ctx: Context, { simulatorUrl }: Payments, url: string | null): Promise<{ url: string }> {
  await requireSamePayer(ctx)
  if (url !== null && isStripePage(url, simulatorUrl)) return { url }
  ctx.log.error({ hostname: URL.parse(url ?? '')?.hostname }, 'Stripe answered with a foreign address')
  throw new Problem('unavailable', 'The payment page is not safe to open right now. Try again later.')
}

/** Runs calls of Stripe. A failure of Stripe's is `unavailable`; nothing was charged. */
export async function askStripe<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isStripeError(error)) throw error
    const { type = 'unknown', code } = Object(error)
    ctx.log.warn({ type, code }, 'Stripe failed')
    throw new Problem('unavailable', "We can't reach Stripe. Nothing was charged. Try again in a minute.")
  }
}
