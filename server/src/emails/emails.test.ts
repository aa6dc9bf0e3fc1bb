import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { deleteExpiredSendData } from './queue.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

/** All that one user's sends have left in the database. */
async function traces({ userId }: TestUser) {
  const count = async (table: string) =>
    (await app.pool.query(`select count(*) from ${table} where user_id = $1`, [userId])).rows[0].count
  const used = (
    await app.pool.query('select coalesce(sum(used), 0) as used from allowance where user_id = $1', [userId])
  ).rows[0].used
  const counted = (
    await app.pool.query('select coalesce(sum(email_sent), 0) as sum from contact_day where user_id = $1', [userId])
  ).rows[0].sum
  return {
    emails: await count('email'),
    events: await count('contact_event'),
    work: await count('job'),
    keys: await count('idempotency_key'),
    used,
    counted,
  }
}
const noJobs = { emails: 0, events: 0, work: 0, keys: 0, used: 0, counted: 0 }
const one = { emails: 1, events: 1, work: 1, keys: 1, used: 1, counted: 1 }

test('[D3.2] one inquiry becomes one mail with the load’s values in it, one unit and one contact', async () => {
  const user = await app.signUp()

  const accepted = await sendInquiry(user)
  expect(await traces(user)).toEqual(one)
  await app.runDueJobs()

  const mail = app.sent.find(({ messageId }) => messageId.includes(accepted.id))
  expect(accepted).toMatchObject({
    state: 'queued',
    to: 'loads@quillon.example',
    subject: 'Joliet, IL to Dallas, TX, Sat, Nov 21, Van, ref Q48213',
    askCents: 250_000,
  })
  expect(mail).toMatchObject({ to: 'loads@quillon.example', replyTo: user.email, subject: accepted.subject })
  expect(mail?.text).toContain('We ask $2,500 all-in for 926 miles.')
  expect(mail?.html).not.toMatch(/\{\{|\[\[|\]\]/)
  expect(await user.emails.getEmail({ params: { id: accepted.id } })).toMatchObject({
    state: 'sent',
    sentAt: expect.any(String),
  })
  expect(await user.account.getMe()).toMatchObject({ emails: 49 })
})

test('[E01] however far a send gets before the database goes away, all of it is kept or none', async () => {
  const user = await app.signUp()
  const inquiry = { load: buildLoad() }
  const key = randomUUID()
  let statements = 0
  const outcomes: string[] = []

  for (let killAt = 1; killAt < 40 && outcomes.at(-1) !== 'accepted'; killAt++) {
    statements = 0
    const killing = await killingApp(async () => ++statements === killAt)
    const outcome = await sendInquiry({ ...user, ...killing.as(user.accessToken) }, inquiry, key).then(
      () => 'accepted',
      (problem: { code: string }) => problem.code,
    )
    outcomes.push(outcome)
    expect(await traces(user)).toEqual(outcome === 'accepted' ? one : noJobs)
  }

  expect(outcomes.length).toBeGreaterThan(12) // every statement of the transaction had its turn
  expect(outcomes.at(-1)).toBe('accepted')
  expect(outcomes.slice(0, -1).every((code) => code === 'unavailable' || code === 'unexpected')).toBe(true)
})

/** The same database behind an app whose own connection is ended by the server before some statement. */
async function killingApp(mayKill: () => Promise<boolean>) {
  const { buildApp } = await import('../app.ts')
  const { createDb, createPool } = await import('../db/db.ts')
  const { createClient } = await import('@loadping/contract/client')
  const { sendTo } = await import('../testing/test-app.ts')
  const pool = createPool({ ...app.connection, max: 1 })
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    const killingQuery = async (...words: Parameters<typeof query>) => {
      if (await mayKill()) {
        const { rows } = await query('select pg_backend_pid() as pid')
        await app.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return query(...words)
    }
    Object.assign(client, { query: killingQuery })
  })
  const killing = await buildApp({ ...app.deps, db: createDb(pool) })
  return { as: (token: string) => createClient(sendTo(killing, token)) }
}

test('[D3.2] [E02] the same key and body answer the same without a second mail; another body is refused; none is refused', async () => {
  const user = await app.signUp()
  const [template] = await user.templates.listTemplates()
  const body = { templateId: template?.id ?? '', load: buildLoad() }
  const key = randomUUID()

  const first = await user.emails.sendEmail({ headers: { 'idempotency-key': key }, body })
  await app.runDueJobs()
  app.clock.advance(23 * 3_600_000)
  const later = await app.as(
    (await app.as(user.accessToken).signIn.refresh({ query: { refreshToken: user.refreshToken } })).accessToken,
  )

  expect(await later.emails.sendEmail({ headers: { 'idempotency-key': key }, body })).toEqual(first)
  await expect(
    later.emails.sendEmail({ headers: { 'idempotency-key': key }, body: { ...body, load: buildLoad() } }),
  ).rejects.toMatchObject({
    code: 'key-reused',
    status: 422,
  })
  await expect(later.emails.sendEmail({ headers: { 'idempotency-key': '' }, body })).rejects.toMatchObject({
    code: 'invalid-input',
    status: 400,
  })
  expect(await traces(user)).toMatchObject({ emails: 1, used: 1 })
})

test('[E02] a key is kept for more than a day, and not for ever; so are paces and windows', async () => {
  const user = await app.signUp()
  await sendInquiry(user)
  await app.runDueJobs()
  const left = async () => {
    const { rows } = await app.pool.query(
      `select (select count(*) from idempotency_key where user_id = $1) as keys, (select count(*) from mailbox_throttle where mailbox = $2) as paces,
       (select count(*) from send_limit_window where holder = $1::text) as windows`,
      [user.userId, `relay ${user.email}`],
    )
    return rows[0]
  }
  const { now } = app.clock

  app.clock.advance(24 * 3_600_000)
  await deleteExpiredSendData(app.deps)
  expect(await left()).toMatchObject({ keys: 1 })
  app.clock.advance(25 * 3_600_000)
  await deleteExpiredSendData(app.deps)
  expect(await left()).toEqual({ keys: 0, paces: 0, windows: 0 })
  app.clock.now = now
})

test('[D3.2] [E02] a key that is still in flight answers 409, and its first request goes through', async () => {
  const user = await app.signUp()
  const key = randomUUID()
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${user.userId} ${key}`])

  await expect(sendInquiry(user, {}, key)).rejects.toMatchObject({ code: 'busy', status: 409 })
  await holder.query('commit')
  holder.release()

  expect(await sendInquiry(user, {}, key)).toMatchObject({ state: 'queued' })
})

const intents = process.env['GOALS'] === 'full' ? 1_000 : 100
test(`[E03] a double click sends one mail: ${intents} inquiries, each sent 50 times at once with one key`, async () => {
  const users: TestUser[] = []
  while (users.length < intents / 20) users.push(await app.signUp())
  app.sent.length = 0

  for (const user of users) {
    const [{ id: templateId = '' } = {}] = await user.templates.listTemplates()
    for (let intent = 0; intent < 20; intent++) {
      const body = { templateId, load: buildLoad() }
      const headers = { 'idempotency-key': randomUUID() }
      const answers = await Promise.allSettled(
        Array.from({ length: 50 }, () => user.emails.sendEmail({ headers, body })),
      )
      const accepted = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.id] : []))
      expect(new Set(accepted).size).toBe(1)
    }
  }
  await app.runDueJobs()

  expect(app.sent).toHaveLength(intents)
  const { rows } = await app.pool.query('select sum(used) as used from allowance where user_id = any($1)', [
    users.map(({ userId }) => userId),
  ])
  expect(rows[0].used).toBe(intents)
}, 600_000)

test.each([
  'a@b.c,v@x.example',
  '"a@b.c, v@x"@y.example',
  '<a@b.example>v@x.example',
  'a@b.example\r\nBcc: v@x.example',
  'all: a@b.example;',
  'a@bücher.example',
])('[E10] an inquiry to “%s” is refused', async (to) => {
  const user = await app.signUp()

  await expect(sendInquiry(user, { to })).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(sendInquiry(user, { load: buildLoad({ contactEmail: to }) })).rejects.toMatchObject({
    code: 'invalid-input',
  })

  expect(await traces(user)).toEqual(noJobs)
})

test('[E10] a mail has one recipient and at most five cc', async () => {
  const user = await app.signUp()
  const cc = Array.from({ length: 6 }, (_, index) => `cc${index}@redbud.example`)
  const draft = { name: 'With cc', subject: 'x', template: '<p>x</p>', labels: [] }

  await expect(user.templates.createTemplate({ body: { ...draft, cc } })).rejects.toMatchObject({
    code: 'invalid-input',
  })
  const template = await user.templates.createTemplate({ body: { ...draft, cc: cc.slice(0, 5) } })
  await sendInquiry(user, { templateId: template.id })
  await app.runDueJobs()

  expect(app.sent.at(-1)).toMatchObject({ to: 'loads@quillon.example', cc: cc.slice(0, 5) })
})

test('[E11] nothing that a caller says becomes an option of the mailer', async () => {
  const user = await app.signUp()
  const [{ id: templateId = '' } = {}] = await user.templates.listTemplates()
  for (const extra of [
    { raw: 'x' },
    { path: '/etc/passwd' },
    { href: 'http://127.0.0.1' },
    { envelope: { size: 1 } },
    { dkim: {} },
    { attachments: [] },
  ]) {
    const answer = await app.app.inject({
      method: 'POST',
      url: '/emails',
      headers: { authorization: `Bearer ${user.accessToken}`, 'idempotency-key': randomUUID() },
      payload: { templateId, load: buildLoad(), ...extra },
    })
    expect(answer.statusCode).toBe(400)
  }
  for (const template of [{ path: '/etc/passwd' }, { href: 'http://127.0.0.1/' }, ['x']]) {
    const answer = await app.app.inject({
      method: 'POST',
      url: '/templates/add-template',
      headers: { authorization: `Bearer ${user.accessToken}` },
      payload: { name: 'x', subject: 'x', template, cc: [], labels: [] },
    })
    expect(answer.statusCode).toBe(400)
  }
})

test('[E12] a placeholder that nobody knows is refused on save with 400, and on send with 422', async () => {
  const user = await app.signUp()
  const draft = { name: 'Odd', subject: '{{constructor}}', template: '<p>{{__proto__}}</p>', cc: [], labels: [] }
  await expect(user.templates.createTemplate({ body: draft })).rejects.toMatchObject({
    code: 'invalid-input',
    fields: { subject: 'Not known: constructor', template: 'Not known: __proto__' },
  })

  const [template] = await user.templates.listTemplates()
  await app.pool.query(`update template set template = '<p>{{constructor}}</p>' where id = $1`, [template?.id])

  await expect(sendInquiry(user)).rejects.toMatchObject({ code: 'missing-values', status: 422 })
  expect(await traces(user)).toEqual(noJobs)
})

test('[E12] what a board says is text in the mail, whatever it looks like', async () => {
  const user = await app.signUp()

  await sendInquiry(user, {
    load: buildLoad({ company: '{{email}} <img src=x onerror=alert(1)>', reference: 'R1 {{signature}}' }),
  })
  await app.runDueJobs()

  const mail = app.sent.at(-1)
  expect(mail?.text).toContain('{{email}} <img src=x onerror=alert(1)>')
  expect(mail?.html).not.toContain('<img')
  expect(mail?.subject).toContain('ref R1 {{signature}}')
})

test('[D4.3] a value that the load leaves out is asked for by name, and then taken', async () => {
  const user = await app.signUp()
  const template = await user.templates.createTemplate({
    body: { name: 'Ask', subject: '{{ref}}', template: '<p>{{rate:trip+8%}} {{weight}}</p>', cc: [], labels: [] },
  })
  const load = buildLoad({ reference: undefined, rate: undefined })

  await expect(sendInquiry(user, { templateId: template.id, load })).rejects.toMatchObject({
    code: 'missing-values',
    fields: {
      'values/ref': expect.any(String),
      'values/rate': expect.any(String),
      'values/weight': expect.any(String),
    },
  })
  expect(await traces(user)).toEqual(noJobs)

  expect(
    await sendInquiry(user, {
      templateId: template.id,
      load,
      values: { ref: 'R9', rate: '$2,400', weight: '40,000 lb' },
    }),
  ).toMatchObject({
    subject: 'R9',
    askCents: 240_000,
  })
})

test('what grows beyond a mail when it is filled is refused before anything is done', async () => {
  const user = await app.signUp()
  const template = await user.templates.createTemplate({
    body: { name: 'Long', subject: 's', template: '{{ref}}'.repeat(20_000), cc: [], labels: [] },
  })

  await expect(
    sendInquiry(user, { templateId: template.id, load: buildLoad({ reference: '&'.repeat(60) }) }),
  ).rejects.toMatchObject({
    code: 'too-large',
    status: 413,
  })
  expect(await traces(user)).toEqual(noJobs)
})

test('[E15] who has no mailbox cannot send, whatever the interface shows', async () => {
  const user = await app.signUp()
  await app.pool.query('delete from mailbox where user_id = $1', [user.userId])

  await expect(sendInquiry(user)).rejects.toMatchObject({ code: 'not-allowed', status: 403 })
  expect(await traces(user)).toEqual(noJobs)
})

test('another person’s template and email are not there', async () => {
  const [user, other] = [await app.signUp(), await app.signUp()]
  const [template] = await other.templates.listTemplates()
  const { id } = await sendInquiry(other)

  await expect(sendInquiry(user, { templateId: template?.id ?? '' })).rejects.toMatchObject({ code: 'not-found' })
  await expect(user.emails.getEmail({ params: { id } })).rejects.toMatchObject({
    code: 'not-found',
    message: 'There is no such email.',
  })
})
