import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { IdentityProvider, Renewal } from '../integrations/identity-provider.ts'
import type { HandOver } from '../integrations/mailbox.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { connectMailbox } from './mailboxes.service.ts'

let app: TestApp
/** What the provider says next, and what it was asked; `handedOver` are the access tokens with which mail arrived. */
let provider: { renewal: () => Renewal; isUp: boolean; renewed: string[]; revoked: string[]; handedOver: string[]; answer: (accessToken: string) => HandOver }

beforeEach(() => {
  provider = {
    renewal: () => ({ outcome: 'renewed', accessToken: `access ${provider.renewed.length}`, seconds: 3_600 }),
    isUp: true,
    renewed: [],
    revoked: [],
    handedOver: [],
    answer: () => ({ outcome: 'accepted' }),
  }
})

beforeAll(async () => {
  const identity: IdentityProvider = {
    addressToAsk: async () => new URL('https://accounts.google.example/ask'),
    judge: async () => ({ outcome: 'unavailable', reason: 'not asked here' }),
    async renew(refreshToken) {
      provider.renewed.push(refreshToken)
      await new Promise((resolve) => setTimeout(resolve, 20))
      return provider.renewal()
    },
    async revoke(refreshToken) {
      if (provider.isUp) provider.revoked.push(refreshToken)
      return provider.isUp
    },
  }
  app = await testApp({
    change: (deps) => ({
      ...deps,
      identity: { google: identity, outlook: identity },
      ownMailboxes: {
        google: (accessToken) => ({
          async handOver(message, beforeText) {
            const answer = provider.answer(accessToken)
            if (answer.outcome !== 'accepted') return answer
            provider.handedOver.push(accessToken)
            return deps.relay.handOver(message, beforeText)
          },
        }),
        smtp: ({ password }) => ({
          handOver: async (message, beforeText) =>
            password === 'right' ? deps.relay.handOver(message, beforeText) : { outcome: 'locked', reason: '535 5.7.8 Username and Password not accepted' },
        }),
      },
    }),
  })
})

const connectGoogle = (user: TestUser, { grant = `grant of ${user.userId}`, address = 'maria@gmail.example' } = {}) =>
  connectMailbox(app.deps, { userId: user.userId, kind: 'google' }, { address, grant, isSelected: true })
const server = { host: 'mail.redbud.example', port: 465, user: 'maria', password: 'right' } as const

test('[D3.1] a mailbox of one’s own comes before the relay, sends as itself, and can be chosen or left', async () => {
  const user = await app.signUp()
  expect(await user.mailboxes.listMailboxes()).toMatchObject([{ kind: 'relay', address: user.email, isSelected: true, failure: null, server: null }])
  await connectGoogle(user)

  await sendInquiry(user)
  await app.deliver()
  expect(app.sent.at(-1)).toMatchObject({ from: { address: 'maria@gmail.example' } })
  expect(app.sent.at(-1)?.replyTo).toBeUndefined()

  app.clock.advance(1)
  expect(await user.mailboxes.selectMailbox({ params: { kind: 'relay' } })).toMatchObject([
    { kind: 'relay', isSelected: true },
    { kind: 'google', isSelected: false },
  ])
  await sendInquiry(user)
  await app.deliver()
  expect(app.sent.at(-1)).toMatchObject({ from: { address: 'inquiries@loadping.example' }, replyTo: user.email })
  await expect(user.mailboxes.selectMailbox({ params: { kind: 'smtp' } })).rejects.toMatchObject({ code: 'not-found' })
})

test('[D3.1] an SMTP server is connected by a real login and a message to one’s own address, from which mail leaves then', async () => {
  const user = await app.signUp()
  await expect(user.mailboxes.connectSmtp({ body: { ...server, password: 'wrong' } })).rejects.toMatchObject({
    code: 'invalid-input',
    fields: { password: '535 5.7.8 Username and Password not accepted' },
  })
  expect(await user.mailboxes.listMailboxes()).toHaveLength(1)

  const mailbox = await user.mailboxes.connectSmtp({ body: server })

  expect(mailbox).toMatchObject({ kind: 'smtp', address: user.email, isSelected: true, server: { host: 'mail.redbud.example', port: 465, user: 'maria' } })
  expect(app.sent.at(-1)).toMatchObject({ to: user.email, from: { address: user.email }, subject: 'LoadPing can send from your mailbox' })
  await sendInquiry(user)
  await app.deliver()
  expect(app.sent.at(-1)).toMatchObject({ to: 'loads@quillon.example', from: { address: user.email } })
})

