import { signUp } from './people.ts'
import { expect, test } from './product.ts'

test('[D9.5] a user finds a setting by words, chooses notifications by keyboard, and it lasts', async ({
  page,
  product,
}) => {
  await signUp(page, product)
  await page.goto('/settings')
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('quiet hours')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/notifications$/)
  await expect(page.locator('#notifications')).toBeFocused()

  const mailbox = page.getByRole('switch', { name: 'Mailbox needs you' })
  await mailbox.press('Space')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await page.getByRole('combobox', { name: 'How often: Mailbox needs you' }).selectOption('Each hour')
  await page.getByRole('switch', { name: 'Quiet hours' }).press('Space')
  const saved = page.waitForResponse((response) => response.request().postDataJSON()?.quiet?.until === 5)
  await page.getByRole('combobox', { name: 'Quiet until' }).selectOption('5 AM')
  await saved
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Quiet until' })).toHaveValue('5')

  await expect(mailbox).toBeChecked()
  await expect(page.getByRole('combobox', { name: 'How often: Mailbox needs you' })).toHaveValue('hourly')
  await expect(page.getByRole('switch', { name: 'Morning summary' })).not.toBeChecked()
})

test('[D9.5] an address of a section shows it at the top, and follows the scrolling', async ({ page, product }) => {
  await signUp(page, product)
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/settings/costs')
    await expect(page.getByRole('switch', { name: 'Quiet hours' })).toBeAttached()
    const costs = page.getByRole('region', { name: 'Costs' })
    await expect.poll(async () => (await costs.boundingBox())?.y ?? 999).toBeLessThan(200)
    const current = page.getByRole('navigation', { name: 'Settings' }).locator('[aria-current]')
    await expect(current).toHaveText('Costs')

    await page.mouse.move(width / 2, 500)
    await page.mouse.wheel(0, 20_000)
    await expect(current).toHaveText('Delete my account')
  }
})
