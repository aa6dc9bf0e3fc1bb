import type { Page } from '@playwright/test'
import { signUpToOnboarding } from './people.ts'
import { expect, test } from './product.ts'

const drawn = (page: Page) =>
  page.getByRole('dialog', { name: 'Welcome to LoadPing' }).locator('svg[viewBox="0 0 672 400"]')
const drawing = (page: Page) => drawn(page).evaluate((svg) => svg.innerHTML)
/** Records from now on each drawing that the welcome shows: a busy machine looks at few of them. */
const recordDrawings = (page: Page) =>
  page.evaluate(() => {
    const drawings = new Map<string, number>()
    Object.assign(window, { drawings })
    new MutationObserver(() => {
      const svg = document.querySelector('svg[viewBox="0 0 672 400"]')
      if (svg && !drawings.has(svg.innerHTML)) drawings.set(svg.innerHTML, performance.now())
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
/** Returns after how many milliseconds each drawing first showed, from the first one on. */
const drawingTimes = (page: Page): Promise<number[]> =>
  page.evaluate(() => {
    const times: number[] = [...Reflect.get(window, 'drawings').values()]
    return times.map((time) => time - (times[0] ?? 0))
  })

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
    await recordDrawings(page)
    await page.getByRole('button', { name: 'Finish' }).click()

    await expect(drawn(page)).toBeVisible()
    expect(await drawn(page).boundingBox()).toMatchObject({ width: 672, height: 400 })
    expect((await page.getByRole('dialog', { name: 'Welcome to LoadPing' }).boundingBox())?.width).toBe(672)
    await page.waitForTimeout(7_000) // 151 frames are 5 seconds, once
    const last = await drawing(page)
    await page.waitForTimeout(500)
    expect((await drawing(page)) === last).toBe(true)
    const times = await drawingTimes(page)
    if (reducedMotion === 'reduce') expect(times).toHaveLength(1)
    else expect([times.length > 10, (times.at(-1) ?? 0) > 3_000], String(times.length)).toEqual([true, true])
  })