test.each(['localhost', '127.0.0.1', '[::1]', 'intern', 'a b.example', 'x.example\r\nQUIT', '', 'http://x.example'])('“%s” is no server name', async (host) => {
  const user = await app.signUp()
  await expect(user.mailboxes.connectSmtp({ body: { ...server, host } })).rejects.toMatchObject({ code: 'invalid-input' })
})

test('a mailbox can be tested, and the test says what went wrong', async () => {
  const user = await app.signUp()
  await connectGoogle(user)

  await user.mailboxes.testMailbox({ params: { kind: 'google' } })
  expect(app.sent.at(-1)).toMatchObject({ to: 'maria@gmail.example', from: { address: 'maria@gmail.example' } })
  await user.mailboxes.testMailbox({ params: { kind: 'relay' } })
  expect(app.sent.at(-1)).toMatchObject({ to: user.email, from: { address: 'inquiries@loadping.example' } })

  provider.answer = () => ({ outcome: 'later', reason: 'Gmail is busy' })
  await expect(user.mailboxes.testMailbox({ params: { kind: 'google' } })).rejects.toMatchObject({ code: 'unavailable', message: 'Gmail is busy' })
  await expect(user.mailboxes.testMailbox({ params: { kind: 'smtp' } })).rejects.toMatchObject({ code: 'not-found' })
})

test('[E08] of many mails that find the leave run out one renews it, and all use what it gets', async () => {
  const user = await app.signUp()
  await connectGoogle(user)
  await Promise.all(Array.from({ length: 12 }, () => sendInquiry(user)))

  await app.deliver()

  expect(provider.renewed).toHaveLength(1)
  expect(provider.handedOver).toEqual(Array(12).fill('access 1'))
  app.clock.advance(3_600_000)
  await sendInquiry(await app.signUp(user.email))
  await app.deliver()
  expect(provider.renewed).toHaveLength(2)
})

test('[E08] a refused access token is renewed and the mail tried once more, one mail in all', async () => {
  const user = await app.signUp()
  await connectGoogle(user)
  await sendInquiry(user)
  await app.deliver()
  provider.answer = (accessToken) => (accessToken === 'access 1' ? { outcome: 'locked', reason: '401' } : { outcome: 'accepted' })

  const { id } = await sendInquiry(user)
  await app.deliver()

  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'sent' })
  expect(provider.handedOver).toEqual(['access 1', 'access 2'])
  expect(app.sent.filter(({ messageId }) => messageId.includes(id))).toHaveLength(1)
})

test('[D3.1] a leave that was taken back stops sending in sight: waiting mail fails with its unit given back, until it is connected again', async () => {
  const user = await app.signUp()
  await connectGoogle(user)
  provider.renewal = () => ({ outcome: 'refused', reason: 'invalid_grant' })
  const [one, other] = [await sendInquiry(user), await sendInquiry(user)]

  await app.deliver()

  const failure = 'Google no longer lets us send from maria@gmail.example. Connect it again.'
  for (const { id } of [one, other]) expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'failed', failure })
  expect(await user.account.getMe()).toMatchObject({ accountVerified: false, emails: 50 })
  expect(await user.mailboxes.listMailboxes()).toMatchObject([{ kind: 'google', isSelected: true, failure }, { kind: 'relay' }])
  await expect(sendInquiry(user)).rejects.toMatchObject({ code: 'not-allowed', status: 403 })

  provider.renewal = () => ({ outcome: 'renewed', accessToken: 'fresh', seconds: 3_600 })
  await connectGoogle(user)
  expect(await user.account.getMe()).toMatchObject({ accountVerified: true })
  await sendInquiry(user)
  await app.deliver()
  expect(provider.handedOver).toEqual(['fresh'])
})

