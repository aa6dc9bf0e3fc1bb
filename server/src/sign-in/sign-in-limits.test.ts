import { beforeAll, expect, test } from 'vitest'
import { goalSize } from '../testing/goal-size.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ change: (deps) => ({ ...deps, trustedProxies: ['10.0.0.0/8'] }) })
})

let browsers = 0
const newBrowser = () => `${++browsers}`.padStart(43, 'b')

type From = { from: string; headers?: Record<string, string> }
const ask = (email: string, { from, headers = {} }: From) =>
  app.app.inject({
    method: 'POST',
    url: '/auth/v2/tokenLink',
    remoteAddress: from,
    headers,
    payload: { email, challenge: newBrowser() },
  })
const check = (email: string, { from }: From) =>
  app.app.inject({ url: `/api/v1/main/auth/verify/${encodeURIComponent(email)}`, remoteAddress: from })
const emailsTo = async (email: string) => {
  await app.runDueJobs()
  return app.sent.filter(({ to }) => to === email)
}
const publicIp = (index: number) => `198.${18 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`

/** Runs all at once, each started in its own event-loop turn, as requests arrive from sockets. */
const all = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      new Promise((resolve) => setImmediate(resolve)).then(() => work(index)),
    ),
  )

test('[A06] 1,000 requests for one address from 1,000 networks send ten emails a day, silently', async () => {
  const email = 'flooded@redbud.example'
  let answers: Awaited<ReturnType<typeof ask>>[] = []

  for (let hour = 0; hour < 10; hour++) {
    for (const wave of [0, 50])
      answers = answers.concat(await all(50, (index) => ask(email, { from: publicIp(hour * 100 + wave + index) })))
    expect(await emailsTo(email)).toHaveLength(Math.min(10, 3 * (hour + 1)))
    app.clock.advance(3_600_000)
  }

  expect(await emailsTo(email)).toHaveLength(10)
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(new Set(['200 success']))
  app.clock.advance(86_400_000)
  await ask(email, { from: publicIp(5_000) })
  expect(await emailsTo(email)).toHaveLength(11)
})

test('the last allowed email of an address still works', async () => {
  const email = 'patient@redbud.example'
  for (let request = 0; request < 6; request++) {
    await ask(email, { from: publicIp(6_000 + request) })
    await app.runDueJobs()
  }

  const emails = await emailsTo(email)
  const token = new URL(/https?:\S+/.exec(emails.at(-1)?.text ?? '')?.[0] ?? '').searchParams.get('token') ?? ''

  expect(emails).toHaveLength(3)
  expect(await app.as().signIn.verifyLink({ body: { email, token } })).toHaveProperty('accessToken')
})

test('[A06] 1,000 addresses from one network send twenty emails, and the others get Retry-After', async () => {
  const answers = await all(1_000, (index) => ask(`many-${index}@redbud.example`, { from: '203.0.113.7' }))

  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
  expect(refused).toHaveLength(980)
  for (const answer of refused) {
    expect(answer.json()).toMatchObject({ code: 'too-many', status: 429 })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(900)
  }
  await app.runDueJobs()
  expect(app.sent.filter(({ to }) => to.startsWith('many-'))).toHaveLength(20)
})

test('[A06] an IPv6 /64 network counts as one, and another network as another', async () => {
  const answers = await all(40, (index) =>
    ask(`six-${index}@redbud.example`, { from: `2001:db8:1:2::${(index + 1).toString(16)}` }),
  )
  const other = await ask('six-other@redbud.example', { from: '2001:db8:1:3::1' })

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
  expect(other.statusCode).toBe(200)
})

test('[A06] emails over the limit per minute are rejected for all, and logged as an error', async () => {
  const narrow = await testApp({
    change: (deps) => ({ ...deps, limits: { ...deps.limits, signInEmailsPerMinute: 5 } }),
  })
  const answers = []
  for (let index = 0; index < 8; index++) {
    answers.push(
      await narrow.app.inject({
        method: 'POST',
        url: '/auth/v2/tokenLink',
        remoteAddress: publicIp(index),
        payload: { email: `c${index}@redbud.example` },
      }),
    )
  }

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  expect(narrow.log.filter(({ level }) => level === 50)).toHaveLength(3)
  narrow.clock.advance(61_000)
  const later = await narrow.app.inject({
    method: 'POST',
    url: '/auth/v2/tokenLink',
    remoteAddress: publicIp(99),
    payload: { email: 'c9@redbud.example' },
  })
  expect(later.statusCode).toBe(200)
})

