import { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { apiVersion } from '../../integrations/stripe.ts'
import { startStripe } from '../../testing/stripe.ts'
import { billByHand, closeDispute, openDispute } from './charges.ts'
import { changeCardInPortal, payHostedInvoice, paySession } from './checkout.ts'
import { oldApiVersion } from './old-version.ts'
import { day, hour, noDisorder, type Price } from './state.ts'
import { setCancelAt } from './subscriptions.ts'

const onePrice: Price = {
  id: 'price_pro_month',
  lookupKey: 'pro_month',
  productId: 'prod_pro',
  productName: 'Pro',
  unitAmount: 1_500,
  interval: 'month',
}

type World = ReturnType<typeof startStripe>

const cards = {
  pays: '4242424242424242',
  failsLater: '4000000000000341',
  declined: '4000000000000002',
  asksFirst: '4000002500003155',
  asksAlways: '4000002760003184',
  bankPaid: '000123456789',
  bankFails: '000222222227',
} as const

const newCustomer = ({ stripe }: World) => stripe.customers.create({ email: 'maria@redbud.example' })

type Purchase = { price?: string; quantity?: number } & Pick<
  Stripe.Checkout.SessionCreateParams,
  'subscription_data' | 'payment_method_collection'
>

async function openCheckout(world: World, { price = 'price_pro_month', quantity = 1, ...more }: Purchase = {}) {
  const { id } = await newCustomer(world)
  return world.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: id,
    line_items: [{ price, quantity }],
    success_url: 'http://127.0.0.1:8080/billing?session={CHECKOUT_SESSION_ID}',
    ...more,
  })
}

/** Buys in Checkout, with a card that is confirmed if it asks. */
async function buy(world: World, number: string = cards.pays, purchase: Purchase = {}): Promise<Stripe.Subscription> {
  const session = await openCheckout(world, purchase)
  const outcome = world.simulator.change((draft) =>
    paySession(draft, session.id, { number, authentication: 'completed' }),
  )
  expect(outcome).toBe('paid')
  const { subscription } = await world.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] })
  return typeof subscription === 'object' && subscription ? subscription : expect.fail('no subscription')
}

const read = (world: World, { id }: { id: string }) => world.stripe.subscriptions.retrieve(id)
const statusOf = async (world: World, subscription: { id: string }) => (await read(world, subscription)).status
const itemOf = ({ items }: Stripe.Subscription) => items.data[0] ?? expect.fail('no item')
const typesOf = ({ simulator }: World) => simulator.state().events.map(({ type }) => type)
const latestInvoice = async (world: World, { id }: { id: string }) => {
  const { latest_invoice } = await world.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  return typeof latest_invoice === 'object' && latest_invoice ? latest_invoice : expect.fail('no invoice')
}
const refusalOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => expect.fail('was accepted'),
    (error: unknown) => error,
  )
  return error instanceof Stripe.errors.StripeError ? error : expect.fail(String(error))
}

test('Checkout makes a subscription whose item has the period, and a paid invoice with a PDF', async () => {
  const world = startStripe()
  const subscription = await buy(world)
  const item = itemOf(subscription)
  const invoice = await latestInvoice(world, subscription)

  expect(subscription).toMatchObject({ status: 'active', cancel_at: null, cancel_at_period_end: false })
  expect(new Date(item.current_period_end * 1_000).toISOString()).toBe('2026-12-24T15:00:00.000Z')
  expect(item.price).toMatchObject({ lookup_key: 'pro_month', unit_amount: 1_500 })
  expect(invoice).toMatchObject({ status: 'paid', amount_paid: 1_500, billing_reason: 'subscription_create' })
  expect(invoice.parent?.subscription_details?.subscription).toBe(subscription.id)
  expect(invoice.invoice_pdf).toMatch(/\/dev\/stripe\/invoice\/in_test\d+\/pdf$/)
})

