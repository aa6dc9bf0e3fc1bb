import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { extensionPage, firefoxPath, openFirefox, signInCarrier } from './firefox.ts'
import { expect, test } from './product.ts'

test('[X11] in Firefox the zip installs, pairs, reads a board and asks before its first email', async ({ product }) => {
  test.skip(!existsSync(firefoxPath), 'Firefox 140 or later is not installed: apt-get install firefox-esr')
  const firefox = await openFirefox(join(product.extension, '../loadping-firefox.zip'))
  try {
    await signInCarrier(firefox, product)

    await expect(async () => {
      await firefox.open(extensionPage('popup.html'))
      const shown = () => firefox.evaluate('document.body.textContent')
      await expect.poll(shown, { timeout: 2_000 }).toMatch(/emails left.*@/s)
    }).toPass({ timeout: 60_000 })

    await firefox.open(`${product.address}/demo-board/dat-one?still`)
    const row = `document.querySelector('[id^="table-row-"]')`
    const controls = `[...${row}.querySelectorAll('div')].findLast(({ style }) => style.position === 'absolute')`
    const box = `JSON.stringify(${controls}?.getBoundingClientRect() ?? { width: 0 })`
    await expect.poll(async () => JSON.parse(String(await firefox.evaluate(box))).width).toBeGreaterThan(150)
    const { left, top, height } = JSON.parse(String(await firefox.evaluate(box)))
    await firefox.clickAt(left + 105, top + height / 2)

    await expect.poll(() => firefox.findWindow('confirm.html')).toBeDefined()
    const question = await firefox.findWindow('confirm.html')
    await expect.poll(() => firefox.evaluate('document.body.textContent', question)).toContain('loads@quillon.example')
  } finally {
    await firefox.quit()
  }
})
