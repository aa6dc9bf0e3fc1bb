import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { hashToken, randomToken } from '../keys.ts'
import { connectMailbox } from '../mailboxes/mailboxes.service.ts'
import { type TestApp, testApp, tokenIn } from '../testing/test-app.ts'

const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36'
const home = '203.0.113.20'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const post = (url: string, from: string, payload: object) =>
  app.app.inject({ method: 'POST', url, remoteAddress: from, headers: { 'user-agent': chrome }, payload })

/** Signs in with a link that the device itself asked for; without a device, in a browser that keeps none. */
async function signIn(email: string, { device, from = home }: { device?: string; from?: string }): Promise<void> {
  await post('/auth/v2/tokenLink', from, { email, ...(device && { challenge: hashToken(device) }) })
  await app.runDueJobs()
  const token = tokenIn(app.sent.findLast(({ to, subject }) => to === email && subject.endsWith('sign-in code')))
  const body = { email, token, ...(device && { verifier: device }) }
  expect((await post('/auth/verifyLink', from, body)).statusCode).toBe(200)
}

async function toldTo(email: string): Promise<string[]> {
  await app.runDueJobs()
  const subjects = app.sent.filter(({ to }) => to === email).map(({ subject }) => subject)
  return subjects.filter((subject) => !subject.endsWith('sign-in code'))
}

const newAddress = () => `${randomUUID()}@carrier.example`
const hours = (count: number) => app.clock.advance(count * 3_600_000)
const newSignIn = 'New sign-in to your LoadPing account'

test('[D9.5] an email tells of a new device, but of no known one and not of the first', async () => {
  const email = newAddress()
  const laptop = randomToken()
  const phone = randomToken()
  await signIn(email, { device: laptop })
  hours(1)
  await signIn(email, { device: laptop, from: '198.51.100.7' })
  expect(await toldTo(email)).toEqual([])

  await signIn(email, { device: phone })
  expect(await toldTo(email)).toEqual([newSignIn])
  const { text } = app.sent.findLast(({ to }) => to === email) ?? {}
  expect(text).toMatch(
    /Chrome on Windows signed in on .* New York time\. It had not signed in to this account before\./,
  )
  expect(text).toContain('/settings/devices')
  hours(24)
  await signIn(email, { device: phone, from: '198.51.100.8' })
  expect(await toldTo(email)).toEqual([newSignIn])
})

test('[D9.5] a device without a name of its own counts as known in a known network', async () => {
  const email = newAddress()
  await signIn(email, {})
  hours(1)
  await signIn(email, {})
  expect(await toldTo(email)).toEqual([])

  await signIn(email, { from: '198.51.100.7' })
  expect(await toldTo(email)).toEqual([newSignIn])
})

test('[D9.5] of many new devices at most five emails a day tell', async () => {
  const email = newAddress()
  await signIn(email, {})
  for (let device = 0; device < 7; device++) {
    hours(1)
    await signIn(email, { device: randomToken() })
  }
  expect(await toldTo(email)).toHaveLength(5)

  hours(24)
  await signIn(email, { device: randomToken() })
  expect(await toldTo(email)).toHaveLength(6)
})

test('[D9.5] an email tells of a connected mailbox, but not at the sign-up or when reconnected', async () => {
  const user = await app.signUp()
  const connect = (address: string) =>
    connectMailbox(app.deps, { userId: user.userId, kind: 'smtp', address }, JSON.stringify({ host: 'mail.example' }))
  await connect('first@redbud.example')
  expect(await toldTo(user.email)).toEqual([])

  hours(1)
  await connect('first@redbud.example')
  await connect('dispatch@redbud.example')
  expect(await toldTo(user.email)).toEqual(['A mailbox was connected to your LoadPing account'])
  expect(app.sent.findLast(({ to }) => to === user.email)?.text).toContain('dispatch@redbud.example was connected on')
})

test('[D9.5] no email tells a deleted account of a mailbox', async () => {
  const user = await app.signUp()
  hours(1)
  const mailbox = { userId: user.userId, kind: 'smtp', address: 'dispatch@redbud.example' } as const
  await connectMailbox(app.deps, mailbox, JSON.stringify({ host: 'mail.example' }))
  await app.pool.query('update account set deletes_at = now() where id = $1', [user.userId])

  expect(await toldTo(user.email)).toEqual([])
})