test.each([
  [cards.declined, undefined, 'declined'],
  [cards.asksFirst, undefined, 'needs-authentication'],
  [cards.asksFirst, 'abandoned', 'declined'],
] as const)('Checkout with card %s, confirmed: %s, stays open', async (number, authentication, outcome) => {
  const world = startStripe()
  const { id } = await openCheckout(world)
  const entry = { number, ...(authentication && { authentication }) }

  expect(world.simulator.change((draft) => paySession(draft, id, entry))).toBe(outcome)
  expect(await world.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open', subscription: null })
  expect(world.simulator.state().subscriptions).toEqual({})
})

test('an open session is listed for its customer, ends after a day, and can be expired', async () => {
  const world = startStripe()
  const first = await openCheckout(world)
  const second = await openCheckout(world)
  const open = (customer: string) => world.stripe.checkout.sessions.list({ customer, status: 'open' })

  expect((await open(String(first.customer))).data.map(({ id }) => id)).toEqual([first.id])
  expect(await world.stripe.checkout.sessions.expire(first.id)).toMatchObject({ status: 'expired', url: null })
  world.simulator.advance(day)
  expect((await open(String(second.customer))).data).toEqual([])
  expect(typesOf(world).filter((type) => type === 'checkout.session.expired')).toHaveLength(2)
})

test('a renewal is a draft for an hour, fails, is retried for 14 days, and ends the subscription', async () => {
  const world = startStripe()
  const subscription = await buy(world, cards.failsLater)
  world.simulator.advance(30 * day)
  const duringDraft = [await statusOf(world, subscription), (await latestInvoice(world, subscription)).status]
  world.simulator.advance(hour)
  const afterFailure = [await statusOf(world, subscription), (await latestInvoice(world, subscription)).attempt_count]
  world.simulator.advance(14 * day)

  expect(duringDraft).toEqual(['active', 'draft'])
  expect(afterFailure).toEqual(['past_due', 1])
  expect(await statusOf(world, subscription)).toBe('canceled')
  expect(typesOf(world).filter((type) => type === 'invoice.payment_failed')).toHaveLength(4)
  expect(typesOf(world).at(-1)).toBe('customer.subscription.deleted')
})

test.each(['unpaid', 'past_due'] as const)('dunning can leave a subscription %s', async (afterDunning) => {
  const world = startStripe()
  world.simulator.configure({ afterDunning })
  const subscription = await buy(world, cards.failsLater)
  world.simulator.advance(50 * day)

  expect(await statusOf(world, subscription)).toBe(afterDunning)
})

test('a past due subscription is active again once its invoice is paid on the hosted page', async () => {
  const world = startStripe()
  const subscription = await buy(world, cards.failsLater)
  world.simulator.advance(31 * day)
  const { id, hosted_invoice_url } = await latestInvoice(world, subscription)
  const payWith = (number: string) => world.simulator.change((draft) => payHostedInvoice(draft, id, { number }))

  expect(hosted_invoice_url).toMatch(new RegExp(`/dev/stripe/invoice/${id}$`))
  expect([payWith(cards.declined), payWith(cards.pays)]).toEqual(['declined', 'paid'])
  expect(await statusOf(world, subscription)).toBe('active')
  world.simulator.advance(30 * day + hour)
  expect(await statusOf(world, subscription)).toBe('active')
})

test('a renewal that needs confirmation says so, and stays past due until somebody confirms', async () => {
  const world = startStripe()
  const subscription = await buy(world, cards.asksAlways)
  world.simulator.advance(30 * day + hour)
  const { id } = await latestInvoice(world, subscription)

  expect(typesOf(world)).toContain('invoice.payment_action_required')
  expect(await statusOf(world, subscription)).toBe('past_due')
  const entry = { number: cards.asksAlways, authentication: 'completed' } as const
  expect(world.simulator.change((draft) => payHostedInvoice(draft, id, entry))).toBe('paid')
  expect(await statusOf(world, subscription)).toBe('active')
})

test.each([
  [cards.bankPaid, 'paid', 'active', 'checkout.session.async_payment_succeeded'],
  [cards.bankFails, 'unpaid', 'past_due', 'checkout.session.async_payment_failed'],
] as const)('a bank debit %s completes Checkout unpaid and is %s after days', async (number, paid, status, type) => {
  const world = startStripe()
  const subscription = await buy(world, number)
  const session = async () => (await world.stripe.checkout.sessions.list({ subscription: subscription.id })).data[0]

  expect(await session()).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
  world.simulator.advance(4 * day)
  expect(await session()).toMatchObject({ payment_status: paid })
  expect([await statusOf(world, subscription), typesOf(world).includes(type)]).toEqual([status, true])
})

test('a trial has a free invoice, announces its end, and is then paid by the card', async () => {
  const world = startStripe()
  const trial = { subscription_data: { trial_period_days: 14 } }
  const subscription = await buy(world, cards.pays, trial)

  expect(subscription).toMatchObject({ status: 'trialing' })
  expect(await latestInvoice(world, subscription)).toMatchObject({ amount_due: 0, status: 'paid' })
  world.simulator.advance(11 * day)
  expect(typesOf(world)).toContain('customer.subscription.trial_will_end')
  world.simulator.advance(3 * day)
  expect([await statusOf(world, subscription), (await latestInvoice(world, subscription)).status]).toEqual([
    'active',
    'draft',
  ])
  world.simulator.advance(hour)
  expect(await latestInvoice(world, subscription)).toMatchObject({ amount_paid: 1_500, status: 'paid' })
})

test('a trial without a card is paused at its end if that is set, and can be resumed with one', async () => {
  const world = startStripe()
  const session = await openCheckout(world, {
    payment_method_collection: 'if_required',
    subscription_data: {
      trial_period_days: 14,
      trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
    },
  })
  world.simulator.change((draft) => paySession(draft, session.id, undefined))
  world.simulator.advance(14 * day)
  const [subscription = expect.fail('none')] = (await world.stripe.subscriptions.list()).data

  expect(subscription.status).toBe('paused')
  const customer = String(subscription.customer)
  world.simulator.change((draft) => changeCardInPortal(draft, customer, { number: cards.pays }))
  expect(await world.stripe.subscriptions.resume(subscription.id)).toMatchObject({ status: 'active' })
})

test('a subscription that is never paid is incomplete, and expires after 23 hours', async () => {
  const world = startStripe()
  const { id } = await newCustomer(world)
  const subscription = await world.stripe.subscriptions.create({
    customer: id,
    items: [{ price: 'price_pro_month' }],
    payment_behavior: 'default_incomplete',
  })

  world.simulator.advance(23 * hour - 1)
  expect(await statusOf(world, subscription)).toBe('incomplete')
  world.simulator.advance(1)
  expect(await statusOf(world, subscription)).toBe('incomplete_expired')
  expect((await latestInvoice(world, subscription)).status).toBe('void')
})

test('canceling in the portal arrives as cancel_at, can be taken back, and ends at that time', async () => {
  const world = startStripe()
  const subscription = await buy(world)
  const { current_period_end } = itemOf(subscription)
  const cancelAt = (time: number | null) => world.simulator.change((draft) => setCancelAt(draft, subscription.id, time))

  cancelAt(current_period_end)
  expect(await read(world, subscription)).toMatchObject({ cancel_at: current_period_end, cancel_at_period_end: false })
  cancelAt(null)
  expect(await read(world, subscription)).toMatchObject({ cancel_at: null, canceled_at: null })
  await world.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  world.simulator.advance(30 * day)
  expect(await read(world, subscription)).toMatchObject({ status: 'canceled', ended_at: current_period_end })
  expect((await world.stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1)
})

const moreSeats = (subscription: Stripe.Subscription, quantity: number) =>
  ({
    items: [{ id: itemOf(subscription).id, quantity }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  }) satisfies Stripe.SubscriptionUpdateParams

test('a preview says the sum that buying seats then takes, and changes nothing', async () => {
  const world = startStripe()
  const subscription = await buy(world, cards.pays, { price: 'price_business_month', quantity: 6 })
  world.simulator.advance(9 * day)
  const before = world.simulator.state()
  const { payment_behavior: _payment, ...details } = moreSeats(subscription, 8)
  const preview = await world.stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: details,
  })

  expect(preview.amount_due).toBe(3_080)
  expect(world.simulator.state().invoices).toEqual(before.invoices)
  const changed = await world.stripe.subscriptions.update(subscription.id, moreSeats(subscription, 8))
  expect(itemOf(changed).quantity).toBe(8)
  expect(await latestInvoice(world, subscription)).toMatchObject({ amount_paid: 3_080, status: 'paid' })
  const renewal = await world.stripe.invoices.createPreview({ subscription: subscription.id })
  expect(renewal.amount_due).toBe(8 * 2_200)
})

test('seats that are not paid for wait as a pending update, until paid or for 23 hours', async () => {
  const world = startStripe()
  const subscription = await buy(world, cards.failsLater, { price: 'price_business_month', quantity: 3 })
  const wait = () => world.stripe.subscriptions.update(subscription.id, moreSeats(subscription, 5))

  const waiting = await wait()
  expect([itemOf(waiting).quantity, waiting.pending_update?.subscription_items?.[0]?.quantity]).toEqual([3, 5])
  world.simulator.advance(23 * hour)
  expect(await read(world, subscription)).toMatchObject({ pending_update: null, status: 'active' })
  expect((await latestInvoice(world, subscription)).status).toBe('void')
  await wait()
  const { id } = await latestInvoice(world, subscription)
  world.simulator.change((draft) => payHostedInvoice(draft, id, { number: cards.pays }))
  expect(itemOf(await read(world, subscription)).quantity).toBe(5)
  expect(typesOf(world)).toContain('customer.subscription.pending_update_applied')
})

test('seats that are paid for after the period ended change the seats, not the period', async () => {
  const world = startStripe()
  const subscription = await buy(world, cards.asksAlways, { price: 'price_business_month', quantity: 3 })
  world.simulator.advance(30 * day - hour)
  await world.stripe.subscriptions.update(subscription.id, moreSeats(subscription, 5))
  const { id } = await latestInvoice(world, subscription)
  world.simulator.advance(5 * hour)
  const renewed = itemOf(await read(world, subscription))
  const entry = { number: cards.asksAlways, authentication: 'completed' } as const
  world.simulator.change((draft) => payHostedInvoice(draft, id, entry))

  expect(itemOf(await read(world, subscription))).toMatchObject({
    quantity: 5,
    current_period_start: renewed.current_period_start,
    current_period_end: renewed.current_period_end,
  })
})

test('an unpaid subscription is active again once its open invoice is paid', async () => {
  const world = startStripe()
  world.simulator.configure({ afterDunning: 'unpaid' })
  const subscription = await buy(world, cards.failsLater)
  world.simulator.advance(65 * day)
  const { data } = await world.stripe.invoices.list({ subscription: subscription.id })
  const open = data.find(({ status }) => status === 'open') ?? expect.fail('none is open')

  expect([await statusOf(world, subscription), data[0]?.status]).toEqual(['unpaid', 'draft'])
  world.simulator.change((draft) => payHostedInvoice(draft, open.id, { number: cards.pays }))
  expect(await statusOf(world, subscription)).toBe('active')
})

test('error_if_incomplete refuses seats that are not paid for, and nothing changes', async () => {
  const world = startStripe()
  const subscription = await buy(world, cards.asksAlways, { price: 'price_business_month', quantity: 3 })
  const payment_behavior = 'error_if_incomplete'
  const update = { ...moreSeats(subscription, 5), payment_behavior } as const

  const refusal = await refusalOf(world.stripe.subscriptions.update(subscription.id, update))
  expect(refusal).toMatchObject({ type: 'StripeCardError', code: 'subscription_payment_intent_requires_action' })
  expect(itemOf(await read(world, subscription)).quantity).toBe(3)
  expect((await world.stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1)
})

test('a yearly price begins a new period now, and credits what is left of the month', async () => {
  const world = startStripe()
  const subscription = await buy(world)
  world.simulator.advance(15 * day)
  const items = [{ id: itemOf(subscription).id, price: 'price_pro_year' }]
  const changed = await world.stripe.subscriptions.update(subscription.id, { items })

  expect(new Date(itemOf(changed).current_period_end * 1_000).toISOString()).toBe('2027-12-09T15:00:00.000Z')
  expect((await latestInvoice(world, subscription)).amount_paid).toBe(15_000 - 750)
})

test('fewer seats come at the end of the period by a schedule, which then lets go', async () => {
  const world = startStripe()
  const subscription = await buy(world, cards.pays, { price: 'price_business_month', quantity: 6 })
  const { id, phases } = await world.stripe.subscriptionSchedules.create({ from_subscription: subscription.id })
  const [now = expect.fail('no phase')] = phases
  const price = 'price_business_month'
  await world.stripe.subscriptionSchedules.update(id, {
    phases: [
      { items: [{ price, quantity: 6 }], start_date: now.start_date, end_date: now.end_date },
      { items: [{ price, quantity: 4 }] },
    ],
  })

  expect(await read(world, subscription)).toMatchObject({ schedule: id })
  const cancel = world.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
  expect((await refusalOf(cancel)).message).toMatch(/managed by the subscription schedule/)
  world.simulator.advance(30 * day + hour)
  expect(itemOf(await read(world, subscription)).quantity).toBe(4)
  expect((await latestInvoice(world, subscription)).amount_paid).toBe(4 * 2_200)
  world.simulator.advance(31 * day)
  expect(await read(world, subscription)).toMatchObject({ schedule: null, status: 'active' })
  expect((await world.stripe.subscriptionSchedules.retrieve(id)).status).toBe('released')
})

test('two subscriptions of one customer both live, and deleting the customer ends them', async () => {
  const world = startStripe()
  const { customer } = await buy(world)
  const session = await world.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: String(customer),
    line_items: [{ price: 'price_pro_month' }],
    success_url: 'http://127.0.0.1:8080/billing',
  })
  world.simulator.change((draft) => paySession(draft, session.id, { number: cards.pays }))
  const list = () => world.stripe.subscriptions.list({ customer: String(customer), status: 'all' })

  expect((await list()).data.map(({ status }) => status)).toEqual(['active', 'active'])
  await world.stripe.customers.del(String(customer))
  expect((await list()).data.map(({ status }) => status)).toEqual(['canceled', 'canceled'])
  expect(await world.stripe.customers.retrieve(String(customer))).toMatchObject({ deleted: true })
  const portal = world.stripe.billingPortal.sessions.create({ customer: String(customer) })
  expect(await refusalOf(portal)).toMatchObject({ code: 'resource_missing', param: 'customer' })
})

