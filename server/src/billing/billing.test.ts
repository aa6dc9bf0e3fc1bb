import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { createStripe } from '../integrations/stripe.ts'
import { payHostedInvoice } from '../stand-ins/stripe/checkout.ts'
import { day, hour } from '../stand-ins/stripe/state.ts'
import { setCancelAt } from '../stand-ins/stripe/subscriptions.ts'
import { revokePlan } from '../team/plan-grants.service.ts'
import { type BillingApp, billingApp, buy, openCheckout } from '../testing/billing.ts'
import { createMember, createOwner, grant } from '../testing/teams.ts'
import { testApp } from '../testing/test-app.ts'
import { sweepBilling } from './sync.service.ts'

let app: BillingApp
beforeAll(async () => {
  app = await billingApp()
})

const addTemplate = (user: Awaited<ReturnType<BillingApp['signUp']>>, name: string) =>
  user.templates.createTemplate({ body: { name, subject: 'Truck', template: '<p>Hi</p>', cc: [], labels: [] } })

const planOf = async (user: Awaited<ReturnType<BillingApp['signUp']>>) => (await user.account.getMe()).billingPlan
const statusOf = async (user: Awaited<ReturnType<BillingApp['signUp']>>) =>
  (await user.billing.getBilling()).content.status

test('[7.20] [D8.6] upgrade leads to a checkout, and Pro begins when it is paid', async () => {
  const user = await app.signUp()
  expect(await user.billing.checkBilling()).toEqual({ status: 'none' })

  const id = await openCheckout(user)
  expect(id).toMatch(/^cs_test_/)
  expect(await planOf(user)).toBe('TRIAL')
  await buy(app, user)
  await app.settle()

  expect(await user.account.getMe()).toMatchObject({ billingPlan: 'PRO', features: ['email'], limitEmails: null })
  expect((await user.billing.getBilling()).content).toMatchObject({
    status: 'active',
    payments: 'simulator',
    plan: 'PRO',
    interval: 'month',
    seatCents: 1_500,
    mayPay: true,
  })
})

test('[7.16] [7.17] both status calls answer the same, and the first asks Stripe itself', async () => {
  const user = await app.signUp()
  await buy(app, user)

  expect((await user.billing.getBilling()).content.status).toBe('none')
  expect(await user.billing.checkBilling()).toEqual({ status: 'active' })
  expect((await user.billing.getBilling()).content.status).toBe('active')
  expect(await planOf(user)).toBe('PRO')
})

test('[D13.1] a checkout of the same purchase is used again, another one expires it', async () => {
  const user = await app.signUp()
  const first = await openCheckout(user)

  expect(await openCheckout(user)).toBe(first)
  const yearly = await openCheckout(user, { interval: 'year' })
  expect(yearly).not.toBe(first)
  const { sessions } = app.simulator.state()
  expect([sessions[first]?.status, sessions[yearly]?.status]).toEqual(['expired', 'open'])
})

test('[D13.1] two tabs at once open one checkout of one customer', async () => {
  const user = await app.signUp()
  const before = Object.keys(app.simulator.state().customers).length

  const ids = await Promise.all([1, 2, 3, 4].map(() => openCheckout(user)))

  expect(new Set(ids).size).toBe(1)
  expect(Object.keys(app.simulator.state().customers)).toHaveLength(before + 1)
})

