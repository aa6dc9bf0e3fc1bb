import { beforeAll, expect, test } from 'vitest'
import { everySample } from '../testing/every-endpoint.ts'
import { goalSize } from '../testing/goal-size.ts'
import { type Bearers, problemError, rawRequest, rawRequestFor } from '../testing/raw-request.ts'
import { rawHttp, writeBytes } from '../testing/raw-socket.ts'
import { createCallers } from '../testing/teams.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let app: TestApp
let bearers: Bearers
beforeAll(async () => {
  app = await testApp()
  bearers = (await createCallers(app)).bearers
})

const bad = [
  '%',
  '%2',
  '%zz',
  '%C0%80',
  '%c0%ae%c0%ae',
  '%FF',
  '%ED%A0%80',
  '%00',
  'x%00.html',
  '%2e%2e%2f',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%2f..%2f..%2f',
  '..%5c..%5c',
  '%252e%252e%252f',
  '%u0041',
  '%5B%5D',
  '*',
  "'",
  'a'.repeat(8_192),
  '%41'.repeat(2_700),
]

test('[I08] an unreadable, climbing or overlong URL is rejected on every route', async () => {
  const withParams = everySample.filter(({ input }) => 'params' in input && input.params !== undefined)
  for (const sample of withParams.filter(({ endpoint }) => endpoint.path !== '/api/v1/main/auth/verify/:email')) {
    for (const text of bad) {
      const params = Object.fromEntries(Object.keys(Object(sample.input.params)).map((name) => [name, text]))
      const answer = await rawRequest(app.app, rawRequestFor(sample, { params }, bearers))

      expect([400, 404], `${sample.name} with ${text.slice(0, 40)}: ${answer.status} ${answer.text}`).toContain(
        answer.status,
      )
      expect(problemError(answer)).toBeUndefined()
    }
  }

  expect(withParams.length).toBeGreaterThan(3)
})

test('any text in place of an address is checked or rejected', async () => {
  const rounds = goalSize({ full: 10_000, tenth: 1_000, quick: 200 })
  for (let round = 0; round < rounds; round++) {
    const text =
      bad[round] ??
      Array.from(
        { length: 1 + (round % 40) },
        (_, index) => `%${((round * 31 + index * 17) % 256).toString(16).padStart(2, '0')}`,
      ).join('')
    const answer = await rawRequest(app.app, { method: 'GET', url: `/api/v1/main/auth/verify/${text}` })

    expect([200, 400, 404], `${text}: ${answer.status}`).toContain(answer.status)
    expect(problemError(answer)).toBeUndefined()
  }
})

test('[I08] the same URLs elsewhere, sent raw over the socket, are rejected', async () => {
  for (const text of bad.filter((path) => path !== '*')) {
    for (const prefix of ['/', '/assets/', '/openapi/', '/nothing/here/', '/templates/x/', '/extension/']) {
      const answer = await rawHttp(app.app, 'GET', `${prefix}${text}`)

      expect([400, 401, 404], `${prefix}${text.slice(0, 40)}: ${answer.status} ${answer.text.slice(0, 200)}`).toContain(
        answer.status,
      )
      expect(problemError(answer)).toBeUndefined()
    }
  }
})

test('[I08] malformed requests are rejected with the same problem document', async () => {
  const requests = [
    'x\r\n\r\n',
    'GET\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'GET /templates/\0 HTTP/1.1\r\nhost: x\r\n\r\n',
    'GET / HTTP/1.1\r\nhost: x\r\nbad header\r\n\r\n',
    `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`,
    `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
    'POST /auth/v2/tokenLink HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n',
    'POST /auth/v2/tokenLink HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n',
    'POST /auth/v2/tokenLink HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
    'POST /auth/v2/tokenLink HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n',
  ]
  for (const request of requests) {
    const answer = await writeBytes(app.app, request)

    expect(answer.status, request.slice(0, 80)).toBe(400)
    expect(problemError(answer)).toBeUndefined()
    expect(answer.headers, request.slice(0, 80)).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  }
})

test('[I08] two hosts, or a target with a host, are rejected on pages, files and calls', async () => {
  const heads = (path: string) => [
    `GET ${path} HTTP/1.1\r\nhost: loadping.test\r\nHost: evil.example`,
    `GET ${path} HTTP/1.1\r\nhost: loadping.test\r\nhost: loadping.test`,
    `GET http://evil.example${path} HTTP/1.1\r\nhost: loadping.test`,
    `GET HTTPS://loadping.test${path} HTTP/1.1\r\nhost: loadping.test`,
  ]
  for (const head of ['/', '/healthz', '/openapi.json', '/nothing'].flatMap(heads)) {
    const answer = await writeBytes(app.app, `${head}\r\nconnection: close\r\n\r\n`)

    expect(answer.status, head).toBe(400)
    expect(problemError(answer)).toBeUndefined()
  }
  expect(await rawHttp(app.app, 'GET', '/healthz')).toMatchObject({ status: 200 })
})
