import { once } from 'node:events'
import { readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import { join } from 'node:path'
import { installation, nameInstallation } from '@loadping/contract/brand'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { startProduct } from '../product.ts'
import { databaseUrlOf } from '../testing/database-url.ts'
import { freePort, sharedTempFolder, spawnProduct, spawnRefused, withoutDemo } from '../testing/spawned-product.ts'
import { emptyDb } from '../testing/test-database.ts'

const folder = sharedTempFolder()
const sample = installation()
afterAll(() => {
  nameInstallation(sample) // other files run in this process too
  rmSync(folder, { recursive: true, force: true })
})

const standIns = [
  'GET /dev/inbox',
  'GET /dev/inbox.json',
  'GET /dev/sign-in/carrier-manager',
  'GET /dev/oidc/google/.well-known/openid-configuration',
  'GET /dev/oidc/google/auth',
  'GET /dev/oidc/outlook/jwks',
  'POST /dev/oidc/outlook/token',
  'POST /dev/gmail/gmail/v1/users/me/messages/send',
  'POST /dev/graph/v1.0/me/sendMail',
  'GET /demo-board/dat-one',
]

type Rewrite = (headers: IncomingHttpHeaders, target: string) => IncomingHttpHeaders

/** What reverse proxies do with the headers of a request. */
const proxies: Record<string, Rewrite> = {
  'keeps the Host': (headers) => headers,
  'rewrites the Host and adds X-Forwarded-For': (headers, host) => ({
    ...headers,
    host,
    'x-forwarded-for': '203.0.113.9',
  }),
  'rewrites the Host and adds X-Real-IP': (headers, host) => ({ ...headers, host, 'x-real-ip': '203.0.113.9' }),
  'rewrites the Host and adds Forwarded': (headers, host) => ({ ...headers, host, forwarded: 'for=127.0.0.1' }),
  'rewrites the Host and adds Via': (headers, host) => ({ ...headers, host, via: '1.1 proxy' }),
  'passes a Host of localhost with X-Forwarded-Proto': (headers) => ({
    ...headers,
    host: 'localhost',
    'x-forwarded-proto': 'https',
  }),
  'keeps the Host and passes X-Forwarded-Host: localhost': (headers) => ({
    ...headers,
    'x-forwarded-host': 'localhost',
  }),
}

/** Starts a reverse proxy on this machine; the caller closes it. */
async function startProxy(target: string, rewrite: Rewrite) {
  const { hostname, port, host } = new URL(target)
  const proxy = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const upstream = request({ hostname, port, method, path, headers: rewrite(headers, host) }, (answer) =>
      answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)),
    )
    incoming.pipe(upstream)
  })
  const ownPort = await freePort()
  await once(proxy.listen(ownPort, '127.0.0.1'), 'listening')
  return { port: ownPort, close: () => proxy.close() }
}

/** Calls each stand-in under the public name, and returns those that answer. */
async function reachableThrough(rewrite: Rewrite, target: string): Promise<string[]> {
  const proxy = await startProxy(target, rewrite)
  const call = async (name: string) => {
    const [method, path] = name.split(' ')
    const headers = { host: 'loadping.test', 'content-type': 'application/json', connection: 'close' }
    const asking = request({ host: '127.0.0.1', port: proxy.port, method, path, headers }).end()
    const [answer] = await once(asking, 'response')
    answer.resume()
    return answer.statusCode === 404 ? [] : [`${name}: ${answer.statusCode}`]
  }
  const healthy = await call('GET /healthz')
  const answers = (await Promise.all(standIns.map(call))).flat()
  proxy.close()
  expect(healthy).toEqual(['GET /healthz: 200'])
  return answers
}

const unitFile = readFileSync(join(import.meta.dirname, '../../../deploy/loadping.service'), 'utf8')
/** The settings of the documented unit, and of the file that it names. */
const unit = Object.fromEntries([...unitFile.matchAll(/^Environment=(\w+)=(\S+)$/gm)].map(([, ...pair]) => pair))
const settingsFile = {
  BASE_URL: 'https://loadping.test',
  AUTH_SECRET: 'Zq3vT9xLw2Rk8NbYc5Hd7Mf1Js6Pg4Ua0Ee-Oi_VtBxK',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'hello@loadping.test',
  SUPPORT_ADDRESS: 'support@loadping.test',
  BILLING: 'off',
  LOG_LEVEL: 'silent',
}

