import { randomUUID } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { openDemoBoard } from '../extension/src/testing/field-recall.ts'
import { type BoardPage, confirmTemplates, isOpen, openBoard, untilConnected } from './board.ts'
import { signUp } from './people.ts'
import { expect, launchWithExtension, type Product, test } from './product.ts'
import { startRecordingProxy } from './recording-proxy.ts'

const site = 'https://one.dat.com'
const rowCount = 5000
/** Marks the company and the comments of each row, with its id. */
const run = `canary${randomUUID().slice(0, 8)}`

test('[D12.3] of 5,000 rows only clicked ones leave the browser, and the board is asked for nothing', async ({
  product,
  launchOptions,
}) => {
  const proxy = await startRecordingProxy(product.address)
  const extension = extensionOn(product, `${site}/*`)
  const context = await launchWithExtension(extension, product, {
    ...launchOptions,
    proxy: { server: proxy.address, bypass: '<-loopback>' },
  })
  try {
    const boardRequests = await serveBoard(context, product)
    const dashboard = await context.newPage()
    await untilConnected(context, await signUp(dashboard, product))
    await confirmTemplates(context)
    const [emailed = '', saved = '', called = '', hovered = ''] = await findIds()
    const board = await openBoard(context, `${site}/demo-board/dat-one?still&rows=${rowCount}`)
    await board.shows(emailed, 'Email')

    expect(await board.page.evaluate(scrollThrough)).toBeGreaterThanOrEqual(rowCount)
    await hover(board, hovered)
    for (const [id, label, done] of [
      [emailed, 'Email', 'Sent'],
      [saved, 'Save', 'Saved'],
      [called, 'Call', 'Called'], // last, because the browser then asks whether to open the telephone
    ] as const) {
      await center(board.page, id)
      await board.click(id, label)
      await board.shows(id, done)
    }

    const sent = JSON.stringify(proxy.recorded)
    expect(canariesIn(sent, 'company')).toEqual([emailed, saved, called].sort())
    expect(idsIn(sent)).toEqual([emailed, saved, called].sort())
    const stored = filesOf(product.data)
    expect(canariesIn(stored, 'company')).toEqual([emailed, saved, called].sort())
    expect(canariesIn(stored, 'comments')).toEqual([emailed])
    expect(boardRequests.sort()).toEqual(ownFiles)
  } finally {
    await context.close()
    proxy.stop()
    rmSync(extension, { recursive: true })
  }
})

/** What the page itself loads from its board. */
const ownFiles = [
  '/demo-board/dat-one',
  ...['dat-one.css', 'dat-one.js', 'dat-one.layout.js', 'demo-board.css', 'demo-board.js', 'dom.js', 'freight.js'].map(
    (file) => `/demo-board/${file}`,
  ),
  '/demo-board/freight.js?plain',
].sort()

/** Copies the extension, with a site granted on which it runs. */
function extensionOn({ extension }: Product, pattern: string): string {
  const folder = `${extension}-granted`
  cpSync(extension, folder, { recursive: true })
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  manifest.host_permissions.push(pattern)
  manifest.content_scripts.at(-1).matches.push(pattern)
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  return folder
}

/** Answers for the board's site before a request leaves the browser, and returns the list of what was asked of it. */
async function serveBoard(context: BrowserContext, { askStandIn }: Product): Promise<string[]> {
  const asked: string[] = []
  await context.route(`${site}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const isPage = pathname === '/demo-board/dat-one'
    asked.push(isPage ? pathname : pathname + search)
    const marks = pathname.endsWith('/freight.js') && search === ''
    if (marks) return route.fulfill({ contentType: 'text/javascript', body: markedFreight })
    const response = await askStandIn(pathname)
    const contentType = response.headers.get('content-type') ?? 'text/plain'
    const text = await response.text()
    return route.fulfill({ status: response.status, contentType, body: text.replace('/favicon.svg', 'data:,') })
  })
  return asked
}

const markedFreight = `
import { createFreight as create } from './freight.js?plain'
export function createFreight(options) {
  const freight = create(options)
  const mark = (made) => ({ ...made, company: '${run}company' + made.id, comments: '${run}comments' + made.id })
  return { ...freight, posting: () => mark(freight.posting()) }
}`

/** Returns rows near the top that have an address, a telephone and a rate. */
async function findIds(): Promise<string[]> {
  const { freight } = await openDemoBoard('dat-one')
  const postings = Array.from({ length: 20 }, freight.posting)
  return postings.filter(({ contactEmail, phone, rate }) => contactEmail && phone && rate).map(({ id }) => id)
}

/** Runs in the page: scrolls to its end and back, and returns how many rows got controls. */
async function scrollThrough(): Promise<number> {
  const decorated = new Set<string>()
  const view = document.querySelector('[data-scroll]')
  const scroller = view && view.scrollHeight > view.clientHeight + 1 ? view : document.documentElement
  const hasControls = (row: Element) =>
    [...row.children].some((child) => child instanceof HTMLElement && child.style.position === 'absolute')
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  for (let top = 0; top < scroller.scrollHeight; top += 900) {
    scroller.scrollTop = top
    await frame()
    for (let frames = 0; frames < 5; frames += 1) {
      await frame()
      const rows = [...document.querySelectorAll('[data-rows] [id^="table-row-"]')]
      const done = rows.filter(hasControls)
      for (const { id } of done) decorated.add(id)
      if (done.length === rows.length) break
    }
  }
  scroller.scrollTop = 0
  await frame()
  return decorated.size
}

async function hover({ page, shows, centerOf }: BoardPage, id: string): Promise<void> {
  await center(page, id)
  await shows(id, 'Email')
  const { x, y } = await centerOf(id, 'Email')
  await page.mouse.move(x, y, { steps: 3 })
  await expect.poll(() => isOpen(page, 'card'), { intervals: [100] }).toBe(true)
  await page.mouse.move(20, 60, { steps: 3 })
}

const center = (page: Page, id: string) =>
  page.locator(`#table-row-${id}`).evaluate((row) => row.scrollIntoView({ block: 'center' }))

const canariesIn = (text: string, part: 'company' | 'comments'): string[] =>
  [...new Set([...text.matchAll(new RegExp(`${run}${part}(DL\\d{7})`, 'g'))].map(([, id = '']) => id))].sort()
const idsIn = (text: string): string[] => [...new Set(text.match(/DL5\d{6}/g))].sort()

/** Returns all that the product wrote: its database with the log of every change, and the emails. */
const filesOf = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
    .filter((text) => text.includes(run))
    .join('\n')
