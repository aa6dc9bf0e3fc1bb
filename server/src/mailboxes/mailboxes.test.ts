import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { setSwitch } from '../kill-switches/kill-switches.service.ts'
import { syncSendPermission } from '../sign-in/identities.service.ts'
import { expectSameInHtml, expectWellMade } from '../testing/email-assertions.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { connectGoogle, type Provider, type ProviderApp, providerApp } from '../testing/provider-app.ts'
import type { TestApp, TestUser } from '../testing/test-app.ts'

let on: ProviderApp
let app: TestApp
let provider: Provider
beforeAll(async () => {
  on = await providerApp()
  ;({ app, provider } = on)
})
beforeEach(() => on.reset())

const connect = (user: TestUser, options?: Parameters<typeof connectGoogle>[2]) => connectGoogle(on, user, options)
const gmail = { kind: 'google', address: 'maria@gmail.example' } as const
const other = { kind: 'google', address: 'other@gmail.example' } as const
const server = { host: 'mail.redbud.example', port: 465, user: 'maria', password: 'right' } as const

test("[D3.1] [E15] a user's mailbox precedes the relay, sends as itself, and can be made default or removed", async () => {
  const user = await app.signUp()
  expect(await user.mailboxes.listMailboxes()).toMatchObject([
    { kind: 'relay', address: user.email, isDefault: true, failure: null, server: null },
  ])
  await connect(user)

  await sendInquiry(user)
  await app.runDueJobs()
  expect(app.sent.at(-1)).toMatchObject({ from: { address: 'maria@gmail.example' } })
  expect(app.sent.at(-1)?.replyTo).toBeUndefined()

  app.clock.advance(1)
  expect(await user.mailboxes.setDefaultMailbox({ body: { kind: 'relay', address: user.email } })).toMatchObject([
    { kind: 'relay', isDefault: true },
    { kind: 'google', isDefault: false },
  ])
  await user.account.saveProfile({ body: { name: 'Dana Cole', company: 'Blue Line Freight' } })
  await sendInquiry(user)
  await app.runDueJobs()
  expect(app.sent.at(-1)).toMatchObject({
    from: { name: 'Dana Cole, Blue Line Freight', address: 'inquiries@loadping.example' },
    replyTo: user.email,
  })
  await expect(user.mailboxes.setDefaultMailbox({ body: { kind: 'smtp', address: user.email } })).rejects.toMatchObject(
    {
      code: 'not-found',
    },
  )
})

test('[D3.1] connecting SMTP needs a login and a test email to the user, then sends from there', async () => {
  const user = await app.signUp()
  await expect(
    user.mailboxes.connectSmtp({ body: { ...server, address: user.email, password: 'wrong' } }),
  ).rejects.toMatchObject({
    code: 'invalid-input',
    fields: { password: '535 5.7.8 Username and Password not accepted' },
  })
  expect(await user.mailboxes.listMailboxes()).toHaveLength(1)

  const { mailbox } = await user.mailboxes.connectSmtp({ body: { ...server, address: user.email } })

  expect(mailbox).toMatchObject({
    kind: 'smtp',
    address: user.email,
    isDefault: true,
    server: { host: 'mail.redbud.example', port: 465, user: 'maria' },
  })
  expect(app.sent.at(-1)).toMatchObject({
    to: user.email,
    from: { address: user.email },
    subject: 'Your mailbox is connected to LoadPing',
  })
  expectWellMade(app.sent.at(-1))
  expectSameInHtml(app.sent.at(-1))
  await sendInquiry(user)
  await app.runDueJobs()
  expect(app.sent.at(-1)).toMatchObject({ to: 'loads@quillon.example', from: { address: user.email } })
})

test.each(['localhost', '127.0.0.1', '[::1]', 'intern', 'a b.example', 'x.example\r\nQUIT', '', 'http://x.example'])(
  '“%s” is no server name',
  async (host) => {
    const user = await app.signUp()
    await expect(user.mailboxes.connectSmtp({ body: { ...server, address: user.email, host } })).rejects.toMatchObject({
      code: 'invalid-input',
    })
  },
)

test('[D3.1] a port that no mail server has is refused with the two that are possible', async () => {
  const user = await app.signUp()
  const body = { ...server, address: user.email, port: 25 as 465 }

  await expect(user.mailboxes.connectSmtp({ body })).rejects.toMatchObject({
    code: 'invalid-input',
    fields: { port: 'Use port 465 (TLS) or 587 (STARTTLS)' },
  })
})

