import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sendInquiry, tracesOf } from '../testing/inquiries.ts'
import { connectGoogle, type Provider, type ProviderApp, providerApp } from '../testing/provider-app.ts'
import type { TestApp, TestUser } from '../testing/test-app.ts'
import { connectMailbox } from './mailboxes.service.ts'

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
const server = { host: 'mail.redbud.example', port: 465, user: 'maria', password: 'right' } as const

test('[E08] of many emails that find the access token expired one refreshes it and all use the result', async () => {
  const user = await app.signUp()
  await connect(user)
  await Promise.all(Array.from({ length: 12 }, () => sendInquiry(user)))

  await app.runDueJobs()

  expect(provider.usedRefreshTokens).toHaveLength(1)
  expect(provider.acceptedTokens).toEqual(Array(12).fill('access 1'))
  app.clock.advance(3_600_000)
  await sendInquiry(await app.signUp(user.email))
  await app.runDueJobs()
  expect(provider.usedRefreshTokens).toHaveLength(2)
})

test('[E08] a rejected access token is refreshed and the email retried once, sent once in all', async () => {
  const user = await app.signUp()
  await connect(user)
  await sendInquiry(user)
  await app.runDueJobs()
  provider.answer = (accessToken) =>
    accessToken === 'access 1' ? { outcome: 'unauthorized', reason: '401' } : { outcome: 'accepted' }

  const { id } = await sendInquiry(user)
  await app.runDueJobs()

  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'sent' })
  expect(provider.acceptedTokens).toEqual(['access 1', 'access 2'])
  expect(app.sent.filter(({ messageId }) => messageId.includes(id))).toHaveLength(1)
})

test('[D3.1] [D13.15] emails of a revoked mailbox wait for it, say so, and go out once it is back', async () => {
  const user = await app.signUp()
  await connect(user)
  provider.refreshResult = () => ({ outcome: 'rejected', reason: 'invalid_grant' })
  const one = await sendInquiry(user)
  const other = await sendInquiry(user)

  await app.runDueJobs()

  const failure = 'Google no longer allows us to send from maria@gmail.example. Reconnect it.'
  const waits = { state: 'queued', failure, sellBy: one.sellBy, waiting: { reason: 'reconnect', use: null } }
  expect(await user.emails.getEmail({ params: { id: one.id } })).toMatchObject(waits)
  expect(await user.emails.getEmail({ params: { id: other.id } })).toMatchObject({ state: 'queued' })
  expect(await user.account.getMe()).toMatchObject({ accountVerified: false, emails: 48 })
  expect(await user.mailboxes.listMailboxes()).toMatchObject([
    { kind: 'google', isDefault: true, failure },
    { kind: 'relay' },
  ])
  await expect(sendInquiry(user)).rejects.toMatchObject({ code: 'not-allowed', status: 403 })

  provider.refreshResult = () => ({ outcome: 'refreshed', accessToken: 'fresh', seconds: 3_600 })
  await connect(user)
  expect(await user.account.getMe()).toMatchObject({ accountVerified: true })
  app.clock.advance(30_000)
  await app.runDueJobs()
  expect(provider.acceptedTokens).toEqual(['fresh', 'fresh'])
})

test('[D13.15] an email whose mailbox stays unconnected fails at its sell-by and returns its unit', async () => {
  const user = await app.signUp()
  await connect(user)
  provider.refreshResult = () => ({ outcome: 'rejected', reason: 'invalid_grant' })
  const { id } = await sendInquiry(user)
  await app.runDueJobs()

  app.clock.advance(15 * 60_000)
  await app.runDueJobs()

  const email = await (await app.signUp(user.email)).emails.getEmail({ params: { id } })
  expect(email).toMatchObject({ state: 'failed', failureCode: 'too-late' })
  expect(email.failure).toMatch(/^It could not be sent in time\. Google no longer allows us/)
  expect(await tracesOf(app, user)).toMatchObject({ used: 0, queued: 0 })
})

test('[D13.7] emails of a mailbox whose password login Microsoft switched off wait for Outlook', async () => {
  const user = await app.signUp()
  const { userId, email: address } = user
  const office = JSON.stringify({ host: 'smtp.office365.com', port: 587, user: 'maria', password: 'switched off' })
  await connectMailbox(app.deps, { userId, kind: 'smtp', address }, office)
  const { id, sellBy } = await sendInquiry(user)
  await app.runDueJobs()

  const waits = { state: 'queued', sellBy, waiting: { reason: 'password-login' } }
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject(waits)
  const failure = expect.stringMatching(/^Microsoft, or the administrator.*Connect Outlook/)
  expect((await user.mailboxes.listMailboxes())[0]).toMatchObject({ kind: 'smtp', failure, isLoginOff: true })

  await connectMailbox(app.deps, { userId, kind: 'outlook', address }, 'credentials')
  expect(await user.inquiries.getWaitingOffer()).toEqual({ emails: 1, mailbox: { kind: 'outlook', address } })
})

test('a clock step during a refresh starts no second refresh and loses no rotated token', async () => {
  const user = await app.signUp()
  await connect(user)
  let other = Promise.resolve()
  provider.refreshResult = async () => {
    provider.refreshResult = () => ({ outcome: 'rejected', reason: 'invalid_grant' })
    app.clock.advance(120_000)
    await sendInquiry(user)
    other = app.runDueJobs()
    await sleep(50) // time for a second refresh
    return { outcome: 'refreshed', accessToken: 'fresh', seconds: 3_600, refreshToken: 'rotated' }
  }

  await sendInquiry(user)
  await app.runDueJobs()
  await other

  expect(provider.usedRefreshTokens).toHaveLength(1)
  expect(provider.acceptedTokens).toEqual(['fresh', 'fresh'])
  app.clock.advance(3_600_000)
  await sendInquiry(await app.signUp(user.email))
  await app.runDueJobs()
  expect(provider.usedRefreshTokens.at(-1)).toBe('rotated')
})

