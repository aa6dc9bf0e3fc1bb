import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { InboxMessage } from '../server/src/stand-ins/inbox.ts'
import { expect, type Product } from './product.ts'

export const newEmail = (): string => `${randomUUID().slice(0, 8)}@carrier.example`

/** Signs up a new user by form, email and link, completes onboarding, and returns the address. Ends on the Dashboard. */
export async function signUpByForm(page: Page, product: Product): Promise<string> {
  const email = await signUpToOnboarding(page, product)
  await completeOnboarding(page, 'Carrier')
  await expectDashboard(page)
  return email
}

/** Signs up a new user by form, email and link, and returns the address. Ends at the first step of the onboarding. */
export async function signUpToOnboarding(page: Page, product: Product): Promise<string> {
  const email = newEmail()
  await page.goto('/sign-in')
  await askForLink(page, email)
  await page.goto(linkIn(await signInEmail(product, email)))
  await expect(page.getByRole('dialog', { name: 'Tell us how you work' })).toBeVisible()
  return email
}

/** Signs in a new user who is through the onboarding, and returns the address. Ends on the Dashboard. */
export async function signUp(
  page: Page,
  product: Product,
  business: 'Carrier' | 'Broker' = 'Carrier',
): Promise<string> {
  const email = newEmail()
  const code = codeIn(await requestLink(product, email))
  const { accessToken } = await (await post(product, '/auth/verifyLink', { email, code })).json()
  const headers = { authorization: `Bearer ${accessToken}` }
  await post(product, '/user-info', { userType: business.toLowerCase() }, headers)
  await post(product, '/auth/logout', undefined, headers)
  await page.goto(linkIn(await requestLink(product, email)))
  await page.getByRole('button', { name: `Continue as ${email}` }).click() // the link was requested outside this browser
  await expectDashboard(page)
  return email
}

async function requestLink(product: Product, email: string): Promise<InboxMessage> {
  const known = (await product.emailsTo(email)).length
  await post(product, '/auth/v2/tokenLink', { email })
  await expect.poll(async () => (await product.emailsTo(email)).length).toBeGreaterThan(known)
  return signInEmail(product, email)
}

async function post({ address }: Product, path: string, body: object | undefined, more: Record<string, string> = {}) {
  const headers = { ...more, ...(body && { 'content-type': 'application/json' }) }
  const response = await fetch(address + path, { method: 'POST', headers, body: body ? JSON.stringify(body) : null })
  expect(response.status, path).toBe(200)
  return response
}

/** Goes through the onboarding of a new user, without an MC number, closes the welcome, and ends where it began. */
export async function completeOnboarding(page: Page, business: 'Carrier' | 'Broker' = 'Carrier'): Promise<void> {
  await page.getByRole('dialog', { name: 'Tell us how you work' }).getByText(business, { exact: true }).click()
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  for (const name of ['Next', 'Next', 'Continue']) await press(name)
  await expect(page.getByRole('button', { name: 'Finish' })).toBeVisible()
  if (await page.getByText('Close the hint to finish.').isVisible()) await press('Got it') // not with the extension
  await press('Finish')
  const isAtHome = new URL(page.url()).pathname === '/'
  const maySend = (await page.getByRole('link', { name: 'Verify email', includeHidden: true }).count()) === 0
  await press("Let's go")
  if (!isAtHome || !maySend) return
  await expect(page.getByRole('heading', { level: 1, name: 'Practice board' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
}

export async function askForLink(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Other service (Yahoo, etc)' }).click()
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
}

type ConsentChoices = { canSend?: boolean; isEmailVerified?: boolean }

/** Signs in at the stand-in for Google or Outlook with this address. */
export async function answerProvider(
  page: Page,
  email: string,
  { canSend = true, isEmailVerified = true }: ConsentChoices = {},
): Promise<void> {
  await expect(page.getByText('This is a stand-in')).toBeVisible()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Allow LoadPing to send email').setChecked(canSend)
  await page.getByLabel('The provider verified').setChecked(isEmailVerified)
  await page.getByRole('button', { name: 'Continue' }).last().click()
}

/** Signs in through one of the sign-in page's provider buttons. */
export async function signInOver(
  page: Page,
  provider: 'Google' | 'Outlook',
  email: string,
  choices?: ConsentChoices,
): Promise<void> {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: `Sign up with ${provider}` }).click()
  await answerProvider(page, email, choices)
}

/** Calls the API as the user who is signed in on a page. */
export const call = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ({ method, path, body, key }) => {
      const { accessToken } = JSON.parse(localStorage.getItem('loadping.session') ?? '{}').state
      const type = body && { 'content-type': 'application/json' }
      const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': key, ...type }
      const response = await fetch(path, { method, headers, body: body ?? null })
      return { status: response.status, body: await response.json() }
    },
    { method, path, body: body && JSON.stringify(body), key: randomUUID() },
  )

/** Grants a plan, as an operator does. */
function grantPlan({ data }: Product, email: string, ...plan: string[]): void {
  const adminScript = join(import.meta.dirname, '../scripts/admin.ts')
  execFileSync(process.execPath, [adminScript, 'plan', 'grant', email, ...plan], {
    env: { ...process.env, DATA_DIR: data },
  })
}

export const grantBusiness = (product: Product, email: string): void =>
  grantPlan(product, email, 'business', '--seats', '10')
export const grantPro = (product: Product, email: string): void => grantPlan(product, email, 'pro')

/** Sends the Default template about a new load to an address, as the user who is signed in on a page. */
export async function sendTo(
  page: Page,
  to: string,
  boardLoadId: string = randomUUID(),
  company = 'Quillon Logistics',
): Promise<void> {
  const { body: templates } = await call(page, 'GET', '/templates')
  const lane = { origin: { city: 'Joliet', state: 'IL' }, dest: { city: 'Dallas', state: 'TX' } }
  const load = {
    board: 'dat-one',
    boardLoadId,
    ...lane,
    company,
    equipment: 'V',
    rate: { cents: 231_500, basis: 'flat' },
  }
  const { status } = await call(page, 'POST', '/emails', { templateId: templates[0].id, load, to })
  expect(status).toBe(200)
}

export const expectDashboard = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

/** Waits for a sign-in email to an address and returns the newest. */
export async function signInEmail(product: Product, email: string): Promise<InboxMessage> {
  const newest = async () => (await product.emailsTo(email)).find(({ subject }) => subject.endsWith('sign-in code'))
  await expect.poll(newest).toBeDefined()
  const message = await newest()
  if (!message) throw new Error(`No sign-in email to ${email}`)
  return message
}

export const linkIn = ({ text }: InboxMessage): string => /https?:\S+/.exec(text)?.[0] ?? ''
export const codeIn = ({ text }: InboxMessage): string => /code: (\d{6})/.exec(text)?.[1] ?? ''

/** Lets a page be left with unsaved text. On a busy machine the answer to the browser's question comes too late for it. */
export const leaveUnasked = (page: Page) =>
  page.addInitScript(() => addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true))
