import { carrierDefaultTemplate } from '@loadping/contract/templates/default-template'
import { placeholderTitles } from '@loadping/contract/templates/placeholder-titles'
import type { TemplateDraft } from '@loadping/contract/templates/templates'
import { beforeAll, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp()
  user = await app.signUp()
})

const draft = (more: Partial<TemplateDraft> = {}): TemplateDraft => ({
  name: 'Reefer',
  subject: '{{origin}} to {{dest}}',
  template: '<p>Is it open?</p>',
  cc: [],
  labels: [],
  ...more,
})
const create = (more: Partial<TemplateDraft> = {}, by = user) => by.templates.createTemplate({ body: draft(more) })
const read = (id: string, by = user) => by.templates.getTemplate({ params: { id } })
const save = (id: string, more: Partial<TemplateDraft> = {}, by = user) =>
  by.templates.updateTemplate({ params: { id }, body: draft(more) })
const missing = '30000000-0000-4000-8000-000000000003'

test('[3.6] [7.23] [7.24] a template is stored as written', async () => {
  const written = draft({
    name: 'Flatbed, Fridays',
    subject: 'Truck for {{ref}}',
    template: '<p>Hi {{company}},</p>\n<p>we ask {{rate:trip+8% to 5}}.</p>',
    cc: ['boss@redbud.example', 'night@redbud.example'],
    labels: ['flatbed', 'south'],
  })

  const made = await user.templates.createTemplate({ body: written })

  expect(made).toEqual({
    ...written,
    equipment: [],
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    isDefault: false,
    version: 1,
    updatedAt: app.clock.now.toISOString(),
    isShared: false,
    owner: null,
  })
  expect(await read(made.id)).toEqual(made)
})

test("[7.23] a template is read by its id; another user's, a deleted one or none is not found", async () => {
  const one = await create({ name: 'One' })
  const other = await create({ name: 'Other' })
  const foreign = await create({ name: 'Foreign' }, await app.signUp())
  const deleted = await create({ name: 'Deleted' })
  await user.templates.deleteTemplate({ params: { id: deleted.id } })

  expect([await read(one.id), await read(other.id)]).toEqual([one, other])
  for (const id of [foreign.id, deleted.id, missing])
    await expect(read(id)).rejects.toMatchObject({ code: 'not-found', status: 404 })
})

test("[7.22] the list shows only the user's templates, the default first and the others by name", async () => {
  const one = await app.signUp()
  const other = await app.signUp()
  await create({ name: 'Zebra' }, one)
  await create({ name: 'Alpha' }, one)
  await create({ name: 'Foreign' }, other)

  expect((await one.templates.listTemplates()).map(({ name }) => name)).toEqual(['Default', 'Alpha', 'Zebra'])
})

test('a save that names a version never overwrites a newer one', async () => {
  const { id, version } = await create({ name: 'Two tabs' })

  expect(await save(id, { name: 'One tab', version })).toMatchObject({ version: version + 1 })
  await expect(save(id, { name: 'Other tab', version })).rejects.toMatchObject({ code: 'saved-meanwhile' })
  expect(await read(id)).toMatchObject({ name: 'One tab', version: version + 1 })
  expect(await save(id, { name: 'Other tab', version: version + 1 })).toMatchObject({ name: 'Other tab' })
  await expect(save(missing, { version })).rejects.toMatchObject({ code: 'not-found' })
})

test('[7.25] saving replaces the content of that template only', async () => {
  const { id } = await create({ name: 'Before', labels: ['old'] })
  const untouched = await create({ name: 'Untouched' })

  const saved = await save(id, { id, name: 'After', labels: [], cc: ['new@redbud.example'], template: '<p>New</p>' })

  expect(saved).toMatchObject({ id, name: 'After', labels: [], cc: ['new@redbud.example'], template: '<p>New</p>' })
  expect(await read(id)).toEqual(saved)
  expect(await read(untouched.id)).toEqual(untouched)
})

test('[7.26] a deleted template is gone from the list and by its id', async () => {
  const { id } = await create({ name: 'Short-lived' })
  const kept = await create({ name: 'Kept' })

  expect(await user.templates.deleteTemplate({ params: { id } })).toBeNull()

  expect(await read(kept.id)).toEqual(kept)
  expect((await user.templates.listTemplates()).map((template) => template.id)).not.toContain(id)
  await expect(read(id)).rejects.toMatchObject({ code: 'not-found' })
  await expect(user.templates.deleteTemplate({ params: { id } })).rejects.toMatchObject({ code: 'not-found' })
})

test("[7.26] another user's template or none is not deleted", async () => {
  const other = await app.signUp()
  const foreign = await create({ name: 'Foreign' }, other)

  for (const id of [foreign.id, missing])
    await expect(user.templates.deleteTemplate({ params: { id } })).rejects.toMatchObject({ code: 'not-found' })
  expect(await read(foreign.id, other)).toEqual(foreign)
})

