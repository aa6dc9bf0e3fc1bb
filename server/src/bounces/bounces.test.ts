import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BounceServer, startBounceServer } from '../integrations/bounce-server.ts'
import { connectMailbox } from '../mailboxes/mailboxes.service.ts'
import { bounceAddressOf, emailInBounceAddress } from '../relay/bounce-address.service.ts'
import { isSuppressed } from '../suppression/suppression.service.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { isBounceAddress, recordBounce } from './bounces.service.ts'

let app: TestApp
let server: BounceServer
beforeAll(async () => {
  app = await testApp({
    change: (deps) => ({ ...deps, sendSettings: { ...deps.sendSettings, bounceAddress: 'Returns@bounce.example' } }),
  })
  server = await startBounceServer(
    { host: '127.0.0.1', port: 0 },
    {
      isBounceAddress: (address) => isBounceAddress(app.deps, address),
      record: (report) => recordBounce(app.deps, report),
    },
  )
})
afterAll(() => server.stop())
beforeEach(() => clearSuppressions())

async function sent(user: TestUser) {
  const { id } = await sendInquiry(user)
  await app.runDueJobs()
  return { id, bounceAddress: app.sent.findLast(({ messageId }) => messageId.includes(id))?.bounceAddress ?? '' }
}

type ReportFields = { action?: string; status?: string; recipient?: string; diagnostic?: string }

/** Creates a bounce report as mail servers write it (RFC 3464). */
const report = ({
  action = 'failed',
  status = '5.1.1',
  recipient = 'loads@quillon.example',
  diagnostic = '550 5.1.1 User unknown',
}: ReportFields = {}) =>
  [
    'From: MAILER-DAEMON@mx.quillon.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b\r\nContent-Type: text/plain\r\n\r\nI am sorry.\r\n',
    '--b\r\nContent-Type: message/delivery-status\r\n',
    'Reporting-MTA: dns; mx.quillon.example\r\n',
    `Final-Recipient: rfc822; ${recipient}\r\nAction: ${action}\r\nStatus: ${status}\r\nDiagnostic-Code: smtp; ${diagnostic.replace(' ', '\r\n    ')}\r\n`,
    '--b--\r\n',
  ].join('\r\n')

const complaint = [
  'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
  '',
  '--b\r\nContent-Type: message/feedback-report\r\n',
  'Feedback-Type: abuse\r\nUser-Agent: Mailbox/1.0\r\nVersion: 1\r\nOriginal-Rcpt-To: <loads@quillon.example>\r\n',
  '--b--\r\n',
].join('\r\n')

const deliverTo = (to: string, raw: string) =>
  createTransport({ host: '127.0.0.1', port: server.port, ignoreTLS: true })
    .sendMail({ envelope: { from: '', to: [to] }, raw })
    .then(
      () => 'accepted',
      (error: { responseCode: number }) => error.responseCode,
    )

const used = async ({ userId }: TestUser) =>
  (await app.pool.query('select coalesce(sum(used), 0) as used from allowance where user_id = $1', [userId])).rows[0]
    .used
const read = (user: TestUser, id: string) => user.emails.getEmail({ params: { id } })
const clearSuppressions = () => app.pool.query('delete from suppression')

test('[D13.19] a bounce of a product email stops unrequested ones there, a forged one does not', async () => {
  const email = `${randomUUID()}@gone.example`
  const other = `${randomUUID()}@gone.example`
  for (const address of [email, other])
    await app.app.inject({ method: 'POST', url: '/auth/v2/tokenLink', payload: { email: address } })
  await app.runDueJobs()
  const bounceAddress = app.sent.findLast(({ to }) => to === email)?.bounceAddress ?? ''
  const stopped = () => Promise.all([email, other].map((address) => isSuppressed(app.deps, address, 'product')))

  expect(bounceAddress).toMatch(/^returns\+p[\da-z]{32}@bounce\.example$/)
  expect(await deliverTo(bounceAddress.replace(/.@/, '-@'), report({ recipient: email }))).toBe(550)
  expect(await deliverTo(bounceAddress, report({ recipient: other }))).toBe('accepted')
  expect(await deliverTo(bounceAddress, report({ recipient: email, status: '4.2.2' }))).toBe('accepted')
  expect(await stopped()).toEqual([false, false])
  expect(await deliverTo(bounceAddress, report({ recipient: email }))).toBe('accepted')
  expect(await stopped()).toEqual([true, false])
})

