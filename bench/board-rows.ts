import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { untilConnected } from '../e2e/board.ts'
import { browserPath } from '../e2e/browser-path.ts'
import { openStandIns } from '../e2e/stand-ins.ts'
import { freePort, type SpawnedProduct, sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'
import { unpackExtension } from '../server/src/testing/unpack-extension.ts'
import { longestOf, longestTask, type TraceEvent } from './longest-task.ts'

/**
 * What the extension costs a board's page: processor time of the main thread with it, less that of the same page
 * without it.
 */
export type BoardRowsFigures = {
  scriptKb: number
  scriptGzipKb: number
  /** A list of 500 appears: the rows near the screen get their controls. */
  show500Ms: number
  show500ScriptMs: number
  /** The list is scrolled through, so that the other rows get theirs. */
  scroll500Ms: number
  scroll500ScriptMs: number
  missedRows: number
  /** Processor time while a list appears and is scrolled: with the extension, without it, and of its scripts. */
  longestTaskMs: number
  longestTaskWithoutMs: number
  longestScriptMs: number
  changedRowMs: number
  changedRowScriptMs: number
  tickingPercent: number
  tickingScriptPercent: number
  /** A list of 5,000, of which the page holds only the rows on the screen, is scrolled through. */
  scrolledRows: number
  undecoratedRows: number
  replacedRows: number
  heapGrowthMb: number
  addedNodes: number
}

type Costs = Omit<BoardRowsFigures, 'scriptKb' | 'scriptGzipKb' | 'longestTaskWithoutMs'>

/** Measures a page with and without the extension in one run. */
export async function measureBoardRows(): Promise<BoardRowsFigures> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const product = await spawnProduct({ DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) })
  try {
    const extension = await unpackExtension(folder, product.address)
    const script = join(extension, 'load-board.js')
    const without = await inBrowser(product, undefined, measurePage)
    const having = await inBrowser(product, extension, measurePage)
    return {
      scriptKb: Math.round(statSync(script).size / 102.4) / 10,
      scriptGzipKb: Math.round(gzipSync(readFileSync(script)).length / 102.4) / 10,
      ...differences(having, without),
      missedRows: having.missedRows,
      longestTaskMs: having.longestTaskMs,
      longestTaskWithoutMs: without.longestTaskMs,
      longestScriptMs: having.longestScriptMs,
      scrolledRows: having.scrolledRows,
      undecoratedRows: having.undecoratedRows,
      replacedRows: having.replacedRows,
    }
  } finally {
    product.child.kill('SIGTERM')
    await product.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

const costs = [
  'show500Ms',
  'show500ScriptMs',
  'scroll500Ms',
  'scroll500ScriptMs',
  'changedRowMs',
  'changedRowScriptMs',
  'tickingPercent',
  'tickingScriptPercent',
  'heapGrowthMb',
  'addedNodes',
] as const

const differences = (one: Costs, other: Costs) =>
  Object.fromEntries(costs.map((name) => [name, Math.round((one[name] - other[name]) * 100) / 100])) as Pick<
    Costs,
    (typeof costs)[number]
  >

async function inBrowser<T>(
  product: SpawnedProduct,
  extension: string | undefined,
  work: (page: Page, debug: CDPSession) => Promise<T>,
): Promise<T> {
  const context = await chromium.launchPersistentContext('', {
    executablePath: browserPath(process.env, existsSync),
    headless: false,
    args: [
      '--headless=new',
      ...(extension ? [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`] : []),
    ],
    viewport: { width: 1440, height: 900 },
    baseURL: product.address,
  })
  try {
    await openStandIns(context, product)
    if (extension) await connect(context)
    const page = await context.newPage()
    await page.goto('/demo-board/dat-one?still')
    await page.waitForTimeout(1000)
    return await work(page, await context.newCDPSession(page))
  } finally {
    await context.close()
  }
}

async function connect(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  await page.goto('/dev/sign-in/carrier-trial')
  await page.getByRole('button', { name: /^Continue as/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  const email: string = await page.evaluate(() => document.body.textContent?.match(/[\w.+-]+@[\w.-]+/)?.[0] ?? '')
  if (email) await untilConnected(context, email).catch(() => undefined)
  await page.close()
}

async function measurePage(page: Page, debug: CDPSession): Promise<Costs> {
  await debug.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.evaluate(prepare)
  const shown = await spent(debug, async () => {
    await page.evaluate(() => window.bench.fill(500))
    await page.waitForTimeout(2000)
  })
  let missedRows = 0
  const scrolled = await spent(debug, async () => {
    missedRows = await page.evaluate(() => window.bench.sweep())
  })
  const changed = await spent(debug, () => page.evaluate(() => window.bench.change(200)))
  const ticking = await spent(debug, () => page.evaluate(() => window.bench.tick(10)))
  await page.evaluate(() => window.bench.replace(500))
  const before = await memory(debug)
  await page.evaluate(() => window.bench.replace(10_000))
  const after = await memory(debug)
  const longest = await longestIn(debug, async () => {
    await page.evaluate(() => window.bench.fill(500))
    await page.evaluate(() => window.bench.sweep())
  })

  await page.goto('/demo-board/dat-one?still&rows=5000')
  await page.waitForTimeout(1000)
  await page.evaluate(prepare)
  const virtual = await page.evaluate(() => window.bench.scroll())
  return {
    show500Ms: shown.taskMs,
    show500ScriptMs: shown.scriptMs,
    scroll500Ms: scrolled.taskMs,
    scroll500ScriptMs: scrolled.scriptMs,
    missedRows,
    ...longest,
    changedRowMs: changed.taskMs / 200,
    changedRowScriptMs: changed.scriptMs / 200,
    tickingPercent: ticking.taskMs / 100,
    tickingScriptPercent: ticking.scriptMs / 100,
    scrolledRows: virtual.shown,
    undecoratedRows: virtual.undecorated,
    replacedRows: 10_000,
    heapGrowthMb: (after.bytes - before.bytes) / 2 ** 20,
    addedNodes: after.nodes - before.nodes,
  }
}

/** Returns the processor time of the main thread, and of its scripts. */
async function spent(debug: CDPSession, work: () => Promise<unknown>): Promise<{ taskMs: number; scriptMs: number }> {
  const read = async () => {
    const { metrics } = await debug.send('Performance.getMetrics')
    const [task = 0, script = 0] = ['TaskDuration', 'ScriptDuration'].map(
      (wanted) => metrics.find(({ name }) => name === wanted)?.value,
    )
    return { taskMs: task * 1000, scriptMs: script * 1000 }
  }
  const from = await read()
  await work()
  const to = await read()
  return { taskMs: to.taskMs - from.taskMs, scriptMs: to.scriptMs - from.scriptMs }
}

/** Returns the most processor time of one task of the page's main thread, and of one run of the extension's scripts. */
async function longestIn(debug: CDPSession, work: () => Promise<unknown>) {
  const events: TraceEvent[] = []
  debug.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown[] as TraceEvent[])))
  const includedCategories = ['toplevel', 'devtools.timeline']
  await debug.send('Tracing.start', { traceConfig: { includedCategories } })
  await work()
  const ended = new Promise((resolve) => debug.once('Tracing.tracingComplete', resolve))
  await debug.send('Tracing.end')
  await ended
  const scripts = events.filter(({ args }) => args.data?.url?.startsWith('chrome-extension:'))
  return { longestTaskMs: Math.round(longestTask(events)), longestScriptMs: Math.round(longestOf(scripts)) }
}

async function memory(debug: CDPSession): Promise<{ bytes: number; nodes: number }> {
  await new Promise((resolve) => setTimeout(resolve, 1500))
  for (let round = 0; round < 3; round++) await debug.send('HeapProfiler.collectGarbage')
  const { usedSize } = await debug.send('Runtime.getHeapUsage')
  const { nodes } = await debug.send('Memory.getDOMCounters')
  return { bytes: usedSize, nodes }
}

declare global {
  interface Window {
    bench: {
      fill: (count: number) => void
      sweep: () => Promise<number>
      change: (times: number) => Promise<void>
      tick: (seconds: number) => Promise<void>
      scroll: () => Promise<{ shown: number; undecorated: number }>
      replace: (rows: number) => Promise<void>
    }
  }
}

/** Runs in the page: what the board does. */
function prepare(): void {
  const list = document.querySelector('#loads')
  const template = document.querySelector('#table-row-DL4821301')?.cloneNode(true)
  if (!list || !(template instanceof HTMLElement)) throw new Error('no rows')
  for (const child of template.children) if (!child.className) child.remove() // controls that were copied
  let made = 0

  const newRow = (): HTMLElement => {
    const row = template.cloneNode(true) as HTMLElement
    made += 1
    row.id = `table-row-B${made}`
    const rate = row.querySelector('[data-test="load-rate-cell"]')
    if (rate) rate.textContent = `$${(1500 + (made % 900)).toLocaleString('en-US')}`
    return row
  }
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const cells = (name: string) => [...list.querySelectorAll(`[data-test="load-${name}-cell"]`)]
  const isDecorated = (row: Element) =>
    [...row.children].some(
      (child) => child instanceof HTMLElement && !child.className && child.style.position === 'absolute',
    )

  window.bench = {
    fill: (count) => list.replaceChildren(...Array.from({ length: count }, newRow)),
    async sweep() {
      const missed = new Set<Element>()
      for (const row of list.children) {
        row.scrollIntoView({ block: 'center', behavior: 'instant' })
        await frame()
        if (!isDecorated(row)) missed.add(row)
      }
      list.children[0]?.scrollIntoView({ block: 'center', behavior: 'instant' })
      return missed.size
    },
    async change(times) {
      for (let turn = 0; turn < times; turn++) {
        const cell = cells('rate')[turn % 20]
        if (cell) cell.textContent = `$${(2000 + turn).toLocaleString('en-US')}`
        await pause(15)
      }
    },
    async tick(seconds) {
      for (let turn = 0; turn < seconds * 50; turn++) {
        const cell = cells('age')[(turn * 7) % 500]
        if (cell) cell.textContent = `${turn % 60}m`
        await pause(20)
      }
    },
    async scroll() {
      const view = document.querySelector('[data-scroll]')
      const shown = new Set<string>()
      const undecorated = new Set<string>()
      for (let top = -1; view && view.scrollTop > top; ) {
        for (const row of view.querySelectorAll('[id^="table-row-"]')) {
          shown.add(row.id)
          if (!isDecorated(row)) undecorated.add(row.id)
        }
        top = view.scrollTop
        view.scrollTop += view.clientHeight / 2
        await frame()
        await frame()
      }
      return { shown: shown.size, undecorated: undecorated.size }
    },
    async replace(rows) {
      for (let turn = 0; turn < rows; turn += 10) {
        for (let index = 0; index < 10; index++) list.children[index]?.replaceWith(newRow())
        if (turn % 100 === 0) await frame()
        await pause(0)
      }
    },
  }
}

if (process.argv[1] === import.meta.filename) console.log(await measureBoardRows())
