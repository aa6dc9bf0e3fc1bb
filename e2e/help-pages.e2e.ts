import type { Page } from '@playwright/test'
import { helpPages } from '../dashboard/src/help/pages.ts'
import { expectDashboard } from './people.ts'
import { expect, test } from './product.ts'
import { collectComplaints, examine, phone } from './screen-examination.ts'

async function signIn(page: Page): Promise<void> {
  await page.goto('/dev/sign-in/carrier-trial')
  await page.getByRole('button', { name: 'Continue as' }).click()
  await expectDashboard(page)
}

/** What can be focused in the page's own part, by its name. */
const listControls = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(a[href], button, input)')]
      .filter((control) => control.checkVisibility() && control.tabIndex >= 0)
      .map((control) => control.getAttribute('aria-label') ?? control.innerText),
  )

/** Presses Tab from the top until the page's own part ends. Returns what was focused in it, and what did not show that. */
async function walk(page: Page): Promise<{ walked: string[]; unseen: string[] }> {
  const walked: string[] = []
  const unseen: string[] = []
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press('Tab')
    const { name, isInMain, isSeen } = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement // something is, if only the body
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(focused)
      return {
        name: focused.getAttribute('aria-label') ?? focused.innerText,
        isInMain: focused.closest('main') !== null && focused.matches('a, button, input'),
        isSeen: (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none',
      }
    })
    if (!isInMain && walked.length > 0) break
    if (!isInMain) continue
    walked.push(name)
    if (!isSeen) unseen.push(name)
  }
  return { walked, unseen }
}

test.describe.configure({ mode: 'parallel' })

test('[W12] every help page renders without errors, fits and is accessible', async ({ page }) => {
  await signIn(page)
  const complaints = await collectComplaints(page)
  const all = [{ path: '/help', title: 'Short answers, with pictures of the product' }, ...helpPages]
  for (const { path, title } of all) {
    const screen = { name: path.slice(1).replace('/', '-'), open: () => page.goto(path), shows: title }
    await examine(page, screen, complaints, phone)
  }
})

test('the help is found, opened, read and left by keyboard alone', async ({ page }) => {
  await signIn(page)
  for (const path of ['/help', ...helpPages.map((one) => one.path)]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const { walked, unseen } = await walk(page)

    expect.soft(walked, `what Tab reaches at ${path}`).toEqual(await listControls(page))
    expect.soft(unseen, `focused without a mark at ${path}`).toEqual([])
  }

  await page.goto('/help')
  await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('pinn')
  const found = page.getByRole('link', { name: /^Install and pin the extension/ })
  await found.waitFor()
  await page.keyboard.press('Tab')
  await expect(found).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Install and pin the extension' })).toBeVisible()
  const back = page.getByRole('navigation', { name: 'Help pages' }).getByRole('link', { name: 'Help', exact: true })
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(back).toBeFocused({ timeout: 50 })
  }).toPass({ intervals: [10] })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('searchbox', { name: 'Search help' })).toBeVisible()
})