test('[7.19] [D13.1] with a live subscription, upgrade and billing lead to a new portal each time', async () => {
  const user = await app.signUp()
  await buy(app, user)
  await app.settle()

  const { url } = await user.billing.upgrade({ query: { plan: 'PRO', interval: 'year' } })
  const portal = await user.billing.openPortal({ query: {} })

  expect(url).toMatch(/^https:\/\/loadping\.test\/dev\/stripe\/portal\//)
  expect(portal.url).toMatch(/^https:\/\/loadping\.test\/dev\/stripe\/portal\//)
  expect(portal.url).not.toBe(url)
})

test('the portal offers cancellation, card and invoices, and no change of seats', async () => {
  const user = await app.signUp()
  await buy(app, user)
  await app.settle()
  await user.billing.openPortal({ query: {} })

  expect(Object.values(app.simulator.state().configurations)).toMatchObject([
    { cancels: true, changesCard: true, listsInvoices: true, changesSeats: false },
  ])
})

test('[D8.7] a canceled subscription keeps Pro to the end of its period, then the plan is Free', async () => {
  const user = await app.signUp()
  app.clock.advance(20 * day * 1_000) // past the trial
  const back = await app.signUp(user.email)
  await buy(app, back)
  await app.settle()
  const [subscription] = Object.values(app.simulator.state().subscriptions).filter(
    ({ customerId }) => customerId === Object.values(app.simulator.state().customers).at(-1)?.id,
  )
  app.simulator.change((draft) => setCancelAt(draft, subscription?.id ?? '', subscription?.periodEnd ?? 0))
  await app.settle()
  const { endsAt } = (await back.billing.getBilling()).content
  expect(endsAt).toBe(new Date((subscription?.periodEnd ?? 0) * 1_000).toISOString())
  expect(await planOf(back)).toBe('PRO')

  // Without any event: the end was known before.
  app.clock.advance(31 * day * 1_000)
  const later = await app.signUp(user.email)
  expect(await planOf(later)).toBe('FREE')
  expect(await later.billing.checkBilling()).toEqual({ status: 'canceled' })
})

test('[D13.3] [B12] a failed renewal leaves seven days of Pro, and paying brings it back', async () => {
  const user = await app.signUp()
  await buy(app, user, { card: '4000000000000341' })
  await app.settle()
  app.clock.advance((31 * day + 2 * hour) * 1_000)
  await app.settle()
  let back = await app.signUp(user.email)
  expect(await statusOf(back)).toBe('past_due')
  expect(await planOf(back)).toBe('PRO')
  const { invoiceUrl, failedAt, graceEndsAt } = (await back.billing.getBilling()).content
  expect(invoiceUrl).toMatch(/\/invoice\/in_/)
  expect(Date.parse(graceEndsAt ?? '') - Date.parse(failedAt ?? '')).toBe(7 * day * 1_000)

  app.clock.advance(8 * day * 1_000)
  back = await app.signUp(user.email)
  expect(await planOf(back)).toBe('FREE')
  expect(await statusOf(back)).toBe('past_due')
  const [, invoiceId = ''] = /\/invoice\/(\w+)$/.exec(invoiceUrl ?? '') ?? []
  app.simulator.change((draft) => payHostedInvoice(draft, invoiceId, { number: '4242424242424242' }))
  await app.settle()
  expect(await planOf(back)).toBe('PRO')
  expect(await statusOf(back)).toBe('active')
})

test('with tax, what is owed is what Stripe asks for, not seats times the price', async () => {
  app.simulator.configure({ taxPercent: 8.25 })
  const user = await app.signUp()
  await buy(app, user, { card: '4000000000000341' })
  app.clock.advance((31 * day + 2 * hour) * 1_000)
  await app.settle()
  const back = await app.signUp(user.email)

  expect((await back.billing.getBilling()).content).toMatchObject({
    status: 'past_due',
    seatCents: 1_500,
    owedCents: 1_624,
    invoiceNumber: expect.stringMatching(/-0002$/),
    nextAttemptAt: expect.stringMatching(/^2/),
  })
  expect((await back.billing.listInvoices()).map(({ totalCents }) => totalCents)).toEqual([1_624, 1_624])

  const payer = await app.signUp()
  await buy(app, payer)
  await app.settle()
  const preview = await payer.billing.previewPlan({ query: { plan: 'PRO', interval: 'year' } })
  expect([preview.dueCents, preview.taxCents]).toEqual([13_500 + 1_114, 1_114])
  app.simulator.configure({ taxPercent: 0 })
})

test('who is on a team is told of their own subscription that owes', async () => {
  const owner = await createOwner(app)
  const users = [await app.signUp(), await app.signUp()]
  for (const user of users) await buy(app, user, { card: '4000000000000341' })
  app.clock.advance((31 * day + 2 * hour) * 1_000)
  await app.settle()
  const inviter = await app.signUp(owner.email)
  for (const [index, role] of (['USER', 'MANAGER'] as const).entries()) {
    const user = await app.signUp(users[index]?.email)
    await createMember(app, inviter, { role, user })
    const { own } = (await user.billing.getBilling()).content
    expect(own).toMatchObject({ status: 'past_due', owedCents: 1_500 })
    expect(own?.invoiceUrl).toMatch(/\/invoice\/in_/)
  }
})

test('[T06] [D8.10] brokers have no billing', async () => {
  const broker = await app.signUp()
  await broker.account.saveUserInfo({
    body: { userType: 'broker', trucksAmount: 5, loadboards: ['dat-one'], source: null },
  })

  for (const call of [
    () => broker.billing.upgrade({ query: { plan: 'PRO', interval: 'month' } }),
    () => broker.billing.openPortal({ query: {} }),
    () => broker.billing.checkBilling(),
    () => broker.billing.getBilling(),
    () => broker.billing.listInvoices(),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'not-allowed' })
})

test('who pays for a plan cancels it before they switch to broker, where Billing is not', async () => {
  const user = await app.signUp()
  await buy(app, user)
  await app.settle()
  const asBroker = { userType: 'broker' as const, trucksAmount: 5, loadboards: ['dat-one' as const], source: null }

  await expect(user.account.saveUserInfo({ body: asBroker })).rejects.toMatchObject({
    code: 'not-allowed',
    message: 'You pay for a plan. Cancel it in Billing before you switch to broker.',
  })
  await user.account.saveUserInfo({ body: { ...asBroker, userType: 'carrier' } })

  const { subscriptions } = app.simulator.state()
  const { id = '', periodEnd = 0 } = Object.values(subscriptions).at(-1) ?? {}
  app.simulator.change((draft) => setCancelAt(draft, id, periodEnd))
  await app.settle()
  expect(await user.account.saveUserInfo({ body: asBroker })).toMatchObject({ userType: 'broker' })
  expect(await user.account.saveUserInfo({ body: asBroker })).toMatchObject({ userType: 'broker' })
})

test('[D13.25] without payments there is no checkout, and the status is none', async () => {
  const off = await testApp()
  const user = await off.signUp()

  await expect(user.billing.upgrade({ query: { plan: 'PRO', interval: 'month' } })).rejects.toMatchObject({
    code: 'billing-off',
    status: 404,
  })
  await expect(user.billing.openPortal({ query: {} })).rejects.toMatchObject({ code: 'billing-off' })
  expect(await user.billing.checkBilling()).toEqual({ status: 'none' })
  expect((await user.billing.getBilling()).content).toMatchObject({ status: 'none', payments: 'off' })
})

test('[D13.25] the plan for new accounts is granted once, and can be revoked', async () => {
  const pro = await testApp({ change: (deps) => ({ ...deps, defaultPlan: 'PRO' }) })
  const user = await pro.signUp()
  expect(await planOf(user)).toBe('PRO')
  expect((await user.billing.getBilling()).content.grant).toMatchObject({ plan: 'PRO', seats: null })

  await revokePlan(pro.deps, user.email)
  expect(await planOf(await pro.signUp(user.email))).toBe('TRIAL')
})

test('[D13.25] a Business plan for new accounts founds a team of ten', async () => {
  const business = await testApp({ change: (deps) => ({ ...deps, defaultPlan: 'BUSINESS' }) })
  const owner = await business.signUp()

  await owner.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } })
  expect(await owner.team.getTeam()).toMatchObject({ limitUsers: 10, features: ['email', 'team-management'] })
})