test('[A06] outside production loopback is exempt, and in production it is not', async () => {
  const production = await testApp({
    change: (deps) => ({ ...deps, limits: { ...deps.limits, exemptLoopback: false } }),
  })
  const askAt = (where: TestApp) =>
    all(30, () =>
      where.app.inject({
        method: 'POST',
        url: '/auth/v2/tokenLink',
        remoteAddress: '127.0.0.1',
        payload: { email: 'me@redbud.example', challenge: newBrowser() },
      }),
    )

  expect((await askAt(app)).filter(({ statusCode }) => statusCode === 200)).toHaveLength(30)
  expect(await emailsTo('me@redbud.example')).toHaveLength(30)
  expect((await askAt(production)).filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
})

test('[A07] an untrusted proxy is limited whatever X-Forwarded-For it sends, 1,000 times', async () => {
  const names = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip', 'x-client-ip']
  const answers = await all(1_000, (index) => {
    const claimed = publicIp(20_000 + index)
    const headers = Object.fromEntries(names.map((name) => [name, name === 'forwarded' ? `for=${claimed}` : claimed]))
    return ask(`spoof-${index}@redbud.example`, { from: '203.0.113.99', headers })
  })

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
})

test('[A07] behind a trusted proxy each client is counted by the address the proxy added last', async () => {
  const visitors = await all(40, (index) =>
    ask(`proxied-${index}@redbud.example`, {
      from: '10.1.2.3',
      headers: { 'x-forwarded-for': publicIp(30_000 + index) },
    }),
  )
  const liar = await all(40, (index) =>
    ask(`liar-${index}@redbud.example`, {
      from: '10.1.2.3',
      headers: { 'x-forwarded-for': `${publicIp(40_000 + index)}, 203.0.113.50` },
    }),
  )

  expect(visitors.filter(({ statusCode }) => statusCode === 200)).toHaveLength(40)
  expect(liar.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
})

test('[A05] requesting a link returns the same bytes for known, unknown and demo addresses', async () => {
  await app.signUp('known@redbud.example')
  await app.signUp('demo@redbud.example')
  await app.pool.query("update account set is_demo = true where email = 'demo@redbud.example'")

  const answers = await Promise.all(
    ['known', 'unknown', 'demo', 'KNOWN'].map(async (name, index) => {
      const { statusCode, headers, rawPayload } = await ask(`${name}@redbud.example`, {
        from: publicIp(50_000 + index),
      })
      const { date: _, 'x-request-id': __, ...rest } = headers
      return { statusCode, rest, body: rawPayload.toString('hex') }
    }),
  )

  for (const answer of answers) expect(answer).toEqual(answers[0])
  await app.runDueJobs()
  for (const to of ['known@redbud.example', 'unknown@redbud.example'])
    expect(app.sent.filter(({ to: recipient }) => recipient === to).length).toBeGreaterThan(0)
})

const timed = goalSize({ full: 2_000, tenth: 200, quick: 200 })

test(`[A05] requesting a link takes the same time for ${timed} known and ${timed} unknown addresses`, async ({
  annotate,
}) => {
  const known = Array.from({ length: 20 }, (_, index) => `timed-${index}@redbud.example`)
  for (const email of known) await app.signUp(email)
  const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const time = async (kind: 'known' | 'unknown', email: string) => {
    const began = performance.now()
    await ask(email, { from: '127.0.0.1' })
    took[kind].push(performance.now() - began)
  }
  for (let index = 0; index < timed; index++) {
    const [first, second] = index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of [first, second])
      await time(kind, kind === 'known' ? (known[index % 20] ?? '') : `unknown-${index % 20}@redbud.example`)
  }

  const apart = Math.abs(median(took.known) - median(took.unknown))
  const p = mannWhitney(took.known, took.unknown)
  await annotate(`medians ${apart.toFixed(3)} ms apart, p = ${p.toFixed(3)}`)
  // The goal is 2 ms with p over 0.01; ten times that is a timing leak on any machine.
  expect(apart, `p = ${p}`).toBeLessThan(20)
})

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** Returns the two-sided p-value of the Mann-Whitney rank-sum test, by its normal approximation. */
function mannWhitney(one: number[], other: number[]): number {
  const ranked = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ].sort((a, b) => a.value - b.value)
  const rankSum = ranked.reduce((sum, { isOne }, index) => (isOne ? sum + index + 1 : sum), 0)
  const u = rankSum - (one.length * (one.length + 1)) / 2
  const z =
    (u - (one.length * other.length) / 2) /
    Math.sqrt((one.length * other.length * (one.length + other.length + 1)) / 12)
  return 2 * (1 - normal(Math.abs(z)))
}

