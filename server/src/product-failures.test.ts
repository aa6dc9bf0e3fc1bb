import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import {
  freePort,
  processesOf,
  sharedTempFolder,
  spawnProduct,
  spawnRefused,
  withoutDemo,
} from './testing/spawned-product.ts'

const folder = sharedTempFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const dataDir = (name: string) => join(folder, name)
const lines = (text: string) => text.trim().split('\n')

test('[D1.6] a second start on one data folder prints one clear line, exits non-zero and harms nothing', async () => {
  const data = withoutDemo(dataDir('twice'))
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

test.each(['PORT', 'BOUNCE_PORT'])(
  '[D1.6] a used %s prints one clear line and leaves no process behind',
  async (setting) => {
    const port = await freePort()
    const holder = createServer().listen(port, '127.0.0.1')
    const env = { DATA_DIR: withoutDemo(dataDir('port')), [setting]: String(port) }

    const { code, output } = await spawnRefused(
      setting === 'PORT' ? env : { ...env, BOUNCE_ADDRESS: 'b@loadping.test' },
    )

    expect(code).toBe(1)
    expect(lines(output)).toEqual([
      `Port ${port} on 127.0.0.1 is in use. Stop the other program or set a different ${setting}.`,
    ])
    expect(processesOf(dataDir('port'))).toEqual([])
    holder.close()
  },
)

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

test.each([
  ['cannot be resolved', 'nowhere.invalid', 'HOST cannot be resolved.\n'],
  ['is an address of another machine', '192.0.2.1', 'HOST is not an address of this machine.\n'],
  ['is no host name', 'not a host', 'HOST must be a host name or IP address.\n'],
])('[D1.4] with a HOST that %s it exits with 78 and one line without the name', async (_what, HOST, output) => {
  const env = { DATA_DIR: withoutDemo(dataDir('host')), HOST, BASE_URL: 'http://127.0.0.1' }

  expect(await spawnRefused(env)).toEqual({ code: 78, output })
  expect(processesOf(dataDir('host'))).toEqual([])
})

test('[D1.4] a setting that production also requires is named once when it is malformed', async () => {
  const required = ['BASE_URL', 'DATABASE_URL', 'AUTH_SECRET', 'MAIL_FROM', 'SUPPORT_ADDRESS', 'SMTP_URL', 'BILLING']
  const malformed = Object.fromEntries(required.map((name) => [name, 'x']))

  const { code, output } = await spawnRefused({ ...malformed, NODE_ENV: 'production' })

  expect(code).toBe(78)
  expect(lines(output).map((line) => line.split(' ')[0])).toEqual(required)
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

test('after kill -9 of any of its processes the next start works, and no old process remains', async () => {
  const data = withoutDemo(dataDir('killed'))
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
