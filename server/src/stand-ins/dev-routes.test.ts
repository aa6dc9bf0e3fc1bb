import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { seedDemo } from '../demo/demo.ts'
import { startProduct } from '../product.ts'
import { afterFile } from '../testing/after-file.ts'
import { databaseUrlOf } from '../testing/database-url.ts'
import { writeBytes } from '../testing/raw-socket.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { emptyDb } from '../testing/test-database.ts'
import { serveStandIns } from './dev-routes.ts'
import { startInbox } from './inbox.ts'

const folder = mkdtempSync(join(tmpdir(), 'loadping-inbox-'))
const addresses = [
  '/dev/inbox',
  '/dev/inbox.json',
  '/dev/sign-in/carrier-trial',
  '/dev/oidc/google/.well-known/openid-configuration',
  '/dev/oidc/outlook/jwks',
  '/dev/oidc/google/photo/maria',
  '/dev/stripe',
]

const proxyHeaders = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-prefix',
  'X-Forwarded',
  'x_forwarded_for',
  'forwarded',
  'forwarded-for',
  'via',
  'cdn-loop',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fly-client-ip',
  'x-azure-clientip',
  'x-remote-addr',
  'x-envoy-external-address',
  'x-original-forwarded-for',
  'x-original-url',
]

const secret = 'secret-of-this-start'
const alone = { secret, inbox: undefined, demo: [], smtpUrl: 'smtp://127.0.0.1:9', folder: undefined }
let real: TestApp
let app: FastifyInstance
beforeAll(async () => {
  real = await testApp({ change: (deps) => ({ ...deps, baseUrl: 'http://127.0.0.1:8080' }) })
  const demo = await seedDemo(real.deps, { path: folder, release: () => {} })
  const inbox = await startInbox(folder)
  app = await buildApp(real.deps)
  serveStandIns(app, real.deps, { inbox, demo, smtpUrl: inbox.smtpUrl, folder, secret })
  afterFile(async () => {
    await app.close()
    await inbox.stop()
    rmSync(folder, { recursive: true })
  })
})

const ask = (
  url: string,
  {
    from = '127.0.0.1',
    host = 'localhost:8080',
    headers = {},
  }: { from?: string; host?: string; headers?: Record<string, string> } = {},
) => app.inject({ url, remoteAddress: from, headers: { 'x-dev-secret': secret, ...headers, host } })

test('[D1.8] everything under /dev responds to this machine, by each of its names', async () => {
  for (const url of addresses) {
    for (const from of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
      for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'localhost']) {
        expect([200, 302], `${url} from ${from} as ${host}`).toContain((await ask(url, { from, host })).statusCode)
      }
    }
  }
})

test('[D1.8] [D12.18] for every other machine, host name and proxy nothing under /dev exists', async () => {
  const strangers = [
    ...['10.0.0.1', '192.168.1.5', '::ffff:10.0.0.1', 'fe80::1', '2001:db8::1', '128.0.0.1'].map((from) => ({ from })),
    ...[
      'evil.example',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '127.0.0.1.nip.io',
      'loadping.test',
      'LOCALHOST.',
      '0.0.0.0',
    ].map((host) => ({
      host,
    })),
    {
      from: '10.0.0.1',
      headers: { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1' },
    },
    { host: 'evil.example', headers: { 'x-forwarded-host': 'localhost' } },
    ...proxyHeaders.map((name) => ({ headers: { [name]: 'localhost' } })),
  ]
  for (const url of addresses) {
    for (const stranger of strangers) {
      const answer = await ask(url, stranger)

      expect(answer.statusCode, `${url} ${JSON.stringify(stranger)}`).toBe(404)
      expect(answer.json()).toMatchObject({ code: 'not-found' })
    }
  }
})

test('[D12.18] a proxy that rewrites the Host, adds no header and speaks HTTP/1.0 reaches nothing', async () => {
  const get = async (url: string, version: string) =>
    (
      await writeBytes(
        app,
        `GET ${url} HTTP/${version}\r\nHost: 127.0.0.1:8080\r\nX-Dev-Secret: ${secret}\r\nConnection: close\r\n\r\n`,
      )
    ).status

  expect(await get('/dev/inbox', '1.1')).toBe(200)
  for (const url of addresses) expect(await get(url, '1.0'), url).toBe(404)
})

const page = { accept: 'text/html,*/*;q=0.8' }
const openLink = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, remoteAddress: '127.0.0.1', headers: { ...page, host: '127.0.0.1:8080', ...headers } })
const cookiesOf = ({ headers }: { headers: Record<string, unknown> }): string[] =>
  [headers['set-cookie'] ?? []].flat().map(String)

