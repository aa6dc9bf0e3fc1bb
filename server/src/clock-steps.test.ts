import { beforeAll, expect, test } from 'vitest'
import { nextSlot } from './mailboxes/throttle.service.ts'
import { startCleanup } from './operations/cleanup.service.ts'
import { around, isNear } from './period.ts'
import { type TestApp, type TestUser, testApp } from './testing/test-app.ts'

const month = 30 * 86_400_000
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const post = (url: string, payload: object) =>
  app.app.inject({ method: 'POST', url, remoteAddress: '203.0.113.9', payload })
const askForLink = (email: string) => post('/auth/v2/tokenLink', { email })
const emailsTo = async (email: string) => {
  await app.runDueJobs()
  return app.sent.filter(({ to }) => to === email)
}
const codeIn = (text = ''): string => /\b\d{6}\b/.exec(text)?.[0] ?? ''

const reportRow = (user: TestUser) =>
  user.extension.reportRow({ body: { board: 'dat-one', version: '1', structure: '<div>x</div>', fields: [] } })

test('a period has both sides of now, so that times stored before a step back are outside of it', () => {
  const now = new Date('2026-11-26T12:00:00Z')
  const at = (ms: number) => new Date(now.getTime() + ms)
  const { since, until } = around(now, 60_000)

  expect([since, until]).toEqual([at(-60_000), at(60_000)])
  expect([-month, -60_000, -59_999, 59_999, 60_000, month].map((ms) => isNear(at(ms), now, 60_000))).toEqual([
    false,
    false,
    true,
    true,
    false,
    false,
  ])
})

test('slots that a mailbox reserved before its clock was set back do not hold its emails', () => {
  const now = new Date('2026-11-26T12:00:00Z')
  const slots = [0, 500, 1_000].map((ms) => new Date(now.getTime() + month + ms))

  expect(nextSlot(slots, now, { perSecond: 2, perMinute: 30, atOnce: 4 })).toEqual(now)
})

test('a limit that was reached before the clock was set back by a month does not hold', async () => {
  const user = await app.signUp()
  for (let sent = 0; sent < 20; sent++) await reportRow(user)
  await expect(reportRow(user)).rejects.toMatchObject({ code: 'too-many' })
  const email = 'guessed@redbud.example'
  for (let round = 0; round < 7; round++) {
    await askForLink(email)
    for (let tries = 0; tries < 5; tries++) await post('/auth/verifyLink', { email, code: '000000' })
    app.clock.advance(3_600_000)
  }

  app.clock.advance(-month)

  await reportRow(user)
  await askForLink(email)
  const code = codeIn((await emailsTo(email)).at(-1)?.text)
  expect((await post('/auth/verifyLink', { email, code })).statusCode).toBe(200)
  app.clock.advance(month)
})

test('a refresh token that was replaced is refused after the clock was set back', async () => {
  const { accessToken, refreshToken } = await app.signUp()
  const refresh = () => app.as(accessToken).signIn.refresh({ query: { refreshToken } })
  expect(await refresh()).toEqual(await refresh()) // within 30 seconds, as after a lost answer

  app.clock.advance(-month)

  await expect(refresh()).rejects.toMatchObject({ code: 'not-signed-in' })
  app.clock.advance(month)
})

test('a lease holds a job for seconds, and one from before the clock was set back not at all', async () => {
  const email = 'leased@redbud.example'
  await askForLink(email)
  const lease = (until: string) => app.pool.query(`update job set leased_until = now() + $1::interval`, [until])

  await lease('14 seconds')
  expect(await emailsTo(email)).toHaveLength(0)
  await lease('5 days')
  expect(await emailsTo(email)).toHaveLength(1)
})

test('a job that a process of version 0.1.0 has leased for 90 seconds is left to it', async () => {
  const email = 'older@redbud.example'
  await askForLink(email)
  await app.pool.query(`update job set leased_until = now() + interval '90 seconds'`)

  expect(await emailsTo(email)).toHaveLength(0)
  await app.pool.query(`update job set leased_until = now()`)
  expect(await emailsTo(email)).toHaveLength(1)
})

test('what waited when the clock was set back by a month is due with the next cleanup', async () => {
  const email = 'waiting@redbud.example'
  await askForLink(email)
  app.clock.advance(-month)
  expect(await emailsTo(email)).toHaveLength(0)

  await startCleanup(app.deps)()

  expect(await emailsTo(email)).toHaveLength(1)
  app.clock.advance(month)
})
