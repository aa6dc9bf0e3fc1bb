import { afterEach, beforeAll, expect, test } from 'vitest'
import { createStripe } from '../integrations/stripe.ts'
import { setSwitch } from '../kill-switches/kill-switches.service.ts'
import { paySession } from '../stand-ins/stripe/checkout.ts'
import { createSimulator } from '../stand-ins/stripe/simulator.ts'
import { day, hour } from '../stand-ins/stripe/state.ts'
import { endSubscription } from '../stand-ins/stripe/subscription-ends.ts'
import { revokePlan } from '../team/plan-grants.service.ts'
import { type BillingApp, billingApp, buy, openCheckout } from '../testing/billing.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import type { TestUser } from '../testing/test-app.ts'
import { queueSync } from './billing-sync-job.ts'
import { sweepBilling, syncBilling } from './sync.service.ts'

let app: BillingApp
beforeAll(async () => {
  app = await billingApp()
})

const planOf = async (user: TestUser) => (await user.account.getMe()).billingPlan

/** Signs up a user whose trial is over and who has bought a plan. */
async function createPayer(): Promise<{ user: TestUser; customer: string; subscription: string }> {
  const { email } = await app.signUp()
  app.clock.advance(15 * day * 1_000)
  const user = await app.signUp(email)
  await buy(app, user)
  await app.settle()
  const { rows } = await app.pool.query('select id from customer where holder_id = $1', [user.userId])
  const customer: string = rows[0].id
  const subscription = Object.values(app.simulator.state().subscriptions).find((one) => one.customerId === customer)
  return { user, customer, subscription: subscription?.id ?? '' }
}

const failAll = () => app.simulator.configure({ fault: { kind: 'no-connection', left: 1_000 } })
const failNone = () => app.simulator.configure({ fault: null })
afterEach(failNone)

test('[D8.7] [D13.2] [B10] people send and keep their plan for 72 hours without Stripe', async () => {
  const { user, customer } = await createPayer()
  failAll()
  await expect(syncBilling(app.deps, customer)).rejects.toThrow()
  app.clock.advance(71 * hour * 1_000)
  const back = await app.signUp(user.email)
  expect(await back.billing.checkBilling()).toEqual({ status: 'active' })
  expect(await planOf(back)).toBe('PRO')
  await expect(sendInquiry(back)).resolves.toBeDefined()
  expect((await back.billing.getBilling()).content.failingSince).not.toBeNull()

  app.clock.advance(2 * hour * 1_000)
  const later = await app.signUp(user.email)
  expect(await planOf(later)).toBe('FREE')
  failNone()
  await later.billing.checkBilling()
  expect(await planOf(later)).toBe('PRO')
  expect((await later.billing.getBilling()).content.failingSince).toBeNull()
})

test.each(['rate-limit', 'server-error', 'no-connection', 'nonsense'] as const)(
  'after %s the plan stays, and an upgrade says that nothing was charged',
  async (kind) => {
    const { user, customer } = await createPayer()
    const other = await app.signUp()
    app.simulator.configure({ fault: { kind, left: 1_000 } })

    await expect(syncBilling(app.deps, customer)).rejects.toThrow()
    await expect(other.billing.upgrade({ query: { plan: 'PRO', interval: 'month' } })).rejects.toMatchObject({
      code: 'unavailable',
      message: "We can't reach Stripe. Nothing was charged. Try again in a minute.",
    })
    failNone()
    expect(await planOf(user)).toBe('PRO')
  },
)

test('an answer that was asked for earlier never replaces a later one', async () => {
  const { user, customer, subscription } = await createPayer()
  const { payments } = app.deps
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  let reading = () => {}
  const isRead = new Promise<void>((resolve) => {
    reading = resolve
  })
  const address = {
    url: 'https://loadping.test/dev/stripe',
    async fetch(url: string, init: RequestInit) {
      const answer = await app.simulator.fetch(url, init)
      if (!url.includes('/subscriptions')) return answer
      reading()
      await arrived
      return answer
    },
  }
  const slow = payments && { ...payments, stripe: createStripe('sk_test_simulator', { address, retries: 0 }) }
  const older = syncBilling({ ...app.deps, payments: slow }, customer)
  await isRead
  app.simulator.change((draft) => endSubscription(draft, subscription))
  await syncBilling(app.deps, customer)
  expect(await planOf(user)).toBe('FREE')

  arrive()
  await older
  expect(await planOf(user)).toBe('FREE')
})

test('a customer that Stripe does not know is forgotten, and the next purchase creates one', async () => {
  const user = await app.signUp()
  await app.pool.query("insert into customer values ('cus_of_test_mode', $1, '[]', 0, 0, null, null, now())", [
    user.userId,
  ])
  await expect(buy(app, user)).rejects.toMatchObject({ code: 'busy' })
  await buy(app, user)
  await app.settle()

  expect(await planOf(user)).toBe('PRO')
  const { rows } = await app.pool.query('select id from customer where holder_id = $1', [user.userId])
  expect(rows).toHaveLength(1)
  const told = app.log.filter((line) => line['reason'] === 'unknown-customer')
  expect(told).toMatchObject([{ customerId: 'cus_of_test_mode' }])
})