/** Computes the normal distribution function (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  return 1 - density * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
}

test('[A15] [7.21] [3.17] an address is judged by syntax and a disposable list, never by account data', async () => {
  await app.signUp('has@redbud.example')
  const answers = await Promise.all(
    ['has@redbud.example', 'hasnot@redbud.example'].map((email) => check(email, { from: '127.0.0.1' })),
  )

  for (const answer of answers) expect(answer.body).toBe('{"content":{"disposable":false}}')
  for (const bad of ['x@mailinator.com', 'x@mail.mailinator.com', 'no address', 'a@b'])
    expect((await check(bad, { from: '127.0.0.1' })).body, bad).toBe('{"content":{"disposable":true}}')
  expect(app.sent.filter(({ to }) => to === 'hasnot@redbud.example')).toEqual([])
})

test('[A15] sixty checks a minute from one network, then 429', async () => {
  const answers = await all(100, (index) => check(`x${index}@redbud.example`, { from: '203.0.113.200' }))

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(60)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(40)
})

const paths = goalSize({ full: 10_000, tenth: 1_000, quick: 200 })

test(`[A15] ${paths} broken addresses in the path are checked or rejected, and break nothing`, async () => {
  const pieces = [
    '%',
    '%2',
    '%zz',
    '%00',
    '%C0%80',
    '%FF',
    '%2f',
    '%2e%2e',
    '..',
    '@',
    'a',
    '%40',
    '%25',
    '%0d%0a',
    'é',
    '%F0%9F%9A%9A',
    ';',
    '%3f',
    '%23',
    "'",
    '"',
    '<',
    '%5c',
    '+',
    ' ',
  ]
  let state = 7
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % below
  }
  for (let index = 0; index < paths; index++) {
    const garbage = Array.from({ length: 1 + next(12) }, () => pieces[next(pieces.length)]).join('')
    const answer = await app.app.inject({ url: `/api/v1/main/auth/verify/${garbage}` })
    expect([200, 400, 404], `${garbage}: ${answer.statusCode} ${answer.body}`).toContain(answer.statusCode)
  }
})

test('a clock that is set back by two days neither repeats nor limits sign-in emails of before', async () => {
  const email = 'set-back@redbud.example'
  const payload = { email, challenge: newBrowser() }
  const askAgain = () =>
    app.app.inject({ method: 'POST', url: '/auth/v2/tokenLink', remoteAddress: '198.51.100.7', payload })
  for (let count = 1; count <= 10; count++) {
    await askAgain()
    expect(await emailsTo(email)).toHaveLength(count)
    app.clock.advance(3_600_000)
  }

  app.clock.advance(-48 * 3_600_000)
  await askAgain()

  expect(await emailsTo(email)).toHaveLength(11)
})

test('an address makes 600 calls a minute without an account; a health check still passes', async () => {
  const call = (url: string, remoteAddress = '198.51.100.99') => app.app.inject({ url, remoteAddress })
  const answers = await all(700, (index) => call(index % 2 ? '/telemetry' : '/openapi.json'))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(600)
  expect(refused).toHaveLength(100)
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await call('/healthz')).statusCode).toBe(200)
  expect((await call('/telemetry', '198.51.100.98')).statusCode).toBe(200)
})
