import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { call } from '../e2e/people.ts'
import { freePort, sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'
import { launchBrowser } from './browser.ts'
import { longestTask } from './longest-task.ts'

export type MapFigures = { paintedMs: number; longestPanTaskMs: number; violations: string[] }

/** How much slower the dispatcher's processor is than this one. */
const cpuSlowdown = 4
const load = {
  origin: { city: 'Joliet', state: 'IL' },
  dest: { city: 'Dallas', state: 'TX' },
  equipment: 'V',
  tripMiles: 926,
  company: 'Quillon Logistics',
}

/** Measures the map of a load without a GPU: the time to its first paint, and the longest task while it is dragged. */
export async function measureMap(rounds: number): Promise<MapFigures> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const product = await spawnProduct({ DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) })
  const browser = await launchBrowser(product, ['--disable-gpu'])
  try {
    const { page, address, violations } = await openAccount(browser, product.address)
    const painted: number[] = []
    for (let round = 0; round < rounds; round++) painted.push(await paint(page, address))
    painted.sort((one, other) => one - other)
    return {
      paintedMs: Math.round(painted[Math.floor(rounds / 2)] ?? 0),
      longestPanTaskMs: Math.round((await drag(browser, page, join(folder, 'trace.json'))) * cpuSlowdown),
      violations,
    }
  } finally {
    await browser.close()
    product.child.kill('SIGTERM')
    await product.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Signs in and saves a load; returns the address of its page, and what the security policy will have blocked. */
async function openAccount(browser: Browser, origin: string) {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1440, height: 1000 } })
  const page = await context.newPage()
  const violations: string[] = []
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedHTML/.test(message.text())) violations.push(message.text())
  })
  await page.goto('/dev/sign-in/carrier-trial')
  await page.getByRole('button', { name: /^Continue as/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  const { body } = await call(page, 'POST', '/loads', { load })
  return { page, address: `${origin}/loadinfo/${body.id}`, violations }
}

async function paint(page: Page, address: string): Promise<number> {
  await page.goto('about:blank')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await page.goto(address, { waitUntil: 'commit' })
  await page.locator('[aria-roledescription=map] canvas').first().waitFor()
  return page.evaluate(
    () => new Promise<number>((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now())))),
  )
}

/** Drags the map to and fro, and returns the processor time of the page's longest task in milliseconds. */
async function drag(browser: Browser, page: Page, file: string): Promise<number> {
  const box = await page.locator('[aria-roledescription=map]').boundingBox()
  const x = (box?.x ?? 0) + (box?.width ?? 0) / 2
  const y = (box?.y ?? 0) + (box?.height ?? 0) / 2
  await page.waitForTimeout(1000) // until all tiles are drawn
  await browser.startTracing(page, { path: file, categories: ['toplevel'] })
  for (let round = 0; round < 6; round++) {
    const direction = round % 2 ? 1 : -1
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (let step = 1; step <= 25; step++) {
      await page.mouse.move(x + direction * step * 10, y + step * 6)
      await page.waitForTimeout(10)
    }
    await page.mouse.up()
    await page.waitForTimeout(400)
  }
  await browser.stopTracing()
  return longestTask(JSON.parse(readFileSync(file, 'utf8')).traceEvents)
}
