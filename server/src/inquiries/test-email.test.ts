import type { Client } from '@loadping/contract/client'
import { beforeAll, expect, test } from 'vitest'
import { setSwitch } from '../kill-switches/kill-switches.service.ts'
import { connectMailbox } from '../mailboxes/mailboxes.service.ts'
import { suppress } from '../suppression/suppression.service.ts'
import { buildLoad, noTraces, tracesOf } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp()
  user = await app.signUp()
})

type Draft = Partial<Parameters<Client['inquiries']['sendTestEmail']>[0]['body']>

const sendTest = (draft: Draft = {}, as = user) =>
  as.inquiries.sendTestEmail({
    body: {
      subject: '{{origin}} to {{dest}}',
      template: '<p>Ask {{rate:trip+8% to 5}}</p>',
      load: buildLoad(),
      ...draft,
    },
  })

test('a test of an unsaved template goes to the sender alone, filled as a broker would get it', async () => {
  expect(await sendTest()).toEqual({ to: user.email })

  expect(app.sent.at(-1)).toMatchObject({
    to: user.email,
    cc: [],
    subject: '[Test] Joliet, IL to Dallas, TX',
    html: '<p>Ask $2,500</p>',
    text: 'Ask $2,500',
    replyTo: user.email,
  })
})

test("a test has the sender's profile and snippets", async () => {
  const sender = await app.signUp()
  await sender.account.saveProfile({ body: { mc: '123456' } })
  await sender.snippets.saveSnippet({ params: { name: 'van' }, body: { text: '53 ft' } })

  await sendTest({ template: '<p>MC {{mc}}, {{snippet:van}}</p>' }, sender)

  expect(app.sent.at(-1)).toMatchObject({ html: '<p>MC 123456, 53 ft</p>' })
})

test('a test is no inquiry: nothing is stored, counted or charged', async () => {
  const before = await user.account.getMe()
  await sendTest()

  expect(await tracesOf(app, user)).toEqual(noTraces)
  expect((await user.account.getMe()).emails).toBe(before.emails)
  expect((await user.emails.listEmails({ query: {} })).emails).toEqual([])
})

test('a test is sent from the default mailbox, and says why its delivery failed', async () => {
  const gmail = await app.signUp()
  await connectMailbox(
    app.deps,
    { userId: gmail.userId, kind: 'smtp', address: 'maria@redbud.example' },
    JSON.stringify({ host: 'mail.redbud.example', port: 465, user: 'u', password: 'p' }),
  )

  await sendTest({}, gmail)
  expect(app.sent.at(-1)).toMatchObject({ to: gmail.email, from: { address: 'maria@redbud.example' } })
  app.mailbox.answer = () => ({ outcome: 'retry', reason: 'The server is busy' })
  await expect(sendTest({}, gmail)).rejects.toMatchObject({ code: 'unavailable', message: 'The server is busy' })
  app.mailbox.answer = undefined
})

test('neither the recipient of a test nor a Cc can be chosen', async () => {
  for (const extra of [{ to: 'all@evil.example' }, { cc: ['all@evil.example'] }, { confirmed: true }])
    await expect(sendTest(extra as Draft)).rejects.toMatchObject({ code: 'invalid-input' })
  await sendTest({ load: buildLoad({ contactEmail: 'loads@quillon.example' }) })
  expect(app.sent.at(-1)).toMatchObject({ to: user.email, cc: [] })
})

test('[D4.3] a test asks for missing values as an inquiry does', async () => {
  const draft = { template: '<p>{{ref}} {{mc}}</p>', load: buildLoad({ reference: undefined }) }

  await expect(sendTest(draft)).rejects.toMatchObject({
    code: 'missing-values',
    fields: { 'values/ref': 'Missing from this load', 'values/mc': 'Missing from this load' },
  })
  await sendTest({ ...draft, values: { ref: 'Q1', mc: '123456' } })
  expect(app.sent.at(-1)?.html).toBe('<p>Q1 123456</p>')
})

test('[E12] a test sanitizes its body and refuses unknown placeholders', async () => {
  await sendTest({ template: '<p onclick="x">Hi<script>alert(1)</script></p>', subject: 'x\u0041' })
  expect(app.sent.at(-1)).toMatchObject({ html: '<p>Hi</p>', subject: '[Test] xA' })
  await expect(sendTest({ template: '<p>{{constructor}}</p>' })).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(sendTest({ subject: 'x\r\nBcc: all@evil.example' })).rejects.toMatchObject({ code: 'invalid-input' })
})

test('[2.40] without a mailbox no test is sent', async () => {
  const other = await app.signUp()
  await other.mailboxes.disconnectMailbox({ body: { kind: 'relay', address: other.email } })

  await expect(sendTest({}, other)).rejects.toMatchObject({ code: 'not-allowed' })
})

test('[E19] tests obey the throttle, and are refused while sending is off', async () => {
  const other = await app.signUp()
  app.deps.sendSettings.throttle = { perSecond: 1, perMinute: 2, atOnce: 2 }
  await sendTest({}, other)
  await expect(sendTest({}, other)).rejects.toMatchObject({ code: 'too-many' })
  app.deps.sendSettings.throttle = { perSecond: 1_000, perMinute: 1_000, atOnce: 1_000 }

  await setSwitch(app.deps, 'sends', true)
  await expect(sendTest({}, other)).rejects.toMatchObject({ code: 'unavailable' })
  await setSwitch(app.deps, 'sends', false)
})

test('a user sends at most five tests a minute', async () => {
  const payload = { subject: 's', template: 't', load: buildLoad() }
  const sendAs = async ({ accessToken }: TestUser) =>
    app.app.inject({
      method: 'POST',
      url: '/emails/test',
      remoteAddress: '198.51.100.1',
      headers: { authorization: `Bearer ${accessToken}` },
      payload,
    })

  const answers = await Promise.all(Array.from({ length: 7 }, () => sendAs(user)))

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 429, 429])
  expect((await sendAs(await app.signUp())).statusCode).toBe(200)
})

test('a test is not sent to an address that is suppressed', async () => {
  const bounced = await app.signUp()
  await suppress(app.deps, bounced.email, 'inquiry', 'bounced')

  await expect(sendTest({}, bounced)).rejects.toMatchObject({ code: 'not-allowed' })
  expect(app.sent.some(({ to, subject }) => to === bounced.email && subject.startsWith('[Test]'))).toBe(false)
})