test('[D13.24] without the secret nothing under /dev answers, and a page says which printed link to open', async () => {
  const closed: [path: string, title: string][] = [
    ['/dev/inbox', 'local inbox'],
    ['/dev/sign-in/broker', 'sign in as a broker'],
    ['/dev/oidc/google/auth?client_id=x', 'open LoadPing'],
    [`/dev/inbox?dev-secret=${'a'.repeat(43)}`, 'local inbox'],
    ['/?dev-secret=', 'open LoadPing'],
  ]
  for (const [url, title] of closed) {
    const answer = await openLink(url)
    expect([answer.statusCode, cookiesOf(answer)], url).toEqual([404, []])
    expect(answer.body, url).toContain(`Find the line <b>${title}</b>`)
  }
  for (const url of addresses) {
    expect((await ask(url, { headers: { 'x-dev-secret': '' } })).json(), url).toMatchObject({ code: 'not-found' })
    expect((await ask(url, { headers: { 'x-dev-secret': `${secret}x` } })).statusCode, url).toBe(404)
  }
})

test('[D13.24] a printed link sets cookies for the stand-ins alone and leads to the address without it', async () => {
  const answer = await openLink(`/dev/inbox?dev-secret=${secret}&still`)
  const [cookie = ''] = cookiesOf(answer)[0]?.split(';') ?? []

  expect(answer).toMatchObject({
    statusCode: 303,
    headers: { location: '/dev/inbox?still=', 'referrer-policy': 'no-referrer' },
  })
  expect(cookiesOf(answer)).toEqual([
    `loadping-dev-8080=${secret}; Path=/demo-board/; HttpOnly; SameSite=Lax`,
    `loadping-dev-8080=${secret}; Path=/dev/; HttpOnly; SameSite=Lax`,
  ])
  expect((await openLink('/dev/inbox', { cookie: `isAuth=true; ${cookie}` })).statusCode).toBe(200)
  expect((await openLink(`/?dev-secret=${secret}`)).headers.location).toBe('/')
  for (const path of ['//evil.example/', '/.//evil.example/'])
    expect((await openLink(`${path}?dev-secret=${secret}`)).headers.location, path).toMatch(/^\/(?!\/)/)
})

test('[D13.24] a printed link does nothing through a proxy or for another machine', async () => {
  const link = `/?dev-secret=${secret}`
  for (const headers of [{ via: '1.1 proxy' }, { host: 'evil.example' }]) {
    const answer = await openLink(link, headers)
    expect([answer.headers.location, cookiesOf(answer)]).toEqual([undefined, []])
  }
})

test('[D13.24] the cookie of a server on another port is not ours', async () => {
  const other = 'secret-of-another-start'
  const cookie = `loadping-dev-8081=${other}; loadping-dev-8080=${secret}`

  expect((await openLink('/dev/inbox', { cookie })).statusCode).toBe(200)
  expect((await openLink('/dev/inbox', { cookie: `loadping-dev-8081=${secret}` })).statusCode).toBe(404)
})

test('[D12.18] at a base URL of another machine nothing under /dev exists, also to this machine', async () => {
  const published = await buildApp({ ...real.deps, baseUrl: 'https://loadping.test' })
  serveStandIns(published, { ...real.deps, baseUrl: 'https://loadping.test' }, alone)

  for (const url of addresses)
    expect(
      (await published.inject({ url, headers: { host: 'localhost:8080', 'x-dev-secret': secret } })).statusCode,
      url,
    ).toBe(404)
  await published.close()
})

test('[D1.8] in production nothing under /dev exists for any caller', async () => {
  const { connection } = await emptyDb()
  const read = readConfig({})
  const config = {
    ...('config' in read ? read.config : expect.fail()),
    isProduction: true,
    host: '127.0.0.1',
    port: 0,
    baseUrl: 'https://loadping.test',
    dataDir: '/nowhere',
    databaseUrl: databaseUrlOf(connection),
    authSecret: 's'.repeat(43),
    smtpUrl: 'smtp://127.0.0.1:1',
    logLevel: 'silent',
  }
  const product = await startProduct(config)
  const base = product.startupMessage[0]?.replace('ready ', '') ?? ''

  expect((await fetch(`${base}/healthz`)).status).toBe(200)
  for (const url of [...addresses, '/dev', '/dev/', '/demo-board/dat-one']) {
    expect((await fetch(`${base}${url}`, { redirect: 'manual' })).status, url).toBe(404)
  }
  expect(product.startupMessage.join('\n')).not.toContain('/dev/')
  await product.stop()
})

test('[D1.6] a demo sign-in URL creates a new link each time, which signs in', async () => {
  const links = [await ask('/dev/sign-in/carrier-trial'), await ask('/dev/sign-in/carrier-trial')].map(
    ({ headers }) => new URL(String(headers.location)),
  )
  const token = links[1]?.searchParams.get('token') ?? ''
  const email = links[1]?.searchParams.get('email') ?? ''

  expect(links[0]?.href).not.toBe(links[1]?.href)
  const { accessToken } = await real.as().signIn.verifyLink({ body: { email, token } })
  expect(await real.as(accessToken).account.getMe()).toMatchObject({ email, isDemo: true })
  expect((await ask('/dev/sign-in/nobody')).statusCode).toBe(404)
})

test('the inbox stops at once, whatever is connected', async () => {
  const inbox = await startInbox(join(folder, 'stopping'))
  const client = connect(Number(new URL(inbox.smtpUrl).port), '127.0.0.1').on('error', () => {})
  await once(client, 'data')
  const begun = performance.now()

  await inbox.stop()

  expect(performance.now() - begun).toBeLessThan(5_000)
})
