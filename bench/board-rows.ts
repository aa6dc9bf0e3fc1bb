import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { untilConnected } from '../e2e/board.ts'
import { browserPath } from '../e2e/browser-path.ts'
import { freePort, sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'

/** What the extension costs a board's page: main thread time with it, less that of the same page without it. */
export type BoardRowsFigures = {
  scriptKb: number
  scriptGzipKb: number
  /** A list of 500 appears: the rows near the screen get their controls. */
  show500Ms: number
  /** The list is scrolled through, so that the other rows get theirs. */
  scroll500Ms: number
  missedRows: number
  longestTaskMs: number
  longestTaskWithoutMs: number
  changedRowMs: number
  tickingPercent: number
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
    execFileSync(process.execPath, ['build.ts', folder], {
      cwd: join(import.meta.dirname, '../extension'),
      env: { ...process.env, LOADPING_ORIGIN: product.address },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const extension = join(folder, 'dist/chrome')
    const script = join(extension, 'load-board.js')
    const without = await inBrowser(product.address, undefined, measurePage)
    const having = await inBrowser(product.address, extension, measurePage)
    return {
      scriptKb: Math.round(statSync(script).size / 102.4) / 10,
      scriptGzipKb: Math.round(gzipSync(readFileSync(script)).length / 102.4) / 10,
      show500Ms: difference(having, without, 'show500Ms'),
      scroll500Ms: difference(having, without, 'scroll500Ms'),
      missedRows: having.missedRows,
      longestTaskMs: having.longestTaskMs,
      longestTaskWithoutMs: without.longestTaskMs,
      changedRowMs: difference(having, without, 'changedRowMs'),
      tickingPercent: difference(having, without, 'tickingPercent'),
      scrolledRows: having.scrolledRows,
      undecoratedRows: having.undecoratedRows,
      replacedRows: having.replacedRows,
      heapGrowthMb: difference(having, without, 'heapGrowthMb'),
      addedNodes: having.addedNodes - without.addedNodes,
    }
  } finally {
    product.child.kill('SIGTERM')
    await product.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

const difference = (one: Costs, other: Costs, name: keyof Costs): number =>
  Math.round((one[name] - other[name]) * 100) / 100

async function inBrowser<T>(
  address: string,
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
    baseURL: address,
  })
  try {
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
  const shown = await taskMs(debug, async () => {
    await page.evaluate(() => window.bench.fill(500))
    await page.waitForTimeout(2000)
  })
  let missedRows = 0
  const scrolled = await taskMs(debug, async () => {
    missedRows = await page.evaluate(() => window.bench.sweep())
  })
  const changed = await taskMs(debug, () => page.evaluate(() => window.bench.change(200)))
  const ticking = await taskMs(debug, () => page.evaluate(() => window.bench.tick(10)))
  const undecoratedRows = await page.evaluate(() => window.bench.scroll(5000))
  await page.evaluate(() => window.bench.replace(500))
  const before = await memory(debug)
  await page.evaluate(() => window.bench.replace(10_000))
  const after = await memory(debug)
  return {
    show500Ms: shown,
    scroll500Ms: scrolled,
    missedRows,
    longestTaskMs: await page.evaluate(() => Math.round(window.bench.longest())),
    changedRowMs: changed / 200,
    tickingPercent: ticking / 100,
    scrolledRows: 5000,
    undecoratedRows,
    replacedRows: 10_000,
    heapGrowthMb: (after.bytes - before.bytes) / 2 ** 20,
    addedNodes: after.nodes - before.nodes,
  }
}

/** Returns the processor time of the main thread in milliseconds. */
async function taskMs(debug: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const read = async () =>
    (await debug.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')
  const from = (await read())?.value ?? 0
  await work()
  return (((await read())?.value ?? 0) - from) * 1000
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
      scroll: (rows: number) => Promise<number>
      replace: (rows: number) => Promise<void>
      longest: () => number
    }
  }
}

/** Runs in the page: what the board does. */
function prepare(): void {
  const list = document.querySelector('#loads')
  const template = document.querySelector('#table-row-DL4821301')?.cloneNode(true)
  if (!list || !(template instanceof HTMLElement)) throw new Error('no rows')
  for (const child of template.children) if (!child.className) child.remove() // controls that were copied
  let [made, longest] = [0, 0]
  new PerformanceObserver((entries) => {
    for (const { duration } of entries.getEntries()) longest = Math.max(longest, duration)
  }).observe({ type: 'longtask', buffered: false })

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
    async scroll(rows) {
      let missing = 0
      for (let shown = 0; shown < rows; shown += 20) {
        list.replaceChildren(...Array.from({ length: 20 }, newRow))
        await frame()
        missing += [...list.children].filter((row) => !isDecorated(row)).length
      }
      return missing
    },
    async replace(rows) {
      for (let turn = 0; turn < rows; turn += 10) {
        for (let index = 0; index < 10; index++) list.children[index]?.replaceWith(newRow())
        if (turn % 100 === 0) await frame()
        await pause(0)
      }
    },
    longest: () => longest,
  }
}

if (process.argv[1] === import.meta.filename) console.log(await measureBoardRows())
