import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { LedgerRow } from '../extension/src/ledger/ledger-rows.ts'
import { openDemoBoard } from '../extension/src/testing/field-recall.ts'
import { describeSent, type Sent } from '../extension/src/testing/network-log.ts'
import { type BoardPage, confirmTemplates, emailAbout, openBoard, untilConnected } from './board.ts'
import { extensionPage, type Firefox, firefoxPath, openFirefox, signInCarrier } from './firefox.ts'
import { signUp } from './people.ts'
import { expect, launchWithExtension, test } from './product.ts'
import { type Recorded, startRecordingProxy } from './recording-proxy.ts'

test.use({ settings: { UNDO_SECONDS: '30' } })

const rowCount = 500
/** Rows that are clicked, each two or three times. */
const clickedRows = process.env['GOALS'] === 'full' ? 400 : 40
/** Rows that are saved in Firefox. */
const savedRows = 12

test('[D12.5] after mixed clicks among 500 rows, the ledger is what the network saw', async ({
  product,
  launchOptions,
}) => {
  test.setTimeout(480_000 + clickedRows * 20_000)
  const proxy = await startRecordingProxy(product.address)
  const context = await launchWithExtension(product.extension, product, {
    ...launchOptions,
    proxy: { server: proxy.address, bypass: '<-loopback>' },
  })
  try {
    const dashboard = await context.newPage()
    await untilConnected(context, await signUp(dashboard, product))
    await confirmTemplates(context)
    const board = await openBoard(context, `/demo-board/dat-one?still&rows=${rowCount}`)
    let clicks = 0
    for (const [index, id] of (await findIds()).slice(0, clickedRows).entries())
      clicks += await clickRow(board, id, index)
    expect(clicks).toBeGreaterThan(clickedRows * 2)
    await board.page.close()

    const page = await context.newPage()
    await page.goto(new URL('/ledger.html', context.serviceWorkers()[0]?.url()).href)
    await expect(page.getByRole('row').filter({ hasText: 'You pressed Email' }).first()).toBeVisible()
    await expect(async () => {
      const listed = await listLedger((script) => page.evaluate(script))
      expect(listed.length).toBeGreaterThan(clicks)
      expect(listed).toEqual(proxy.recorded.flatMap(toSent).map(describeSent).sort())
    }).toPass({ timeout: 120_000 })
  } finally {
    await context.close()
    proxy.stop()
  }
})

test('[D12.5] in Firefox the ledger is what the network saw, and its page works', async ({ product }, info) => {
  test.skip(!existsSync(firefoxPath), 'Firefox 140 or later is not installed: apt-get install firefox-esr')
  const proxy = await startRecordingProxy(product.address)
  const downloads = info.outputPath('downloads')
  const zip = join(product.extension, '../loadping-firefox.zip')
  const firefox = await openFirefox(zip, { proxy: proxy.address, downloads })
  try {
    await signInCarrier(firefox, product)
    await firefox.open(`${product.address}/demo-board/dat-one?still&rows=${rowCount}`)
    const saved = () => proxy.recorded.filter(({ method, url }) => method === 'POST' && url.endsWith('/loads')).length
    for (const [index, id] of (await findIds()).slice(0, savedRows).entries())
      await expect(async () => {
        if (saved() === index) await saveRow(firefox, id)
        await expect.poll(saved, { timeout: 3_000 }).toBe(index + 1)
      }).toPass({ timeout: 30_000 })
    await firefox.open(extensionPage('ledger.html'))
    await expect(async () => {
      const listed = await listLedger(firefox.evaluate)
      expect(listed.filter((line) => line.startsWith('POST /loads '))).toHaveLength(savedRows)
      expect(listed).toEqual(proxy.recorded.flatMap(toSent).map(describeSent).sort())
    }).toPass({ timeout: 120_000 })
    await workOnPage(firefox, downloads)
  } finally {
    await firefox.quit()
    proxy.stop()
  }
})