test('a mailbox can be tested, and the test reports what failed', async () => {
  const user = await app.signUp()
  await connect(user)

  await user.mailboxes.testMailbox({ body: gmail })
  expect(app.sent.at(-1)).toMatchObject({ to: 'maria@gmail.example', from: { address: 'maria@gmail.example' } })
  await user.mailboxes.testMailbox({ body: { kind: 'relay', address: user.email } })
  expect(app.sent.at(-1)).toMatchObject({ to: user.email, from: { address: 'inquiries@loadping.example' } })

  provider.answer = () => ({ outcome: 'retry', reason: 'Gmail is busy' })
  await expect(user.mailboxes.testMailbox({ body: gmail })).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Gmail is busy',
  })
  await expect(user.mailboxes.testMailbox({ body: { kind: 'smtp', address: user.email } })).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('[D3.1] [E15] an email is sent from the account it was queued for, though another is connected', async () => {
  const user = await app.signUp()
  const older = 'older@gmail.example'
  const newer = 'newer@gmail.example'
  await connect(user, { address: older })
  const first = await sendInquiry(user)
  await connect(user, { address: newer })
  const second = await sendInquiry(user)
  await app.runDueJobs()

  const senderOf = ({ id }: { id: string }) => app.sent.find(({ messageId }) => messageId.includes(id))?.from.address
  expect([senderOf(first), senderOf(second)]).toEqual([older, newer])
  expect(await user.mailboxes.listMailboxes()).toMatchObject([
    { kind: 'google', address: newer, isDefault: true, use: { sent: 1 } },
    { kind: 'google', address: older, isDefault: false, use: { sent: 1 } },
    { kind: 'relay', isDefault: false, use: { sent: 0 } },
  ])
})

test('connecting an account again renews its access and keeps the chosen default', async () => {
  const user = await app.signUp()
  await connect(user)
  await connect(user, { address: other.address })
  await user.mailboxes.setDefaultMailbox({ body: gmail })
  provider.refreshResult = () => ({ outcome: 'rejected', reason: 'invalid_grant' })
  await user.mailboxes.testMailbox({ body: other }).catch(() => {})
  expect((await user.mailboxes.listMailboxes())[1]).toMatchObject({ ...other, failure: expect.any(String) })

  await connect(user, { address: other.address })

  expect(await user.mailboxes.listMailboxes()).toMatchObject([
    { ...gmail, isDefault: true },
    { ...other, isDefault: false, failure: null },
    { kind: 'relay' },
  ])
})

test("[E15] an email whose mailbox is gone fails, and emails of the user's other account are sent", async () => {
  const user = await app.signUp()
  await connect(user)
  await connect(user, { address: other.address })
  const gone = await sendInquiry(user)
  await user.mailboxes.setDefaultMailbox({ body: gmail })
  const kept = await sendInquiry(user)
  await user.mailboxes.setDefaultMailbox({ body: other })

  expect(await user.mailboxes.disconnectMailbox({ body: other })).toMatchObject([
    { ...gmail, isDefault: true },
    { kind: 'relay' },
  ])
  await app.runDueJobs()

  expect(await user.emails.getEmail({ params: { id: gone.id } })).toMatchObject({
    state: 'failed',
    failure: 'other@gmail.example is no longer connected. Resend from another mailbox.',
  })
  expect((await user.emails.getEmail({ params: { id: kept.id } })).state).toBe('sent')
  expect(await user.account.getMe()).toMatchObject({ accountVerified: true, emails: 49 })
})

test("another user's mailbox is not found, and disconnecting it changes nothing", async () => {
  const user = await app.signUp()
  const stranger = await app.signUp()
  await connect(user)

  for (const call of [stranger.mailboxes.testMailbox, stranger.mailboxes.setDefaultMailbox])
    await expect(call({ body: gmail })).rejects.toMatchObject({ code: 'not-found' })
  await stranger.mailboxes.disconnectMailbox({ body: gmail })
  expect(await user.mailboxes.listMailboxes()).toMatchObject([gmail, { kind: 'relay' }])
})

