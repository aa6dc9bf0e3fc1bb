import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { mailCertificate } from '../stand-ins/mail-certificate.ts'
import { outgoing } from '../testing/outgoing.ts'
import type { MailSender } from './mailbox.ts'
import { createGmail } from './mailbox-gmail.ts'
import { createGraph } from './mailbox-graph.ts'
import { composeMime } from './mailbox-message.ts'

const ways: Record<'gmail' | 'graph', (base: string) => (accessToken: string) => MailSender> = {
  gmail: (url) => createGmail({ url }),
  graph: (url) => createGraph({ url }),
}
const wayNames = ['gmail', 'graph'] as const

type Respond = (response: ServerResponse, request: IncomingMessage) => void

const open: Server[] = []
afterAll(() => {
  for (const server of open) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `127.0.0.1:${Object(server.address()).port}`
}

/** Starts a local API that reads the whole request and responds as the case requires. */
async function startApi(respond: Respond) {
  const requests: { path: string; authorization: string | undefined; type: string | undefined; body: string }[] = []
  const answer: RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url = '', headers } = request
      requests.push({
        path: url,
        authorization: headers.authorization,
        type: headers['content-type'],
        body: Buffer.concat(chunks).toString(),
      })
      respond(response, request)
    })
  }
  const server = createServer(answer)
  open.push(server)
  return { base: `http://${await listen(server)}`, requests }
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Respond =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
const google = (status: number, reason: string, headers?: Record<string, string>) =>
  json(
    status,
    { error: { code: status, message: `Google says ${reason}`, errors: [{ reason, message: reason }] } },
    headers,
  )
const microsoft = (status: number, code: string, headers?: Record<string, string>) =>
  json(status, { error: { code, message: `Microsoft says ${code}` } }, headers)
const destroySocket: Respond = (response) => void response.socket?.destroy()
const answerWithoutHttp: Respond = (response) => void response.socket?.end('250 accepted\r\n\r\n')
const answerByteByByte: Respond = (response) => {
  response.socket?.write('HTTP/1.1 200 OK\r\nx-slow: ')
  const timer = setInterval(() => {
    if (response.socket?.destroyed !== false) return clearInterval(timer)
    response.socket.write('o')
  }, 10)
}
const endlessError: Respond = (response) => {
  response.writeHead(400, { 'content-type': 'application/json' })
  const write = () => {
    while (!response.destroyed && response.write('and on and on '.repeat(1_000)));
  }
  response.on('drain', write)
  write()
}
const inAnHour = () => new Date(Date.now() + 3_600_000).toUTCString()

const cases: [way: 'gmail' | 'graph', name: string, expected: object, respond: Respond][] = [
  ['gmail', 'answers 200', { outcome: 'accepted' }, json(200, { id: '1', threadId: '1' })],
  [
    'gmail',
    'answers 200 and breaks off',
    { outcome: 'accepted' },
    (response) => void response.writeHead(200).write('{', () => response.socket?.destroy()),
  ],
  ['graph', 'answers 202', { outcome: 'accepted' }, json(202, '')],
  [
    'graph',
    'answers 202 with Retry-After',
    { outcome: 'accepted' },
    (response) => response.writeHead(202, { 'retry-after': '30' }).end(),
  ],
  [
    'gmail',
    'answers 400',
    { outcome: 'rejected', reason: 'Google says invalidArgument' },
    google(400, 'invalidArgument'),
  ],
  [
    'graph',
    'answers 400',
    { outcome: 'rejected', reason: 'Microsoft says ErrorInvalidRecipients' },
    microsoft(400, 'ErrorInvalidRecipients'),
  ],
  ['gmail', 'answers 413', { outcome: 'rejected' }, json(413, null)],
  ...[408, 423, 425].map((status): (typeof cases)[number] => [
    'graph',
    `answers ${status}`,
    { outcome: 'retry' },
    microsoft(status, 'NotNow'),
  ]),
  ['graph', 'answers 422', { outcome: 'rejected' }, microsoft(422, 'Unprocessable')],
  ['graph', 'answers 400 without an end', { outcome: 'rejected' }, endlessError],
  [
    'gmail',
    'answers 400 with a long text',
    { outcome: 'rejected', reason: `no ${'x'.repeat(297)}` },
    json(400, { error: { message: `no\r\n${'x'.repeat(900)}` } }),
  ],
  ['gmail', 'answers 401', { outcome: 'unauthorized', reason: 'Google says authError' }, google(401, 'authError')],
  ['graph', 'answers 401', { outcome: 'unauthorized' }, microsoft(401, 'InvalidAuthenticationToken')],
  ['gmail', 'answers 403 without send permission', { outcome: 'unauthorized' }, google(403, 'insufficientPermissions')],
  ['graph', 'answers 403', { outcome: 'unauthorized' }, microsoft(403, 'ErrorAccessDenied')],
  ...['userRateLimitExceeded', 'rateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded'].map(
    (reason): (typeof cases)[number] => [
      'gmail',
      `answers 403 ${reason}`,
      { outcome: 'retry', reason: `Google says ${reason}` },
      google(403, reason),
    ],
  ),
  ...[403, 429].map((status): (typeof cases)[number] => [
    'gmail',
    `answers ${status} dailyLimitExceeded: too many today`,
    { outcome: 'retry', isDailyLimit: true },
    google(status, 'dailyLimitExceeded'),
  ]),
  [
    'graph',
    'answers 429 ErrorExceededMessageLimit: too many today',
    { outcome: 'retry', isDailyLimit: true },
    microsoft(429, 'ErrorExceededMessageLimit'),
  ],
  [
    'gmail',
    'answers 429',
    { outcome: 'retry', reason: 'Google says rateLimitExceeded' },
    google(429, 'rateLimitExceeded'),
  ],
  [
    'graph',
    'answers 429 with seconds',
    { outcome: 'retry', retryAfterSeconds: 120 },
    microsoft(429, 'TooManyRequests', { 'retry-after': '120' }),
  ],
  [
    'graph',
    'answers 429 with 0 seconds',
    { outcome: 'retry', retryAfterSeconds: 1 },
    microsoft(429, 'TooManyRequests', { 'retry-after': '0' }),
  ],
  [
    'graph',
    'answers 429 with a year',
    { outcome: 'retry', retryAfterSeconds: 86_400 },
    microsoft(429, 'TooManyRequests', { 'retry-after': '31536000' }),
  ],
  [
    'graph',
    'answers 429 with a date',
    { outcome: 'retry', retryAfterSeconds: expect.closeTo(3_600, -1) },
    microsoft(429, 'x', { 'retry-after': inAnHour() }),
  ],
  [
    'graph',
    'answers 429 with a word',
    { outcome: 'retry', retryAfterSeconds: undefined },
    microsoft(429, 'x', { 'retry-after': 'soon' }),
  ],
  ['gmail', 'answers 500', { outcome: 'unknown' }, google(500, 'backendError')],
  [
    'graph',
    'answers 503 with Retry-After',
    { outcome: 'unknown' },
    microsoft(503, 'ServiceUnavailable', { 'retry-after': '10' }),
  ],
  ['graph', 'answers 504', { outcome: 'unknown' }, json(504, null)],
  ['gmail', 'breaks off', { outcome: 'unknown' }, destroySocket],
  ['graph', 'breaks off', { outcome: 'unknown' }, destroySocket],
  ['gmail', 'answers what is no HTTP', { outcome: 'unknown' }, answerWithoutHttp],
  ['graph', 'answers what is no HTTP', { outcome: 'unknown' }, answerWithoutHttp],
]

