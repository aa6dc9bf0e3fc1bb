import type { Problem } from '@loadping/contract/wire/problem'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { deleteDueAccounts } from '../account-deletion/final-deletion.service.ts'
import { day } from '../stand-ins/stripe/state.ts'
import { setCancelAt } from '../stand-ins/stripe/subscriptions.ts'
import { type BillingApp, billingApp, buy, openCheckout } from '../testing/billing.ts'
import { deleteAccount, keepAccount, refusalOf, signInToDeleted, waitForLocks } from '../testing/deletion.ts'
import type { TestUser } from '../testing/test-app.ts'

let app: BillingApp
beforeAll(async () => {
  app = await billingApp()
})
afterEach(() => app.simulator.configure({ fault: null }))

const pass = async (seconds: number) => {
  app.clock.advance(seconds * 1_000)
  await app.settle()
}
const passDays = (days: number) => pass(days * day)
const customersOf = async ({ userId }: TestUser): Promise<string[]> =>
  (await app.pool.query('select id from customer where holder_id = $1', [userId])).rows.map(({ id }) => id)

async function subscriptionOf(user: TestUser) {
  const [customer] = await customersOf(user)
  const all = Object.values(app.simulator.state().subscriptions)
  return all.find(({ customerId }) => customerId === customer) ?? expect.fail('no subscription')
}

async function signUpPaying(): Promise<TestUser> {
  const user = await app.signUp()
  await buy(app, user)
  await app.settle()
  return user
}

test('[D13.28] a deleted account is not renewed, and renews again once it is kept', async () => {
  const user = await signUpPaying()
  expect((await user.accountDeletion.previewDeletion()).paid).toMatchObject({ plan: 'PRO' })

  await deleteAccount(user)
  await app.settle()
  expect(await subscriptionOf(user)).toMatchObject({ isCancelAtPeriodEnd: true, status: 'active' })

  const kept = await keepAccount(app, await signInToDeleted(app, user.email))
  expect(kept.isRenewing).toBe(true)
  expect(await subscriptionOf(user)).toMatchObject({ isCancelAtPeriodEnd: false, cancelAt: null })
  expect((await app.as(kept.accessToken).billing.getBilling()).content).toMatchObject({ plan: 'PRO', endsAt: null })
})

test('[D13.28] a subscription whose period ended in the week is not revived, and the user is told', async () => {
  const user = await signUpPaying()
  const { periodEnd } = await subscriptionOf(user)
  await pass(periodEnd - app.clock.now.getTime() / 1_000 - 3 * day)
  await deleteAccount(await app.signUp(user.email))
  await app.settle()
  await passDays(4)

  expect((await subscriptionOf(user)).status).toBe('canceled')
  const kept = await keepAccount(app, await signInToDeleted(app, user.email))
  expect(kept.isRenewing).toBe(false)
})

test('[D13.28] who had canceled before does not renew by keeping the account', async () => {
  const user = await signUpPaying()
  const { id, periodEnd } = await subscriptionOf(user)
  app.simulator.change((draft) => setCancelAt(draft, id, periodEnd, { isByFlag: true }))
  await app.settle()
  await deleteAccount(user)
  await app.settle()

  expect((await keepAccount(app, await signInToDeleted(app, user.email))).isRenewing).toBeNull()
  expect((await subscriptionOf(user)).isCancelAtPeriodEnd).toBe(true)
})

test('[D13.28] while Stripe does not answer, the deletion goes on, and the end is tried again', async () => {
  const user = await signUpPaying()
  app.simulator.configure({ fault: { kind: 'server-error', left: 1_000 } })
  await deleteAccount(user)
  await app.runDueJobs()
  expect((await subscriptionOf(user)).isCancelAtPeriodEnd).toBe(false)

  app.simulator.configure({ fault: null })
  await pass(3_600)
  expect((await subscriptionOf(user)).isCancelAtPeriodEnd).toBe(true)
})

