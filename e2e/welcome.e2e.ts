import type { Page } from '@playwright/test'
import { signUpToOnboarding } from './people.ts'
import { expect, test } from './product.ts'

const drawn = (page: Page) =>
  page.getByRole('dialog', { name: 'Welcome to LoadPing' }).locator('svg[viewBox="0 0 672 400"]')
const drawing = (page: Page) => drawn(page).evaluate((svg) => svg.innerHTML)

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`[2.42] the welcome has its animation of 672 by 400 pixels, loaded only then (${reducedMotion})`, async ({
    page,
    product,
  }) => {
    await page.emulateMedia({ reducedMotion })
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await signUpToOnboarding(page, product)
    for (const name of ['Next', 'Next', 'Continue', 'Got it'])
      await page.getByRole('button', { name, exact: true }).click()
    expect(loaded.filter((url) => /lottie|welcome-animation/.test(url))).toEqual([])
    await page.getByRole('button', { name: 'Finish' }).click()

    await expect(drawn(page)).toBeVisible()
    expect(await drawn(page).boundingBox()).toMatchObject({ width: 672, height: 400 })
    expect((await page.getByRole('dialog', { name: 'Welcome to LoadPing' }).boundingBox())?.width).toBe(672)
    const first = await drawing(page)
    await page.waitForTimeout(1_000)
    expect((await drawing(page)) === first).toBe(reducedMotion === 'reduce')

    await page.waitForTimeout(6_000) // 151 frames are 5 seconds, once
    const last = await drawing(page)
    await page.waitForTimeout(500)
    expect(await drawing(page)).toBe(last)
    if (reducedMotion === 'reduce') expect(last).toBe(first)
  })
