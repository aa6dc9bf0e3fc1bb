import { beforeAll, expect, test } from 'vitest'
import { hashToken, randomToken } from '../keys.ts'
import { createOneTimeCode } from '../oauth/one-time-codes.service.ts'
import { deleteExpiredSignInData } from '../operations/cleanup.service.ts'
import { type TestApp, testApp, tokenIn } from '../testing/test-app.ts'

const day = 86_400_000
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const post = (where: TestApp, url: string, from: string, payload: object) =>
  where.app.inject({ method: 'POST', url, remoteAddress: from, payload })
const ask = (email: string, from: string, where = app) => post(where, '/auth/v2/tokenLink', from, { email })
const emailsTo = async (email: string) => {
  await app.runDueJobs()
  return app.sent.filter(({ to }) => to === email)
}
async function signIn(email: string, from: string): Promise<number> {
  const token = tokenIn((await emailsTo(email)).at(-1))
  return (await post(app, '/auth/verifyLink', from, { email, token })).statusCode
}

/** Creates a user who signed in from 203.0.113.20, a day before. */
async function userAtHome(email: string): Promise<string> {
  await ask(email, '203.0.113.20')
  expect(await signIn(email, '203.0.113.20')).toBe(200)
  app.clock.advance(day)
  return email
}

/** Asks from many networks, 10 times an hour, and returns how many emails that sent. */
async function requestFromUnknownNetworks(email: string, hours: number): Promise<number> {
  const before = (await emailsTo(email)).length
  for (let index = 0; index < hours * 10; index++) {
    expect((await ask(email, `198.51.${index}.7`)).body).toBe('success')
    if (index % 10 !== 9) continue
    await app.runDueJobs() // a later one leaves out links that ran out
    app.clock.advance(3_600_000)
  }
  return (await emailsTo(email)).length - before
}

test('[A06] strangers get seven of the ten emails a day, and three are kept for known networks', async () => {
  const email = await userAtHome('owner@redbud.example')
  expect(await requestFromUnknownNetworks(email, 10)).toBe(7)

  for (let request = 0; request < 5; request++) {
    await ask(email, '203.0.113.99')
    await app.runDueJobs()
    app.clock.advance(900_000)
  }

  expect(await emailsTo(email)).toHaveLength(1 + 10)
  expect(await signIn(email, '203.0.113.99')).toBe(400) // 30 minutes old
})

test('[A06] after ten anonymous requests the user still gets a link from a known network, at once', async () => {
  const email = await userAtHome('hurried@redbud.example')
  for (let index = 0; index < 10; index++) await ask(email, `198.51.${index}.7`)
  expect(await emailsTo(email)).toHaveLength(1 + 2)

  await ask(email, '203.0.113.99')

  expect(await emailsTo(email)).toHaveLength(1 + 3)
  expect(await signIn(email, '203.0.113.99')).toBe(200)
})

test('a sign-in through Google or Outlook makes its network known too', async () => {
  const email = 'google@redbud.example'
  const { userId } = await app.signUp(email)
  await app.pool.query('delete from known_network where email = $1', [email])
  const verifier = randomToken()
  const accessToken = await createOneTimeCode(app.deps, {
    purpose: 'sign-in',
    state: 'known-network',
    userId,
    challenge: hashToken(verifier),
  })
  expect((await post(app, '/auth/verifyLink', '203.0.113.20', { accessToken, verifier })).statusCode).toBe(200)
  app.clock.advance(day)

  expect(await requestFromUnknownNetworks(email, 10)).toBe(7)
})

test('networks are stored keyed and differently for each address, and for 90 days', async () => {
  const read = async () =>
    (await app.pool.query(`select * from known_network where email like 'private-%' order by email`)).rows
  for (const email of ['private-1@redbud.example', 'private-2@redbud.example']) await userAtHome(email)

  const [one, other] = await read()
  expect(JSON.stringify([one, other])).not.toContain('203.0.113')
  expect(one.network_hash).toMatch(/^[\w-]{43}$/)
  expect(one.network_hash).not.toBe(other.network_hash)

  app.clock.advance(87 * day)
  await deleteExpiredSignInData(app.deps)
  expect(await read()).toHaveLength(2)
  app.clock.advance(3 * day)
  await deleteExpiredSignInData(app.deps)
  expect(await read()).toEqual([])
})

test('[A06] many networks of one IPv6 /48 or /56 count as one, and do not use up the limit for all', async () => {
  const narrow = await testApp({
    change: (deps) => ({ ...deps, limits: { ...deps.limits, signInEmailsPerMinute: 150 } }),
  })
  const askFrom = async (count: number, from: (index: string) => string) => {
    const answers = []
    for (let index = 0; index < count; index++)
      answers.push(await ask(`n${index}@redbud.example`, from(index.toString(16)), narrow))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    return count - refused.length
  }

  expect(await askFrom(60, (index) => `2001:db8:a:${index}::1`)).toBe(40)
  expect(await askFrom(200, (index) => `2001:db8:b:${index}00::1`)).toBe(100)
  expect((await ask('other@redbud.example', '2001:db8:c::1', narrow)).statusCode).toBe(200)
})