test('[8.3] [D4.9] creating without a name is rejected at the name, and stores nothing', async () => {
  const before = await user.templates.listTemplates()

  for (const name of ['', '   ', '\t']) {
    await expect(create({ name })).rejects.toMatchObject({
      code: 'invalid-input',
      message: 'Template name is required',
      fields: { name: 'Template name is required' },
    })
  }

  expect(await user.templates.listTemplates()).toEqual(before)
})

test('[D4.9] saving without a name stores "Default"', async () => {
  const { id } = await create({ name: 'Named' })

  for (const name of ['', '   ']) expect(await save(id, { name })).toMatchObject({ name: 'Default' })
  expect(await read(id)).toMatchObject({ name: 'Default' })
})

test('[T15] a body id that differs from the path id is rejected, and neither is changed', async () => {
  const one = await create({ name: 'One' })
  const other = await create({ name: 'Other' })

  await expect(save(one.id, { id: other.id, name: 'Changed' })).rejects.toMatchObject({
    code: 'invalid-input',
    fields: { id: expect.any(String) },
  })

  expect(await read(one.id)).toEqual(one)
  expect(await read(other.id)).toEqual(other)
})

test('[D4.1] every known placeholder is accepted, in subject and body', async () => {
  const all = Object.keys(placeholderTitles)
    .map((name) => `{{${name}}}`)
    .join(' ')

  expect(await create({ subject: all.slice(0, 250).replace(/\{\{\w*$/, ''), template: `<p>${all}</p>` })).toMatchObject(
    { template: `<p>${all}</p>` },
  )
})

test.for([
  '{{nonsense}}',
  '{{constructor}}',
  '{{__proto__}}',
  '{{toString}}',
  '{{Origin}}',
  '{{ }}',
  '{{rate:free}}',
  '{{origin',
  'origin}}',
  '{{{origin}}}',
])('[D4.1] %s is unknown: it is rejected at its field, on creating and on saving', async (text) => {
  const { id } = await create({ name: 'Good' })
  const before = await read(id)

  for (const field of ['subject', 'template'] as const) {
    const refusal = { code: 'invalid-input', fields: { [field]: expect.stringContaining('Unknown: ') } }
    await expect(create({ [field]: `Load ${text}` })).rejects.toMatchObject(refusal)
    await expect(save(id, { [field]: `Load ${text}` })).rejects.toMatchObject(refusal)
  }

  expect(await read(id)).toEqual(before)
})

test('[3.11] a carrier cannot save or import what only brokers have; a broker can', async () => {
  const carrier = await app.signUp()
  await carrier.account.saveUserInfo({ body: { userType: 'carrier' } })
  const broker = await app.signUp()
  await broker.account.saveUserInfo({ body: { userType: 'broker', trucksAmount: 1, loadboards: [] } })
  const { id } = await create({ name: 'Own' }, carrier)
  const posted = { subject: '{{origin}}', template: '<p>{{postedLoadOrigin}} to {{dest}}</p>' }
  const message = 'Only for brokers: postedLoadOrigin'
  const refusal = { code: 'invalid-input', fields: { template: message } }

  await expect(create(posted, carrier)).rejects.toMatchObject(refusal)
  await expect(save(id, posted, carrier)).rejects.toMatchObject(refusal)
  await expect(create({ subject: '{{postedLoadOrigin}}' }, carrier)).rejects.toMatchObject({
    fields: { subject: message },
  })
  await expect(carrier.templates.importTemplates({ body: { templates: [draft(posted)] } })).rejects.toMatchObject({
    fields: { 'templates/0/template': message },
  })
  expect(await carrier.templates.listTemplates()).toHaveLength(2)
  expect(await create(posted, broker)).toMatchObject(posted)
})

test('[D4.1] with errors in both fields, both are named', async () => {
  await expect(create({ subject: '{{one}}', template: '{{two}}' })).rejects.toMatchObject({
    fields: { subject: 'Unknown: one', template: 'Unknown: two' },
  })
})

test('[D4.1] an unknown placeholder is found also where cleaning the HTML would assemble it', async () => {
  for (const template of [
    '{<script></script>{nonsense}}',
    '{{non<object></object>sense}}',
    '{{nonsense<!-- -->}}',
    '&#123;{nonsense}}',
  ]) {
    await expect(create({ template }), template).rejects.toMatchObject({
      fields: { template: expect.stringContaining('Unknown: ') },
    })
  }
})

test('every new account has one Default template, which can be sent at once', async () => {
  const newcomer = await app.signUp()
  const templates = await newcomer.templates.listTemplates()

  expect(templates).toMatchObject([
    { ...carrierDefaultTemplate, id: expect.any(String), cc: [], labels: [], isDefault: true, version: 1 },
  ])
  const load = {
    board: 'dat-one',
    boardLoadId: 'L1',
    origin: { city: 'Joliet', state: 'IL' },
    dest: { city: 'Dallas', state: 'TX' },
    contactEmail: 'desk@broker.example',
  } as const
  const sent = await newcomer.inquiries.sendEmail({
    headers: { 'idempotency-key': 'default-template-01' },
    body: { templateId: templates[0]?.id ?? '', load },
  })
  expect(sent.subject).toBe('Joliet, IL to Dallas, TX')
})

test('signing in again adds no second Default template', async () => {
  const again = await app.signUp(user.email)

  expect((await again.templates.listTemplates()).filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

test('the default template cannot be deleted, so the list always has one', async () => {
  const newcomer = await app.signUp()
  const [standard] = await newcomer.templates.listTemplates()

  await expect(newcomer.templates.deleteTemplate({ params: { id: standard?.id ?? '' } })).rejects.toMatchObject({
    code: 'not-allowed',
  })
  await save(standard?.id ?? '', { name: 'Mine now' }, newcomer)

  expect(await newcomer.templates.listTemplates()).toMatchObject([
    { id: standard?.id, name: 'Mine now', isDefault: true },
  ])
})

test("another user's template and a missing one return the same error", async () => {
  const stranger = await app.signUp()
  const { id } = await create({ name: 'Private' })
  const ask = async (method: 'GET' | 'PUT' | 'DELETE', which: string) => {
    const answer = await app.app.inject({
      method,
      url: `/templates/${which}`,
      headers: { authorization: `Bearer ${stranger.accessToken}` },
      ...(method === 'PUT' && { payload: draft({ name: 'Stolen' }) }),
    })
    return { status: answer.statusCode, body: answer.body, type: answer.headers['content-type'] }
  }

  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const foreign = await ask(method, id)
    expect(foreign.status).toBe(404)
    expect(foreign).toEqual(await ask(method, missing))
  }
  expect(await read(id)).toMatchObject({ name: 'Private' })
})

test('a template body with unsafe HTML is cleaned when it is saved', async () => {
  const hostile = [
    '<p>Hi<script>alert(1)</script></p>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<a href="//evil.example">x</a>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<svg onload=alert(1)><script>alert(1)</script></svg>',
    '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
    '<form action="https://evil.example"><input name=x></form>',
    '<style>@import "https://evil.example/x.css"</style>',
    '<p style="background:url(https://evil.example/p.png)">x</p>',
    '<p style="position:fixed;top:0">x</p>',
    '<p onclick="alert(1)" id="x" class="y" name="z">x</p>',
    '<object data="x"></object><embed src="x"><base href="https://evil.example">',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<!--[if mso]><script>alert(1)</script><![endif]-->',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  ]
  const dangerous =
    /<(script|img|iframe|svg|math|style|form|input|object|embed|base|meta|noscript)|javascript:|data:|on\w+\s*=|evil\.example|position|url\(|<!--|\b(id|class|name)=/i

  for (const template of hostile) {
    const made = await create({ name: 'Hostile', template })
    expect(made.template, template).not.toMatch(dangerous)
    const saved = await save(made.id, { template: made.template })
    expect(saved.template, 'cleaning twice changes nothing more').toBe(made.template)
    expect((await save(made.id, { template })).template, 'saving cleans as creating does').toBe(made.template)
  }
})

test('allowed content survives: layout, lists, tables, web, email and phone links', async () => {
  const template =
    '<p style="color:#121815"><b>A</b> <i>b</i> <u>c</u></p><ul><li>d</li></ul><table border="1"><tbody><tr><td colspan="2">e</td></tr></tbody></table>' +
    '<p><a href="https://redbud.example/?a=1&amp;b=2">web</a> <a href="mailto:a@redbud.example">mail</a> <a href="tel:+15550100142">phone</a></p>'

  expect(await create({ template })).toMatchObject({ template })
})

test('each of many concurrent saves becomes its own version, and the last one is current', async () => {
  const { id } = await create({ name: 'Raced' })
  const names = Array.from({ length: 20 }, (_, number) => `Save ${number}`)

  const saved = await Promise.all(names.map((name) => save(id, { name })))

  const { rows } = await app.pool.query('select name, version from template where id = $1', [id])
  expect(saved.map(({ name }) => name)).toEqual(names)
  expect(rows).toEqual([{ name: expect.stringMatching(/^Save \d+$/), version: 21 }])
})

test('more than 5 Cc addresses, and an invalid one, are rejected', async () => {
  const cc = Array.from({ length: 6 }, (_, number) => `cc${number}@redbud.example`)

  await expect(create({ cc })).rejects.toMatchObject({ code: 'invalid-input', fields: { cc: 'Up to 5 Cc addresses' } })
  for (const bad of ['x', 'a@b.example,c@d.example', 'Rosa <rosa@redbud.example>', 'a@b.example\r\nbcc: c@d.example']) {
    await expect(create({ cc: [bad] })).rejects.toMatchObject({ fields: { 'cc/0': 'Please enter a valid email' } })
  }
  expect(await create({ cc: cc.slice(0, 5) })).toMatchObject({ cc: cc.slice(0, 5) })
})