test.concurrent.for(cases)('[E07] [E08] %s %s', async ([way, , expected, respond], { expect }) => {
  const { base, requests } = await startApi(respond)
  const begun = performance.now()
  let beforeDataCalls = 0

  const result = await ways[way](base)('a-token').send(outgoing(), async () => {
    expect(requests).toHaveLength(0)
    beforeDataCalls += 1
  })

  expect({ retryAfterSeconds: undefined, ...result }).toMatchObject(expected)
  expect(performance.now() - begun).toBeLessThan(25_000)
  expect([beforeDataCalls, requests.length]).toEqual([1, 1])
})

const stalls: [way: 'gmail' | 'graph', name: string, respond: Respond][] = [
  ['gmail', 'never answers', () => {}],
  ['graph', 'never answers', () => {}],
  ['gmail', 'answers byte by byte', answerByteByByte],
  ['graph', 'answers byte by byte', answerByteByByte],
]

test.for(stalls)('[E07] [E08] %s %s: unknown after 20 seconds in all', async ([way, , respond]) => {
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  onTestFinished(() => timeout.mockRestore())
  const { base, requests } = await startApi((response, request) => {
    respond(response, request)
    setTimeout(() => limit.abort(), 50)
  })

  const result = await ways[way](base)('a-token').send(outgoing(), async () => {})

  expect(timeout).toHaveBeenCalledExactlyOnceWith(20_000)
  expect(result).toEqual({ outcome: 'unknown', reason: 'The email provider timed out' })
  expect(requests).toHaveLength(1)
})

test.for(wayNames)('%s does not follow a redirect, so email and token go to no other host', async (way) => {
  const elsewhere = await startApi(json(200, {}))
  const { base } = await startApi((response) => response.writeHead(307, { location: elsewhere.base }).end())

  expect(await ways[way](base)('a-token').send(outgoing(), async () => {})).toMatchObject({ outcome: 'unknown' })
  expect(elsewhere.requests).toEqual([])
})

test.for(wayNames)('[E08] nothing is sent to %s while it is down, untrusted or sending is off', async (way) => {
  let requests = 0
  const untrusted = createTlsServer(mailCertificate, () => {
    requests += 1
  })
  open.push(untrusted)
  const gone = createServer()
  const nowhere = await listen(gone)
  await new Promise<void>((resolve) => gone.close(() => resolve()))
  const bases = ['http://api.nowhere.invalid', `http://${nowhere}`, `https://${await listen(untrusted)}`]

  for (const base of bases) {
    expect(await ways[way](base)('a-token').send(outgoing(), async () => expect.unreachable()), base).toMatchObject({
      outcome: 'retry',
    })
  }
  const api = await startApi(json(200, {}))
  const refusing = ways[way](api.base)('a-token').send(outgoing(), () =>
    Promise.reject(new Error('Another worker has this message')),
  )
  expect(await refusing).toEqual({ outcome: 'retry', reason: 'Another worker has this message' })
  expect([requests, api.requests]).toEqual([0, []])
})

test('an email reaches Gmail and Graph whole, in their documented format', async () => {
  const { base, requests } = await startApi(json(200, {}))
  const message = outgoing({ subject: 'Joliet → Tulsa', cc: ['ops@redbud.example'] })
  const raw = await composeMime(message)

  for (const way of wayNames) await ways[way](base)(`token-${way}`).send(message, async () => {})

  expect(requests).toEqual([
    {
      path: '/gmail/v1/users/me/messages/send',
      authorization: 'Bearer token-gmail',
      type: 'application/json',
      body: JSON.stringify({ raw: raw?.toString('base64url') }),
    },
    {
      path: '/v1.0/me/sendMail',
      authorization: 'Bearer token-graph',
      type: 'text/plain',
      body: raw?.toString('base64'),
    },
  ])
})
