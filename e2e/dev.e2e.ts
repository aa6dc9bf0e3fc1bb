import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import { dirname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createDevServer } from '../dashboard/dev-server.ts'
import { freePort, processesOf, readDevSecret, sharedTempFolder } from '../server/src/testing/spawned-product.ts'
import { copyCheckout } from './checkout-copy.ts'

test.describe('npm run dev', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 })
  let folder: string
  let checkout: string
  let address: string
  let dev: ChildProcess

  test.beforeAll(async () => {
    folder = sharedTempFolder()
    checkout = join(folder, 'checkout')
    copyCheckout(checkout)
    address = `http://127.0.0.1:${await freePort()}`
    dev = startDev(checkout, address)
    await expect.poll(() => statusOf(`${address}/readyz`), { timeout: 60_000 }).toBe(200)
  })
  test.afterAll(() => {
    dev.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  test('shows a change of the dashboard without reloading the page', async ({ page }) => {
    const title = 'day Pro trial for Free'
    const violations: string[] = []
    page.on(
      'console',
      (message) => /Content Security Policy|Trusted/.test(message.text()) && violations.push(message.text()),
    )
    await page.goto(`${address}/sign-in`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 60_000 })
    await page.waitForLoadState('networkidle')
    await page.evaluate('window.isSamePage = true')

    edit(join(checkout, 'dashboard/src/sign-in/sign-in-screen.tsx'), title, 'day changed title')

    await expect(page.getByRole('heading', { name: 'day changed title' })).toBeVisible()
    expect(await page.evaluate('window.isSamePage')).toBe(true)
    expect(violations).toEqual([])
  })

  test('restarts the server when one of its sources changes', async () => {
    edit(join(checkout, 'server/src/stand-ins/inbox-page.ts'), '<h1>Local inbox</h1>', '<h1>A changed inbox</h1>')

    await expect
      .poll(() => textOf(`${address}/dev/inbox`, folder), { timeout: 30_000 })
      .toContain('<h1>A changed inbox</h1>')
  })

  test('rebuilds the extension when one of its sources changes', async () => {
    edit(join(checkout, 'extension/src/access/disclosure.ts'), 'One click on a load', 'A changed description')

    const manifest = join(checkout, 'extension/dist/chrome/manifest.json')
    await expect
      .poll(() => existsSync(manifest) && readFileSync(manifest, 'utf8'), { timeout: 30_000 })
      .toContain('A changed')
  })

  test('ends all that it started', async () => {
    dev.kill('SIGTERM')
    expect(await once(dev, 'exit')).toEqual([0, null])
    expect(processesOf(folder)).toEqual([])
  })

  test('ends the server also when it is killed', async () => {
    dev = startDev(checkout, address)
    await expect.poll(() => statusOf(`${address}/readyz`), { timeout: 60_000 }).toBe(200)

    dev.kill('SIGKILL')

    await expect.poll(() => processesOf(folder), { timeout: 30_000 }).toEqual([])
  })
})

test('npm run dev passes requests on with their own headers and no forwarding header', async () => {
  const received: IncomingHttpHeaders[] = []
  const server = createServer(({ headers }, response) => {
    received.push(headers)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const front = await createDevServer(async () => portOf(server.address()))
  const port = await freePort()
  await front.listen(port)

  const sent = { accept: 'application/json', 'accept-encoding': 'gzip', host: `localhost:${port}`, connection: 'close' }
  get(`http://127.0.0.1:${port}/users/me`, { headers: sent }).on('error', () => {})
  await expect.poll(() => received).toEqual([sent])

  await front.close()
  server.close()
})

function startDev(checkout: string, address: string): ChildProcess {
  const env = { ...process.env, PORT: new URL(address).port, DATA_DIR: join(dirname(checkout), 'data') }
  return spawn(process.execPath, ['scripts/dev.ts'], { cwd: checkout, env, stdio: ['ignore', 'ignore', 'inherit'] })
}

function edit(path: string, before: string, after: string): void {
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(before)
  writeFileSync(path, text.replaceAll(before, after))
}

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )
const textOf = (url: string, folder: string): Promise<string> =>
  fetch(url, { headers: { 'x-dev-secret': readDevSecret(join(folder, 'data')) } }).then(
    (response) => response.text(),
    () => '',
  )
const portOf = (address: ReturnType<ReturnType<typeof createServer>['address']>): number =>
  typeof address === 'object' && address ? address.port : 0
