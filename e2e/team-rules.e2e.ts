import type { Page } from '@playwright/test'
import type { LedgerRow } from '../extension/src/ledger/ledger-rows.ts'
import { confirmTemplates, emailAbout, loads, openBoard, untilConnected } from './board.ts'
import { call, grantBusiness, signUp } from './people.ts'
import { expect, test } from './product.ts'

test('[D12.5] a manager turns off Save and phone numbers, and open boards obey within seconds', async ({
  withExtension,
  product,
}) => {
  const dashboard = await withExtension.newPage()
  const email = await signUp(dashboard, product)
  grantBusiness(product, email)
  await call(dashboard, 'POST', '/api/management/manager/create-organization', { name: 'Redbud Carriers' })
  await untilConnected(withExtension, email)
  await confirmTemplates(withExtension)
  const board = await openBoard(withExtension)
  await board.click(loads.plain, 'Save')
  await board.shows(loads.plain, 'Saved')

  await dashboard.goto('/my-team')
  for (const rule of ['Save loads', 'Phone numbers'])
    await dashboard.getByText(rule, { exact: true }).locator('xpath=ancestor::li').locator('label').click()
  await expect(dashboard.getByRole('switch', { name: 'Phone numbers', checked: false })).toBeVisible()
  await dashboard.getByRole('link', { name: 'Activity' }).click()
  await expect(dashboard.getByText('Save is off, phone numbers are off')).toBeVisible()
  await board.page.bringToFront()
  await expect.poll(() => board.controls(loads.perMile), { timeout: 20_000 }).not.toContain('Save')
  await emailAbout(board, loads.perMile)

  const page = await withExtension.newPage()
  await page.goto(new URL('/ledger.html', withExtension.serviceWorkers()[0]?.url()).href)
  await expect(page.getByText("Your team's rules: Save is off, phone numbers are off.")).toBeVisible()
  const fieldsOf = async (what: string) => (await listRows(page)).find((row) => row.what === what)?.fields
  expect(await fieldsOf('Save')).toHaveProperty('phone')
  await expect.poll(() => fieldsOf('Email')).toHaveProperty('origin')
  expect(await fieldsOf('Email')).not.toHaveProperty('phone')
})

const listRows = async (page: Page): Promise<LedgerRow[]> =>
  (await page.evaluate<{ rows: LedgerRow[] }>("chrome.runtime.sendMessage({ kind: 'read-ledger' })")).rows
