import type { Purchase } from '@loadping/contract/billing/billing'
import { beforeAll, expect, test } from 'vitest'
import { changeCardInPortal, payHostedInvoice } from '../stand-ins/stripe/checkout.ts'
import { day, minute } from '../stand-ins/stripe/state.ts'
import { setCancelAt } from '../stand-ins/stripe/subscriptions.ts'
import { type BillingApp, billingApp, buy } from '../testing/billing.ts'
import { createMember, grant } from '../testing/teams.ts'
import type { TestUser } from '../testing/test-app.ts'

let app: BillingApp
beforeAll(async () => {
  app = await billingApp()
})

const yearly: Purchase = { plan: 'PRO', interval: 'year' }
const monthly: Purchase = { plan: 'PRO', interval: 'month' }

async function createPayer(purchase: Partial<Purchase> = {}): Promise<TestUser> {
  const user = await app.signUp()
  await buy(app, user, purchase)
  await app.settle()
  return user
}

/** An owner whose team pays for three seats of Business by the month. */
async function createPayingOwner(): Promise<TestUser> {
  const owner = await createPayer({ plan: 'BUSINESS' })
  await owner.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } })
  return owner
}

const passDays = async (days: number, { email }: TestUser): Promise<TestUser> => {
  app.clock.advance(days * day * 1_000)
  await app.settle()
  return app.signUp(email)
}
const billingOf = async (user: TestUser) => (await user.billing.getBilling()).content
const customerOf = async (user: TestUser): Promise<string> => {
  const { organizationId } = await user.account.getMe()
  const holder = organizationId ?? user.userId
  return (await app.pool.query('select id from customer where holder_id = $1', [holder])).rows[0].id
}
/** The sums of the invoices of a customer, the oldest first. */
const sumsOf = async (user: TestUser) =>
  (await user.billing.listInvoices()).map(({ totalCents, status }) => [totalCents, status]).reverse()

test('[B13] a year costs what the preview said, less what is left of the month, and begins at once', async () => {
  const user = await passDays(10, await createPayer())

  const preview = await user.billing.previewPlan({ query: yearly })
  expect(preview).toMatchObject({ isAtRenewal: false, thenCents: 15_000, thenInterval: 'year', taxCents: 0 })
  expect(preview.dueCents).toBeGreaterThan(15_000 - 1_500 * 0.7)
  expect(preview.dueCents).toBeLessThan(15_000 - 1_500 * 0.65)
  expect(await billingOf(user)).toMatchObject({ interval: 'month' })

  app.clock.advance(50 * minute * 1_000) // by the minute it would be less
  const { pricedAt } = preview
  const back = await app.signUp(user.email)
  expect(await back.billing.changePlan({ body: { ...yearly, pricedAt } })).toEqual({
    outcome: 'done',
    invoiceUrl: null,
  })
  expect(await sumsOf(back)).toEqual([
    [1_500, 'paid'],
    [preview.dueCents, 'paid'],
  ])
  const { interval, renewsAt, nextInterval } = await billingOf(back)
  expect([interval, nextInterval]).toEqual(['year', null])
  expect(Date.parse(renewsAt ?? '') - Date.parse(preview.renewsAt)).toBeLessThanOrEqual(50 * minute * 1_000)
})

test('[B13] a year can be paid where the clock of Stripe is ahead of ours', async () => {
  const ahead = await billingApp()
  const user = await ahead.signUp()
  await buy(ahead, user)
  ahead.simulator.advance(32 * day)
  await ahead.settle()
  const preview = await user.billing.previewPlan({ query: yearly })

  expect(preview.dueCents).toBe(15_000 - 1_500)
  const { pricedAt } = preview
  expect((await user.billing.changePlan({ body: { ...yearly, pricedAt } })).outcome).toBe('done')
  expect((await sumsOf(user)).at(-1)).toEqual([preview.dueCents, 'paid'])
})

test('[B13] an amount that was shown more than an hour ago is not charged', async () => {
  const user = await createPayer()
  const { pricedAt } = await user.billing.previewPlan({ query: yearly })
  app.clock.advance(61 * minute * 1_000)
  const back = await app.signUp(user.email)

  await expect(back.billing.changePlan({ body: { ...yearly, pricedAt } })).rejects.toMatchObject({
    code: 'price-changed',
  })
  expect(await sumsOf(back)).toEqual([[1_500, 'paid']])
})

test('[B13] seats cost what the preview said', async () => {
  const owner = await passDays(9, await createPayingOwner())
  const { pricedAt, dueCents } = await owner.team.previewSeats({ query: { seats: '40' } })
  app.clock.advance(30 * minute * 1_000)
  const back = await app.signUp(owner.email)

  await back.team.changeSeats({ body: { seats: 40, pricedAt } })
  expect((await sumsOf(back)).at(-1)).toEqual([dueCents, 'paid'])
})

