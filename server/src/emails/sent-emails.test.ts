import { beforeAll, expect, test } from 'vitest'
import type { DeliveryResult } from '../integrations/mailbox.ts'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

async function sentInto(user: TestUser, outcome: DeliveryResult) {
  const { id } = await sendInquiry(user)
  app.mailbox.answer = () => outcome
  await app.runDueJobs()
  app.mailbox.answer = undefined
  app.clock.advance(1)
  return id
}

/** Creates one email of each state: sent, failed, unknown, undone, and queued for a retry. */
async function oneOfEach(user: TestUser) {
  const sent = await sentInto(user, { outcome: 'accepted' })
  const failed = await sentInto(user, { outcome: 'rejected', reason: '550 no such user' })
  const unknown = await sentInto(user, { outcome: 'unknown', reason: 'The mail server closed the connection' })
  const undone = await sendInquiry(user)
  await user.inquiries.undoEmail({ params: { id: undone.id } })
  app.clock.advance(1)
  const waiting = await sentInto(user, { outcome: 'retry', reason: '421 busy' })
  return { sent, failed, unknown, undone: undone.id, waiting }
}

const list = async (user: TestUser, query: Parameters<TestUser['emails']['listEmails']>[0]['query'] = {}) =>
  (await user.emails.listEmails({ query })).emails

test('[D3.7] a user sees sent, queued, failed and unknown emails, newest first, with reasons', async () => {
  const user = await app.signUp()
  const { sent, failed, unknown, undone, waiting } = await oneOfEach(user)

  expect((await list(user)).map(({ id }) => id)).toEqual([waiting, undone, unknown, failed, sent])
  expect(await list(user, { group: 'waiting' })).toMatchObject([
    { id: waiting, state: 'queued', failure: '421 busy', dueAt: expect.any(String) },
  ])
  expect(await list(user, { group: 'sent' })).toMatchObject([{ id: sent, dueAt: null, sentAt: expect.any(String) }])
  expect(await list(user, { group: 'failed' })).toMatchObject([{ id: failed, failure: '550 no such user' }])
  expect(await list(user, { group: 'unknown' })).toMatchObject([
    { id: unknown, failure: 'The mail server closed the connection' },
  ])
  expect(await list(user, { group: 'undone' })).toMatchObject([{ id: undone }])
  expect((await list(user, { group: 'attention' })).map(({ id }) => id)).toEqual([unknown, failed])
  expect(await user.emails.countEmails()).toEqual({ waiting: 1, failed: 1, unknown: 1 })
  expect((await user.home.getHome({ query: {} })).emails).toEqual({ waiting: 1, failed: 1, unknown: 1 })
  await user.inquiries.undoEmail({ params: { id: waiting } })
})

