import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { everySample } from '../testing/every-endpoint.ts'
import { type Bearers, problemError, rawRequest, rawRequestFor } from '../testing/raw-request.ts'
import { createCallers } from '../testing/teams.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let app: TestApp
let bearers: Bearers
beforeAll(async () => {
  app = await testApp()
  bearers = (await createCallers(app)).bearers
})

const unsafe = everySample.filter(({ endpoint }) => endpoint.method !== 'GET')
const multipart = '--b\r\ncontent-disposition: form-data; name="email"\r\n\r\na@b.example\r\n--b--\r\n'

/** Content types that a foreign page can send without a preflight, or that only resemble JSON, each with a body. */
const bodies: [type: string, payload: string][] = [
  ['application/x-www-form-urlencoded', 'email=a%40b.example'],
  ['text/plain', '{"email":"a@b.example"}'],
  ['text/plain; application/json', '{"email":"a@b.example"}'],
  ['text/plain, application/json', '{"email":"a@b.example"}'],
  ['multipart/form-data; boundary=b', multipart],
  ['application/xml', '<email>a@b.example</email>'],
  ['application/jsonp', '{"email":"a@b.example"}'],
  ['application/json-patch+json', '[]'],
  ['application/csp-report', '{}'],
  ['text/json', '{}'],
  ['*/*', '{}'],
  ['json', '{}'],
  ['', '{}'],
]

test.for(bodies)('[I05] a body of type "%s" is rejected on every route that changes data', async ([type, payload]) => {
  for (const sample of unsafe) {
    const request = rawRequestFor(sample, {}, bearers)
    const answer = await rawRequest(app.app, {
      ...request,
      payload,
      headers: { ...request.headers, 'content-type': type },
    })

    expect(answer.status, `${sample.name}: ${answer.text}`).toBe(415)
    expect(problemError(answer)).toBeUndefined()
  }
})

test('[I05] a body without a type is rejected on every route that changes data', async () => {
  for (const sample of unsafe) {
    const { method, url, headers, bearer } = rawRequestFor(sample, {}, bearers)
    const answer = await app.app.inject({
      method,
      url,
      headers: { ...headers, authorization: `Bearer ${bearer}` },
      payload: Buffer.from('{}'),
    })

    expect(answer.statusCode, `${sample.name}: ${answer.body}`).toBe(415)
  }
})

test('[I05] JSON is accepted whatever the case and parameters of its type', async () => {
  for (const type of [
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
  ]) {
    const answer = await rawRequest(app.app, {
      method: 'POST',
      url: '/auth/v2/tokenLink',
      headers: { 'content-type': type },
      payload: '{"email":"type@a.example"}',
    })

    expect(answer.status, type).toBe(200)
  }
})

test('[I05] a repeated parameter is rejected on every route that has one', async () => {
  const withQuery = everySample.filter(({ input }) => 'query' in input)
  for (const sample of withQuery) {
    const { url, ...request } = rawRequestFor(sample, {}, bearers)
    const [first = ''] = Object.entries(Object(sample.input.query)).map(([name, value]) => `${name}=${String(value)}`)
    for (const extra of [first, first.replace('=', '[]='), first.replace('=', '[x]='), `${first.split('=')[0]}`]) {
      const answer = await rawRequest(app.app, { ...request, url: `${url}&${extra}` })

      expect(answer.status, `${sample.name} with ${extra}: ${answer.text}`).toBe(400)
      expect(problemError(answer)).toBeUndefined()
    }
  }

  expect(withQuery.length).toBeGreaterThan(0)
})

test('a compressed body is rejected', async () => {
  const text = '{"email":"gzip@a.example"}'
  const compressed = {
    gzip: gzipSync(text),
    deflate: deflateSync(text),
    br: brotliCompressSync(text),
    identity: Buffer.from(text),
    zstd: Buffer.from(text),
  }
  for (const [encoding, payload] of Object.entries(compressed)) {
    const answer = await rawRequest(app.app, {
      method: 'POST',
      url: '/auth/v2/tokenLink',
      headers: { 'content-encoding': encoding },
      payload,
    })

    expect(answer.status, encoding).toBe(415)
    expect(problemError(answer)).toBeUndefined()
  }
})
