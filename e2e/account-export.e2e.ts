import { readFileSync } from 'node:fs'
import { readZip } from '../server/src/testing/exports.ts'
import { call, linkIn, signUp } from './people.ts'
import { expect, test } from './product.ts'

const load = {
  board: 'dat-one',
  boardLoadId: 'export-1',
  origin: { city: 'Joliet', state: 'IL' },
  dest: { city: 'Dallas', state: 'TX' },
  company: 'Quillon Logistics',
}

test('[R02] a user exports their data, gets an email, and downloads a zip', async ({ page, product, browser }) => {
  const email = await signUp(page, product)
  expect((await call(page, 'POST', '/loads', { load })).status).toBe(200)
  await page.goto('/settings')

  await page.getByRole('button', { name: 'Export my data' }).press('Enter')
  await expect(page.getByText(/^Ready: /)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Ready: /)).toBeVisible()

  const sent = async () => (await product.emailsTo(email)).filter(({ subject }) => subject.includes('data is ready'))
  await expect.poll(sent).toHaveLength(1)
  const [link = ''] = (await sent()).map(linkIn)
  expect(link).toBe(`${product.address}/settings/export`)
  const guest = await browser.newPage()
  await guest.goto(link)
  await expect(guest).toHaveURL(/\/sign-in\?redirect=/)
  await guest.close()

  await page.goto(link)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^loadping-export-\d{4}-\d\d-\d\d\.zip$/)
  const files = readZip(readFileSync(await (await download).path()))
  expect(files.get('json/loads.json')).toContain('Quillon Logistics')
  expect(files.get('csv/loads.csv')).toContain('Joliet,IL,Dallas,TX')
  expect(files.get('json/account.json')).toContain(email)
})
