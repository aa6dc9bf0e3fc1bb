import type { Locator, Page } from '@playwright/test'
import { signUp } from './people.ts'
import { expect, test } from './product.ts'

test('[D4.7] by keyboard alone a new dispatcher writes a template that passes the mail check', async ({
  page,
  product,
}) => {
  const sender = await signUp(page, product)
  await page.goto('/emailTemplateEditor')
  const keys = countKeys(page)
  const reader = page.getByRole('region', { name: 'Broker reads' })
  await expect(reader).toContainText('7')

  await keys.reach(page.getByRole('textbox', { name: 'Template name' }))
  await keys.type('Van')
  await keys.reach(page.getByRole('button', { name: 'Start with the Default text' }))
  await keys.press('Enter')
  await expect(reader).toContainText('6 of 7')
  await expect(reader).toContainText('Your template says it, but your profile has none.')

  await keys.reach(page.getByRole('button', { name: /^Add MC Number/ }))
  await keys.press('Enter')
  await keys.reach(page.getByRole('dialog').getByRole('textbox', { name: 'MC number' }))
  await keys.type('123456')
  await keys.press('Enter')
  await expect(reader).toContainText('7 of 7')
  await expect(reader).toContainText('$2,500 all-in · Van · MC 123456')

  await keys.press('Control+s')
  await expect(page.getByText('Template created')).toBeVisible()
  expect(keys.count()).toBeLessThan(80)

  await keys.reach(page.getByRole('button', { name: 'Send test' }))
  await keys.press('Enter')
  await keys.reach(page.getByRole('dialog').getByRole('button', { name: 'Send test' }))
  await keys.press('Enter')
  await expect(page.getByText(`Test sent to ${sender}`)).toBeVisible()
  const [message] = await product.emailsTo(sender)
  expect(message?.subject).toMatch(/^\[Test\] Joliet, IL to Dallas, TX - /)
  expect(message?.text).toContain('Rate: $2,500 all in for 926 miles.')
})

/** Presses keys on a page and counts them. */
function countKeys(page: Page) {
  let count = 0
  const press = async (key: string) => {
    count++
    await page.keyboard.press(key)
  }
  return {
    press,
    count: () => count,
    async type(text: string) {
      for (const key of text) await press(key)
    },
    /** Presses Tab until an element has the focus. */
    async reach(target: Locator) {
      await target.waitFor()
      const hasFocus = () => target.evaluate((element) => element === document.activeElement)
      for (let tabs = 0; tabs < 80 && !(await hasFocus()); tabs++) await press('Tab')
      expect(await hasFocus()).toBe(true)
    },
  }
}
