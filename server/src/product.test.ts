import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { TokenPair } from '@loadping/contract/sign-in'
import { afterAll, expect, test, vi } from 'vitest'
import { demoAccounts, demoTeam } from './demo/demo-accounts.ts'
import { afterText, startFaultySmtp } from './testing/faulty-smtp.ts'
import {
  freePort,
  processesOf,
  sharedTempFolder,
  spawnMain,
  spawnProduct,
  spawnRefused,
} from './testing/spawned-product.ts'
import { emptyDb } from './testing/test-database.ts'

const folder = sharedTempFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const dataDir = (name: string) => join(folder, name)
const lines = (text: string) => text.trim().split('\n')

test('[D1.8] it prints one ready line with its address and serves health there', async () => {
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

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it with 0 and leaves no process behind', async (signal) => {
  const data = dataDir(signal)
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
    DATA_DIR: dataDir('stopping'),
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    BOUNCE_ADDRESS: 'returns@loadping.example',
  }
  const product = await spawnProduct({ ...settings, BOUNCE_PORT: String(bouncePort) })
  const reporter = connect(bouncePort, '127.0.0.1').on('error', () => {})
  await once(reporter, 'data')
  beginToAsk(product.address, 'early@redbud.example').end('}')
  await vi.waitFor(() => expect(mailServer.texts()).toBe(1), 10_000)
  const late = beginToAsk(product.address, 'late@redbud.example')
  const never = beginToAsk(product.address, 'never@redbud.example')
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
function beginToAsk(address: string, email: string) {
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
  const data = dataDir('orphan')
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

test('a second start on one data folder prints one clear line, exits non-zero and harms nothing', async () => {
  const data = dataDir('twice')
  const first = await spawnProduct({ DATA_DIR: data })

  const { code, output } = await spawnRefused({ DATA_DIR: data })

  expect(code).toBe(1)
  expect(lines(output)).toEqual([
    `The data folder ${data} is in use by process ${first.child.pid}. Stop it first, or set DATA_DIR to another folder.`,
  ])
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200)
  first.child.kill('SIGTERM')
  await first.ended
})

test.each(['PORT', 'BOUNCE_PORT'])('a used %s prints one clear line and leaves no process behind', async (setting) => {
  const port = await freePort()
  const holder = createServer().listen(port, '127.0.0.1')
  const env = { DATA_DIR: dataDir('port'), [setting]: String(port) }

  const { code, output } = await spawnRefused(setting === 'PORT' ? env : { ...env, BOUNCE_ADDRESS: 'b@loadping.test' })

  expect(code).toBe(1)
  expect(lines(output)).toEqual([
    `Port ${port} on 127.0.0.1 is in use. Stop the other program or set a different ${setting}.`,
  ])
  expect(processesOf(dataDir('port'))).toEqual([])
  holder.close()
})

test.each([
  ['a folder that the system refuses to create', '/proc/x'],
  ['a folder below a file', '/dev/null/data'],
  ['a folder below one that cannot be written', undefined],
])('[D1.4] with %s as DATA_DIR it exits with 78 and one line without the path', async (_what, given) => {
  const parent = dataDir('read-only')
  mkdirSync(parent, { recursive: true })
  chmodSync(parent, 0o555)
  // Root can write everywhere except below a file.
  const path = given ?? (process.getuid?.() === 0 ? '/dev/null/data' : join(parent, 'data'))

  const { code, output } = await spawnRefused({ DATA_DIR: path })

  expect(code).toBe(78)
  expect(output).toMatch(/^The data folder cannot be written \((ENOENT|ENOTDIR|EACCES)\)\. Set DATA_DIR to .+\.\n$/)
  expect(output).not.toContain(path)
})

test('[D1.4] with a HOST that cannot be resolved it exits with 78 and one line without the name', async () => {
  const env = { DATA_DIR: dataDir('host'), HOST: 'nowhere.invalid', BASE_URL: 'http://127.0.0.1' }

  expect(await spawnRefused(env)).toEqual({ code: 78, output: 'HOST cannot be resolved.\n' })
  expect(processesOf(dataDir('host'))).toEqual([])
})

test('an unreachable database prints one clear line, without its address', async () => {
  const { code, output } = await spawnRefused({
    DATA_DIR: dataDir('none'),
    DATABASE_URL: `postgres://someone:geheim@127.0.0.1:${await freePort()}/x`,
  })

  expect(code).toBe(1)
  expect(lines(output)).toEqual(['The database of DATABASE_URL cannot be reached (ECONNREFUSED).'])
})

test.each(['sslrootcert=/nowhere', 'port=x'])('[D1.4] a DATABASE_URL with %s exits with 78', async (query) => {
  const url = `postgres://127.0.0.1/x?${query}`

  const { code, output } = await spawnRefused({ DATA_DIR: dataDir('query'), DATABASE_URL: url })

  expect(code).toBe(78)
  expect(output).toMatch(/^DATABASE_URL cannot be used \((ENOENT|ERR_SOCKET_BAD_PORT)\)\.\n$/)
})

test('[D1.7] the demo is only in the embedded database, marked as demo, and one command removes it', async () => {
  const data = dataDir('demo')
  const own = await spawnProduct({ DATA_DIR: data })
  const me = await demoUser(own.address)
  own.child.kill('SIGTERM')
  await own.ended
  const removed = spawnSync(process.execPath, [join(import.meta.dirname, '../../scripts/demo.ts'), 'remove'], {
    encoding: 'utf8',
    env: { DATA_DIR: data },
  })

  const again = await spawnProduct({ DATA_DIR: data })
  const afterRemoval = await fetch(`${again.address}/dev/sign-in/carrier-trial`, { redirect: 'manual' })
  again.child.kill('SIGTERM')
  await again.ended

  const { connection, pool } = await emptyDb()
  const { user, password, database, host } = connection
  const foreign = await spawnProduct({
    DATA_DIR: dataDir('no-demo'),
    DATABASE_URL: `postgres://${user}:${password}@localhost/${database}?host=${host}`,
  })
  const { rows } = await pool.query('select count(*) from account')
  const signIn = await fetch(`${foreign.address}/dev/sign-in/carrier-trial`, { redirect: 'manual' })
  foreign.child.kill('SIGTERM')
  await foreign.ended

  expect(me).toMatchObject({ email: 'maria@redbud.example', isDemo: true, billingPlan: 'TRIAL' })
  expect(afterRemoval.status).toBe(404)
  expect(again.output()).not.toContain('carrier-trial')
  expect(removed.stdout).toBe(`Removed ${demoAccounts.length + demoTeam.members.length} demo account(s).\n`)
  expect(rows[0]).toEqual({ count: 0 })
  expect(signIn.status).toBe(404)
})

/** Signs in with the demo sign-in URL, as a user would. */
async function demoUser(address: string): Promise<unknown> {
  const { headers } = await fetch(`${address}/dev/sign-in/carrier-trial`, { redirect: 'manual' })
  const { searchParams } = new URL(headers.get('location') ?? '')
  const proof = { email: searchParams.get('email'), token: searchParams.get('token') }
  const pair = await fetch(`${address}/auth/verifyLink`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(proof),
  })
  const { accessToken } = TokenPair.parse(await pair.json())
  return (await fetch(`${address}/users/me`, { headers: { authorization: `Bearer ${accessToken}` } })).json()
}

test('after kill -9 of any of its processes the next start works, and no old process remains', async () => {
  const data = dataDir('killed')
  let product = await spawnProduct({ DATA_DIR: data })

  for (const victim of ['api', 'postmaster', 'both', 'worker and api']) {
    const [postmaster, ...workers] = processesOf(data)
    const worker = workers.at(-1)
    if (!postmaster || !worker) throw new Error('the database is not running')
    if (victim !== 'postmaster') product.child.kill('SIGKILL')
    if (victim === 'postmaster' || victim === 'both') process.kill(postmaster, 'SIGKILL')
    if (victim === 'worker and api') process.kill(worker, 'SIGKILL')
    await product.ended

    product = await spawnProduct({ DATA_DIR: data })
    expect((await fetch(`${product.address}/readyz`)).status).toBe(200)
  }

  product.child.kill('SIGTERM')
  await product.ended
  await sleep(100)
  expect(processesOf(data)).toEqual([])
  expect(existsSync(join(data, 'postgres', 'postmaster.pid'))).toBe(false)
})
