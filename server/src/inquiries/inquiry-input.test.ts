import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildLoad, noTraces, sendInquiry, tracesOf } from '../testing/inquiries.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

test.each([
  'a@b.c,v@x.example',
  '"a@b.c, v@x"@y.example',
  '<a@b.example>v@x.example',
  'a@b.example\r\nBcc: v@x.example',
  'all: a@b.example;',
  'a@bücher.example',
])('[E10] an inquiry to “%s” is rejected', async (to) => {
  const user = await app.signUp()

  await expect(sendInquiry(user, { to })).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(sendInquiry(user, { load: buildLoad({ contactEmail: to }) })).rejects.toMatchObject({
    code: 'invalid-input',
  })

  expect(await tracesOf(app, user)).toEqual(noTraces)
})

test('[E10] an email has one recipient and at most five Cc addresses', async () => {
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

test('[E11] no request field becomes an option of the mailer', async () => {
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

test('[E12] an unknown placeholder is rejected with 400 on save and 422 on send', async () => {
  const user = await app.signUp()
  const draft = { name: 'Odd', subject: '{{constructor}}', template: '<p>{{__proto__}}</p>', cc: [], labels: [] }
  await expect(user.templates.createTemplate({ body: draft })).rejects.toMatchObject({
    code: 'invalid-input',
    fields: { subject: 'Unknown: constructor', template: 'Unknown: __proto__' },
  })

  const [template] = await user.templates.listTemplates()
  await app.pool.query(`update template set template = '<p>{{constructor}}</p>' where id = $1`, [template?.id])

  await expect(sendInquiry(user)).rejects.toMatchObject({ code: 'missing-values', status: 422 })
  expect(await tracesOf(app, user)).toEqual(noTraces)
})

test("[E12] a posting's value is text in the email, whatever it looks like", async () => {
  const user = await app.signUp()

  await sendInquiry(user, {
    load: buildLoad({ company: '{{email}} <img src=x onerror=alert(1)>', reference: 'R1 {{signature}}' }),
  })
  await app.runDueJobs()

  const email = app.sent.at(-1)
  expect(email?.text).toContain('{{email}} <img src=x onerror=alert(1)>')
  expect(email?.html).not.toContain('<img')
  expect(email?.subject).toContain('Ref# R1 {{signature}}')
})

test('[D4.3] a value missing in the load is requested by name, then accepted', async () => {
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
  expect(await tracesOf(app, user)).toEqual(noTraces)

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

test('an email that becomes too long when filled is rejected before any change', async () => {
  const user = await app.signUp()
  const template = await user.templates.createTemplate({
    body: { name: 'Long', subject: 's', template: '{{ref}}'.repeat(2_000), cc: [], labels: [] },
  })

  await expect(
    sendInquiry(user, { templateId: template.id, load: buildLoad({ reference: '&'.repeat(60) }) }),
  ).rejects.toMatchObject({
    code: 'too-large',
    status: 413,
  })
  expect(await tracesOf(app, user)).toEqual(noTraces)
})
