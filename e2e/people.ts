import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { InboxMessage } from '../server/src/stand-ins/inbox.ts'
import { expect, type Product } from './product.ts'

export const newEmail = (): string => `${randomUUID().slice(0, 8)}@carrier.example`

/** Signs up somebody new, by the form, the mail and its link, tells their business, and ends on the Dashboard; answers their address. */
export async function signUp(page: Page, product: Product, business: 'Carrier' | 'Broker' = 'Carrier'): Promise<string> {
  const email = newEmail()
  await page.goto('/sign-in')
  await askForLink(page, email)
  await page.goto(linkIn(await signInMail(product, email)))
  await settleIn(page, business)
  await expectDashboard(page)
  return email
}

/** Answers what every new person is asked, and closes the welcome. */
export async function settleIn(page: Page, business: 'Carrier' | 'Broker' = 'Carrier'): Promise<void> {
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

export const expectDashboard = (page: Page) => expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

/** The newest sign-in mail to an address, once it has arrived. */
export async function signInMail(product: Product, email: string): Promise<InboxMessage> {
  const newest = async () => (await product.mailTo(email)).find(({ subject }) => subject.endsWith('sign-in code'))
  await expect.poll(newest).toBeDefined()
  const mail = await newest()
  if (!mail) throw new Error(`No sign-in mail to ${email}`)
  return mail
}

export const linkIn = ({ text }: InboxMessage): string => /https?:\S+/.exec(text)?.[0] ?? ''
export const codeIn = ({ text }: InboxMessage): string => /code: (\d{6})/.exec(text)?.[1] ?? ''