test('a refund and a dispute are told with the customer, and leave the subscription as it is', async () => {
  const world = startStripe()
  const subscription = await buy(world)
  const { id } = await latestInvoice(world, subscription)
  const dispute = world.simulator.change((draft) => openDispute(draft, id))
  const read = await world.stripe.disputes.retrieve(dispute, { expand: ['charge'] })
  world.simulator.change((draft) => closeDispute(draft, dispute, 'lost'))
  const charge = await world.stripe.charges.retrieve(id.replace('in_', 'ch_'))
  await world.stripe.refunds.create({ charge: charge.id, amount: 500 })

  expect(read).toMatchObject({ status: 'needs_response', charge: { customer: subscription.customer, disputed: true } })
  expect(typesOf(world).slice(-4)).toEqual([
    'charge.dispute.created',
    'charge.dispute.closed',
    'refund.created',
    'charge.refunded',
  ])
  expect(await statusOf(world, subscription)).toBe('active')
  const tooMuch = world.stripe.refunds.create({ charge: charge.id, amount: 1_001 })
  expect(await refusalOf(tooMuch)).toMatchObject({ param: 'amount' })
})

test('an invoice may have no subscription, and a price may be none of ours', async () => {
  const other = { ...onePrice, id: 'price_other', lookupKey: 'other', productId: 'prod_other' }
  const world = startStripe({ prices: [onePrice, other] })
  const subscription = await buy(world, cards.pays, { price: 'price_other' })
  const customer = String(subscription.customer)
  const bill = { amount: 9_900, description: 'Training' }
  const id = world.simulator.change((draft) => billByHand(draft, customer, bill))
  const paid = await world.stripe.invoices.pay(id)

  expect(paid).toMatchObject({ status: 'paid', parent: null, amount_paid: 9_900 })
  expect(paid.lines.data).toMatchObject([{ description: 'Training', pricing: null }])
  expect(itemOf(subscription).price.lookup_key).toBe('other')
})