test('connecting at a provider starts with a token for this user, provider and browser', async () => {
  const user = await app.signUp()
  const challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url')
  const { url } = await user.mailboxes.startConnect({ params: { kind: 'google' }, body: { challenge } })
  const open = (path: string) => app.app.inject({ method: 'GET', url: path })
  const path = url.slice('https://loadping.test'.length)
  const elsewhere = 'https://loadping.test/email?problem=failed'

  expect((await open(path)).headers.location).toBe('https://accounts.google.example/ask')
  expect((await open(path.replace('/auth/dash-auth', '/auth/outlook'))).headers.location).toBe(elsewhere)
  expect((await open(path.replace(challenge, 'A'.repeat(43)))).headers.location).toBe(elsewhere)
  app.clock.advance(61_000)
  expect((await open(path)).headers.location).toBe(elsewhere)
  await expect(
    user.mailboxes.finishConnect({ body: { code: 'A'.repeat(43), verifier: 'v'.repeat(43) } }),
  ).rejects.toMatchObject({ code: 'invalid-input' })
})

test('signing in does not change a connected mailbox with another address', async () => {
  const user = await app.signUp()
  await connect(user, { address: 'chosen@gmail.example' })
  const person = {
    issuer: 'https://accounts.google.example',
    subject: 's',
    email: user.email,
    isEmailVerified: true,
    name: undefined,
    refreshToken: 'another',
  }

  await syncSendPermission(app.deps, user.userId, 'google', { ...person, canSend: true })
  await syncSendPermission(app.deps, user.userId, 'google', { ...person, canSend: false })

  expect(await user.mailboxes.listMailboxes()).toMatchObject([
    { kind: 'google', address: 'chosen@gmail.example' },
    { kind: 'relay' },
  ])
  await syncSendPermission(app.deps, user.userId, 'google', {
    ...person,
    email: 'chosen@gmail.example',
    canSend: false,
  })
  expect(await user.mailboxes.listMailboxes()).toMatchObject([{ kind: 'relay' }])
})

test('the last default mailbox sends, also when the clock was set back meanwhile', async () => {
  const user = await app.signUp()
  await connect(user)
  const { now } = app.clock
  app.clock.now = new Date(now.getTime() - 3_600_000)

  expect(await user.mailboxes.setDefaultMailbox({ body: { kind: 'relay', address: user.email } })).toMatchObject([
    { kind: 'relay', isDefault: true },
    { kind: 'google' },
  ])
  expect(await user.mailboxes.setDefaultMailbox({ body: gmail })).toMatchObject([
    { kind: 'google', isDefault: true },
    { kind: 'relay' },
  ])
  app.clock.now = now
})

test('[P07] [E19] test emails obey the throttle, and wait while sending is off', async () => {
  const user = await app.signUp()
  const testIt = () => user.mailboxes.testMailbox({ body: { kind: 'relay', address: user.email } })
  app.deps.sendSettings.throttle = { perSecond: 2, perMinute: 30, atOnce: 4 }
  await testIt()
  await testIt()
  const tooMany = { code: 'too-many', message: 'Too many emails and tests at once. Try again in 1 second.' }
  await expect(testIt()).rejects.toMatchObject(tooMany)
  await user.mailboxes.connectSmtp({ body: { ...server, address: user.email, password: 'wrong' } }).catch(() => {})
  await user.mailboxes.connectSmtp({ body: { ...server, address: user.email, password: 'wrong' } }).catch(() => {})
  await expect(user.mailboxes.connectSmtp({ body: { ...server, address: user.email } })).rejects.toMatchObject(tooMany)

  app.clock.advance(60_000)
  await setSwitch(app.deps, 'sends', true)
  const before = app.sent.length
  await expect(testIt()).rejects.toMatchObject({ code: 'unavailable' })
  await expect(user.mailboxes.connectSmtp({ body: { ...server, address: user.email } })).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(app.sent.length).toBe(before)
  await setSwitch(app.deps, 'sends', false)
  app.deps.sendSettings.throttle = { perSecond: 1_000, perMinute: 1_000, atOnce: 1_000 }
})

test('[P05] connecting and disconnecting a mailbox log one line each, and no change logs none', async () => {
  const user = await app.signUp()
  const lines = () =>
    app.log
      .filter(({ security, userId }) => String(security).startsWith('mailbox-') && userId === user.userId)
      .map(({ security }) => security)
  await user.mailboxes.disconnectMailbox({ body: gmail })
  await connect(user)
  await user.mailboxes.disconnectMailbox({ body: gmail })
  await user.mailboxes.disconnectMailbox({ body: gmail })

  expect(lines()).toEqual(['mailbox-connected', 'mailbox-disconnected'])
})
