import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { call } from '../e2e/people.ts'
import { createPool } from '../server/src/db/db.ts'
import { connectionOf } from '../server/src/db/embedded.ts'
import { freePort, sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'
import { launchBrowser } from './browser.ts'
import { signIn } from './editor.ts'

/** `blankRows` counts places in sight without a row, `tasksOver50Ms` those while scrolling. */
export type LoadsListFigures = {
  loads: number
  firstRowsMs: number
  rowsScrolled: number
  blankRows: number
  tasksOver50Ms: number
  longestTaskMs: number
}

const loadCount = 5_000
const pixelsPerFrame = 240

/** Measures My loads with 5,000 loads: the time from a click to its first rows, and scrolling through all of them. */
export async function measureLoadsList(): Promise<LoadsListFigures> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const data = join(folder, 'data')
  const product = await spawnProduct({ DATA_DIR: data, PORT: String(await freePort()) })
  const browser = await launchBrowser(product)
  try {
    const page = await openWithLoads(browser, product.address, data)
    const startedAt = performance.now()
    await page.getByRole('link', { name: 'My loads' }).click()
    await page.locator('tr[data-id]').first().waitFor()
    const firstRowsMs = Math.round(performance.now() - startedAt)
    await page.waitForLoadState('networkidle')
    return { loads: loadCount, firstRowsMs, ...(await scroll(page)) }
  } finally {
    await browser.close()
    product.child.kill('SIGTERM')
    await product.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Signs in as a user with 5,000 loads, copies of one that is saved through the API. */
async function openWithLoads(browser: Browser, address: string, data: string): Promise<Page> {
  const page = await signIn(browser, address)
  const load = {
    board: 'dat-one',
    boardLoadId: 'bench',
    origin: { city: 'Joliet', state: 'IL' },
    dest: { city: 'Dallas', state: 'TX' },
    equipment: 'V',
    tripMiles: 926,
    deadheadMiles: 45,
    rate: { cents: 231_500, basis: 'flat' },
    company: 'Quillon Logistics',
  }
  const saved = await call(page, 'POST', '/loads', { load, note: 'Call after 3 PM' })
  const pool = createPool({ ...connectionOf({ path: data }), max: 1 })
  try {
    const columns = 'facts, board, origin, dest, company, equipment_class, trip_miles, deadhead_miles, status, note'
    await pool.query(
      `insert into load (user_id, id, load_key, rate_cents, ask_cents, first_seen_at, posted_at, updated_at, ${columns})
       select user_id, gen_random_uuid(), load_key || n, rate_cents + n * 100, rate_cents, first_seen_at,
         posted_at - n * interval '1 minute', updated_at, ${columns}
       from load, generate_series(2, $2::int) n where id = $1`,
      [saved.body.id, loadCount],
    )
    await pool.query('vacuum analyze load')
  } finally {
    await pool.end()
  }
  await page.reload()
  return page
}

/** Scrolls to the end of the list, in each frame by a fixed length, and looks for rows where rows should be. */
const scroll = (page: Page) =>
  page.evaluate(
    (step) =>
      new Promise<Omit<LoadsListFigures, 'loads' | 'firstRowsMs'>>((done) => {
        const tasks: number[] = []
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) tasks.push(Math.round(duration))
        }).observe({ type: 'longtask' })
        const scroller = document.querySelector('table')?.parentElement
        if (!scroller) throw new Error('no list')
        const { top, bottom, left } = scroller.getBoundingClientRect()
        let blankRows = 0
        let framesAtEnd = 0
        const next = () => {
          for (let y = top + 50; y < bottom - 20; y += 72)
            if (!document.elementFromPoint(left + 160, y)?.closest('tr[data-id]')) blankRows++
          const before = scroller.scrollTop
          scroller.scrollTop += step
          framesAtEnd = scroller.scrollTop === before ? framesAtEnd + 1 : 0
          if (framesAtEnd < 60) return requestAnimationFrame(next)
          const last = [...document.querySelectorAll('tr[data-id]')].at(-1)?.getAttribute('aria-rowindex')
          done({
            rowsScrolled: Number(last) - 1,
            blankRows,
            tasksOver50Ms: tasks.length,
            longestTaskMs: Math.max(0, ...tasks),
          })
        }
        next()
      }),
    pixelsPerFrame,
  )

if (import.meta.main) console.log(JSON.stringify(await measureLoadsList()))