test('a repeated idempotency key answers the same, other parameters under it are refused', async () => {
  const world = startStripe()
  const key = { idempotencyKey: 'customer of Maria' }
  const first = await world.stripe.customers.create({ email: 'maria@redbud.example' }, key)
  const again = await world.stripe.customers.create({ email: 'maria@redbud.example' }, key)
  const other = refusalOf(world.stripe.customers.create({ email: 'owen@quillon.example' }, key))

  expect(again.id).toBe(first.id)
  expect((await other).type).toBe('StripeIdempotencyError')
  expect(Object.keys(world.simulator.state().customers)).toEqual([first.id])
  world.simulator.advance(day + 1)
  expect((await world.stripe.customers.create({}, key)).id).not.toBe(first.id)
})

test.each([
  ['rate-limit', { type: 'StripeRateLimitError', statusCode: 429 }],
  ['server-error', { type: 'StripeAPIError', statusCode: 500 }],
  ['no-connection', { type: 'StripeConnectionError' }],
  ['lost-answer', { type: 'StripeConnectionError' }],
  ['slow', { type: 'StripeConnectionError' }],
  ['nonsense', { type: 'StripeAPIError' }],
] as const)('the API can fail on demand: %s', async (kind, expected) => {
  const world = startStripe()
  world.simulator.configure({ fault: { kind, left: 1 } })

  const waiting = kind === 'slow' ? { timeout: 20 } : {}
  expect(await refusalOf(world.stripe.customers.list({}, waiting))).toMatchObject(expected)
  expect((await world.stripe.customers.list()).data).toEqual([])
})