test('a bounced email is shown as failed, and its unit is refunded once', async () => {
  const user = await app.signUp()
  const { id, bounceAddress } = await sent(user)
  expect(bounceAddress).toMatch(/^returns\+[\da-z]{56}@bounce\.example$/)
  expect(await used(user)).toBe(1)

  const answers = [await deliverTo(bounceAddress, report()), await deliverTo(bounceAddress, report())]

  expect(answers).toEqual(['accepted', 'accepted'])
  expect(await read(user, id)).toMatchObject({
    state: 'failed',
    failure: 'Bounced: 550 5.1.1 User unknown',
    needsAttention: true,
  })
  expect(await used(user)).toBe(0)
})

const login = JSON.stringify({ host: 'mail.redbud.example', port: 465, user: 'maria', password: 'right' })

test('[D12.9] [D13.29] users see who gets no email, and allow who bounced from their own mailbox', async () => {
  const user = await app.signUp()
  const other = await app.signUp()
  const address = 'loads@quillon.example'
  const list = (by: TestUser) => by.emails.listSuppressedAddresses()
  const allow = (by: TestUser) => by.emails.allowSuppressedAddress({ body: { address } })
  const stateAfter = async (by: TestUser) => (await read(by, (await sent(by)).id)).state
  const { bounceAddress } = await sent(user)
  await deliverTo(bounceAddress, report())
  expect(await list(user)).toMatchObject([{ address, reason: 'bounced', isAllowed: false }])
  expect(await list(other)).toEqual([])

  expect(await allow(other)).toEqual([])
  expect([await allow(user), await allow(user)]).toMatchObject([[{ isAllowed: true }], [{ isAllowed: true }]])
  expect(await stateAfter(user)).toBe('failed')
  for (const { userId } of [user, other])
    await connectMailbox(app.deps, { userId, kind: 'smtp', address: `${userId}@redbud.example` }, login)
  expect([await stateAfter(user), await stateAfter(other)]).toEqual(['sent', 'failed'])
  expect(await list(other)).toMatchObject([{ address, reason: 'bounced', isAllowed: false }])

  await deliverTo(bounceAddress, complaint)
  await expect(allow(user)).rejects.toMatchObject({ code: 'not-allowed' })
  expect(await list(user)).toMatchObject([{ address, reason: 'complained', isAllowed: false }])
  expect(await stateAfter(user)).toBe('failed')
})

test('[D12.9] a mailbox with 30 emails or more shows its share of bounces', async () => {
  const user = await app.signUp()
  const share = async () => (await user.mailboxes.listMailboxes())[0]?.bounceShare
  const { bounceAddress } = await sent(user)
  await deliverTo(bounceAddress, report())
  await clearSuppressions()
  expect(await share()).toBeNull()

  await Promise.all(Array.from({ length: 29 }, () => sendInquiry(user, { to: 'other@quillon.example' })))
  await app.runDueJobs()
  expect(await share()).toBeCloseTo(1 / 30)
})

test('[E20] a suppressed address gets no more: queued emails fail and their units are refunded', async () => {
  for (const { raw, charged } of [
    { raw: report(), charged: 0 },
    { raw: complaint, charged: 1 },
  ]) {
    const user = await app.signUp()
    const { bounceAddress } = await sent(user)
    const waiting = await sendInquiry(user)
    const elsewhere = await sendInquiry(user, { to: 'other@quillon.example' })
    await deliverTo(bounceAddress, raw)
    const before = app.sent.length

    expect(await used(user)).toBe(charged + 2)
    await app.runDueJobs()

    expect(await used(user)).toBe(charged + 1)
    expect(await read(user, waiting.id)).toMatchObject({
      state: 'failed',
      failure: expect.stringContaining("We can't email loads@quillon.example"),
    })
    expect(await read(user, elsewhere.id)).toMatchObject({ state: 'sent' })
    expect(app.sent.slice(before).map(({ to }) => to)).toEqual(['other@quillon.example'])
    await clearSuppressions()
  }
})

