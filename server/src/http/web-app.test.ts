import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { installation, nameInstallation } from '@loadping/contract/brand'
import { pages } from '@loadping/contract/pages'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { everySample } from '../testing/every-endpoint.ts'
import { problemError, rawRequest, rawRequestFor } from '../testing/raw-request.ts'
import { testApp } from '../testing/test-app.ts'

const folder = mkdtempSync(join(tmpdir(), 'loadping-dashboard-'))
const index = '<!doctype html><title>the app</title>'
/** Long enough to be compressed for each request, if it were not beside the file. */
const script = 'export const text = 1\n'.repeat(200)
let app: FastifyInstance
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), index)
  writeFileSync(join(folder, 'start.js'), '1')
  writeFileSync(join(folder, '.env'), 'SECRET=1')
  writeFileSync(join(folder, 'assets/app-AbCd1234.js'), '2')
  writeFileSync(join(folder, 'assets/big-AbCd1234.js'), script)
  writeFileSync(join(folder, 'assets/big-AbCd1234.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'assets/big-AbCd1234.js.gz'), gzipSync(script))
  const { deps } = await testApp()
  app = await buildApp(deps, folder)
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const open = (url: string, headers: Record<string, string> = html) => rawRequest(app, { method: 'GET', url, headers })

test('[D1.11] every app URL serves the app with 200, and any other page URL with 404', async () => {
  for (const page of Object.values(pages)) {
    const url = page.replace(/:\w+/g, 'a1b2')
    expect(await open(url), url).toMatchObject({ status: 200, text: index })
    expect(await open(`${url}?token=x&email=y`), url).toMatchObject({ status: 200, text: index })
  }
  for (const url of [
    '/nothing',
    '/load/1',
    '/emailTemplateEditor/1/2',
    '/SIGN-IN',
    '/templatesx',
    '/assets/gone.js',
    '/dev/inbox',
  ]) {
    expect(await open(url), url).toMatchObject({ status: 404, text: index })
  }
})

test('the page names the scripts to preload of its own path only', async () => {
  const link = (page: string) => `<link rel="modulepreload" href="/assets/app-AbCd1234.js" data-page="${page}">`
  writeFileSync(join(folder, 'index.html'), `<title>the app</title>${link('/')}\n${link('/sign-in')}`)
  try {
    expect((await open('/')).text).toBe(`<title>the app</title>${link('/')}`)
    expect((await open('/sign-in?mode=x')).text).toBe(`<title>the app</title>\n${link('/sign-in')}`)
    expect((await open(pages.templates)).text).toBe('<title>the app</title>')
  } finally {
    writeFileSync(join(folder, 'index.html'), index)
  }
})

test('[D1.11] non-browser and non-GET requests get a problem instead of a page', async () => {
  const asProgram = ['/nothing', '/sign-in', '/', '/assets/gone.js'].map((url) => open(url, { accept: '*/*' }))
  const asJson = ['/nothing', '/sign-in'].map((url) => open(url, { accept: 'application/json' }))
  const notGet = ['/nothing', '/sign-in', '/'].map((url) => rawRequest(app, { method: 'POST', url, headers: html }))

  for (const answer of await Promise.all([...asProgram, ...asJson, ...notGet])) {
    expect(answer.status).toBe(404)
    expect(problemError(answer)).toBeUndefined()
  }
})

test('[D1.11] an API path returns JSON, also to callers that accept HTML', async () => {
  for (const sample of everySample.filter(({ endpoint }) => endpoint.method === 'GET')) {
    const answer = await open(rawRequestFor(sample).url, { ...html, authorization: 'Bearer x' })

    expect(answer.text, sample.name).not.toBe(index)
    expect(problemError(answer)).toBeUndefined()
  }
})

test('[D12.13] a browser that opens /trucks gets the page, and a program that calls it an answer', async () => {
  expect(await open('/trucks')).toMatchObject({ status: 200, text: index })
  expect(await open('/trucks/due?token=x')).toMatchObject({ status: 200, text: index })
  expect(await open('/trucks', { ...html, authorization: 'Bearer x' })).toMatchObject({ status: 401 })
  expect(await open('/trucks', { accept: '*/*' })).toMatchObject({ status: 401 })
})

test('a page instead of a missing file adds no more listeners to the response than Node allows', async () => {
  const warnings: string[] = []
  const note = ({ name }: Error) => warnings.push(name)
  process.on('warning', note)
  expect(await open('/assets/gone.js')).toMatchObject({ status: 404, text: index })
  await new Promise((resolve) => setImmediate(resolve)) // warnings come a tick later
  process.off('warning', note)
  expect(warnings).toEqual([])
})

test('a page is revalidated each time, and a file with a hash in its name is cached for a year', async () => {
  expect((await open('/')).headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('text/html'),
  })
  expect((await open('/start.js')).headers).toMatchObject({ 'cache-control': 'no-cache' })
  expect((await open('/assets/app-AbCd1234.js')).headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
  })
})