test('when an answer is lost it is done all the same, and its key brings the answer', async () => {
  const world = startStripe()
  const create = () => world.stripe.customers.create({ name: 'Maria' }, { idempotencyKey: 'customer of Maria' })
  world.simulator.configure({ fault: { kind: 'lost-answer', left: 1 } })

  expect((await refusalOf(create())).type).toBe('StripeConnectionError')
  expect((await create()).name).toBe('Maria')
  expect(Object.keys(world.simulator.state().customers)).toHaveLength(1)
})

test('what is unknown is refused as Stripe refuses it: key, version, id, parameter, URL', async () => {
  const { simulator, stripe } = startStripe()
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await simulator.fetch(`http://127.0.0.1${path}`, {
      headers: { authorization: 'Bearer sk_test_x', ...headers },
    })
    return answer.status
  }

  expect(await ask('/v1/customers')).toBe(200)
  expect(await ask('/v1/customers', { authorization: 'Bearer sk_live_x' })).toBe(401)
  expect(await ask('/v1/customers', { 'stripe-version': oldApiVersion })).toBe(400)
  expect(await ask('/v1/accounts')).toBe(400)
  expect(await ask('/v1/customers?color=red')).toBe(400)
  expect(await refusalOf(stripe.customers.retrieve('cus_gone'))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
    message: "No such customer: 'cus_gone'",
  })
})