test('[D13.28] an account that is kept while Stripe does not answer stays paid', async () => {
  const user = await signUpPaying()
  app.simulator.configure({ fault: { kind: 'server-error', left: 1_000 } })
  await deleteAccount(user)
  await app.runDueJobs()
  const kept = await keepAccount(app, await signInToDeleted(app, user.email))
  app.simulator.configure({ fault: null })
  await pass(7_200)

  expect(kept.isRenewing).toBe(false) // it could not be asked
  expect((await subscriptionOf(user)).isCancelAtPeriodEnd).toBe(false)
})

test('[D13.28] fewer seats from the next renewal on stay so when the account is kept', async () => {
  const owner = await app.signUp()
  await buy(app, owner, { plan: 'BUSINESS' })
  await app.settle()
  await owner.team.createOrganization({ body: { name: 'Redbud' } })
  await owner.team.changeSeats({ body: { seats: 6 } })
  await app.settle()
  await owner.team.changeSeats({ body: { seats: 4 } })
  await app.settle()
  await deleteAccount(owner)
  await app.settle()
  expect(Object.values(app.simulator.state().subscriptions).at(-1)).toMatchObject({ isCancelAtPeriodEnd: true })

  const kept = await keepAccount(app, await signInToDeleted(app, owner.email))

  expect(kept.isRenewing).toBe(true)
  const { content } = await app.as(kept.accessToken).billing.getBilling()
  expect(content).toMatchObject({ seats: 6, nextSeats: 4, endsAt: null })
})

test('[D13.28] a subscription that could not be asked for when the account was kept renews later', async () => {
  const user = await signUpPaying()
  await deleteAccount(user)
  await app.settle()
  const refused = await signInToDeleted(app, user.email)
  app.simulator.configure({ fault: { kind: 'server-error', left: 1_000 } })
  expect((await keepAccount(app, refused)).isRenewing).toBe(false)
  await app.settle()
  expect((await subscriptionOf(user)).isCancelAtPeriodEnd).toBe(true)

  app.simulator.configure({ fault: null })
  await pass(7_200)

  expect(await subscriptionOf(user)).toMatchObject({ isCancelAtPeriodEnd: false, cancelAt: null })
})

test('[D13.28] who began to buy before the deletion gets no checkout after it', async () => {
  const user = await app.signUp()
  await openCheckout(user)
  let buying: Promise<Problem> | undefined
  await app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('customer').select('id').where('holderId', '=', user.userId).forUpdate().execute()
    buying = refusalOf(openCheckout(user))
    await waitForLocks(app, 1)
    await deleteAccount(user)
  })

  expect(await buying).toMatchObject({ code: 'not-signed-in' })
})

test('[D13.28] a checkout that was open cannot be paid any more', async () => {
  const user = await app.signUp()
  const id = await openCheckout(user)
  await deleteAccount(user)
  await app.settle()

  expect(app.simulator.state().sessions[id]?.status).toBe('expired')
})

test('[R03] a customer that was deleted at Stripe is forgotten with its account', async () => {
  const user = await signUpPaying()
  const [customer = ''] = await customersOf(user)
  await app.deps.payments?.stripe.customers.del(customer)
  await deleteAccount(user)
  await passDays(7)
  await pass(900)
  await deleteDueAccounts(app.deps)
  for (let hours = 0; hours < 3; hours++) await pass(3_700)

  expect(await customersOf(user)).toEqual([])
})

test('[R03] an account goes while Stripe does not answer; its subscription is ended later', async () => {
  const user = await signUpPaying()
  const { id } = await subscriptionOf(user)
  const [customer = ''] = await customersOf(user)
  app.simulator.configure({ fault: { kind: 'server-error', left: 10_000 } })
  await deleteAccount(user)
  await passDays(7)
  await pass(900)
  await deleteDueAccounts(app.deps)
  await app.settle()
  expect((await app.pool.query('select from account where id = $1', [user.userId])).rowCount).toBe(0)
  expect(await customersOf(user)).toEqual([customer])
  expect(app.simulator.state().subscriptions[id]?.status).toBe('active')

  app.simulator.configure({ fault: null })
  for (let hours = 0; hours < 3; hours++) await pass(3_700)

  expect(app.simulator.state().subscriptions[id]?.status).toBe('canceled')
  expect(await customersOf(user)).toEqual([])
  expect((await app.pool.query('select from plan where holder_id = $1', [user.userId])).rowCount).toBe(0)
})
