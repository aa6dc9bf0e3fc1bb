import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stripe } from 'stripe'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createStripe } from '../integrations/stripe.ts'
import { billByHand, closeDispute, openDispute, refund } from '../stand-ins/stripe/charges.ts'
import { changeCardInPortal, payHostedInvoice, paySession } from '../stand-ins/stripe/checkout.ts'
import { simulatedPrices } from '../stand-ins/stripe/prices.ts'
import { day, hour, noDisorder } from '../stand-ins/stripe/state.ts'
import { endSubscription } from '../stand-ins/stripe/subscription-ends.ts'
import { setCancelAt } from '../stand-ins/stripe/subscriptions.ts'
import { type BillingApp, billingApp, buy, openCheckout } from '../testing/billing.ts'
import { createMember, grant } from '../testing/teams.ts'
import type { TestUser } from '../testing/test-app.ts'
import { getEntitlements } from './billing.service.ts'
import { sweepBilling } from './sync.service.ts'
import { webhookPath } from './webhook.routes.ts'

// Faults that billing of other products had, by number. Each has a test here or elsewhere, or a reason why it can't happen.

let app: BillingApp
beforeAll(async () => {
  app = await billingApp({ prices: [...simulatedPrices, otherPrice] })
})
afterEach(() => app.simulator.configure({ fault: null, disorder: noDisorder, afterDunning: 'cancel' }))

const otherPrice = {
  id: 'price_other',
  lookupKey: 'other_month',
  productId: 'prod_other',
  productName: 'Another product',
  unitAmount: 900,
  interval: 'month' as const,
}

const stripeOf = (): Stripe => app.deps.payments?.stripe ?? expect.fail('no client')
const planOf = async ({ userId }: TestUser) => (await getEntitlements(app.deps, userId)).billingPlan
const passDays = async (days: number) => {
  app.clock.advance((days * day + 2 * hour) * 1_000)
  await app.settle()
}
const back = ({ email }: TestUser): Promise<TestUser> => app.signUp(email)
const alarms = (): unknown[] =>
  app.log.filter((line) => line['security'] === 'billing-alarm').map((line) => line['reason'])

type Payer = { user: TestUser; customer: string }

/** Signs up a user whose trial is over, and who is a customer. */
async function createCustomer(): Promise<Payer> {
  const { email } = await app.signUp()
  app.clock.advance(15 * day * 1_000)
  const user = await app.signUp(email)
  await openCheckout(user)
  const { rows } = await app.pool.query('select id from customer where holder_id = $1', [user.userId])
  return { user, customer: rows[0].id }
}

async function createPayer(purchase: Parameters<typeof buy>[2] = {}): Promise<Payer> {
  const payer = await createCustomer()
  await buy(app, payer.user, purchase)
  await app.settle()
  return payer
}

/** Starts a subscription to Pro at Stripe, as its operator can. */
const subscribe = ({ customer }: Payer, more: Partial<Stripe.SubscriptionCreateParams>) =>
  stripeOf().subscriptions.create({ customer, items: [{ price: 'price_pro_month' }], ...more })

const subscriptionsOf = ({ customer }: Payer) =>
  Object.values(app.simulator.state().subscriptions).filter(({ customerId }) => customerId === customer)
const lastOf = (payer: Payer) => subscriptionsOf(payer).at(-1) ?? expect.fail('no subscription')
const invoicesOf = ({ customer }: Payer) =>
  Object.values(app.simulator.state().invoices).filter(({ customerId }) => customerId === customer)

/** A team of this many seats that its owner pays for. */
async function createPaidTeam(seats: number): Promise<Payer> {
  const payer = await createPayer({ plan: 'BUSINESS' })
  if (seats !== 3) await changeSeats(payer, seats)
  await payer.user.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } })
  return payer
}

async function changeSeats(payer: Payer, quantity: number, more: Stripe.SubscriptionUpdateParams = {}) {
  const { id, itemId } = lastOf(payer)
  await stripeOf().subscriptions.update(id, { items: [{ id: itemId, quantity }], ...more })
  await app.settle()
}