test('automatic tax needs the address of the customer, or leave to ask for it', async () => {
  const world = startStripe()
  const { id } = await newCustomer(world)
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'subscription',
    customer: id,
    line_items: [{ price: 'price_pro_month', quantity: 1 }],
    success_url: 'http://127.0.0.1:8080/billing',
    automatic_tax: { enabled: true },
  }

  const refusal = await refusalOf(world.stripe.checkout.sessions.create(params))
  expect(refusal.code).toBe('customer_tax_location_invalid')
  const asking = { ...params, customer_update: { address: 'auto' } } as const
  expect((await world.stripe.checkout.sessions.create(asking)).automatic_tax.enabled).toBe(true)
})

test('lists are paged newest first, and objects are expanded in them', async () => {
  const world = startStripe()
  for (const name of ['a', 'b', 'c', 'd', 'e']) await world.stripe.customers.create({ name })
  const names: (string | null | undefined)[] = []
  for await (const { name } of world.stripe.customers.list({ limit: 2 })) names.push(name)
  await buy(world)
  const { data } = await world.stripe.subscriptions.list({ expand: ['data.customer', 'data.latest_invoice.payments'] })

  expect(names).toEqual(['e', 'd', 'c', 'b', 'a'])
  expect(data[0]).toMatchObject({
    customer: { email: 'maria@redbud.example' },
    latest_invoice: { payments: { data: [{ status: 'paid', amount_paid: 1_500 }] } },
  })
  const wrong = world.stripe.subscriptions.list({ expand: ['data.color'] })
  expect((await refusalOf(wrong)).message).toBe('This property cannot be expanded (color).')
})

