import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { signUp } from './people.ts'
import { expect, type Product, test } from './product.ts'

/** Goes from Billing through what changes to the simulator's checkout, and pays with a test card. */
async function upgrade(page: Page, card: string): Promise<void> {
  await page.goto('/pricing')
  await page.getByRole('link', { name: 'Upgrade to Pro' }).click()
  await expect(page.getByRole('heading', { name: 'Upgrade to Pro' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue to payment, $15.00' }).click()
  await page.waitForURL(/\/dev\/stripe\/checkout\//)
  await page.getByText(card).click()
  await page.getByRole('button', { name: 'Pay $15.00' }).click()
  await page.waitForURL(({ pathname, search }) => pathname === '/pricing' && search === '') // after it was checked
  await expect(page.getByText('Active Plan')).toBeVisible()
}

/** Comes back as from the portal, and waits until Billing has asked Stripe. */
async function returnFromStripe(page: Page): Promise<void> {
  await page.goto('/pricing?from=stripe')
  await page.waitForURL(({ search }) => search === '')
}

/** Moves the simulator's clock ahead; what is due until then happens, and the product hears of it. */
async function passDays(page: Page, { address }: Product, days: number): Promise<void> {
  const answer = await page.request.post(`${address}/dev/stripe/clock`, { form: { days: String(days) } })
  expect(answer.ok()).toBe(true)
}

const expectNoViolation = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

test('[7.20] [4.12] a carrier buys Pro, has unlimited emails, cancels, and it ends', async ({ page, product }) => {
  await signUp(page, product)
  await expect(page.getByRole('heading', { name: '50/50 emails left' })).toBeVisible()
  await upgrade(page, '4242 4242 4242 4242')
  await expect(page.getByText('Visa ending 4242')).toBeVisible()
  await expect(page.getByRole('row', { name: /\$15\.00 Paid/ })).toBeVisible()
  await expectNoViolation(page)

  await page.goto('/')
  await expect(page.getByText('Unlimited emails')).toBeVisible()
  await page.getByRole('link', { name: 'Manage billing' }).click()
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await page.waitForURL(/\/dev\/stripe\/portal\//)
  await page.getByRole('button', { name: /^Cancel/ }).click()
  await returnFromStripe(page)
  await expect(page.getByRole('button', { name: 'Keep Pro' })).toBeVisible()

  await passDays(page, product, 32)
  await expect(async () => {
    await page.goto('/pricing')
    await expect(page.getByRole('link', { name: 'Upgrade to Pro' })).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: '50/50 emails left' })).toBeVisible()
})

test('[D13.3] a renewal that fails shows the open invoice, and paying it makes the plan active', async ({
  page,
  product,
}) => {
  await signUp(page, product)
  await upgrade(page, '4000 0000 0000 0341')
  await passDays(page, product, 32)
  await expect(async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: /Your payment didn’t go through/ })).toBeVisible({ timeout: 5_000 })
  }).toPass({ timeout: 60_000 })

  await page.goto('/pricing')
  await expect(page.getByText('Past due')).toBeVisible()
  await expectNoViolation(page)
  await page.getByRole('link', { name: 'Pay $15.00' }).click()
  await page.waitForURL(/\/dev\/stripe\/invoice\//)
  await page.getByText('4242 4242 4242 4242').click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByText(/paid/i).first()).toBeVisible()
  await returnFromStripe(page)
  await expect(page.getByText('Visa ending 4242')).toBeVisible()
  await expect(page.getByText('Past due')).toHaveCount(0)
})

test('[2.13] [2.29] a broker sees no plan, no upgrade and no Billing', async ({ page, product }) => {
  await signUp(page, product, 'Broker')
  for (const name of ['Upgrade', 'Get unlimited', 'Manage billing', 'Billing'])
    await expect(page.getByRole('link', { name })).toHaveCount(0)

  await page.goto('/pricing/upgrade')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})