test('while a provider is unreachable emails wait, and a rotated refresh token is saved', async () => {
  const user = await app.signUp()
  await connect(user)
  provider.refreshResult = () => ({ outcome: 'unavailable', reason: 'Google cannot be reached' })
  const { id } = await sendInquiry(user)
  await app.runDueJobs()
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({
    state: 'queued',
    failure: 'Google cannot be reached',
  })

  provider.refreshResult = () => ({ outcome: 'refreshed', accessToken: 'short', seconds: 60, refreshToken: 'rotated' })
  app.clock.advance(60_000)
  await app.runDueJobs()
  provider.refreshResult = () => ({ outcome: 'refreshed', accessToken: 'next', seconds: 3_600 })
  await sendInquiry(user)
  await app.runDueJobs()
  expect(provider.usedRefreshTokens.at(-1)).toBe('rotated')
})

test('[E17] credentials are encrypted for their owner, and revoked at the provider on disconnect', async () => {
  await app.pool.query('delete from mailbox') // of other tests, which send from the same account at the provider
  const user = await app.signUp()
  const other = await app.signUp()
  await connect(user, { credentials: 'canary-of-user' })
  const othersGmail = { ...gmail, address: 'other@gmail.example' }
  await connect(other, { credentials: 'canary-of-other', address: othersGmail.address })
  await other.mailboxes.connectSmtp({ body: { ...server, address: other.email } })
  await other.mailboxes.setDefaultMailbox({ body: othersGmail })
  await Promise.all([sendInquiry(user), sendInquiry(other)])
  await app.runDueJobs()
  const dump = async () => JSON.stringify((await app.pool.query('select * from mailbox')).rows)
  expect(await dump()).not.toMatch(/canary|right|access \d/)

  await app.pool.query(
    `update mailbox m set encrypted_credentials = o.encrypted_credentials, encrypted_access_token = o.encrypted_access_token from mailbox o where o.kind = m.kind and m.kind = 'google' and o.user_id <> m.user_id`,
  )
  const { id } = await sendInquiry(user)
  const before = provider.acceptedTokens.length
  await app.runDueJobs()
  expect(provider.acceptedTokens.length).toBe(before)
  const credentialsUnreadable = 'We lost access to this mailbox. Reconnect it.'
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({
    state: 'queued',
    failure: credentialsUnreadable,
  })
  expect(await user.mailboxes.listMailboxes()).toMatchObject([
    { kind: 'google', failure: credentialsUnreadable },
    { kind: 'relay' },
  ])

  await connect(user, { credentials: 'canary-of-user' })
  provider.isUp = false
  await user.mailboxes.disconnectMailbox({ body: gmail })
  await app.runDueJobs()
  expect(await user.mailboxes.listMailboxes()).toMatchObject([{ kind: 'relay', isDefault: true }])
  expect(JSON.stringify((await app.pool.query('select * from job')).rows)).not.toContain('canary')
  provider.isUp = true
  app.clock.advance(3_600_000)
  await app.runDueJobs()
  app.clock.advance(86_400_000)
  await app.runDueJobs()
  expect(provider.revoked).toEqual(['canary-of-user'])
})

test('a revoked permission is recorded also when its token was just rotated', async () => {
  const user = await app.signUp()
  await connect(user)
  provider.refreshResult = () => ({
    outcome: 'refreshed',
    accessToken: 'fresh',
    seconds: 3_600,
    refreshToken: 'rotated',
  })
  provider.answer = () => ({ outcome: 'unauthorized', reason: '403' })

  await sendInquiry(user)
  await app.runDueJobs()

  expect(await user.account.getMe()).toMatchObject({ accountVerified: false })
  expect(await user.mailboxes.listMailboxes()).toMatchObject([
    { kind: 'google', failure: expect.any(String) },
    { kind: 'relay' },
  ])
})

test('[E17] a permission stays while somebody else sends from the same account', async () => {
  const user = await app.signUp()
  const dispatcher = await app.signUp()
  await app.runDueJobs() // jobs that other tests left queued
  provider.revoked = []
  const shared = { kind: 'google', address: 'dispatch@gmail.example' } as const
  for (const one of [user, dispatcher]) await connect(one, { credentials: one.userId, address: shared.address })

  await user.mailboxes.disconnectMailbox({ body: shared })
  await app.runDueJobs()
  expect(provider.revoked).toEqual([])

  await dispatcher.mailboxes.disconnectMailbox({ body: shared })
  await app.runDueJobs()
  expect(provider.revoked).toEqual([dispatcher.userId])
})

test('[E17] disconnecting one of two accounts revokes only its permission; reconnecting it keeps it', async () => {
  await app.pool.query('delete from mailbox') // of other tests, which send from the same account at the provider
  const user = await app.signUp()
  await app.runDueJobs() // jobs that other tests left queued
  provider.revoked = []
  await connect(user, { credentials: 'first' })
  const other = { kind: 'google', address: 'other@gmail.example' } as const
  await connect(user, { credentials: 'second', address: other.address })
  await user.mailboxes.disconnectMailbox({ body: gmail })
  await app.runDueJobs()
  expect(provider.revoked).toEqual(['first'])

  provider.isUp = false
  await user.mailboxes.disconnectMailbox({ body: other })
  await app.runDueJobs()
  await connect(user, { credentials: 'third', address: other.address })
  provider.isUp = true
  app.clock.advance(3_600_000)
  await app.runDueJobs()
  expect(provider.revoked).toEqual(['first']) // revoking it would end the third too
})
