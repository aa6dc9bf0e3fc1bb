import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { boards } from '../extension/src/boards/boards.ts'
import { confirmBoards, untilConnected } from './board.ts'
import { extensionPage, firefoxPath, openFirefox, signInCarrier } from './firefox.ts'
import { expectDashboard } from './people.ts'
import { expect, test } from './product.ts'

/** How many rows have our element, which is empty from outside, and how wide the widest is. Dimmed rows' are raised in Chromium. */
const measure = `(() => {
  const isOurs = (div) => div.style.position === 'absolute' && div.childNodes.length === 0 && div.className !== 'floating'
  const hosts = [...document.querySelectorAll('div')].filter(isOurs)
  const widths = hosts.map((host) => Math.round(host.getBoundingClientRect().width))
  return JSON.stringify({ rows: hosts.length, width: Math.max(0, ...widths) })
})()`
type Measured = { rows: number; width: number }

/** Measures until two looks in a row see the same rows. */
async function settled(look: () => Promise<unknown>): Promise<Measured> {
  let last: Measured = { rows: 0, width: 0 }
  await expect(async () => {
    const before = last
    last = JSON.parse(String(await look()))
    expect(last.width).toBeGreaterThan(60)
    expect(last).toEqual(before)
  }).toPass({ timeout: 60_000, intervals: [700] })
  return last
}

test('[X11] on all five boards as many rows have their buttons in Firefox as in Chromium', async ({
  withExtension,
  product,
}) => {
  test.skip(!existsSync(firefoxPath), 'Firefox 140 or later is not installed: apt-get install firefox-esr')
  const page = await withExtension.newPage()
  await page.goto('/dev/sign-in/carrier-trial')
  await page.getByRole('button', { name: 'Continue as' }).click()
  await expectDashboard(page)
  await untilConnected(withExtension, 'maria@redbud.example')
  await confirmBoards(withExtension)
  const inChromium: Record<string, Measured> = {}
  for (const { id } of boards) {
    await page.goto(`/demo-board/${id}?still`)
    inChromium[id] = await settled(() => page.evaluate(measure))
  }

  const firefox = await openFirefox(join(product.extension, '../loadping-firefox.zip'))
  try {
    await signInCarrier(firefox, product)
    await firefox.open(extensionPage('popup.html'))
    await firefox.evaluate(`chrome.storage.local.set({ 'confirmed-boards': ['loadlink-new', 'loadlink'] })`)
    for (const { id } of boards) {
      await firefox.open(`${product.address}/demo-board/${id}?still`)
      const measured = await settled(() => firefox.evaluate(measure))

      expect(measured.rows, id).toBe(inChromium[id]?.rows)
      expect(Math.abs(measured.width - (inChromium[id]?.width ?? 0)), id).toBeLessThan(40)
    }
  } finally {
    await firefox.quit()
  }
})