test("members of a team can't buy for it, and have the portal of their own subscription", async () => {
  const owner = await createOwner(app)
  const payer = await app.signUp()
  await buy(app, payer)
  await app.settle()
  const member = await createMember(app, owner, { user: payer })

  await expect(member.billing.upgrade({ query: { plan: 'BUSINESS', interval: 'month' } })).rejects.toMatchObject({
    code: 'not-allowed',
  })
  expect((await member.billing.openPortal({ query: {} })).url).toMatch(/\/portal\//)
  expect((await member.billing.getBilling()).content).toMatchObject({ mayPay: false, status: 'active' })
  expect(await planOf(member)).toBe('BUSINESS')
})

test("[D8.11] a manager opens the team's portal, or that of their own subscription", async () => {
  const customerOfPortal = () => Object.values(app.simulator.state().portals).at(-1)?.customerId
  const owner = await app.signUp()
  await buy(app, owner, { plan: 'BUSINESS' })
  const teamCustomer = Object.keys(app.simulator.state().customers).at(-1)
  const payer = await app.signUp()
  await buy(app, payer)
  const ownCustomer = Object.keys(app.simulator.state().customers).at(-1)
  await app.settle()
  await owner.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } })
  const manager = await createMember(app, owner, { user: payer, role: 'MANAGER' })

  await manager.billing.openPortal({ query: {} })
  expect(customerOfPortal()).toBe(teamCustomer)
  await manager.billing.openPortal({ query: { of: 'own' } })
  expect(customerOfPortal()).toBe(ownCustomer)
})