test('a provider that cannot be reached keeps mail waiting, and a token that it changes is kept', async () => {
  const user = await app.signUp()
  await connectGoogle(user)
  provider.renewal = () => ({ outcome: 'unavailable', reason: 'Google cannot be reached' })
  const { id } = await sendInquiry(user)
  await app.deliver()
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'queued', failure: 'Google cannot be reached' })

  provider.renewal = () => ({ outcome: 'renewed', accessToken: 'short', seconds: 60, refreshToken: 'rotated' })
  app.clock.advance(60_000)
  await app.deliver()
  provider.renewal = () => ({ outcome: 'renewed', accessToken: 'next', seconds: 3_600 })
  await sendInquiry(user)
  await app.deliver()
  expect(provider.renewed.at(-1)).toBe('rotated')
})

test('[E17] [R03] what opens a mailbox is stored encrypted for its owner alone, and given back to the provider on disconnecting', async () => {
  const [user, other] = [await app.signUp(), await app.signUp()]
  await connectGoogle(user, { grant: 'canary-of-user' })
  await connectGoogle(other, { grant: 'canary-of-other', address: 'other@gmail.example' })
  await other.mailboxes.connectSmtp({ body: server })
  await other.mailboxes.selectMailbox({ params: { kind: 'google' } })
  await Promise.all([sendInquiry(user), sendInquiry(other)])
  await app.deliver()
  const dump = async () => JSON.stringify((await app.pool.query('select * from mailbox')).rows)
  expect(await dump()).not.toMatch(/canary|right|access \d/)

  await app.pool.query(
    `update mailbox m set sealed_grant = o.sealed_grant, sealed_access = o.sealed_access from mailbox o where o.kind = m.kind and m.kind = 'google' and o.user_id <> m.user_id`,
  )
  const { id } = await sendInquiry(user)
  const before = provider.handedOver.length
  await app.deliver()
  expect(provider.handedOver.length).toBe(before)
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'queued' })
  await user.emails.undoEmail({ params: { id } })

  await connectGoogle(user, { grant: 'canary-of-user' })
  provider.isUp = false
  await user.mailboxes.disconnectMailbox({ params: { kind: 'google' } })
  await app.deliver()
  expect(await user.mailboxes.listMailboxes()).toMatchObject([{ kind: 'relay', isSelected: true }])
  expect(JSON.stringify((await app.pool.query('select * from due_work')).rows)).not.toContain('canary')
  provider.isUp = true
  app.clock.advance(3_600_000)
  await app.deliver()
  app.clock.advance(86_400_000)
  await app.deliver()
  expect(provider.revoked).toEqual(['canary-of-user'])
})

test('mail that waits for a mailbox which is gone, or is another’s now, does not leave from elsewhere', async () => {
  const user = await app.signUp()
  await connectGoogle(user)
  const gone = await sendInquiry(user)
  await user.mailboxes.disconnectMailbox({ params: { kind: 'google' } })
  await app.deliver()
  await connectGoogle(user)
  const changed = await sendInquiry(user)
  await connectGoogle(user, { address: 'another@gmail.example' })
  await app.deliver()

  for (const { id } of [gone, changed])
    expect(await user.emails.getEmail({ params: { id } })).toMatchObject({
      state: 'failed',
      failure: 'maria@gmail.example is no longer connected. Send it again from another mailbox.',
    })
  expect((await user.account.getMe()).emails).toBe(50)
})

test('the way to a provider that connects a mailbox begins with a ticket for this person, this provider and this browser', async () => {
  const user = await app.signUp()
  const challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url')
  const { url } = await user.mailboxes.beginConnecting({ params: { kind: 'google' }, body: { challenge } })
  const open = (path: string) => app.app.inject({ method: 'GET', url: path })
  const path = url.slice('https://loadping.test'.length)
  const elsewhere = 'https://loadping.test/email?problem=failed'

  expect((await open(path)).headers.location).toBe('https://accounts.google.example/ask')
  expect((await open(path.replace('/auth/dash-auth', '/auth/outlook'))).headers.location).toBe(elsewhere)
  expect((await open(path.replace(challenge, 'A'.repeat(43)))).headers.location).toBe(elsewhere)
  app.clock.advance(61_000)
  expect((await open(path)).headers.location).toBe(elsewhere)
  await expect(user.mailboxes.finishConnecting({ body: { code: 'A'.repeat(43), verifier: 'v'.repeat(43) } })).rejects.toMatchObject({ code: 'invalid-input' })
})