test('[B13] a month instead of a year costs nothing, begins with the renewal, and can be taken back', async () => {
  const user = await createPayer(yearly)
  expect(await user.billing.previewPlan({ query: monthly })).toMatchObject({
    dueCents: 0,
    isAtRenewal: true,
    thenCents: 1_500,
    thenInterval: 'month',
  })

  expect((await user.billing.changePlan({ body: monthly })).outcome).toBe('at-renewal')
  expect(await billingOf(user)).toMatchObject({ interval: 'year', nextInterval: 'month', nextSeats: null })
  expect((await user.billing.changePlan({ body: yearly })).outcome).toBe('done')
  expect(await billingOf(user)).toMatchObject({ interval: 'year', nextInterval: null })
  await user.billing.changePlan({ body: monthly })

  const back = await passDays(365 + 1 / 12, user)
  expect(await billingOf(back)).toMatchObject({ status: 'active', interval: 'month', nextInterval: null })
  expect(await sumsOf(back)).toEqual([
    [15_000, 'paid'],
    [1_500, 'paid'],
  ])
})

test('a year whose payment is declined does not begin until the invoice is paid', async () => {
  const user = await createPayer()
  const customer = await customerOf(user)
  app.simulator.change((draft) => changeCardInPortal(draft, customer, { number: '4000000000000341' }))

  const { outcome, invoiceUrl } = await user.billing.changePlan({ body: yearly })
  expect(outcome).toBe('unpaid')
  expect(await billingOf(user)).toMatchObject({ status: 'active', interval: 'month' })

  const invoice = invoiceUrl?.split('/').at(-1) ?? ''
  app.simulator.change((draft) => payHostedInvoice(draft, invoice, { number: '4242424242424242' }))
  await app.settle()
  expect(await billingOf(user)).toMatchObject({ status: 'active', interval: 'year' })
})

test('a team pays by the year for its seats, and gives those back that it wanted to', async () => {
  const owner = await createPayingOwner()
  await owner.team.changeSeats({ body: { seats: 8 } })
  await owner.team.changeSeats({ body: { seats: 4 } })

  const preview = await owner.billing.previewPlan({ query: { plan: 'BUSINESS', interval: 'year' } })
  expect(preview).toMatchObject({ dueCents: 8 * (22_000 - 2_200), thenCents: 4 * 22_000, thenInterval: 'year' })
  await owner.billing.changePlan({ body: { plan: 'BUSINESS', interval: 'year' } })
  expect(await billingOf(owner)).toMatchObject({ interval: 'year', seats: 8, nextSeats: 4, nextInterval: null })

  await owner.billing.changePlan({ body: { plan: 'BUSINESS', interval: 'month' } })
  expect(await billingOf(owner)).toMatchObject({ interval: 'year', seats: 8, nextSeats: 4, nextInterval: 'month' })
  await owner.team.changeSeats({ body: { seats: 9 } })
  expect(await billingOf(owner)).toMatchObject({ interval: 'year', seats: 9, nextSeats: null, nextInterval: 'month' })
})

test('Pro becomes Business at once, with its fewest seats, and founds a team', async () => {
  const user = await createPayer()
  const business: Purchase = { plan: 'BUSINESS', interval: 'month' }
  expect(await user.billing.previewPlan({ query: business })).toMatchObject({ dueCents: 3 * 2_200 - 1_500 })

  expect((await user.billing.changePlan({ body: business })).outcome).toBe('done')
  expect(await billingOf(user)).toMatchObject({ plan: 'BUSINESS', seats: 3 })
  await user.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } })
  expect((await user.team.getTeam()).limitUsers).toBe(3)
})

test('a plan that ends or owes is not changed before that is settled', async () => {
  const ending = await createPayer()
  const { subscriptions } = app.simulator.state()
  const { id = '', periodEnd = 0 } = Object.values(subscriptions).at(-1) ?? {}
  app.simulator.change((draft) => setCancelAt(draft, id, periodEnd))
  await expect(ending.billing.changePlan({ body: yearly })).rejects.toMatchObject({
    code: 'not-allowed',
    message: expect.stringMatching(/^Your plan ends on .*\. Undo the cancellation in Stripe first\.$/),
  })

  const owing = await createPayer()
  const customer = await customerOf(owing)
  app.simulator.change((draft) => changeCardInPortal(draft, customer, { number: '4000000000000341' }))
  const back = await passDays(31.1, owing)
  await expect(back.billing.previewPlan({ query: yearly })).rejects.toMatchObject({
    code: 'not-allowed',
    message: "Your last payment didn't go through. Pay the open invoice first.",
  })
})

test('only who pays changes a plan, and a team goes back to Pro only by canceling', async () => {
  const owner = await createPayingOwner()
  await expect(owner.billing.changePlan({ body: monthly })).rejects.toMatchObject({ code: 'not-allowed' })

  const member = await createMember(app, owner)
  const granted = await app.signUp()
  await grant(app, granted, { plan: 'PRO' })
  for (const user of [member, granted, await app.signUp()])
    await expect(user.billing.changePlan({ body: yearly })).rejects.toMatchObject({ code: 'not-found' })
  expect(await billingOf(owner)).toMatchObject({ plan: 'BUSINESS', interval: 'month' })
})