test('for a customer that was deleted at Stripe today, the next purchase creates another', async () => {
  const user = await app.signUp()
  await openCheckout(user)
  const listCustomers = async () =>
    (await app.pool.query('select id from customer where holder_id = $1', [user.userId])).rows.map(({ id }) => id)
  const [deleted = ''] = await listCustomers()
  await app.deps.payments?.stripe.customers.del(deleted)
  await app.settle()
  expect(await listCustomers()).toEqual([])

  await buy(app, user)
  await app.settle()

  expect(await planOf(user)).toBe('PRO')
  expect(await listCustomers()).not.toContain(deleted)
})

test('with the key of another account, who pays keeps the plan and the customer for 72 hours', async () => {
  const { user, customer } = await createPayer()
  const url = 'https://loadping.test/dev/stripe'
  const { fetch } = createSimulator({ now: app.deps.now, pages: url, seed: 'other' })
  const stripe = createStripe('sk_test_other', { address: { url, fetch }, retries: 0 })
  const { payments } = app.deps
  const withOtherKey = { ...app.deps, payments: payments && { ...payments, stripe } }
  await expect(syncBilling(withOtherKey, customer)).rejects.toThrow('No such customer')
  app.clock.advance(71 * hour * 1_000)
  await expect(syncBilling(withOtherKey, customer)).rejects.toThrow('No such customer')
  const back = await app.signUp(user.email)
  expect(await planOf(back)).toBe('PRO')
  const told = app.log.filter((line) => line['reason'] === 'unknown-customer' && line['customerId'] === customer)
  expect(told).toHaveLength(2)

  await syncBilling(app.deps, customer)
  expect((await back.billing.getBilling()).content).toMatchObject({ status: 'active', failingSince: null })

  await expect(syncBilling(withOtherKey, customer)).rejects.toThrow('No such customer')
  app.clock.advance(73 * hour * 1_000)
  await syncBilling(withOtherKey, customer)
  const later = await app.signUp(user.email)
  expect(await planOf(later)).toBe('FREE')
  expect((await later.billing.getBilling()).content.status).toBe('none')
})

test('[B11] a comparison of all customers finds and repairs every plan that differs', async () => {
  const payers = [await createPayer(), await createPayer(), await createPayer()]
  await sweepBilling(app.deps, { isForAll: true })
  await app.pool.query('delete from plan where holder_id = $1', [payers[0]?.user.userId])
  await app.pool.query("update plan set plan = 'BUSINESS', seats = 50 where holder_id = $1", [payers[1]?.user.userId])
  await app.pool.query('update plan set until = now() where holder_id = $1', [payers[2]?.user.userId])

  const sweep = await sweepBilling(app.deps, { isForAll: true })

  expect(sweep).toMatchObject({ repaired: 3, failed: 0 })
  expect(app.log.at(-1)).toMatchObject({ msg: 'customers compared with Stripe', ...sweep })
  for (const { user } of payers) expect(await planOf(await app.signUp(user.email))).toBe('PRO')
  expect(app.log.filter((line) => line['security'] === 'billing-drift')).toHaveLength(3)
  expect(await sweepBilling(app.deps)).toEqual({ checked: 0, repaired: 0, failed: 0 })
})

test('each customer is compared daily, and hourly while it fails', async () => {
  await createPayer()
  const { checked } = await sweepBilling(app.deps, { isForAll: true })
  app.clock.advance(23 * hour * 1_000)
  expect(await sweepBilling(app.deps)).toEqual({ checked: 0, repaired: 0, failed: 0 })
  app.clock.advance(2 * hour * 1_000)
  failAll()
  expect(await sweepBilling(app.deps)).toEqual({ checked, repaired: 0, failed: checked })
  app.clock.advance(61 * 60_000)
  failNone()
  expect(await sweepBilling(app.deps)).toMatchObject({ checked, failed: 0 })
})

test('after a clock that was a year ahead, each customer is compared daily again', async () => {
  const { customer } = await createPayer()
  await app.pool.query("update customer set check_at = check_at + interval '1 year' where id = $1", [customer])
  await sweepBilling(app.deps)

  const { rows } = await app.pool.query('select check_at from customer where id = $1', [customer])
  expect(rows[0].check_at.getTime() - app.clock.now.getTime()).toBeLessThanOrEqual(day * 1_000)
})