test('a bounce of an email with copies, which left, refunds no unit', async () => {
  const user = await app.signUp()
  const template = await user.templates.createTemplate({
    body: { name: 'With copies', subject: 's', template: '<p>x</p>', cc: ['loads@quillon.example'], labels: [] },
  })
  const { id } = await sendInquiry(user, { templateId: template.id, to: user.email })
  await app.runDueJobs()
  const { bounceAddress = '', cc } = app.sent.findLast(({ messageId }) => messageId.includes(id)) ?? {}
  expect(cc).toEqual(['loads@quillon.example'])

  expect(await deliverTo(bounceAddress, report({ recipient: user.email }))).toBe('accepted')

  expect(await read(user, id)).toMatchObject({ state: 'failed' })
  expect(await used(user)).toBe(1)
  await clearSuppressions()
})

test('[E20] a suppressed Cc address is left out and the email goes to the others', async () => {
  const user = await app.signUp()
  const template = await user.templates.createTemplate({
    body: {
      name: 'With copies',
      subject: 's',
      template: '<p>x</p>',
      cc: ['loads@quillon.example', 'boss@redbud.example'],
      labels: [],
    },
  })
  const { bounceAddress } = await sent(user)
  await deliverTo(bounceAddress, report())

  await sendInquiry(user, { templateId: template.id, to: 'other@quillon.example' })
  await app.runDueJobs()

  expect(app.sent.at(-1)).toMatchObject({ to: 'other@quillon.example', cc: ['boss@redbud.example'] })
})

test.each([
  ['a delay', { action: 'delayed', status: '4.4.1' }, 'sent', 0],
  ['a full mailbox', { status: '5.2.2', diagnostic: '552 5.2.2 Over quota' }, 'failed', 0],
  ['a copy', { recipient: 'colleague@else.example' }, 'sent', 0],
  ['a delivery', { action: 'delivered', status: '2.0.0' }, 'sent', 0],
])(
  'a report of %s leaves the email %s and suppresses no address',
  async (_what, fields: ReportFields, state, suppressed) => {
    const user = await app.signUp()
    const { id, bounceAddress } = await sent(user)

    expect(await deliverTo(bounceAddress, report(fields))).toBe('accepted')

    expect(await read(user, id)).toMatchObject({ state })
    expect((await app.pool.query('select count(*) from suppression')).rows[0].count).toBe(suppressed)
  },
)

test('a bounce address can hold any user id and email id', () => {
  const ids = [
    '00000000-0000-7000-8000-000000000000',
    '01a20215-7072-7f80-97b2-7a6ab7dbdd16',
    'ffffffff-7fff-7777-bfff-7fffffffffff',
  ]
  const pairs = ids.flatMap((userId) => ids.map((emailId) => ({ userId, emailId })))

  expect(pairs.map((pair) => emailInBounceAddress(app.deps, bounceAddressOf(app.deps, pair) ?? ''))).toEqual(pairs)
})

test('only signed bounce addresses are accepted, and other messages change nothing', async () => {
  const user = await app.signUp()
  const { id, bounceAddress } = await sent(user)
  const forged = bounceAddress.replace(/.{8}@/, '00000000@')

  for (const address of [forged, 'returns@bounce.example', 'postmaster@bounce.example', user.email])
    expect(await deliverTo(address, report())).toBe(550)
  expect(await deliverTo(bounceAddress, 'Subject: Out of office\r\n\r\nBack on Monday.\r\n')).toBe('accepted')
  expect(await deliverTo(bounceAddress, `${report()}${'x'.repeat(2_000_000)}`)).toBe(552)

  expect(await read(user, id)).toMatchObject({ state: 'sent' })
})

