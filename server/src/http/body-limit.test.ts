import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { everySample } from '../testing/every-endpoint.ts'
import { type Answer, type Bearers, problemError, rawRequest, rawRequestFor } from '../testing/raw-request.ts'
import { portOf, rawHttp, readAnswer } from '../testing/raw-socket.ts'
import { createCallers } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
let user: TestUser
let bearers: Bearers
beforeAll(async () => {
  app = await testApp()
  const callers = await createCallers(app)
  user = callers.owner
  bearers = callers.bearers
})

const limit = 256 * 1024
const megabyte = 1024 * 1024

test('[I07] a body of more than 256 KB is rejected on every route that changes data', async () => {
  for (const sample of everySample.filter(({ endpoint }) => endpoint.method !== 'GET')) {
    const answer = await rawRequest(app.app, {
      ...rawRequestFor(sample, {}, bearers),
      payload: `{"x":"${'x'.repeat(limit)}"}`,
    })

    expect(answer.status, `${sample.name}: ${answer.text}`).toBe(413)
    expect(problemError(answer)).toBeUndefined()
  }
})

test('a template of the maximum size is accepted', async () => {
  const template = `${'<p>x</p>'.repeat(1_000)}${'x'.repeat(192_000)}`

  expect(
    await user.templates.createTemplate({ body: { name: 'Long', subject: '', template, cc: [], labels: [] } }),
  ).toHaveProperty('template', template)
})

test('[I07] a body with a large Content-Length is rejected before any of it is read', async () => {
  const answer = await rawHttp(app.app, 'POST', '/auth/v2/tokenLink', {
    'content-type': 'application/json',
    'content-length': String(1024 * megabyte),
  })

  expect(answer.status).toBe(413)
  expect(problemError(answer)).toBeUndefined()
})

test('a client that closes the connection during an upload causes no error', async () => {
  const port = await portOf(app.app)
  app.log.length = 0
  const arrived = once(app.app.server, 'request')
  const upload = connect(port, '127.0.0.1', () => {
    const head = 'host: loadping.test\r\ncontent-type: application/json\r\ncontent-length: 99'
    upload.write(`POST /auth/v2/tokenLink HTTP/1.1\r\n${head}\r\n\r\n{`)
  })
  const [request] = await arrived
  await expect.poll(() => request.listenerCount('data')).toBe(1)

  upload.resetAndDestroy()

  await new Promise((resolve) => request.once('close', resolve))
  expect(request.errored).toMatchObject({ code: 'ECONNRESET' })
  expect(app.log).toEqual([])
})

test('[I07] a gigabyte in chunks is cut at the limit, and memory stays flat', async () => {
  const before = process.memoryUsage().rss

  const { answer, sent, peak } = await writeMegabytes(1024)

  expect(answer.status).toBe(413)
  expect(problemError(answer)).toBeUndefined()
  expect(sent, `${sent} MB went out before the end`).toBeLessThan(64) // the sockets' buffers, not the whole body
  expect(peak - before).toBeLessThan(64 * megabyte)
})

test('[I07] a small body that would unpack to a gigabyte is not unpacked', async () => {
  const payload = gzipSync(Buffer.alloc(64 * megabyte, '{"email":'))
  const before = process.memoryUsage().rss

  const answer = await rawRequest(app.app, {
    method: 'POST',
    url: '/templates',
    headers: { 'content-encoding': 'gzip' },
    bearer: user.accessToken,
    payload,
  })

  expect(payload.length).toBeLessThan(limit)
  expect(answer.status).toBe(415)
  expect(process.memoryUsage().rss - before).toBeLessThan(32 * megabyte)
})

/** Writes megabytes into a request until all are sent or the server closes the connection. */
async function writeMegabytes(megabytes: number): Promise<{ answer: Answer; sent: number; peak: number }> {
  const port = await portOf(app.app)
  const chunk = Buffer.concat([
    Buffer.from(`${megabyte.toString(16)}\r\n`),
    Buffer.alloc(megabyte, 'x'),
    Buffer.from('\r\n'),
  ])
  return new Promise((resolve) => {
    let sent = 0
    let received = ''
    let peak = 0
    const socket = connect(port, '127.0.0.1')
    const send = () => {
      while (sent < megabytes && !socket.destroyed) {
        sent++
        peak = Math.max(peak, process.memoryUsage().rss)
        if (!socket.write(chunk)) return
      }
    }
    socket.on('drain', send)
    socket.on('data', (data: Buffer) => {
      received += data
    })
    socket.on('error', () => {}) // the server closed the connection, as expected
    socket.on('close', () => resolve({ answer: { ...readAnswer(received), ms: 0 }, sent, peak }))
    socket.write(
      'POST /auth/v2/tokenLink HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
    )
    send()
  })
}