test('[D8.9] the better of a granted and a paid plan counts, and ending one keeps the other', async () => {
  const user = await app.signUp()
  await buy(app, user)
  await app.settle()
  await grant(app, user, { plan: 'BUSINESS', seats: 5 })
  expect(await planOf(user)).toBe('BUSINESS')

  await user.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } })
  expect((await user.billing.getBilling()).content).toMatchObject({
    grant: { plan: 'BUSINESS', seats: 5 },
    own: { status: 'active', owedCents: null },
    status: 'none',
  })
  await user.team.leaveTeam()
  expect(await planOf(user)).toBe('BUSINESS')
  expect((await user.billing.getBilling()).content).toMatchObject({ status: 'active', own: null })
})

test('what the operator granted is not sold to who has it', async () => {
  const user = await app.signUp()
  await grant(app, user, { plan: 'PRO' })
  await expect(openCheckout(user)).rejects.toMatchObject({
    code: 'not-allowed',
    message: 'You have this plan without payment. To pay for it, email support@loadping.example.',
  })
  expect(await openCheckout(user, { plan: 'BUSINESS' })).toMatch(/^cs_/)

  const owner = await createOwner(app)
  for (const plan of ['BUSINESS', 'PRO'] as const)
    await expect(openCheckout(owner, { plan })).rejects.toMatchObject({ code: 'not-allowed' })

  await buy(app, await app.signUp())
  const payer = await app.signUp()
  await buy(app, payer)
  await app.settle()
  await grant(app, payer, { plan: 'PRO' })
  expect((await payer.billing.upgrade({ query: { plan: 'PRO', interval: 'year' } })).url).toMatch(/\/portal\//)
})

test('a checkout that was opened before a team or a switch to broker can no longer be paid', async () => {
  const statusOfCheckout = (id: string) => app.simulator.state().sessions[id]?.status
  const founder = await app.signUp()
  const ofFounder = await openCheckout(founder, { plan: 'BUSINESS' })
  await grant(app, founder)
  await founder.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } })
  const user = await app.signUp()
  const ofUser = await openCheckout(user)
  await user.account.saveUserInfo({ body: { userType: 'broker' } })
  const another = await openCheckout(await app.signUp())
  await app.settle()

  expect([ofFounder, ofUser, another].map(statusOfCheckout)).toEqual(['expired', 'expired', 'open'])
})

test('a plan that is Pro by the time a team is created stays with its user', async () => {
  const user = await app.signUp()
  await buy(app, user, { plan: 'BUSINESS' })
  await app.settle()
  const comparison = await app.pool.connect()
  await comparison.query('begin')
  await comparison.query('update customer set stored = stored + 1 where holder_id = $1', [user.userId])
  await comparison.query("update plan set plan = 'PRO', seats = null where holder_id = $1", [user.userId])

  const created = user.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } }).catch(({ code }) => code)
  const waits =
    "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  await expect.poll(async () => (await app.pool.query(waits)).rows[0].n).toBe(1)
  await comparison.query('commit')
  comparison.release()

  expect(await created).toBe('plan-limit')
  expect(await planOf(user)).toBe('PRO')
})

test('a Business plan paid by the user moves to the team they create, with its customer', async () => {
  const user = await app.signUp()
  await buy(app, user, { plan: 'BUSINESS' })
  await app.settle()
  await user.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } })

  expect(await user.team.getTeam()).toMatchObject({ limitUsers: 3 })
  expect((await user.billing.getBilling()).content).toMatchObject({ status: 'active', plan: 'BUSINESS', seats: 3 })
  app.clock.advance(1_000)
  await sweepBilling(app.deps, { isForAll: true })
  expect(await user.team.getTeam()).toMatchObject({ limitUsers: 3 })
  await user.team.leaveTeam()
  expect(await planOf(user)).toBe('BUSINESS')
})

test('invoices are listed, the newest first', async () => {
  const user = await app.signUp()
  await buy(app, user)
  app.clock.advance(32 * day * 1_000) // a month and the hour until its invoice is final
  await app.settle()
  const back = await app.signUp(user.email)

  const invoices = await back.billing.listInvoices()

  expect(invoices).toHaveLength(2)
  expect(invoices[0]).toMatchObject({ totalCents: 1_500, status: 'paid' })
  expect(invoices[0]?.pdfUrl).toMatch(/\/pdf$/)
})

