import type { Page } from '@playwright/test'
import { call, grantPro, signUp } from './people.ts'
import { expect, type Product, test } from './product.ts'
import { collectComplaints, examine, phone, type Screen } from './screen-examination.ts'

/** What is told instead of the truth, where it takes weeks to become true. */
type Told = { me?: object; billing?: object }

const day = 86_400_000
const daysAgo = (days: number): string => new Date(Date.now() - days * day).toISOString()
const expired: Told = { me: { billingPlan: 'FREE', createdAt: daysAgo(20), limitTempl: 5 } }
const off: Told = { billing: { payments: 'off' } }
const onHold: Told = {
  me: { billingPlan: 'FREE', features: [], emails: 12, limitEmails: 50, renewsAt: daysAgo(-9) },
  billing: { failingSince: daysAgo(4) },
}
const member: Told = {
  me: { billingPlan: 'BUSINESS', organizationId: '10000000-0000-4000-8000-000000000001' },
  billing: { grant: null, mayPay: false },
}

/** Changes what the server's answers say of the plan, on their way to a page. Returns a function that ends it. */
async function tell(page: Page, { me = {}, billing = {} }: Told): Promise<() => Promise<void>> {
  await page.route('**/users/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...me } })
  })
  await page.route('**/api/v1/main/stripe/billing-status', async (route) => {
    const answer = await route.fetch()
    const { content } = await answer.json()
    await route.fulfill({ response: answer, json: { content: { ...content, ...billing } } })
  })
  await page.route(/\/home(\?.*)?$/, async (route) => {
    const answer = await route.fetch()
    const home = await answer.json()
    await route.fulfill({ response: answer, json: { ...home, billing: { ...home.billing, ...billing } } })
  })
  return () => page.unrouteAll({ behavior: 'wait' })
}

/** Buys Pro by the month with a test card. */
async function buyPro(page: Page, card: string): Promise<void> {
  const { body } = await call(page, 'GET', '/users/upgrade?plan=PRO&interval=month')
  await page.request.post(body.url, { form: { card, action: 'pay' } })
  expect((await call(page, 'GET', '/users/billing-status')).body).toEqual({ status: 'active' })
}

async function payYearly(page: Page): Promise<void> {
  const { body } = await call(page, 'POST', '/users/plan', { plan: 'PRO', interval: 'year' })
  expect(body).toMatchObject({ outcome: 'done' })
}

async function cancel(page: Page): Promise<void> {
  const { body } = await call(page, 'GET', '/users/billing')
  const portal = await (await page.request.get(body.url)).text()
  const [, subscription = ''] = /name="cancel" value="(\w+)"/.exec(portal) ?? []
  await page.request.post(body.url, { form: { cancel: subscription } })
  await call(page, 'GET', '/users/billing-status')
}

/** Lets a month go by at Stripe, after which the next payment has failed. */
async function failRenewal(page: Page, { address }: Product): Promise<void> {
  expect((await page.request.post(`${address}/dev/stripe/clock`, { form: { days: '32' } })).ok()).toBe(true)
  expect((await call(page, 'GET', '/users/billing-status')).body).toEqual({ status: 'past_due' })
}

const at = (path: string) => (page: Page) => page.goto(path)
const billing = (status: string, shows: string): Screen => ({ name: `billing-${status}`, open: at('/pricing'), shows })
const home = (status: string, shows: string): Screen => ({ name: `home-${status}`, open: at('/'), shows })

test.describe('[W12] Billing and Dashboard are whole', () => {
  test.describe.configure({ mode: 'parallel' })
  let email: string
  let examineBoth: (status: string, onBilling: string, onHome: string, told?: Told) => Promise<void>

  test.beforeEach(async ({ page, product }) => {
    const complaints = await collectComplaints(page)
    examineBoth = async (status, onBilling, onHome, told) => {
      const end = told ? await tell(page, told) : async () => {}
      await examine(page, billing(status, onBilling), complaints, phone)
      await examine(page, home(status, onHome), complaints, phone)
      await end()
    }
    email = await signUp(page, product)
  })

  test('in every status of a trial and of a plan that is bought', async ({ page }) => {
    await examineBoth('trial', 'Trial', '50/50 emails left')
    await examineBoth('trial-over', 'Expired', 'Your Pro Trial is Expired', expired)
    await examineBoth('off', 'What each plan gives', '50/50 emails left', off)
    await buyPro(page, '4242424242424242')
    await examineBoth('monthly', 'Pay yearly, $150', 'Renews')
    await payYearly(page)
    await examineBoth('yearly', '$150.00 a year', 'Renews')
    await cancel(page)
    await examineBoth('canceled', 'Keep Pro', 'Ends')
    await examineBoth('on-hold', 'On hold', '12/50 emails left', onHold)
  })

  test('with a plan of the operator, in a team, and after a payment that failed', async ({ page, product }) => {
    grantPro(product, email)
    await examineBoth('granted', 'Given by your operator', 'Covers')
    await examineBoth('member', 'Your team’s', 'Business Plan', member)

    await signUp(page, product)
    await buyPro(page, '4000000000000341')
    await failRenewal(page, product)
    await examineBoth('past-due', 'Past due', 'Change card')
  })
})
