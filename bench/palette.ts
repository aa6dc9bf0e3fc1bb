import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { misspelledQueries } from '../dashboard/src/palette/misspelled.cases.ts'
import { freePort, sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'
import { launchBrowser } from './browser.ts'
import { signIn } from './editor.ts'

/** From a key to the entries that are shown for it, without the server's. */
type PaletteFigures = { templates: number; keys: number; p50Ms: number; p95Ms: number; maxMs: number }

const templates = 1_000

/** Measures how long the open palette takes for each key of misspelled texts, among 1,000 templates. */
export async function measurePalette(): Promise<PaletteFigures> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const product = await spawnProduct({ DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) })
  const browser = await launchBrowser(product)
  try {
    const page = await signIn(browser, product.address)
    await addTemplates(page)
    await page.reload()
    await page.getByRole('button', { name: /Search or jump to/ }).click()
    const field = page.getByRole('searchbox', { name: 'Search or jump to' })
    await field.fill('template 999')
    await page.getByRole('option', { name: 'Template 999' }).waitFor()
    await field.fill('')
    const times = await type(
      page,
      misspelledQueries.map(([typed]) => typed),
    )
    const sorted = times.toSorted((one, other) => one - other)
    const at = (share: number) => Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10
    return { templates, keys: times.length, p50Ms: at(0.5), p95Ms: at(0.95), maxMs: at(1) }
  } finally {
    await browser.close()
    product.child.kill('SIGTERM')
    await product.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Lets the list of templates have 1,000 more, each with a name of its own. */
const addTemplates = (page: Page) =>
  page.route('**/templates', async (route) => {
    const response = await route.fetch()
    const [first, ...others] = await response.json()
    const more = Array.from({ length: templates }, (_, number) => {
      const id = `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`
      return { ...first, id, name: `Template ${number}`, isDefault: false }
    })
    await route.fulfill({ response, json: [first, ...others, ...more] })
  })

/** Types texts letter by letter; React renders in the event, and the rest of its work right after it. */
const type = (page: Page, texts: string[]) =>
  page.evaluate(async (all) => {
    const field = document.querySelector<HTMLInputElement>('[role=dialog] input')
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const times: number[] = []
    const nextTask = () =>
      new Promise((done) => {
        const { port1, port2 } = new MessageChannel() // a timer would take four milliseconds of its own
        port1.onmessage = done
        port2.postMessage(null)
      })
    for (const text of all)
      for (let length = 1; length <= text.length; length++) {
        const startedAt = performance.now()
        setValue?.call(field, text.slice(0, length))
        field?.dispatchEvent(new InputEvent('input', { bubbles: true }))
        await nextTask()
        times.push(performance.now() - startedAt)
        await new Promise((done) => setTimeout(done, 50))
      }
    return times
  }, texts)

// node bench/palette.ts
if (import.meta.main) console.log(JSON.stringify(await measurePalette()))