test('[E23] a failure needs attention until the user resolves it, one at a time or all', async () => {
  const user = await app.signUp()
  const { sent, failed, unknown } = await oneOfEach(user)

  expect(await user.emails.dismissEmail({ params: { id: failed } })).toMatchObject({
    state: 'failed',
    needsAttention: false,
  })
  expect((await list(user, { group: 'attention' })).map(({ id }) => id)).toEqual([unknown])
  expect(await user.emails.dismissEmail({ params: { id: sent } })).toMatchObject({
    state: 'sent',
    needsAttention: false,
  })
  await user.emails.dismissEmails()

  expect(await list(user, { group: 'attention' })).toEqual([])
  expect((await list(user, { group: 'unknown' })).map(({ id }) => id)).toEqual([unknown])
  expect(await user.emails.countEmails()).toMatchObject({ failed: 0, unknown: 0 })
  await expect(
    user.emails.dismissEmail({ params: { id: await sentInto(await app.signUp(), { outcome: 'accepted' }) } }),
  ).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('a long list comes in pages of fifty without repeats, also while emails are added', async () => {
  const user = await app.signUp()
  await user.account.saveUserInfo({ body: { userType: 'broker', trucksAmount: 1, loadboards: [] } })
  // The clock does not advance, so many have the same time.
  for (let sent = 0; sent < 120; sent++) await sendInquiry(user)

  const first = await user.emails.listEmails({ query: {} })
  app.clock.advance(1_000)
  await sendInquiry(user)
  const second = await user.emails.listEmails({ query: { before: first.next ?? '' } })
  const third = await user.emails.listEmails({ query: { before: second.next ?? '' } })

  const ids = [first, second, third].flatMap(({ emails }) => emails.map(({ id }) => id))
  expect([first, second, third].map(({ emails }) => emails.length)).toEqual([50, 50, 20])
  expect(new Set(ids).size).toBe(120)
  expect(third.next).toBeNull()
  for (const before of [
    'x',
    `2026-01-01T00:00:00.000Z_${'-'.repeat(36)}`,
    '2026-11-20T20:00:00.000Z_x',
    `_${first.emails[0]?.id}`,
  ])
    await expect(user.emails.listEmails({ query: { before } })).rejects.toMatchObject({ code: 'invalid-input' })
})

test('the search matches recipient, subject and company, and takes every character literally', async () => {
  const user = await app.signUp()
  await sendInquiry(user, { load: buildLoad({ company: '100% Freight_Co', contactEmail: 'one@alpha.example' }) })
  await sendInquiry(user, {
    load: buildLoad({ company: 'Other', contactEmail: 'two@beta.example', reference: 'ZX81' }),
  })
  const found = async (search: string) => (await list(user, { search })).map(({ to }) => to)

  expect(await found('ALPHA')).toEqual(['one@alpha.example'])
  expect(await found('zx81')).toEqual(['two@beta.example'])
  expect(await found('100%')).toEqual(['one@alpha.example'])
  expect(await found('freight_')).toEqual(['one@alpha.example'])
  for (const wild of ['%', '_', '\\', "'; drop table email; --"]) expect(await found(`${wild}beta`)).toEqual([])
  expect(await list(await app.signUp(), { search: 'alpha' })).toEqual([])
})

test('[D3.6] an email is stored as sent, with recipient, template version, load and formula inputs', async () => {
  const user = await app.signUp()
  const draft = { name: 'Ask', subject: 'Load {{ref}}', cc: ['boss@redbud.example'], labels: [] }
  const template = await user.templates.createTemplate({ body: { ...draft, template: '<p>first</p>' } })
  const save = (body: string) =>
    user.templates.updateTemplate({ params: { id: template.id }, body: { ...draft, template: body } })
  await save('<p>{{rate:trip+10% to 25}} for <b>{{trip}}</b> mi</p>')
  const load = buildLoad()
  const { id } = await sendInquiry(user, { templateId: template.id, load })
  await app.runDueJobs()
  await save('<p>changed</p>')
  await user.templates.deleteTemplate({ params: { id: template.id } })

  const details = await user.emails.getEmailDetails({ params: { id } })
  const left = app.sent.find(({ messageId }) => messageId === details.messageId)

  expect(details).toMatchObject({
    from: left?.from,
    replyTo: user.email,
    mailbox: 'relay',
    cc: ['boss@redbud.example'],
    html: '<p>$2,550 for <b>926</b> mi</p>',
    text: '$2,550 for 926 mi',
    templateId: template.id,
    templateVersion: 2,
    load,
    inputs: { formula: 'trip+10% to 25', values: { trip: '926', rate: '$2,315', ref: 'Q48213' } },
  })
  expect({ html: left?.html, text: left?.text, cc: left?.cc }).toEqual({
    html: details.html,
    text: details.text,
    cc: details.cc,
  })
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({
    to: left?.to,
    subject: left?.subject,
    templateName: 'Ask',
    askCents: 255_000,
  })
  await expect((await app.signUp()).emails.getEmailDetails({ params: { id } })).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('all of many failures are dismissed at once', async () => {
  const user = await app.signUp()
  const id = await sentInto(user, { outcome: 'rejected', reason: '550 no such user' })
  const columns = `state, template_id, template_version, template_name, from_address, from_name, reply_to, to_address, cc,
    subject, html, load, created_at, mailbox_kind, load_key, template_inputs`
  await app.pool.query(
    `insert into email (user_id, id, ${columns})
     select user_id, gen_random_uuid(), ${columns} from email, generate_series(1, 2500) where id = $1`,
    [id],
  )
  expect(await user.emails.countEmails()).toMatchObject({ failed: 2_501 })

  await user.emails.dismissEmails()

  expect(await user.emails.countEmails()).toMatchObject({ failed: 0 })
})

test('an email with the longest recipient, subject and company is stored and found', async () => {
  const user = await app.signUp()
  const [template] = await user.templates.listTemplates()
  const to = `${'t'.repeat(60)}@${'long.'.repeat(36)}example`
  const written = { name: 'Long', subject: '\u{1F69B}'.repeat(127), template: '<p>x</p>', cc: [], labels: [] }
  await user.templates.updateTemplate({ params: { id: template?.id ?? '' }, body: written })

  const { id } = await sendInquiry(user, { to, load: buildLoad({ company: '\u{24B62}'.repeat(60) }) })

  expect(await list(user, { search: '\u{24B62}'.repeat(40) })).toMatchObject([{ id, to }])
})
