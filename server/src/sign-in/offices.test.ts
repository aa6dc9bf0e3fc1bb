import { beforeAll, expect, test } from 'vitest'
import { hashToken, randomToken } from '../keys.ts'
import { type TestApp, testApp, tokenIn } from '../testing/test-app.ts'

const minute = 60_000
let app: TestApp
beforeAll(async () => {
  app = await testApp({
    change: (deps) => ({
      ...deps,
      limits: { ...deps.limits, officeNetworks: ['198.51.100.64/26', '2001:db8:5::/48'], signInRequestsPerOffice: 320 },
    }),
  })
})

const post = (url: string, from: string, payload: object) =>
  app.app.inject({ method: 'POST', url, remoteAddress: from, payload })
const ask = (email: string, from: string, verifier?: string) =>
  post('/auth/v2/tokenLink', from, { email, ...(verifier && { challenge: hashToken(verifier) }) })
const check = (email: string, from: string) =>
  app.app.inject({ url: `/api/v1/main/auth/verify/${email}`, remoteAddress: from })

/** Checks addresses as the page does, asks for links at once, opens them, and returns the statuses of the last step. */
async function signIn(emails: string[], from: string, verifier = randomToken()): Promise<number[]> {
  await Promise.all(emails.map((email) => check(email, from)))
  await Promise.all(emails.map((email) => ask(email, from, verifier)))
  await app.runDueJobs()
  const open = (email: string) => {
    const token = tokenIn(app.sent.findLast(({ to }) => to === email))
    return post('/auth/verifyLink', from, { email, token, verifier })
  }
  return (await Promise.all(emails.map(open))).map(({ statusCode }) => statusCode)
}

/** Uses up what strangers may ask for in a network. */
async function useUp(from: string): Promise<void> {
  for (let index = 0; index < 20; index++)
    expect((await ask(`stranger-${from}-${index}@redbud.example`, from)).statusCode).toBe(200)
  expect((await ask('one-more@redbud.example', from)).statusCode).toBe(429)
}

test('[D13.26] [A06] 300 people of an office sign in from one address within ten minutes', async () => {
  const statuses: number[] = []
  for (let first = 0; first < 300; first += 10) {
    const emails = Array.from({ length: 10 }, (_, index) => `dispatcher-${first + index}@fleet.example`)
    statuses.push(...(await signIn(emails, '198.51.100.80')))
    app.clock.advance(20_000)
  }

  expect(statuses.filter((status) => status === 200)).toHaveLength(300)
})

test('[D13.26] an office has a limit of its own, one for all of its network', async () => {
  const statuses = []
  for (let person = 0; person < 330; person++)
    statuses.push((await ask(`many-${person}@fleet.example`, `2001:db8:5:${person.toString(16)}::1`)).statusCode)

  expect(statuses.indexOf(429)).toBe(320)
  expect((await ask('outside@fleet.example', '2001:db8:6::1')).statusCode).toBe(200)
})

test('[D13.26] [A06] strangers cannot use up the request of a device that signed in there', async () => {
  const maria = { email: 'maria@redbud.example', verifier: randomToken() }
  expect(await signIn([maria.email], '203.0.113.20', maria.verifier)).toEqual([200])
  app.clock.advance(20 * minute)
  await useUp('203.0.113.20')

  expect((await ask(maria.email, '203.0.113.20')).statusCode).toBe(429) // somebody who only knows the address
  expect((await ask(maria.email, '203.0.113.20', randomToken())).statusCode).toBe(429)
  expect(await signIn([maria.email], '203.0.113.20', maria.verifier)).toEqual([200])
  expect((await ask(maria.email, '203.0.113.20', maria.verifier)).statusCode).toBe(429) // it has one
})

test('[D13.26] a device is known where it signed in, and nowhere else', async () => {
  const verifier = randomToken()
  expect(await signIn(['driver@redbud.example'], '192.0.2.20', verifier)).toEqual([200])
  app.clock.advance(20 * minute)
  await useUp('203.0.113.120')

  expect((await ask('driver@redbud.example', '203.0.113.120', verifier)).statusCode).toBe(429)
})

test('[D13.26] a known device has a request of its own only for addresses that signed in with it', async () => {
  const verifier = randomToken()
  expect(await signIn(['patient@redbud.example'], '203.0.113.160', verifier)).toEqual([200])
  app.clock.advance(20 * minute)
  await useUp('203.0.113.160')

  expect((await ask('anybody@redbud.example', '203.0.113.160', verifier)).statusCode).toBe(429)
  expect((await ask('patient@redbud.example', '203.0.113.160', verifier)).statusCode).toBe(200)
})

test('[D13.26] a refusal names the minute from which requests are answered again', async () => {
  app.clock.now = new Date('2026-11-24T14:30:20.000Z')
  await useUp('203.0.113.140')
  app.clock.advance(9 * minute)

  const refused = await ask('late@redbud.example', '203.0.113.140')
  expect(refused.json()).toMatchObject({
    code: 'too-many',
    detail: 'Too many sign-in requests from your network. Try again at 9:46 AM New York time.',
  })
  expect(refused.headers['retry-after']).toBe('360')
  app.clock.now = new Date('2026-11-24T14:46:00.000Z')
  expect((await ask('late@redbud.example', '203.0.113.140')).statusCode).toBe(200)
})