test('[D13.1] a checkout of a team that was closed ends when its owner opens another', async () => {
  const owner = await app.signUp()
  await openCheckout(owner) // a customer of their own
  await grant(app, owner)
  await owner.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } })
  await revokePlan(app.deps, owner.email)
  const ofTeam = await openCheckout(owner, { plan: 'BUSINESS' })
  await owner.team.leaveTeam()

  const own = await openCheckout(owner, { interval: 'year' })

  const { sessions } = app.simulator.state()
  expect([sessions[ofTeam]?.status, sessions[own]?.status]).toEqual(['expired', 'open'])
})

test.each(['upgrade?plan=BUSINESS&interval=month', 'billing'])(
  'who is no manager any more when Stripe answers gets no address of the team: /users/%s',
  async (call) => {
    const owner = await createOwner(app)
    const manager = await createMember(app, owner, { role: 'MANAGER' })
    await revokePlan(app.deps, owner.email)
    await openCheckout(owner, { plan: 'BUSINESS' })
    const address = {
      url: 'https://loadping.test/dev/stripe',
      async fetch(url: string, init: RequestInit) {
        const answer = await app.simulator.fetch(url, init)
        if ((await manager.account.getMe()).role === 'MANAGER')
          await owner.team.updateRole({ body: { data: { userId: manager.userId, role: 'USER' } } })
        return answer
      },
    }
    const { payments } = app.deps
    const stripe = createStripe('sk_test_simulator', { address, retries: 0 })
    const during = await buildApp({ ...app.deps, payments: payments && { ...payments, stripe } })
    const headers = { authorization: `Bearer ${manager.accessToken}` }

    const answer = await during.inject({ method: 'GET', url: `/users/${call}`, headers })

    expect(answer.json()).toMatchObject({ code: 'busy' })
    await during.close()
  },
)

test('[B07] an answer of Stripe that is lost leaves one customer and one checkout', async () => {
  const count = () => {
    const { customers, sessions } = app.simulator.state()
    return [Object.keys(customers).length, Object.keys(sessions).length] as const
  }
  const [customers, sessions] = count()
  const user = await app.signUp()
  for (let attempt = 0; attempt < 12; attempt += 1) {
    app.simulator.configure({ fault: { kind: 'lost-answer', left: 1 } })
    await openCheckout(user).catch(() => undefined)
  }
  app.simulator.configure({ fault: null })
  const id = await openCheckout(user)

  expect(count()).toEqual([customers + 1, sessions + 1])
  expect(app.simulator.state().sessions[id]?.status).toBe('open')
})

test('[B07] a customer that was created, but not stored, serves the next manager too', async () => {
  const owner = await createOwner(app)
  const manager = await createMember(app, owner, { role: 'MANAGER' })
  const { id } = await owner.team.getTeam()
  await app.pool.query('delete from plan where holder_id = $1', [id])
  const count = () => Object.keys(app.simulator.state().customers).length
  const before = count()
  await openCheckout(manager, { plan: 'BUSINESS' })
  await app.pool.query('delete from customer where holder_id = $1', [id]) // as if the server had been killed

  await openCheckout(owner, { plan: 'BUSINESS' })

  expect(count()).toBe(before + 1)
  expect(Object.values(app.simulator.state().customers).at(-1)?.email).toBe(owner.email)
})

test('[B06] what a client says of its plan is refused, and what it is allowed follows from the record', async () => {
  const user = await app.signUp()
  app.clock.advance(15 * day * 1_000)
  const back = await app.signUp(user.email)
  for (let count = 0; count < 4; count += 1) await addTemplate(back, `Template ${count}`)
  const claims = { billingPlan: 'PRO', features: ['email'], emails: null, limitEmails: null }
  const claimed = await app.app.inject({
    method: 'PATCH',
    url: '/users/me/profile',
    headers: { authorization: `Bearer ${back.accessToken}` },
    payload: claims,
  })

  expect(claimed.statusCode).toBe(400)
  expect(await back.account.getMe()).toMatchObject({ billingPlan: 'FREE', features: [], limitEmails: 50 })
  await expect(addTemplate(back, 'Sixth')).rejects.toMatchObject({ code: 'plan-limit' })
  await buy(app, back)
  await app.settle()
  await expect(addTemplate(back, 'Sixth')).resolves.toBeDefined()
})
