import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { call, sendTo, signUp } from './people.ts'
import { expect, test } from './product.ts'

const truck = (name: string, isCurrent: boolean) => ({
  id: randomUUID(),
  name,
  equipment: 'van',
  place: { city: 'Gary', state: 'IN' },
  emptyAt: null,
  driveMinutes: null,
  windowMinutes: null,
  cycleMinutes: null,
  isCurrent,
})

const fieldOf = (page: Page) => page.getByRole('searchbox', { name: 'Search or jump to' })

/** Opens the palette, once the page listens. */
const open = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(fieldOf(page)).toBeFocused({ timeout: 2_000 })
  }).toPass()

/** Finds something in the palette, and chooses it by the arrow keys and Enter. */
async function choose(page: Page, typed: string, { group, name }: { group: string; name: RegExp }): Promise<void> {
  await open(page)
  await page.keyboard.type(typed)
  const option = page.getByRole('group', { name: group, exact: true }).getByRole('option', { name }).first()
  await expect(option).toBeVisible()
  await expect(async () => {
    if (!(await isCurrent(option))) await page.keyboard.press('ArrowDown')
    await expect(option).toHaveAttribute('data-focused', 'true', { timeout: 300 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

/** Whether Enter chooses this option. */
const isCurrent = async (option: Locator): Promise<boolean> => (await option.getAttribute('data-focused')) === 'true'

test('[D9.3] the palette finds loads, brokers, help, trucks and next steps without a mouse', async ({
  page,
  product,
}) => {
  await signUp(page, product)
  await sendTo(page, 'loads@quillon.example')
  await call(page, 'POST', '/user-info', { userType: 'carrier', trucksAmount: 2 })
  const trucks = [truck('104 Rosa', true), truck('107 Lena', false)]
  expect((await call(page, 'PUT', '/trucks', { trucks })).status).toBe(200)
  await page.goto('/settings')

  await choose(page, 'jolliet', { group: 'Loads', name: /Joliet, IL → Dallas, TX/ })
  await expect(page.getByRole('heading', { level: 1, name: /Joliet/ })).toBeVisible()
  const load = page.url()
  await choose(page, 'lena', { group: 'Actions', name: /Switch to truck 107 Lena/ })
  await expect(page.getByText('107 Lena is the current truck')).toBeVisible()
  expect(page.url()).toBe(load)
  expect((await call(page, 'GET', '/trucks')).body.map((one: { isCurrent: boolean }) => one.isCurrent)).toEqual([
    false,
    true,
  ])

  await choose(page, 'quilon', { group: 'Brokers', name: /Quillon Logistics/ })
  await expect(page).toHaveURL(/\/load\?broker=Quillon\+Logistics$/)
  await expect(page.getByText('1 load', { exact: true })).toBeVisible()
  await choose(page, 'dmarc', { group: 'Help', name: /What brokers see/ })
  await expect(page.getByRole('heading', { level: 1, name: 'What brokers see' })).toBeVisible()
  await choose(page, 'next stps', { group: 'Actions', name: /Open the next steps/ })
  await expect(page.getByRole('region', { name: 'Next steps' })).toBeVisible()

  await open(page)
  const recent = page.getByRole('group', { name: 'Recent', exact: true }).getByRole('option')
  await expect(recent).toHaveText([/next steps/, /What brokers see/, /Quillon/, /Joliet/])
})
