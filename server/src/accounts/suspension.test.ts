import { beforeAll, expect, test } from 'vitest'
import { oldestDeliveryAgeSeconds } from '../delivery/queue.service.ts'
import { endSessionsOf } from '../sessions/sessions.service.ts'
import { deleteAccount, keepAccount, refusalOf, signInToDeleted } from '../testing/deletion.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { type OauthTestApp, oauthTestApp } from '../testing/oauth-test-app.ts'
import { codeIn, type TestUser, tokenIn } from '../testing/test-app.ts'
import { resumeAccount, suspendAccount } from './suspension.service.ts'

const minute = 60_000
let app: OauthTestApp
beforeAll(async () => {
  app = await oauthTestApp()
})

const suspend = async ({ userId }: TestUser) => {
  expect(await suspendAccount(app.deps, userId)).toBe(true)
  await endSessionsOf(app.deps, userId)
}
async function signInFrom(remoteAddress: string, email: string): Promise<void> {
  const post = (url: string, payload: object) => app.app.inject({ method: 'POST', url, remoteAddress, payload })
  await post('/auth/v2/tokenLink', { email })
  await app.runDueJobs()
  await post('/auth/verifyLink', { email, token: tokenIn(app.sent.findLast(({ to }) => to === email)) })
}
const stateOf = async (id: string) =>
  (await app.pool.query('select state, failure_reason as reason from email where id = $1', [id])).rows[0]
const why =
  "You can't sign in and nothing of yours is sent. Ask support@loadping.example about it. Nothing was deleted."

test('[D13.20] a suspended person is signed out everywhere at once, and the extension too', async () => {
  const user = await app.signUp()
  const phone = await app.signUp(user.email)
  const { extensionToken } = await user.account.getMe()
  const extension = await app.as().extension.openSession({ body: { code: extensionToken ?? '' } })
  await suspendAccount(app.deps, user.userId)

  for (const { accessToken, refreshToken } of [user, phone, extension])
    expect((await refusalOf(app.as(accessToken).account.getMe())).code, refreshToken).toBe('not-signed-in')
  await endSessionsOf(app.deps, user.userId)
  for (const { accessToken, refreshToken } of [user, phone, extension])
    expect((await refusalOf(app.as(accessToken).signIn.refresh({ query: { refreshToken } }))).code).toBe(
      'not-signed-in',
    )
})

test('[D13.20] a suspended person who signs in is told why, by link, code and Google', async () => {
  const user = await app.signUp()
  app.idp.behavior.claims = { sub: user.userId, email: user.email, email_verified: true }
  await app.browser('google').signIn()
  await suspend(user)

  const byLink = await refusalOf(app.signUp(user.email))
  app.clock.advance(minute)
  await app.as().signIn.requestLink({ body: { email: user.email } })
  await app.runDueJobs()
  const code = codeIn(app.sent.findLast(({ to }) => to === user.email))
  const byCode = await refusalOf(app.as().signIn.verifyLink({ body: { email: user.email, code } }))
  const byGoogle = await refusalOf(app.browser('google').signIn())

  for (const { code: problem, message } of [byLink, byCode, byGoogle])
    expect({ problem, message }).toEqual({ problem: 'suspended', message: why })
  await resumeAccount(app.deps, user.userId)
  app.clock.advance(minute)
  expect((await app.signUp(user.email)).accessToken).toBeTruthy()
})

test('[D13.20] a suspended person cannot keep an account that they deleted, whenever they asked to', async () => {
  const user = await app.signUp()
  await deleteAccount(user)
  app.clock.advance(minute)
  const refused = await signInToDeleted(app, user.email)
  await suspend(user)

  expect((await refusalOf(keepAccount(app, refused))).code).toBe('too-late')
  await resumeAccount(app.deps, user.userId)
  expect((await keepAccount(app, refused)).accessToken).toBeTruthy()
})

test('[D13.20] [D9.5] no email says that a suspended person signed in, and the device is new afterwards', async () => {
  const user = await app.signUp()
  app.clock.advance(10 * minute)
  const signInOnNewDevice = () => signInFrom('198.51.100.9', user.email)
  const told = () => app.sent.filter(({ to, subject }) => to === user.email && subject.startsWith('New sign-in')).length
  await suspend(user)
  await signInOnNewDevice()
  await app.runDueJobs()
  expect(told()).toBe(0)

  await resumeAccount(app.deps, user.userId)
  app.clock.advance(minute)
  await signInOnNewDevice()
  await app.runDueJobs()
  expect(told()).toBe(1)
})

test('[D13.20] what waits of a suspended person is held, and sent if they come back in time', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  await suspend(user)
  const sent = app.sent.length

  app.clock.advance(10 * minute)
  await app.runDueJobs()
  expect(app.sent.length).toBe(sent)
  expect((await stateOf(id)).state).toBe('queued')
  expect(await oldestDeliveryAgeSeconds(app.deps)).toBe(0) // the server is ready all the same
  await resumeAccount(app.deps, user.userId)
  await app.runDueJobs()
  expect((await stateOf(id)).state).toBe('sent')
})

test('[D13.20] what waits of a suspended person fails after its sell-by, and says why', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  await suspend(user)
  const sent = app.sent.length

  app.clock.advance(16 * minute)
  await app.runDueJobs()
  expect(app.sent.length).toBe(sent)
  expect(await stateOf(id)).toEqual({
    state: 'failed',
    reason: 'It could not be sent in time. Your account was suspended.',
  })
})

test('[D13.20] an email that a worker has just claimed is not sent once its sender is suspended', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  const sent = app.sent.length
  const { relay } = app.deps
  const send = relay.send
  relay.send = async (message, beforeData) => {
    await suspend(user)
    return send(message, beforeData)
  }
  await app.runDueJobs()
  relay.send = send

  expect(app.sent.length).toBe(sent)
  expect((await stateOf(id)).state).toBe('queued')
})
