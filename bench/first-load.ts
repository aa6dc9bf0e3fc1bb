import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { freePort, sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'
import { launchBrowser } from './browser.ts'

export type FirstLoad = { page: string; scriptKb: number; scripts: number; lcpMs: number; ratioToEmptyPage: number }

const root = join(import.meta.dirname, '..')
const cpuSlowdown = 4

/**
 * Measures script size (gzip) and largest contentful paint with a cold cache and a 4x slower CPU, next to an empty
 * React page.
 */
export async function measureFirstLoad(rounds: number): Promise<FirstLoad[]> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const empty = await serveEmptyPage(join(folder, 'empty'))
  const product = await spawnProduct({ DATA_DIR: join(folder, 'data'), PORT: String(await freePort()) })
  const browser = await launchBrowser(product)
  try {
    const pages = [
      { page: 'an empty React page', address: empty.address, signIn: undefined, shows: 'h1' },
      { page: '/sign-in', address: `${product.address}/sign-in`, signIn: undefined, shows: 'h1' },
      {
        page: '/',
        address: `${product.address}/`,
        signIn: `${product.address}/dev/sign-in/carrier-trial`,
        shows: 'h1',
      },
    ]
    const results: (Omit<FirstLoad, 'ratioToEmptyPage'> & { all: number[] })[] = pages.map(({ page }) => ({
      page,
      scriptKb: 0,
      scripts: 0,
      lcpMs: 0,
      all: [],
    }))
    for (let round = 0; round < rounds; round++) {
      for (const [index, { address, signIn, shows }] of pages.entries()) {
        const measured = await load(browser, address, { signIn, shows })
        const result = results[index]
        result?.all.push(measured.lcpMs)
        if (result) Object.assign(result, { scriptKb: measured.scriptKb, scripts: measured.scripts })
      }
    }
    const median = (values: number[]) =>
      values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
    const base = median(results[0]?.all ?? [])
    return results.map(({ all, ...result }) => ({
      ...result,
      lcpMs: Math.round(median(all)),
      ratioToEmptyPage: Math.round((median(all) / base) * 100) / 100,
    }))
  } finally {
    await browser.close()
    empty.server.close()
    product.child.kill('SIGTERM')
    await product.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Loads a URL in a browser with an empty cache, after signing in there if the page needs it. */
async function load(
  browser: Browser,
  address: string,
  { signIn, shows }: { signIn: string | undefined; shows: string },
) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  if (signIn) {
    await page.goto(signIn)
    const confirm = page.getByRole('button', { name: /^Continue as/ })
    await confirm.click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await page.goto('about:blank')
  }
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.goto(address)
  await page.locator(shows).first().waitFor()
  await page.waitForTimeout(1_500)
  const { lcpMs, scripts } = await page.evaluate(async () => {
    const entries = await new Promise<PerformanceEntryList>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({
        type: 'largest-contentful-paint',
        buffered: true,
      })
    })
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
    return { lcpMs: entries.at(-1)?.startTime ?? 0, scripts: loaded.filter((name) => /\.js(\?|$)/.test(name)) }
  })
  const bytes = await Promise.all(scripts.map(async (script) => gzipSync(await (await fetch(script)).text()).length))
  await context.close()
  return { lcpMs, scripts: scripts.length, scriptKb: Math.round(bytes.reduce((sum, one) => sum + one, 0) / 102.4) / 10 }
}

/** Serves an empty React page, built and compressed like the dashboard: the baseline of the machine and the browser. */
async function serveEmptyPage(folder: string): Promise<{ address: string; server: Server }> {
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>Empty</title><div id="root"></div><script type="module" src="/main.js"></script>',
  )
  writeFileSync(
    join(folder, 'main.js'),
    `import { createElement } from 'react'\nimport { createRoot } from 'react-dom/client'\ncreateRoot(document.getElementById('root')).render(createElement('h1', null, 'Empty'))\n`,
  )
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  execFileSync(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build', folder, '--logLevel', 'silent'])
  const dist = join(folder, 'dist')
  const files = new Map(
    readdirSync(dist, { recursive: true, encoding: 'utf8' }).map((name) => [`/${name}`, join(dist, name)]),
  )
  const server = createServer((request, response) => {
    const file = files.get(request.url === '/' ? '/index.html' : (request.url ?? ''))
    const type = file?.endsWith('.js') ? 'text/javascript' : 'text/html'
    if (file?.includes('.'))
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(readFileSync(file)))
    else response.writeHead(404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return { address: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`, server }
}
