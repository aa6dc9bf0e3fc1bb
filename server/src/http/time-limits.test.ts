import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { referenceTimes } from '../choose-integrations.ts'
import { connectTimeoutMs, statementTimeoutMs } from '../db/db.ts'
import { totalTimeoutMs } from '../integrations/identity-provider-openid.ts'
import { photoTimeoutMs } from '../integrations/identity-provider-photo.ts'
import { deliveryTimeoutMs, loginTimeoutMs } from '../integrations/smtp-delivery.ts'
import { attemptMs } from '../integrations/stripe.ts'
import { goalSize } from '../testing/goal-size.ts'
import { problemError } from '../testing/raw-request.ts'
import { portOf, readAnswer } from '../testing/raw-socket.ts'
import { testApp } from '../testing/test-app.ts'
import { handleMalformedRequest, registerErrorHandler } from './problems.ts'
import { limitTimes, serverTimes, timeLimits } from './time-limits.ts'

const short = { bodyMs: 1_000, answerMs: 2_000, readMs: 3_000 }
/** Fastify with our limits, in short. */
let bare: FastifyInstance
beforeAll(async () => {
  bare = Fastify({ ...serverTimes, clientErrorHandler: handleMalformedRequest })
  bare.server.headersTimeout = 2_000
  registerErrorHandler(bare)
  limitTimes(bare, short)
  bare.post('/', async ({ body }) => ({ body }))
  bare.get('/never', () => new Promise(() => {}))
  bare.get('/large', async () => 'x'.repeat(20_000_000))
  bare.get('/stream', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200)
    reply.raw.write('open')
  })
})
afterAll(() => bare.close())

/** Writes text, then the rest of it letter by letter. Returns what came back until the server closed. */
async function talk(first: string, slowly = '') {
  const socket = connect(await portOf(bare), '127.0.0.1')
  let received = ''
  socket.on('data', (data: Buffer) => {
    received += data
  })
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(first)
  void (async () => {
    for (const letter of slowly) {
      await sleep(100)
      if (socket.writable) socket.write(letter)
    }
  })()
  await closed
  return { ...readAnswer(received), ms: 0 }
}

const head = 'POST / HTTP/1.1\r\nhost: loadping.test\r\ncontent-type: application/json\r\n'
const never = 'x'.repeat(100)

test.concurrent.each([
  ['a head that never ends', head, `x: ${never}`],
  ['a connection that says nothing', '', ''],
  ['a body that never ends', `${head}content-length: 1000\r\n\r\n{`, never],
  ['a body in pieces that never end', `${head}transfer-encoding: chunked\r\n\r\n`, `ff\r\n${never}`],
])('[O03] %s is ended with an answer', async (_what, first, slowly) => {
  const answer = await talk(first, slowly)

  expect(answer).toMatchObject({
    status: 503,
    headers: { 'retry-after': '2' },
    text: expect.stringContaining('took too long to arrive'),
  })
  expect(problemError(answer)).toBeUndefined()
})

test.concurrent('[O03] a request that nothing answers is answered in time, and its connection ends', async () => {
  const answer = await talk('GET /never HTTP/1.1\r\nhost: x\r\n\r\n')

  expect(answer).toMatchObject({ status: 503, headers: { connection: 'close', 'retry-after': '2' } })
  expect(problemError(answer)).toBeUndefined()
})

test.concurrent('[O03] an answer that its client does not read ends with its connection', async () => {
  const socket = connect(await portOf(bare), '127.0.0.1')
  socket.pause()
  const [[at]] = await Promise.all([once(bare.server, 'connection'), once(socket, 'connect')])
  socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')

  await once(at, 'close')

  expect(at.bytesWritten).toBeGreaterThan(0)
  socket.destroy()
})

test.concurrent('[O03] a stream that the server keeps open outlives the limit', async () => {
  const socket = connect(await portOf(bare), '127.0.0.1')
  socket.write('GET /stream HTTP/1.1\r\nhost: x\r\n\r\n')
  socket.resume()

  await sleep(short.readMs + 500)

  expect(socket.closed).toBe(false)
  socket.destroy()
})

const connections = goalSize({ full: 5_000, tenth: 500, quick: 200 })

test(`[O04] ${connections} slow and silent connections hold up nobody, and end`, async () => {
  const port = await portOf(bare)
  const before = process.memoryUsage().rss
  const kinds = ['', head, `${head}content-length: 1000\r\n\r\n{`, 'GET /never HTTP/1.1\r\nhost: x\r\n\r\n']
  let open = connections
  const connectOne = async (index: number) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.once('close', () => open--)
    socket.resume()
    await once(socket, 'connect')
    socket.write(kinds[index % kinds.length] ?? '')
  }
  // As many at once as the system keeps until they are accepted: it drops others, and their clients are not told.
  for (let start = 0; start < connections; start += 100)
    await Promise.all(Array.from({ length: 100 }, (_, index) => connectOne(start + index)))

  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  })

  expect(answer.status).toBe(200)
  expect(process.memoryUsage().rss - before).toBeLessThan(64_000_000 + connections * 50_000)
  await expect.poll(() => open, { timeout: 60_000 }).toBe(0)
})

test('[O03] the server has the limits of heads, whole requests and kept connections', async () => {
  const { app } = await testApp()

  expect(timeLimits).toMatchObject({ headMs: 10_000, bodyMs: 20_000, answerMs: 30_000 })
  expect([2 * attemptMs <= 10_000, totalTimeoutMs]).toEqual([true, 10_000])
  expect(app.server).toMatchObject({
    headersTimeout: timeLimits.headMs,
    requestTimeout: timeLimits.answerMs,
    keepAliveTimeout: timeLimits.keepAliveMs,
    timeout: timeLimits.silenceMs,
  })
})

test('[O03] the limits of time in the document are those of the code', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../docs/operations/overload.md'), 'utf8')
  const [, section = ''] = document.split('\n## Limits of time\n')
  const [table = ''] = section.split('\n## ')
  const unitMs: Record<string, number> = { seconds: 1_000, minutes: 60_000 }
  const rows = [...table.matchAll(/^\| (.+) \| ([\d.]+) (seconds|minutes) \|$/gm)].map(
    ([, what = '', count, unit = '']) => [what, Number(count) * (unitMs[unit] ?? Number.NaN)],
  )

  expect(Object.fromEntries(rows)).toEqual({
    "A request's head, from its first byte, or the start of a new connection, to its last": timeLimits.headMs,
    "A request's body, from the end of the head to its last byte": timeLimits.bodyMs,
    'From the end of the head to the start of the answer': timeLimits.answerMs,
    'From the end of the head to the last byte of the answer, as of a large file over a slow line': timeLimits.readMs,
    "From an answer to the next request; a proxy's own limit must be shorter": timeLimits.keepAliveMs,
    'A connection on which nothing moves': timeLimits.silenceMs,
    'A call that waits for a connection to the database': connectTimeoutMs,
    'A statement of the database': statementTimeoutMs,
    'A delivery to a mail server': deliveryTimeoutMs,
    'A login at the mail server of `SMTP_URL` that tells whether it works': loginTimeoutMs,
    'Each of two attempts to call Stripe': attemptMs,
    "A sign-in provider's part of a sign-in, or of renewing or ending its access": totalTimeoutMs,
    'A picture of somebody from a sign-in provider': photoTimeoutMs,
    'A search of places at `GEOCODER_URL`': referenceTimes.geocoder,
    'A route at `OSRM_URL`': referenceTimes.osrm,
    'Fuel prices, which nobody waits for': referenceTimes.eia,
  })
})
