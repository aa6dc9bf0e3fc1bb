import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

export type Screen = {
  name: string
  open: (page: Page) => Promise<unknown>
  shows: string
  /** The error status that this screen shows, which the browser also logs. */
  expectedStatus?: number
}

/** Collects the browser's errors, warnings and policy violations. */
export async function collectComplaints(page: Page): Promise<string[]> {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} (${message.location().url})`)
  })
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      console.error('Blocked by', violatedDirective),
    ),
  )
  return complaints
}

type Size = { width: number; height: number }

const desk: Size = { width: 1440, height: 900 }
export const phone: Size = { width: 390, height: 844 }
export const smallPhone: Size = { width: 360, height: 740 }

/**
 * Opens a screen in the size that the page has, and shows it at a desk and on a phone, in light and dark. Fails if it
 * does not fit, is not accessible, or the browser complained. The page keeps the last size, in which the next one opens.
 */
export async function examine(page: Page, screen: Screen, complaints: string[], onPhone: Size): Promise<void> {
  const { name, open, shows, expectedStatus } = screen
  await test.step(name, async () => {
    await open(page)
    const isOnPhone = page.viewportSize()?.width === onPhone.width
    for (const size of isOnPhone ? [onPhone, desk] : [desk, onPhone]) {
      await page.setViewportSize(size)
      await untilDrawn(page) // before which the page may still be laid out for the other size
      await expect(page.getByText(shows, { exact: true }).filter({ visible: true }).first()).toBeVisible()
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
      await page.evaluate(() => document.fonts.ready)
      await untilDrawn(page)
      await examineSize(page, `${name}-${size.width}`)
    }
    const unexpected = complaints
      .splice(0)
      .filter(
        (text) => !expectedStatus || !(text.includes(`status of ${expectedStatus}`) || text.startsWith('Problem: ')),
      )
    expect.soft(unexpected, `${name}: complaints of the browser`).toEqual([])
  })
}

const untilDrawn = (page: Page) =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

async function examineSize(page: Page, name: string): Promise<void> {
  await expectToFit(page, name)
  await show(page, name, 'light')
  await expectAccessible(page, name)
  await show(page, name, 'dark') // which differs in its colors only
  await expectAccessible(page, `${name} in dark`, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Shows the page in a color scheme, at the end of its animations, and takes a picture unless nobody would see it. */
async function show(page: Page, name: string, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish()
  })
  if (process.env['CI']) return
  const path = `test-results/screens/${name}-${colorScheme}.png`
  await page.screenshot({ path, animations: 'disabled' })
}

async function expectToFit(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(() => {
    const scrollers = [document.documentElement, ...document.querySelectorAll('body *')]
    return scrollers.filter(
      (element) =>
        element.scrollWidth > element.clientWidth &&
        /auto|scroll/.test(getComputedStyle(element).overflowX) &&
        !element.matches('nav[aria-label=Views]'), // a phone's strip of tabs is swiped
    ).length
  })
  expect.soft(overflow, `${name}: elements that scroll sideways`).toBe(0)
  const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
  expect.soft(fits, `${name} fits`).toBe(true)
}

async function expectAccessible(page: Page, name: string, rules?: string[]): Promise<void> {
  const isLoaded = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: 'void 0' }) }).setLegacyMode().exclude('iframe')
  axe.options({ resultTypes: ['violations'] }) // of others, no element is described
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const severe = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect
    .soft(
      severe.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
      `${name}: accessibility`,
    )
    .toEqual([])
}