test('two live subscriptions keep the better plan, and the operator is told', async () => {
  const { user, customer } = await createPayer()
  await app.deps.payments?.stripe.subscriptions.create({
    customer,
    items: [{ price: 'price_business_month', quantity: 4 }],
  })
  await app.settle()

  expect(await planOf(user)).toBe('BUSINESS')
  expect(
    app.log.some(
      (line) =>
        line['security'] === 'billing-alarm' && line['reason'] === 'two-live' && line['customerId'] === customer,
    ),
  ).toBe(true)
})

test('two live subscriptions of two customers of one holder are told to the operator too', async () => {
  const { user, customer } = await createPayer()
  const stripe = app.deps.payments?.stripe ?? expect.fail('no client')
  const { id: other } = await stripe.customers.create({ email: user.email })
  await app.pool.query(
    `insert into customer (id, holder_id, subscriptions, begun, stored, check_at) values ($1, $2, '[]', 0, 0, now())`,
    [other, user.userId],
  )
  app.log.length = 0
  const { id } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: other,
    line_items: [{ price: 'price_pro_month', quantity: 1 }],
    success_url: 'https://loadping.test/pricing',
  })
  app.simulator.change((draft) => paySession(draft, id, { number: '4242424242424242' }))
  await app.settle()
  const told = () => app.log.filter((line) => line['reason'] === 'two-live').map((line) => line['customerId'])
  expect(told()).toContain(other)

  const second = Object.values(app.simulator.state().subscriptions).find((one) => one.customerId === other)
  app.simulator.change((draft) => endSubscription(draft, second?.id ?? ''))
  await app.settle()
  app.log.length = 0
  await syncBilling(app.deps, customer)
  expect(told()).toEqual([])
})

test('after a handover Stripe writes to the new owner of the team', async () => {
  const owner = await app.signUp()
  await buy(app, owner, { plan: 'BUSINESS' })
  await app.settle()
  await owner.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } })
  const heir = await createMember(app, owner, { role: 'MANAGER' })
  const emails = () => Object.values(app.simulator.state().customers).map(({ email }) => email)
  expect(emails()).toContain(owner.email)

  await owner.team.transferOwnership({ body: { userId: heir.userId } })
  await app.settle()
  expect(emails()).toContain(heir.email)
  expect(emails()).not.toContain(owner.email)
})

test('while writes are off comparisons wait, and are made up for afterwards', async () => {
  const { user, customer, subscription } = await createPayer()
  await setSwitch(app.deps, 'writes', true)
  app.simulator.change((draft) => endSubscription(draft, subscription))
  await queueSync(app.deps, { customerId: customer })
  await app.runDueJobs()
  app.clock.advance(2 * day * 1_000)
  expect(await sweepBilling(app.deps)).toEqual({ checked: 0, repaired: 0, failed: 0 })
  const back = await app.signUp(user.email)
  expect(await planOf(back)).toBe('PRO')

  await setSwitch(app.deps, 'writes', false)
  app.clock.advance(2 * 60_000)
  await app.runDueJobs()
  expect(await planOf(back)).toBe('FREE')
})

test('a failure of the database is not taken for one of Stripe', async () => {
  const { user } = await createPayer()
  await app.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'the database fails'; end $$;
    create trigger refuse before update on customer for each row execute function refuse()`)

  await expect(user.billing.checkBilling()).rejects.toMatchObject({ code: 'unexpected' })
  await expect(user.billing.upgrade({ query: { plan: 'PRO', interval: 'month' } })).rejects.toMatchObject({
    code: 'unexpected',
  })
  await app.pool.query('drop trigger refuse on customer')
  expect(await user.billing.checkBilling()).toEqual({ status: 'active' })
})

test('an owner who hands the team over leaves its customer and plan with the team', async () => {
  const owner = await createOwner(app)
  await revokePlan(app.deps, owner.email)
  await buy(app, owner, { plan: 'BUSINESS' })
  await app.settle()
  const heir = await createMember(app, owner, { role: 'MANAGER' })
  await owner.team.transferOwnership({ body: { userId: heir.userId } })
  await owner.team.leaveTeam()

  expect(await planOf(owner)).not.toBe('BUSINESS')
  expect(await planOf(heir)).toBe('BUSINESS')
  expect((await heir.billing.getBilling()).content).toMatchObject({ status: 'active', plan: 'BUSINESS', mayPay: true })
  await expect(owner.billing.openPortal({ query: {} })).rejects.toMatchObject({ code: 'not-found' })
})

test('who paid for a team and left it can buy a plan of their own at once, as another customer', async () => {
  const payer = await app.signUp()
  await buy(app, payer, { plan: 'BUSINESS' })
  await app.settle()
  await payer.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } })
  const heir = await createMember(app, payer, { role: 'MANAGER' })
  await payer.team.transferOwnership({ body: { userId: heir.userId } })
  await payer.team.leaveTeam()

  await buy(app, payer)
  await app.settle()

  expect(await planOf(payer)).toBe('PRO')
  expect((await heir.billing.getBilling()).content).toMatchObject({ status: 'active', plan: 'BUSINESS' })
})