test('prices and products come from the record of plans', async () => {
  const { stripe } = startStripe()
  const { data } = await stripe.prices.list({ lookup_keys: ['pro_month', 'pro_year'], expand: ['data.product'] })

  expect(data.map(({ unit_amount, currency }) => [unit_amount, currency])).toEqual([
    [15_000, 'usd'],
    [1_500, 'usd'],
  ])
  expect(data[0]?.unit_amount_decimal?.toString()).toBe('15000')
  expect((await stripe.products.list()).data).toHaveLength(2)
})

const secret = 'whsec_test'
const hook = 'http://127.0.0.1:8080/hook'
const typesIn = (bodies: { body: string }[]): string[] => bodies.map(({ body }) => JSON.parse(body).type)

test('webhooks are signed, and the SDK accepts them with the secret only', async () => {
  const world = startStripe()
  world.simulator.connect({ url: hook, secret })
  await newCustomer(world)
  const [webhook = expect.fail('none')] = world.simulator.takeWebhooks()
  const verify = (given: string) =>
    world.stripe.webhooks.constructEvent(
      webhook.body,
      webhook.headers['stripe-signature'] ?? '',
      given,
      300,
      undefined,
      world.now.getTime(),
    )

  expect(verify(secret)).toMatchObject({ type: 'customer.created', api_version: apiVersion, livemode: false })
  expect(() => verify('whsec_other')).toThrow(/signature/)
  expect(world.simulator.takeWebhooks()).toEqual([])
})

test('an endpoint made by the API gets the events that it wants, in its version', async () => {
  const world = startStripe()
  const endpoint = await world.stripe.webhookEndpoints.create({
    url: hook,
    enabled_events: ['customer.subscription.created', 'invoice.paid'],
    api_version: '2024-06-20',
  })
  const subscription = await buy(world)
  const webhooks = world.simulator.takeWebhooks()
  const [created] = webhooks.map(({ body }) => JSON.parse(body))

  expect(endpoint.secret).toMatch(/^whsec_/)
  expect(typesIn(webhooks)).toEqual(['customer.subscription.created', 'invoice.paid'])
  expect(created).toMatchObject({
    api_version: oldApiVersion,
    data: { object: { id: subscription.id, current_period_end: itemOf(subscription).current_period_end } },
  })
  expect(created.data.object.items.data[0].current_period_end).toBeUndefined()
})