const cases: Record<number, [fault: string, run: () => Promise<void>]> = {
  4: [
    'webhook and return page write at the same time',
    async () => {
      const { user } = await createCustomer()
      await buy(app, user)
      await Promise.all([app.settle(), user.billing.checkBilling(), user.billing.checkBilling()])
      const { rows } = await app.pool.query('select plan from plan where holder_id = $1', [user.userId])
      expect(rows).toEqual([{ plan: 'PRO' }])
    },
  ],
  5: [
    'an event is kept as received, but its work is lost in a crash',
    async () => {
      const payer = await createPayer()
      app.simulator.change((draft) => endSubscription(draft, lastOf(payer).id))
      await app.pool.query('alter table job rename to job_away')
      await app.simulator.deliver()
      await app.pool.query('alter table job_away rename to job')
      expect(await planOf(payer.user)).toBe('PRO')
      await passDays(0) // Stripe repeats it
      expect(await planOf(payer.user)).toBe('FREE')
    },
  ],
  9: [
    'the late end of an old subscription ends the new one',
    async () => {
      const payer = await createPayer()
      app.simulator.configure({ disorder: { ...noDisorder, late: 1 } })
      app.simulator.change((draft) => endSubscription(draft, lastOf(payer).id))
      app.simulator.configure({ disorder: noDisorder })
      await payer.user.billing.checkBilling()
      await buy(app, payer.user)
      await app.settle()
      await passDays(4)
      expect(await planOf(payer.user)).toBe('PRO')
    },
  ],
  10: [
    'a payload in an older version is misread',
    async () => {
      app.simulator.configure({ disorder: { ...noDisorder, oldVersion: 1 } })
      expect(await planOf((await createPayer()).user)).toBe('PRO')
    },
  ],
  14: [
    'the body is parsed before its signature is checked',
    async () => {
      const payer = await createPayer()
      app.simulator.change((draft) => setCancelAt(draft, lastOf(payer).id, lastOf(payer).periodEnd))
      const [webhook] = app.simulator.takeWebhooks()
      const { body = '', headers } = webhook ?? {}
      const sent = async (payload: string) =>
        (await app.app.inject({ method: 'POST', url: webhookPath, headers: headers ?? {}, payload })).statusCode
      expect(await sent(JSON.stringify(JSON.parse(body), null, 1))).toBe(400)
      expect(await sent(body)).toBe(200)
    },
  ],
  15: [
    'no webhook arrives for days',
    async () => {
      app.simulator.configure({ disorder: { ...noDisorder, drop: 1 } })
      const { user } = await createPayer()
      await passDays(3)
      expect(await planOf(user)).toBe('FREE')
      await sweepBilling(app.deps)
      expect(await planOf(user)).toBe('PRO')
    },
  ],
  16: [
    'the comparison asks for the subscription it knows, and takes the plan away',
    async () => {
      const payer = await createPayer()
      app.simulator.configure({ disorder: { ...noDisorder, drop: 1 } })
      app.simulator.change((draft) => endSubscription(draft, lastOf(payer).id))
      await payer.user.billing.checkBilling()
      await buy(app, payer.user)
      await sweepBilling(app.deps, { isForAll: true })
      expect(await planOf(payer.user)).toBe('PRO')
    },
  ],
  17: [
    'Checkout waits for work that the webhook does',
    async () => {
      const { user } = await createCustomer()
      await buy(app, user)
      app.simulator.configure({ fault: { kind: 'slow', left: 1_000 } })
      await app.simulator.deliver() // nothing of Stripe is asked before the answer
      app.simulator.configure({ fault: null })
      await app.runDueJobs()
      expect(await planOf(user)).toBe('PRO')
    },
  ],
  22: [
    'who is past due can only subscribe anew',
    async () => {
      const payer = await createPayer({ card: '4000000000000341' })
      await passDays(32)
      const user = await back(payer.user)
      const { url } = await user.billing.upgrade({ query: { plan: 'PRO', interval: 'month' } })
      expect(url).toMatch(/\/portal\//)
    },
  ],
  24: [
    'a revival leaves two subscriptions',
    async () => {
      const payer = await createPayer()
      app.simulator.change((draft) => setCancelAt(draft, lastOf(payer).id, lastOf(payer).periodEnd))
      await app.settle()
      const { url } = await payer.user.billing.upgrade({ query: { plan: 'PRO', interval: 'month' } })
      expect(url).toMatch(/\/portal\//)
      expect(subscriptionsOf(payer)).toHaveLength(1)
    },
  ],
  25: [
    'the first payment asks for a confirmation',
    async () => {
      const { user } = await createCustomer()
      const id = await openCheckout(user)
      const pay = (authentication: 'completed' | 'abandoned') =>
        app.simulator.change((draft) => paySession(draft, id, { number: '4000002500003155', authentication }))
      expect(pay('abandoned')).toBe('declined')
      await app.settle()
      expect(await planOf(user)).toBe('FREE')
      expect(pay('completed')).toBe('paid')
      await app.settle()
      expect(await planOf(user)).toBe('PRO')
    },
  ],
  26: [
    'a renewal asks for a confirmation',
    async () => {
      const payer = await createCustomer()
      const id = await openCheckout(payer.user)
      const entry = { number: '4000002760003184', authentication: 'completed' } as const
      app.simulator.change((draft) => paySession(draft, id, entry))
      await passDays(32)
      const user = await back(payer.user)
      const { invoiceUrl, status } = (await user.billing.getBilling()).content
      expect([status, await planOf(user)]).toEqual(['past_due', 'PRO'])
      const invoice = invoiceUrl?.split('/').at(-1) ?? ''
      app.simulator.change((draft) => payHostedInvoice(draft, invoice, entry))
      await app.settle()
      expect((await user.billing.getBilling()).content.status).toBe('active')
    },
  ],
  28: [
    'a subscription that never began expires',
    async () => {
      const payer = await createCustomer()
      await subscribe(payer, { payment_behavior: 'default_incomplete' })
      await app.settle()
      expect(await planOf(payer.user)).toBe('FREE')
      await passDays(1)
      expect(lastOf(payer).status).toBe('incomplete_expired')
      const user = await back(payer.user)
      expect((await user.billing.checkBilling()).status).toBe('none')
      await buy(app, user)
      await app.settle()
      expect(await planOf(user)).toBe('PRO')
    },
  ],
  29: [
    'a bank debit fails days after the checkout',
    async () => {
      const fails = await createPayer({ card: '000222222227' })
      const pays = await createPayer({ card: '000123456789' })
      await passDays(5)
      const status = async ({ user }: Payer) => (await (await back(user)).billing.checkBilling()).status
      expect([await status(fails), await status(pays)]).toEqual(['past_due', 'active'])
      await passDays(8)
      expect([await planOf(fails.user), await planOf(pays.user)]).toEqual(['FREE', 'PRO'])
    },
  ],
  30: [
    'the invoice of $0 of a trial counts as a payment',
    async () => {
      const payer = await createCustomer()
      await subscribe(payer, { trial_period_days: 14 })
      await app.settle()
      const user = await back(payer.user)
      expect((await user.billing.getBilling()).content.status).toBe('trialing')
    },
  ],
  31: [
    'a trial without a card pauses and goes on for ever',
    async () => {
      const payer = await createCustomer()
      await subscribe(payer, {
        trial_period_days: 14,
        trial_settings: { end_behavior: { missing_payment_method: 'pause' } },
      })
      await passDays(15)
      expect(lastOf(payer).status).toBe('paused')
      expect(await planOf(payer.user)).toBe('FREE')
      expect((await (await back(payer.user)).billing.checkBilling()).status).toBe('canceled')
    },
  ],
  32: [
    'a trial ends as active before its first invoice is collected',
    async () => {
      const payer = await createCustomer()
      app.simulator.change((draft) => changeCardInPortal(draft, payer.customer, { number: '4000000000000341' }))
      await subscribe(payer, { trial_period_days: 14 })
      app.clock.advance((14 * day + 600) * 1_000)
      await app.settle()
      expect([lastOf(payer).status, await planOf(payer.user)]).toEqual(['active', 'PRO'])
      await passDays(0)
      expect([lastOf(payer).status, await planOf(payer.user)]).toEqual(['past_due', 'PRO'])
      await passDays(8)
      expect(await planOf(payer.user)).toBe('FREE')
    },
  ],
  35: [
    'grace is over here while Stripe goes on to collect',
    async () => {
      app.simulator.configure({ afterDunning: 'past_due' })
      const payer = await createPayer({ card: '4000000000000341' })
      await passDays(40)
      expect(await planOf(payer.user)).toBe('FREE')
      const open = invoicesOf(payer).find(({ status }) => status === 'open')
      app.simulator.change((draft) => payHostedInvoice(draft, open?.id ?? '', { number: '4242424242424242' }))
      await app.settle()
      expect(await planOf(payer.user)).toBe('PRO')
    },
  ],
  37: [
    'a dispute takes the plan away',
    async () => {
      const payer = await createPayer()
      const [invoice] = invoicesOf(payer)
      const id = app.simulator.change((draft) => openDispute(draft, invoice?.id ?? ''))
      await app.settle()
      expect(await planOf(payer.user)).toBe('PRO')
      expect(alarms()).toContain('dispute')
      app.simulator.change((draft) => closeDispute(draft, id, 'lost'))
      await app.settle()
      expect(await planOf(payer.user)).toBe('PRO')
    },
  ],
  38: [
    'a refund takes the plan away',
    async () => {
      const payer = await createPayer()
      const [invoice] = invoicesOf(payer)
      app.simulator.change((draft) => refund(draft, invoice?.id ?? ''))
      await app.settle()
      expect(await planOf(payer.user)).toBe('PRO')
    },
  ],
  39: [
    'each member who joins costs an invoice',
    async () => {
      const payer = await createPaidTeam(3)
      const before = invoicesOf(payer).length
      await createMember(app, payer.user)
      await app.settle()
      expect(invoicesOf(payer)).toHaveLength(before)
    },
  ],
  40: [
    'seats here and at Stripe drift apart',
    async () => {
      const payer = await createPaidTeam(3)
      app.simulator.configure({ disorder: { ...noDisorder, drop: 1 } })
      await changeSeats(payer, 5)
      expect((await payer.user.team.getTeam()).limitUsers).toBe(3)
      await sweepBilling(app.deps, { isForAll: true })
      expect((await payer.user.team.getTeam()).limitUsers).toBe(5)
    },
  ],
  41: [
    'seats are granted that are not paid',
    async () => {
      const payer = await createPaidTeam(3)
      app.simulator.change((draft) => changeCardInPortal(draft, payer.customer, { number: '4000000000000341' }))
      const declined = { proration_behavior: 'always_invoice', payment_behavior: 'pending_if_incomplete' } as const
      await changeSeats(payer, 9, declined)
      expect(lastOf(payer).pendingUpdate).not.toBeNull()
      expect((await payer.user.team.getTeam()).limitUsers).toBe(3)
    },
  ],
  42: [
    'Stripe fails while a member joins',
    async () => {
      const payer = await createPaidTeam(3)
      app.simulator.configure({ fault: { kind: 'no-connection', left: 1_000 } })
      await createMember(app, payer.user)
      expect(await payer.user.team.listMembers()).toHaveLength(2)
    },
  ],
  43: [
    'fewer seats than members',
    async () => {
      const payer = await createPaidTeam(3)
      await createMember(app, payer.user)
      await createMember(app, payer.user)
      await changeSeats(payer, 1)
      expect(await payer.user.team.listMembers()).toHaveLength(3)
      const { results } = await payer.user.team.invite({ body: { emails: ['noor@redbud.example'] } })
      expect(results).toMatchObject([{ status: 'no-seat' }])
    },
  ],
  46: [
    'a granted plan has no customer at Stripe',
    async () => {
      const user = await app.signUp()
      await grant(app, user, { plan: 'PRO' })
      expect(await user.billing.checkBilling()).toEqual({ status: 'none' })
      expect(await user.billing.listInvoices()).toEqual([])
      await expect(user.billing.openPortal({ query: {} })).rejects.toMatchObject({ code: 'not-found' })
      expect(await planOf(user)).toBe('PRO')
    },
  ],
  51: [
    'tax needs an address that a new customer has not',
    async () => {
      const payer = await createPayer()
      const session = Object.values(app.simulator.state().sessions).find((one) => one.customerId === payer.customer)
      expect(session?.automaticTax).toBe(true)
    },
  ],
  52: [
    'a price in another currency',
    async () => {
      const address = {
        url: 'https://loadping.test/dev/stripe',
        async fetch(url: string, init: RequestInit) {
          const answer = await app.simulator.fetch(url, init)
          if (!url.includes('/v1/prices')) return answer
          return new Response((await answer.text()).replaceAll('"usd"', '"eur"'), answer)
        },
      }
      const { payments } = app.deps
      const euros = await billingApp()
      const user = await euros.signUp()
      if (euros.deps.payments && payments)
        euros.deps.payments.stripe = createStripe('sk_test_simulator', { address, retries: 0 })
      await expect(openCheckout(user)).rejects.toMatchObject({ code: 'not-found' })
    },
  ],
  53: [
    'an invoice without a subscription, and a price that is not ours',
    async () => {
      const payer = await createPayer()
      app.simulator.change((draft) => billByHand(draft, payer.customer, { amount: 5_000, description: 'Setup' }))
      await app.settle()
      expect(await planOf(payer.user)).toBe('PRO')
      const { id, itemId } = lastOf(payer)
      await stripeOf().subscriptions.update(id, { items: [{ id: itemId, price: otherPrice.id }] })
      await app.settle()
      expect(await planOf(payer.user)).toBe('PRO')
      expect(alarms()).toContain('unknown-price')
    },
  ],
}

const rows = Object.entries(cases).map(([number, [fault, run]]) => ({ number, fault, run }))

test.each(rows)('fault $number: $fault', async ({ run }) => {
  await run()
})

/** Where the others are tested: a file here or in a sibling folder, and words of the title. */
const elsewhere: Record<number, [file: string, title: string]> = {
  1: ['webhooks.test.ts', 'six events of a life in any order'],
  2: ['sync.test.ts', 'an answer that was asked for earlier never replaces a later one'],
  3: ['histories.test.ts', 'in random histories the plan is what Stripe says'],
  6: ['cases.test.ts', 'an event is kept as received, but its work is lost in a crash'],
  7: ['cases.test.ts', 'an event is kept as received, but its work is lost in a crash'],
  8: ['webhooks.test.ts', 'the same event fifty times at once has one effect'],
  11: ['webhooks.test.ts', 'changes nothing and is told to the operator'],
  12: ['webhooks.test.ts', 'changes nothing and is told to the operator'],
  13: ['webhooks.test.ts', 'two secrets are accepted while one is replaced'],
  18: ['billing.test.ts', 'two tabs at once open one checkout of one customer'],
  19: ['histories.test.ts', 'live subscriptions'],
  20: ['billing.test.ts', 'two tabs at once open one checkout of one customer'],
  21: ['billing.test.ts', 'both status calls answer the same, and the first asks Stripe itself'],
  23: ['sync.test.ts', 'two live subscriptions keep the better plan, and the operator is told'],
  33: ['subscriptions.test.ts', '$status that $moment: $expected'],
  34: ['subscriptions.test.ts', 'grace counts from the first failed payment, not from later attempts'],
  36: ['sync.test.ts', 'keep their plan for 72 hours without Stripe'],
  44: ['../team/team-races.test.ts', 'seat'],
  45: ['billing.test.ts', "members of a team can't buy for it"],
  47: ['sync.test.ts', 'a customer that Stripe does not know is forgotten'],
  48: ['sync.test.ts', 'an owner who hands the team over leaves its customer and plan with the team'],
  49: ['subscription-end.test.ts', 'an account goes while Stripe does not answer; its subscription is ended later'],
  50: ['../account-deletion/final-deletion.test.ts', 'signs up as a new user, without another trial'],
}

const reasons: Record<number, string> = {
  27: 'No call of the product sets how a payment that needs a person is treated; Checkout and the portal ask the person.',
}

test('each of the 53 faults has one test or one reason', () => {
  const all = [cases, elsewhere, reasons].flatMap((table) => Object.keys(table).map(Number))

  expect(all.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 53 }, (_, index) => index + 1))
  for (const [file, title] of Object.values(elsewhere))
    expect(readFileSync(join(import.meta.dirname, file), 'utf8'), file).toContain(title)
})
