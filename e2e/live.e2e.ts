import { call, signUp } from './people.ts'
import { expect, test } from './product.ts'

test('[O08] what is booked in one tab shows on the Dashboard in another', async ({ page, product }) => {
  await signUp(page, product)
  const load = {
    board: 'dat-one',
    boardLoadId: 'Joliet',
    origin: { city: 'Joliet', state: 'IL' },
    dest: { city: 'Dallas', state: 'TX' },
    pickupDay: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
    equipment: 'V',
    tripMiles: 926,
  }
  expect((await call(page, 'POST', '/loads', { load })).status).toBe(200)
  await page.goto('/load')
  await expect(page.getByRole('row', { name: /Joliet, IL/ })).toBeVisible()
  const dashboard = await page.context().newPage()
  await dashboard.goto('/')
  await expect(dashboard.getByText('Live', { exact: true })).toBeVisible()
  await expect(dashboard.getByRole('region', { name: 'Booked', exact: true })).toContainText('$0')

  await page.bringToFront()
  await page.keyboard.press('j')
  await page.keyboard.press('b')
  await page.getByRole('textbox', { name: 'Booked at' }).fill('2450')
  await page.keyboard.press('Enter')

  await expect(dashboard.getByRole('region', { name: 'Booked', exact: true })).toContainText('$2,450')
  await expect(dashboard.getByRole('region', { name: 'Booked today' })).toContainText('926 mi at $2.65/mi')
})