test('[D13.19] the page carries the own name and addresses, and answers 304 while they stay', async () => {
  const sample = installation()
  const own = { name: 'Böhm & Söhne', supportAddress: 'help@fleet.test', securityAddress: 'csirt@fleet.test' }
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><meta name="installation" content="%INSTALLATION%"><title>%NAME%</title>',
  )
  nameInstallation(own)
  const { headers, text } = await open('/')
  const [, named = ''] = /content="(.*?)"/.exec(text) ?? []
  const security = await open('/.well-known/security.txt')
  const again = await open('/', { ...html, 'if-none-match': String(headers['etag']) })
  nameInstallation(sample)
  const renamed = await open('/', { ...html, 'if-none-match': String(headers['etag']) })
  writeFileSync(join(folder, 'index.html'), index)

  expect(text).toContain('<title>Böhm &#38; Söhne</title>')
  expect(JSON.parse(named.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(code)))).toEqual({
    ...sample,
    ...own,
  })
  expect(again).toMatchObject({ status: 304, text: '' })
  expect(renamed).toMatchObject({ status: 200, text: expect.stringContaining('<title>LoadPing</title>') })
  expect(security.text).toMatch(/^Contact: mailto:csirt@fleet\.test\nExpires: \d{4}-\d\d-\d\dT.*Z\n/)
  expect(security.contentType).toContain('text/plain')
})

test('a built text is sent as it was compressed by the build, with its own ETag and Vary', async () => {
  const ask = (headers: Record<string, string>) => app.inject({ url: '/assets/big-AbCd1234.js', headers })
  const answers = await Promise.all([
    ask({ 'accept-encoding': 'gzip, deflate, br, zstd' }),
    ask({ 'accept-encoding': 'gzip' }),
    ask({}),
  ])

  expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
  expect(answers.map(({ rawPayload }) => rawPayload)).toEqual([
    brotliCompressSync(script),
    gzipSync(script),
    Buffer.from(script),
  ])
  for (const { headers } of answers)
    expect(headers).toMatchObject({ vary: 'accept-encoding', 'content-type': expect.stringContaining('javascript') })
  const tags = answers.map(({ headers }) => String(headers['etag']))
  expect(new Set(tags).size).toBe(3)
  const known = await ask({ 'accept-encoding': 'br', 'if-none-match': tags[0] ?? '' })
  expect([known.statusCode, known.body]).toEqual([304, ''])
})

test('nothing outside the built files can be read', async () => {
  for (const url of [
    '/.env',
    '/assets/../.env',
    '/..%2f..%2fetc/passwd',
    '/assets/%2e%2e/.env',
    '/assets/..%5c.env',
    '/assets/',
    '/assets',
  ]) {
    const answer = await open(url, { accept: '*/*' })

    expect([400, 404], url).toContain(answer.status)
    expect(answer.text).not.toContain('SECRET')
  }
})

test('without a built dashboard, pages are a problem and the API works', async () => {
  const { deps } = await testApp()
  const bare = await buildApp(deps, join(folder, 'nowhere'))

  expect(await rawRequest(bare, { method: 'GET', url: '/', headers: html })).toMatchObject({
    status: 404,
    contentType: expect.stringContaining('problem'),
  })
  expect(await rawRequest(bare, { method: 'GET', url: '/healthz' })).toMatchObject({ status: 200 })
  await bare.close()
})

test('a page opened by another host name of this machine redirects to the canonical one', async () => {
  const { deps } = await testApp({ change: (given) => ({ ...given, baseUrl: 'http://127.0.0.1:8080' }) })
  const local = await buildApp(deps, folder)
  const openAt = (host: string, url: string) => rawRequest(local, { method: 'GET', url, headers: { ...html, host } })

  expect((await openAt('localhost:8080', '/sign-in?a=b')).headers['location']).toBe('http://127.0.0.1:8080/sign-in?a=b')
  expect((await openAt('[::1]:8080', '//evil.example')).headers['location']).toBe('http://127.0.0.1:8080//evil.example')
  for (const host of ['127.0.0.1:8080', 'localhost:9999', 'loadping.example', 'localhost.evil.example:8080']) {
    expect((await openAt(host, '/sign-in')).headers['location'], host).toBeUndefined()
  }
  await local.close()
})
