import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { call } from '../e2e/people.ts'
import { freePort, sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'
import { launchBrowser } from './browser.ts'

export type EditorFigures = { scriptKb: number; usableMs: number; keyToPaintP95Ms: number; bodyKb: number }

const cpuSlowdown = 4
const keys = 200
const body = '<p>We can cover {{origin}} to {{dest}}[[ on {{avail}}]], <strong>all in</strong>.</p>\n'.repeat(240)

/**
 * Measures the template editor: the script of its page, the time until its text can be edited, and from a key to its
 * paint.
 */
export async function measureEditor(rounds: number): Promise<EditorFigures> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const product = await spawnProduct({ DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) })
  const browser = await launchBrowser(product)
  try {
    const opened: { scriptKb: number; usableMs: number }[] = []
    for (let round = 0; round < rounds; round++) opened.push(await open(browser, product.address))
    const usable = opened.map(({ usableMs }) => usableMs).sort((one, other) => one - other)
    return {
      scriptKb: opened[0]?.scriptKb ?? 0,
      usableMs: Math.round(usable[Math.floor(rounds / 2)] ?? 0),
      keyToPaintP95Ms: await type(browser, product.address),
      bodyKb: Math.round(body.length / 102.4) / 10,
    }
  } finally {
    await browser.close()
    product.child.kill('SIGTERM')
    await product.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function signIn(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/dev/sign-in/carrier-trial')
  await page.getByRole('button', { name: /^Continue as/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  return page
}

async function open(browser: Browser, address: string) {
  const page = await signIn(browser, address)
  await page.goto('about:blank')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.goto(`${address}/emailTemplateEditor`, { waitUntil: 'commit' })
  await page.locator('[role=textbox][aria-label=Message]').waitFor()
  const usableMs = await page.evaluate(
    () => new Promise<number>((done) => requestIdleCallback(() => done(performance.now()))),
  )
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\.js(\?|$)/.test(name)),
  )
  const bytes = await Promise.all(scripts.map(async (script) => gzipSync(await (await fetch(script)).text()).length))
  await page.context().close()
  return { usableMs, scriptKb: Math.round(bytes.reduce((sum, one) => sum + one, 0) / 102.4) / 10 }
}

/** Types in a long body and returns the 95th percentile of the time from a key to the paint that shows it. */
async function type(browser: Browser, address: string): Promise<number> {
  const page = await signIn(browser, address)
  const { body: templates } = await call(page, 'GET', '/templates')
  const { id } = templates[0]
  await call(page, 'PUT', `/templates/${id}`, { name: 'Default', subject: '', template: body, cc: [], labels: [] })
  await page.goto(`/emailTemplateEditor/${id}`)
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.click()
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { times })
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
      true,
    )
  })
  for (let key = 0; key < keys; key++) await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a', { delay: 20 })
  await page.waitForTimeout(500)
  const times: number[] = await page.evaluate(() => Reflect.get(window, 'times'))
  await page.context().close()
  return Math.round(times.sort((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0)
}
