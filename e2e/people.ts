import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { InboxMessage } from '../server/src/stand-ins/inbox.ts'
import { expect, type Product } from './product.ts'

export const newEmail = (): string => `${randomUUID().slice(0, 8)}@carrier.example`

/** Signs up somebody new, by the form, the mail and its link, tells their business, and ends on the Dashboard; answers their address. */
export async function signUp(
  page: Page,
  product: Product,
  business: 'Carrier' | 'Broker' = 'Carrier',
): Promise<string> {
  const email = newEmail()
  await page.goto('/sign-in')
  await askForLink(page, email)
  await page.goto(linkIn(await signInMail(product, email)))
  await completeOnboarding(page, business)
  await expectDashboard(page)
  return email
}

/** Answers what every new person is asked, and closes the welcome. */
export async function completeOnboarding(page: Page, business: 'Carrier' | 'Broker' = 'Carrier'): Promise<void> {
  await page.getByRole('dialog', { name: 'Create account' }).getByText(business, { exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: "Let's go" }).click()
}

export async function askForLink(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Other service (Yahoo, etc)' }).click()
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
}

type ConsentChoices = { maySend?: boolean; isVouched?: boolean }

/** Answers the local provider that stands in for Google or Outlook, as somebody with this address. */
export async function answerProvider(
  page: Page,
  email: string,
  { maySend = true, isVouched = true }: ConsentChoices = {},
): Promise<void> {
  await expect(page.getByText('This is a stand-in')).toBeVisible()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Allow LoadPing to send mail').setChecked(maySend)
  await page.getByLabel('The provider vouches').setChecked(isVouched)
  await page.getByRole('button', { name: 'Continue' }).last().click()
}

/** Signs in at the local provider that stands behind a button of the sign-in page. */
export async function signInOver(
  page: Page,
  provider: 'Google' | 'Outlook',
  email: string,
  wishes?: ConsentChoices,
): Promise<void> {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: `Sign up with ${provider}` }).click()
  await answerProvider(page, email, wishes)
}

/** Calls the API as the one who is signed in on a page. */
export const call = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ({ method, path, body, key }) => {
      const { accessToken } = JSON.parse(localStorage.getItem('loadping.session') ?? '{}').state
      const type = body && { 'content-type': 'application/json' }
      const headers = { authorization: `Bearer ${accessToken}`, 'idempotency-key': key, ...type }
      const answer = await fetch(path, { method, headers, body: body ?? null })
      return { status: answer.status, body: await answer.json() }
    },
    { method, path, body: body && JSON.stringify(body), key: randomUUID() },
  )

/** Sends the Default template about a load of its own to somebody, as the one who is signed in on a page. */
export async function sendTo(page: Page, to: string): Promise<void> {
  const { body: templates } = await call(page, 'GET', '/templates')
  const place = { origin: { city: 'Joliet', state: 'IL' }, dest: { city: 'Dallas', state: 'TX' } }
  const load = {
    board: 'dat-one',
    boardLoadId: randomUUID(),
    ...place,
    company: 'Quillon Logistics',
    equipment: 'V',
    rate: { cents: 231_500, basis: 'flat' },
  }
  const { status } = await call(page, 'POST', '/emails', { templateId: templates[0].id, load, to })
  expect(status).toBe(200)
}

export const expectDashboard = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

/** The newest sign-in mail to an address, once it has arrived. */
export async function signInMail(product: Product, email: string): Promise<InboxMessage> {
  const newest = async () => (await product.emailTo(email)).find(({ subject }) => subject.endsWith('sign-in code'))
  await expect.poll(newest).toBeDefined()
  const mail = await newest()
  if (!mail) throw new Error(`No sign-in mail to ${email}`)
  return mail
}

export const linkIn = ({ text }: InboxMessage): string => /https?:\S+/.exec(text)?.[0] ?? ''
export const codeIn = ({ text }: InboxMessage): string => /code: (\d{6})/.exec(text)?.[1] ?? ''
