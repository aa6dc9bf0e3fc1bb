import type { Page } from '@playwright/test'
import type { LedgerRow } from '../extension/src/ledger/ledger-rows.ts'
import { openDemoBoard } from '../extension/src/testing/field-recall.ts'
import { describeSent, type Sent } from '../extension/src/testing/network-log.ts'
import { type BoardPage, confirmTemplates, openBoard, sendIfAsked, untilConnected } from './board.ts'
import { signUp } from './people.ts'
import { expect, launchWithExtension, test } from './product.ts'
import { type Recorded, startRecordingProxy } from './recording-proxy.ts'

test.use({ settings: { UNDO_SECONDS: '30' } })

const rowCount = 500
/** Rows that are clicked, each two or three times. */
const clickedRows = process.env['GOALS'] === 'full' ? 400 : 40

test('[D12.5] after mixed clicks among 500 rows, the ledger is what the network saw', async ({
  product,
  launchOptions,
}) => {
  test.setTimeout(240_000 + clickedRows * 20_000)
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
      const listed = await listLedger(page)
      expect(listed.length).toBeGreaterThan(clicks)
      expect(listed).toEqual(proxy.recorded.flatMap(toSent).map(describeSent).sort())
    }).toPass({ timeout: 120_000 })
  } finally {
    await context.close()
    proxy.stop()
  }
})

/** Clicks a row's buttons as its number says, and returns how many clicks that were. */
async function clickRow(board: BoardPage, id: string, index: number): Promise<number> {
  const { page, click } = board
  await page.locator(`#table-row-${id}`).evaluate((row) => row.scrollIntoView({ block: 'center' }))
  await click(id, 'Save')
  await click(id, 'Email')
  await sendIfAsked(board, id)
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
async function listLedger(page: Page): Promise<string[]> {
  const { rows } = await page.evaluate<{ rows: LedgerRow[] }>("chrome.runtime.sendMessage({ kind: 'read-ledger' })")
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