/** Reads the configuration of the documented deployment. */
async function documentedConfig() {
  const { connection } = await emptyDb()
  const read = readConfig({
    ...unit,
    ...settingsFile,
    DATABASE_URL: databaseUrlOf(connection),
    PORT: String(await freePort()),
    TRUSTED_PROXIES: '127.0.0.1',
  })
  return 'config' in read ? read.config : expect.fail()
}

test('[D12.18] the documented deployment behind a proxy serves no stand-in', async () => {
  const product = await startProduct(await documentedConfig())
  const target = product.startupMessage[0]?.replace('ready ', '') ?? ''

  const plainRewrite: Rewrite = (headers, own) => ({ ...headers, host: own })
  for (const [name, rewrite] of Object.entries({ ...proxies, 'only rewrites the Host': plainRewrite }))
    expect(await reachableThrough(rewrite, target), name).toEqual([])
  for (const path of ['/auth/dash-auth', '/auth/outlook']) {
    const start = await fetch(`${target}${path}?challenge=${'a'.repeat(43)}`, { redirect: 'manual' })
    expect(start.headers.get('location')).toBe('https://loadping.test/sign-in?problem=unavailable')
  }
  await product.stop()
})

test('[D12.18] the documented settings without production do not start', async () => {
  expect(await spawnRefused({ ...settingsFile, DATA_DIR: join(folder, 'refused') })).toEqual({
    code: 78,
    output: 'BASE_URL is not a loopback address: set NODE_ENV=production.\n',
  })
})

test('[D12.18] a server without settings serves its stand-ins directly, and none through a proxy', async () => {
  const { address, child, ended, devHeaders } = await spawnProduct({
    DATA_DIR: withoutDemo(join(folder, 'local')),
    TRUSTED_PROXIES: '127.0.0.1',
  })

  expect((await fetch(`${address}/dev/inbox`, { headers: devHeaders() })).status).toBe(200)
  for (const [name, rewrite] of Object.entries(proxies)) {
    const withSecret: Rewrite = (headers, own) => ({ ...rewrite(headers, own), ...devHeaders() })
    expect(await reachableThrough(withSecret, address), name).toEqual([])
  }
  child.kill('SIGTERM')
  await ended
})

test('[D13.24] a proxy that adds no header and names this machine gets nothing without the secret', async () => {
  const { address, child, ended } = await spawnProduct({ DATA_DIR: withoutDemo(join(folder, 'published')) })
  const silent: Record<string, Rewrite> = {
    'names the server': (headers, host) => ({ ...headers, host, connection: '' }),
    'names localhost': (headers) => ({ ...headers, host: 'localhost', connection: 'keep-alive' }),
    'asks for a page': (headers) => ({ ...headers, host: 'localhost', accept: 'text/html' }),
    'has a wrong secret': (headers) => ({ ...headers, host: 'localhost', 'x-dev-secret': 'a'.repeat(43) }),
  }
  for (const [name, rewrite] of Object.entries(silent))
    expect(await reachableThrough(rewrite, address), name).toEqual([])
  child.kill('SIGTERM')
  await ended
})

test('[D13.24] a restart makes a new secret in a file for its owner only, and never logs it', async () => {
  const settings = { DATA_DIR: join(folder, 'restarted'), PORT: String(await freePort()), LOG_LEVEL: 'debug' }
  const file = join(settings.DATA_DIR, 'dev-secret')
  const secrets: string[] = []
  for (let start = 0; start < 2; start++) {
    const { address, child, ended, devHeaders, output } = await spawnProduct(settings)
    const secret = readFileSync(file, 'utf8')
    secrets.push(secret)
    const open = (value: string) => fetch(`${address}/dev/inbox.json`, { headers: { 'x-dev-secret': value } })
    expect(await Promise.all(secrets.map(async (value) => (await open(value)).status))).toEqual(
      secrets.map((value) => (value === secret ? 200 : 404)),
    )
    const link = await fetch(`${address}/?dev-secret=${secret}`, { redirect: 'manual', headers: devHeaders() })
    expect(link.headers.get('location')).toBe('/')
    child.kill('SIGTERM')
    await ended
    const lines = output().split('\n')
    expect(lines.filter((line) => line.includes(secret)).map((line) => line.split(': ')[0])).toEqual([
      '  open LoadPing',
      ...['a carrier manager with a team', 'a carrier on trial', 'a broker'].map((title) => `  sign in as ${title}`),
      '  local inbox',
      '  Stripe simulator',
      '  demo board',
    ])
    expect(lines).toContain(`ready ${address}`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  }
  expect(secrets[0]).not.toBe(secrets[1])
})
