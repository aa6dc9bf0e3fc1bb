import { askForLink, completeOnboarding, linkIn, newEmail, signInEmail } from './people.ts'
import { expect, test } from './product.ts'

test("[2.39] [D9.6] without the extension a dialog of 480 pixels leads to the browser's steps", async ({
  playwright,
  launchOptions,
  product,
}) => {
  const browser = await playwright.chromium.launch(launchOptions)
  try {
    const context = await browser.newContext({ baseURL: product.address, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const email = newEmail()
    await page.goto('/sign-in')
    await askForLink(page, email)
    await page.goto(linkIn(await signInEmail(product, email)))
    await completeOnboarding(page)
    const dialog = page.getByRole('dialog', { name: 'The extension is missing' })
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await page.waitForTimeout(3_000)
    await expect(dialog).toHaveCount(0) // it does not follow the welcome
    await page.reload()
    await expect(dialog).toBeVisible()
    expect((await dialog.boundingBox())?.width).toBe(480)

    for (const [store, name] of [
      ['Chrome Web Store', 'Chrome'],
      ['Firefox Add-ons', 'Firefox'],
      ['Edge Add-ons', 'Edge'],
    ] as const) {
      const opened = context.waitForEvent('page')
      await dialog.getByRole('link', { name: store }).click()
      const steps = await opened
      await expect(steps.getByRole('radio', { name })).toBeChecked()
      await expect(steps.getByRole('link', { name: `Download for ${name}` })).toBeVisible()
      await steps.close()
    }

    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await page.waitForTimeout(3_000)
    await expect(dialog).toHaveCount(0) // once until the browser is closed
    const other = await context.newPage()
    await other.goto('/')
    await other.waitForTimeout(3_000)
    await expect(other.getByRole('dialog')).toHaveCount(0)
  } finally {
    await browser.close()
  }
})
