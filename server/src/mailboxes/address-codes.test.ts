import { beforeAll, beforeEach, expect, test } from 'vitest'
import { suppress } from '../suppression/suppression.service.ts'
import { codesOf } from '../testing/codes-of.ts'
import { expectSameInHtml, expectWellMade } from '../testing/email-assertions.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { connectGoogle, type ProviderApp, providerApp } from '../testing/provider-app.ts'
import type { TestApp, TestUser } from '../testing/test-app.ts'

let on: ProviderApp
let app: TestApp
beforeAll(async () => {
  on = await providerApp()
  app = on.app
})
beforeEach(() => on.reset())

const server = { host: 'mail.redbud.example', port: 465, user: 'maria', password: 'right' } as const
let count = 0
const newAddress = () => `dispatch${++count}@redbud.example`

const connect = (user: TestUser, changes: Partial<Parameters<TestUser['mailboxes']['connectSmtp']>[0]['body']>) =>
  user.mailboxes.connectSmtp({ body: { ...server, address: user.email, ...changes } })

/** Requests a code and reads it from the email. */
async function requestCode(user: TestUser, address: string): Promise<string> {
  expect(await connect(user, { address })).toEqual({ mailbox: null })
  const message = app.sent.at(-1)
  expect(message?.to).toBe(address)
  return /^(\d{6}) is your/.exec(message?.subject ?? '')?.[1] ?? ''
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const addressesOf = async (user: TestUser) => (await user.mailboxes.listMailboxes()).map(({ address }) => address)

test('[D3.1] [E15] a server sends as another address after a code that only its inbox gets', async () => {
  const user = await app.signUp()
  const address = newAddress()
  const before = app.sent.length
  const code = await requestCode(user, address)

  // One email, and by the product: the user's own server would show its owner any code.
  expect(app.sent.slice(before)).toMatchObject([{ to: address, from: { address: 'hello@loadping.example' } }])
  expectWellMade(app.sent.at(-1))
  expectSameInHtml(app.sent.at(-1))
  expect(await addressesOf(user)).toEqual([user.email])
  const { rows } = await app.pool.query('select * from address_code where address = $1', [address])
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${code}|right`))

  expect(await connect(user, { address, code })).toMatchObject({
    mailbox: { kind: 'smtp', address, isDefault: true, server: { host: server.host } },
  })
  expect(app.sent.at(-1)).toMatchObject({ to: address, from: { address } })
  await sendInquiry(user)
  await app.runDueJobs()
  expect(app.sent.at(-1)).toMatchObject({ to: 'loads@quillon.example', from: { address } })
})

test('[E15] an address of a connected mailbox, in any case and with spaces, needs no other code', async () => {
  const user = await app.signUp()
  const address = `Maria${++count}@gmail.example`
  await connectGoogle(on, user, { address })

  expect(await connect(user, { address: ` ${address.toUpperCase()} ` })).toMatchObject({
    mailbox: { kind: 'smtp', address: address.toLowerCase() },
  })
})

test('[E15] a code works once, for its user, address, server and username, and not after 10 minutes', async () => {
  const user = await app.signUp()
  const stranger = await app.signUp()
  const address = newAddress()
  const code = await requestCode(user, address)

  expect(
    await codesOf([
      connect(stranger, { address, code }),
      connect(user, { address: newAddress(), code }),
      connect(user, { address, code, host: 'mail.evil.example' }),
      connect(user, { address, code, port: 587 }),
      connect(user, { address, code, user: 'other' }),
    ]),
  ).toEqual(['invalid-input'])
  expect(await addressesOf(stranger)).toEqual([stranger.email])
  await connect(user, { address, code })
  await user.mailboxes.disconnectMailbox({ body: { kind: 'smtp', address } })
  await expect(connect(user, { address, code })).rejects.toMatchObject({ fields: { code: expect.any(String) } })

  const late = await requestCode(user, address)
  app.clock.advance(600_001)
  await expect(connect(user, { address, code: late })).rejects.toMatchObject({ code: 'invalid-input' })
  expect(await addressesOf(user)).toEqual([user.email])
})

test('[E15] five wrong codes, and a newer code, end a code', async () => {
  const user = await app.signUp()
  const address = newAddress()
  const code = await requestCode(user, address)
  for (let tries = 0; tries < 5; tries++)
    await expect(connect(user, { address, code: other(code) })).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(connect(user, { address, code })).rejects.toMatchObject({ code: 'invalid-input' })

  const older = await requestCode(user, address)
  const newer = await requestCode(user, address)
  if (older !== newer)
    await expect(connect(user, { address, code: older })).rejects.toMatchObject({ code: 'invalid-input' })
  const results = await Promise.allSettled([1, 2, 3].map(() => connect(user, { address, code: newer })))
  expect(results.filter(({ status }) => status === 'fulfilled')).not.toEqual([])
  expect(await addressesOf(user)).toEqual([address, user.email])
})

test.each([
  'Maria <ceo@quillon.example>',
  '"ceo@quillon.example" <x@evil.example>',
  'ceo@quillon.example, x@evil.example',
  'ceo@quillon.example\r\nBcc: x@evil.example',
  'ceo@mailinator.com',
])('[E15] “%s” is no address to send as', async (address) => {
  const user = await app.signUp()
  const before = app.sent.length
  await expect(connect(user, { address })).rejects.toMatchObject({ fields: { address: expect.any(String) } })
  expect(app.sent).toHaveLength(before)
})

test('a refused login sends no code, and after a code leaves it valid for another try', async () => {
  const user = await app.signUp()
  const address = newAddress()
  const before = app.sent.length
  await expect(connect(user, { address, password: 'wrong' })).rejects.toMatchObject({
    fields: { password: expect.stringContaining('535') },
  })
  expect(app.sent).toHaveLength(before)

  const code = await requestCode(user, address)
  await expect(connect(user, { address, code, password: 'wrong' })).rejects.toMatchObject({
    fields: { password: expect.stringContaining('535') },
  })
  expect(await connect(user, { address, code })).toMatchObject({ mailbox: { address } })
})

test('an address gets five codes in 15 minutes, from all users together', async () => {
  const user = await app.signUp()
  const stranger = await app.signUp()
  const address = newAddress()
  for (let requests = 0; requests < 5; requests++) await requestCode(requests % 2 ? user : stranger, address)
  const before = app.sent.length

  expect(await codesOf([connect(user, { address }), connect(stranger, { address })])).toEqual(['too-many'])
  expect(app.sent).toHaveLength(before)
  app.clock.advance(901_000)
  await requestCode(await app.signUp(), address)
})

test.each(['inquiry', 'product'] as const)('[E20] an address suppressed for %s emails gets no code', async (scope) => {
  const user = await app.signUp()
  const address = newAddress()
  await suppress(app.deps, address, scope, 'complained')
  const before = app.sent.length

  const reason = `We can't email ${address}: an earlier email bounced or was opted out of. Enter another address.`
  await expect(connect(user, { address })).rejects.toMatchObject({ message: reason, fields: { address: reason } })
  expect(app.sent).toHaveLength(before)
})
