import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import { afterText, startFaultySmtp } from './testing/faulty-smtp.ts'
import {
  freePort,
  processesOf,
  sharedTempFolder,
  spawnMain,
  spawnProduct,
  withoutDemo,
} from './testing/spawned-product.ts'

const folder = sharedTempFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const dataDir = (name: string) => join(folder, name)
const lines = (text: string) => text.trim().split('\n')

test('[D1.8] [D1.6] it prints one ready line with its address and serves health there', async () => {
  const product = await spawnProduct({ DATA_DIR: dataDir('plain') })

  expect(lines(product.output()).filter((line) => line.startsWith('ready '))).toEqual([`ready ${product.address}`])
  expect((await fetch(`${product.address}/healthz`)).status).toBe(200)
  expect((await fetch(`${product.address}/readyz`)).status).toBe(200)
  for (const account of ['carrier-manager', 'carrier-trial', 'broker'])
    expect(product.output()).toContain(`/dev/sign-in/${account}`)
  expect(product.output()).toContain('/dev/inbox')

  product.child.kill('SIGTERM')
  await product.ended
})

test('[P10] it measures waits for the database, and each work that repeats', async () => {
  const token = 'a-token-of-the-tests'
  const product = await spawnProduct({ DATA_DIR: withoutDemo(dataDir('measured')), METRICS_TOKEN: token })
  await fetch(`${product.address}/map/tiles`)
  const read = async () =>
    (await fetch(`${product.address}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()

  const text = await read()
  for (const what of ['call', 'request'])
    expect(text).toMatch(new RegExp(`^loadping_database_wait_seconds_count\\{what="${what}"\\} [1-9]`, 'm'))
  for (const [work, seconds] of [
    ['cleanup', 3_600],
    ['deletion of accounts', 60],
    ['deletion of old texts', 86_400],
  ])
    expect(text).toContain(`loadping_periodic_work_interval_seconds{work="${work}"} ${seconds}\n`)
  product.child.kill('SIGTERM')
  await product.ended
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it with 0 and leaves no process behind', async (signal) => {
  const data = withoutDemo(dataDir(signal))
  const product = await spawnProduct({ DATA_DIR: data })
  expect(processesOf(data).length).toBeGreaterThan(0)

  product.child.kill(signal)

  expect(await product.ended).toBe(0)
  expect(processesOf(data)).toEqual([])
})

test('stopped while starting, or twice, it leaves no process behind', async () => {
  const data = dataDir('impatient')
  const early = spawnMain({ DATA_DIR: data, PORT: String(await freePort()) })
  while (processesOf(data).length === 0) await sleep(10)
  early.child.kill('SIGINT')
  expect(await early.ended).toBe(0)
  expect(processesOf(data)).toEqual([])

  const product = await spawnProduct({ DATA_DIR: data })
  product.child.kill('SIGINT')
  product.child.kill('SIGINT')
  expect(await product.ended).toBe(0)
  expect(processesOf(data)).toEqual([])
})

test('stopping completes the current delivery and starts none; the next start sends the rest', async () => {
  let isTaken = false
  const slow = afterText(({ socket }) => {
    setTimeout(() => {
      isTaken = true
      socket.write('250 accepted\r\n')
    }, 8_000)
    return null
  })
  const mailServer = await startFaultySmtp((line, talk) => (isTaken ? undefined : slow(line, talk)))
  const bouncePort = await freePort()
  const settings = {
    DATA_DIR: withoutDemo(dataDir('stopping')),
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    BOUNCE_ADDRESS: 'returns@loadping.example',
  }
  const product = await spawnProduct({ ...settings, BOUNCE_PORT: String(bouncePort) })
  const reporter = connect(bouncePort, '127.0.0.1').on('error', () => {})
  await once(reporter, 'data')
  beginLinkRequest(product.address, 'early@redbud.example').end('}')
  await vi.waitFor(() => expect(mailServer.texts()).toBe(1), 10_000)
  const late = beginLinkRequest(product.address, 'late@redbud.example')
  const never = beginLinkRequest(product.address, 'never@redbud.example')
  await sleep(500) // until both requests have started

  const begun = performance.now()
  product.child.kill('SIGTERM')
  await sleep(500)
  const [answer] = await Promise.all([once(late, 'response'), late.end('}')])
  await sleep(2_000) // long enough for an email to be sent
  never.destroy()

  expect(await product.ended).toBe(0)
  expect(performance.now() - begun).toBeLessThan(20_000)
  expect(answer[0].statusCode).toBe(200)
  expect([isTaken, mailServer.lines.filter((line) => line.startsWith('RCPT'))]).toEqual([
    true,
    ['RCPT TO:<early@redbud.example>'],
  ])

  const next = await spawnProduct({ ...settings, BOUNCE_PORT: String(bouncePort) })
  await vi.waitFor(() => expect(mailServer.lines).toContain('RCPT TO:<late@redbud.example>'), 10_000)
  next.child.kill('SIGTERM')
  await next.ended
  mailServer.close()
  expect(mailServer.texts()).toBe(2)
}, 90_000)

/** Starts a request for a sign-in link without its last byte, `}`. */
function beginLinkRequest(address: string, email: string) {
  const body = JSON.stringify({ email })
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  const asking = request(`${address}/auth/v2/tokenLink`, { method: 'POST', agent: false, headers }).on(
    'error',
    () => {},
  )
  asking.write(body.slice(0, -1))
  return asking
}

test('killing the npm that started it also ends it', async () => {
  const data = withoutDemo(dataDir('orphan'))
  const main = join(import.meta.dirname, 'main.ts')
  const npm = spawn(
    process.execPath,
    ['-e', `require('node:child_process').spawn(process.execPath, [${JSON.stringify(main)}], { stdio: 'inherit' })`],
    {
      env: { DATA_DIR: data, PORT: String(await freePort()), npm_lifecycle_event: 'start' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await new Promise((resolve) => npm.stdout.once('data', resolve))
  expect(processesOf(data).length).toBeGreaterThan(0)

  npm.kill('SIGKILL')

  await vi.waitFor(() => expect(processesOf(data)).toEqual([]), 10_000)
  const next = await spawnProduct({ DATA_DIR: data })
  next.child.kill('SIGTERM')
  await next.ended
})