test("bounce reports with hostile text, thousands of parts or a week's delay are harmless", async () => {
  const user = await app.signUp()
  const odd = await sent(user)
  const many = await sent(user)
  const late = await sent(user)

  expect(await deliverTo(odd.bounceAddress, report({ diagnostic: '550 no\u0000 \u202Esuch \u0007user' }))).toBe(
    'accepted',
  )
  expect(await read(user, odd.id)).toMatchObject({ state: 'failed', failure: 'Bounced: 550 no such user' })
  const blocks = 'Final-Recipient: rfc822; x@y.example\r\nAction: failed\r\nStatus: 5.0.0\r\n\r\n'.repeat(2_000)
  const begun = performance.now()
  expect(await deliverTo(many.bounceAddress, report().replace('Final-Recipient', `${blocks}Final-Recipient`))).toBe(
    'accepted',
  )
  expect(performance.now() - begun).toBeLessThan(2_000)
  app.clock.advance(8 * 86_400_000)
  expect(await deliverTo(late.bounceAddress, report())).toBe('accepted')
  const { rows } = await app.pool.query('select state from email where id = $1', [late.id])
  expect(rows[0].state).toBe('sent')
})

test('[D12.8] a report that names the sender counts for its receiver, once; any other does not', async () => {
  const user = await app.signUp()
  const blocked = { status: '5.7.1', diagnostic: '550 5.7.1 part of their network is on our block list (S3150)' }
  const refusals = async () =>
    (await app.pool.query(`select jsonb_array_length(refusals) as count from relay_receiver`)).rows
  await deliverTo((await sent(user)).bounceAddress, report({ status: '5.2.2', diagnostic: '552 5.2.2 over quota' }))
  expect(await refusals()).toEqual([])

  const { bounceAddress } = await sent(user)
  for (let time = 0; time < 2; time++) await deliverTo(bounceAddress, report(blocked))
  expect(await refusals()).toEqual([{ count: 1 }])
})

test('a report that returns the whole email is read', async () => {
  const user = await app.signUp()
  const { id, bounceAddress } = await sent(user)
  const returned = `--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: s\r\n\r\n${'x\r\n'.repeat(300_000)}--b--\r\n`

  expect(await deliverTo(bounceAddress, report().replace('--b--\r\n', returned))).toBe('accepted')

  expect(await read(user, id)).toMatchObject({ state: 'failed', failure: 'Bounced: 550 5.1.1 User unknown' })
})

test('a report with a long recipient that is no address costs little time', async () => {
  const { bounceAddress } = await sent(await app.signUp())
  const begun = process.cpuUsage()

  expect(await deliverTo(bounceAddress, report({ recipient: 'x'.repeat(150_000) }))).toBe('accepted')

  expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(1_000)
})

test('a bounce report that arrives before the email is marked sent is deferred', async () => {
  const user = await app.signUp()
  const { id, bounceAddress } = await sent(user)
  await app.pool.query(`update email set state = 'sending' where id = $1`, [id])

  expect(await deliverTo(bounceAddress, report())).toBe(451)
  await app.pool.query(`update email set state = 'sent' where id = $1`, [id])
  expect(await deliverTo(bounceAddress, report())).toBe('accepted')
  expect(await read(user, id)).toMatchObject({ state: 'failed' })
})

test('resending an unknown email while its bounce arrives ends in a consistent state', async () => {
  for (let round = 0; round < 15; round++) {
    const user = await app.signUp()
    const { id, bounceAddress } = await sent(user)
    await app.pool.query(`update email set state = 'unknown' where id = $1`, [id])

    const [again, answer] = await Promise.all([
      user.inquiries.resendEmail({ params: { id }, headers: { 'idempotency-key': 'k'.repeat(20) } }),
      deliverTo(bounceAddress, report({ status: '5.2.2' })),
    ])

    expect(answer).toBe('accepted')
    expect(await read(user, id)).toMatchObject({ state: 'failed', resentAs: again.id })
    expect(await used(user)).toBe(1)
  }
})

test('a bounce that cannot be recorded now is deferred', async () => {
  const failing = await startBounceServer(
    { host: '127.0.0.1', port: 0 },
    { isBounceAddress: () => true, record: () => Promise.reject(new Error('the database is away')) },
  )
  const answer = await createTransport({ host: '127.0.0.1', port: failing.port, ignoreTLS: true })
    .sendMail({ envelope: { from: '', to: ['x@bounce.example'] }, raw: report() })
    .catch((error: { responseCode: number }) => error.responseCode)
  await failing.stop()

  expect(answer).toBe(451)
})