/** Presses Save, a row's last button, once the row stands still: who presses one that just moved may have meant another. */
async function saveRow({ evaluate, clickAt }: Firefox, id: string): Promise<void> {
  const row = `document.querySelector('#table-row-${id}')`
  const controls = `[...${row}.querySelectorAll('div')].findLast(({ style }) => style.position === 'absolute')`
  const findBox = async () =>
    JSON.parse(String(await evaluate(`JSON.stringify(${controls}?.getBoundingClientRect() ?? { width: 0 })`)))
  await evaluate(`${row}.scrollIntoView({ block: 'center' })`)
  await expect.poll(async () => (await findBox()).width).toBeGreaterThan(150)
  await setTimeout(500)
  const { right, top, height } = await findBox()
  await clickAt(right - 25, top + height / 2)
}

/** Searches, opens a row, saves what was found, and clears the list, as its reader does. */
async function workOnPage(firefox: Firefox, downloads: string): Promise<void> {
  const text = (selector: string) => firefox.evaluate(`document.querySelector('${selector}')?.textContent`)
  const press = (name: string) =>
    firefox.evaluate(
      `[...document.querySelectorAll('button')].findLast(({ textContent }) => textContent.startsWith('${name}')).click()`,
    )
  await firefox.evaluate(`{
    const search = document.querySelector('input[type=search]')
    search.value = 'You pressed Save'
    search.dispatchEvent(new Event('input'))
  }`)
  await expect.poll(() => text('.counter')).toMatch(new RegExp(`^${savedRows} of `))
  await firefox.evaluate(`document.querySelector('.toggle').click()`)
  expect(await text('.details:not([hidden])')).toContain('destination')

  await press('Save')
  const files = () => (existsSync(downloads) ? readdirSync(downloads).filter((name) => name.endsWith('.csv')) : [])
  await expect.poll(() => files().length).toBe(1)
  const lines = readFileSync(join(downloads, files()[0] ?? ''), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(savedRows + 1)

  await press('Clear')
  expect(await text('dialog')).toContain('Clear what is listed here?')
  await press('Clear')
  await expect.poll(() => text('.empty h2')).toBe('Nothing has left this browser')
}

/** Clicks a row's buttons as its number says, and returns how many clicks that were. */
async function clickRow(board: BoardPage, id: string, index: number): Promise<number> {
  const { page, click } = board
  await page.locator(`#table-row-${id}`).evaluate((row) => row.scrollIntoView({ block: 'center' }))
  await click(id, 'Save')
  await emailAbout(board, id)
  if (index % 2 === 0) return 2
  await click(id, 'Undo')
  return 3
}

/** Returns rows that have an address and a rate. */
async function findIds(): Promise<string[]> {
  const { freight } = await openDemoBoard('dat-one')
  const postings = Array.from({ length: rowCount }, freight.posting)
  return postings.flatMap(({ id, contactEmail, rate }) => (contactEmail && rate ? [id] : []))
}

/** Returns each request that the ledger lists, as often as it was made. */
async function listLedger(evaluate: (script: string) => Promise<unknown>): Promise<string[]> {
  const script = "chrome.runtime.sendMessage({ kind: 'read-ledger' }).then((view) => JSON.stringify(view))"
  const { rows }: { rows: LedgerRow[] } = JSON.parse(String(await evaluate(script)))
  return rows
    .flatMap(({ count, method, path, fields }) =>
      Array.from({ length: count }, () => `${method} ${path} ${Object.keys(fields).sort()}`),
    )
    .sort()
}

/** Takes the extension's requests from all that the browser made. */
function toSent({ method, url, headers, body }: Recorded): Sent[] {
  if (headers === '') return []
  const lines = headers.split('\n')
  const pairs = lines.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, lines[index + 1] ?? '']] : [],
  )
  const all = new Headers(pairs)
  return all.has('x-extension-version') ? [{ method, url: new URL(url), headers: all, body }] : []
}