test('a webhook that is not accepted comes again, and for three days only', async () => {
  let accepts = false
  let attempts = 0
  const { createSimulator } = await import('./simulator.ts')
  const simulator = createSimulator({
    now: () => new Date('2026-11-24T15:00:00Z'),
    pages: hook,
    send: async () => {
      attempts += 1
      return accepts
    },
  })
  simulator.connect({ url: hook, secret })
  const created = (email: string) =>
    simulator.fetch('http://127.0.0.1/v1/customers', {
      method: 'POST',
      headers: { authorization: 'Bearer sk_test_x' },
      body: new URLSearchParams({ email }).toString(),
    })
  await created('maria@redbud.example')
  for (const wait of [0, 60, day, day, day, day]) {
    simulator.advance(wait)
    await simulator.deliver()
  }
  const whileClosed = attempts
  for (let turn = 0; turn < 9; turn += 1) {
    simulator.advance(day)
    await simulator.deliver()
  }
  const atTheEnd = attempts
  accepts = true
  await created('owen@quillon.example')
  await simulator.deliver()
  await simulator.deliver()

  expect([whileClosed, atTheEnd, attempts]).toEqual([6, 7, 8])
})

test.each([
  ['drop', 0, 0],
  ['duplicate', 2, 2],
  ['late', 0, 1],
  ['delay', 0, 1],
] as const)('deliveries can go wrong: %s', async (kind, atOnce, later) => {
  const world = startStripe()
  world.simulator.connect({ url: hook, secret })
  world.simulator.configure({ disorder: { ...noDisorder, [kind]: 1 } })
  await newCustomer(world)
  const first = world.simulator.takeWebhooks()
  world.simulator.advance(kind === 'delay' ? 10 * 60 : 3 * day)

  expect([first.length, first.length + world.simulator.takeWebhooks().length]).toEqual([atOnce, later])
  expect((await world.stripe.events.list({ type: 'customer.created' })).data).toHaveLength(1)
})

test('deliveries can be reordered and have an old version, the same for the same seed', async () => {
  const order = async () => {
    const world = startStripe()
    world.simulator.connect({ url: hook, secret })
    world.simulator.configure({ disorder: { ...noDisorder, reorder: 1, oldVersion: 0.5 } })
    await buy(world)
    return world.simulator.takeWebhooks().map(({ body }) => JSON.parse(body))
  }
  const [events, again] = await Promise.all([order(), order()])
  const happened = events.map(({ id }) => id)

  expect(happened).not.toEqual([...happened].sort())
  expect(new Set(events.map(({ api_version }) => api_version))).toEqual(new Set([apiVersion, oldApiVersion]))
  expect(again).toEqual(events)
})

test('what was saved goes on after a restart', async () => {
  const { createSimulator } = await import('./simulator.ts')
  const world = startStripe()
  const subscription = await buy(world)
  const saved: unknown = JSON.parse(JSON.stringify(world.simulator.state()))
  const again = createSimulator({
    now: () => world.now,
    pages: hook,
    saved: saved as ReturnType<typeof world.simulator.state>,
  })

  again.advance(30 * day + hour)
  expect(again.state().subscriptions[subscription.id]).toMatchObject({ status: 'active' })
  expect(again.state().events).toHaveLength(world.simulator.state().events.length + 5)
})

test('a history of a year is simulated in milliseconds', async () => {
  const started = performance.now()
  for (let turn = 0; turn < 20; turn += 1) {
    const world = startStripe()
    const subscription = await buy(world)
    world.simulator.advance(365 * day)
    expect(await statusOf(world, subscription)).toBe('active')
  }
  expect((performance.now() - started) / 20).toBeLessThan(500)
})
