import type { TemplateDraft } from '@loadping/contract/templates/templates'
import { beforeAll, expect, test } from 'vitest'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { cleanBody } from './template-body.ts'

let app: TestApp
let attacker: TestUser
let bystander: TestUser
beforeAll(async () => {
  app = await testApp()
  attacker = await app.signUp()
  bystander = await app.signUp()
})

/** Ten times the allowed processor time of a request; more means that it holds up everyone. */
const hangMs = 500
const draft = (more: Partial<TemplateDraft>): TemplateDraft => ({
  name: 'Hostile',
  subject: 'x',
  template: '<p>x</p>',
  cc: [],
  labels: [],
  ...more,
})
const fill = (piece: string, length = 199_000) => piece.repeat(Math.floor(length / piece.length))
const save = async (more: Partial<TemplateDraft>, by = attacker) => {
  const [first] = await by.templates.listTemplates()
  return by.templates.updateTemplate({ params: { id: first?.id ?? '' }, body: draft(more) })
}

test.for([
  ['66,000 open tags', fill('<b>'), 'At most 50 tags inside each other'],
  ['66,000 unknown tags', fill('<x>'), 'At most 50 tags inside each other'],
  ['51 nested tags', `${'<div>'.repeat(51)}${'</div>'.repeat(51)}`, 'At most 50 tags inside each other'],
  ['66,000 paragraphs', fill('<p>'), 'At most 2,000 tags'],
  ['200,000 brackets', fill('<'), 'At most 2,000 tags'],
  ['50,000 end tags', fill('</p>'), 'At most 2,000 tags'],
  ['47,000 styles', `<p style="${fill('a:b;', 190_000)}">`, 'Too much formatting. Paste it as plain text'],
  ['199,000 characters that are stored escaped', fill('>'), 'At most 200,000 characters'],
  ['9,000 characters that are stored escaped', fill('& ', 18_000), 'Too much formatting. Paste it as plain text'],
  ['40,000 entities', fill('&amp;'), 'Too much formatting. Paste it as plain text'],
  ['40,000 placeholders', fill('{{x}}'), 'Too much formatting. Paste it as plain text'],
] as const)('%s are rejected at the body, while another user is answered at once', async ([, template, message]) => {
  const before = process.cpuUsage()
  const [answer, me] = await Promise.allSettled([save({ template }), bystander.account.getMe()])
  const { user, system } = process.cpuUsage(before)

  expect(answer).toMatchObject({ reason: { code: 'invalid-input', message, fields: { template: message } } })
  expect(me).toMatchObject({ value: { email: bystander.email } })
  expect((user + system) / 1_000).toBeLessThan(hangMs)
})

test('a body that is too long once it is escaped is sanitized once, and no further', () => {
  const seen: string[] = []
  const refuse = (html: string) => {
    seen.push(html)
    if (html.length > 9) throw new Error('too long')
  }

  expect(() => cleanBody('>>>>', refuse)).toThrow('too long')

  expect(seen).toEqual(['>>>>', '&gt;&gt;&gt;&gt;'])
})

test('a long template with many tags is accepted, in a bounded time', async () => {
  const rows = fill('<tr><td style="color:#121815">{{origin}} to {{dest}}</td></tr>', 30_000)
  const before = process.cpuUsage()

  await save({ template: `<table><tbody>${rows}</tbody></table>${fill('Is it open? ', 160_000)}` })
  await save({ template: fill('<p>Is it open?<br>', 15_000) })
  await save({ template: `${'<div>'.repeat(50)}x${'</div>'.repeat(50)}` })

  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(3 * hangMs)
})

test('a template that was saved can be saved again', async () => {
  for (const template of [fill('>', 4_900), fill('& ', 9_000), fill("it's ", 199_000), fill('<p>x', 4_000)]) {
    const saved = await save({ template })
    expect(await save({ template: saved.template })).toMatchObject({ template: saved.template })
  }
})

test('the templates of a user take at most 2 MB, so that their list stays quick', async () => {
  const collector = await app.signUp()
  const add = (template: string) => collector.templates.createTemplate({ body: draft({ template }) })
  for (let number = 1; number <= 9; number++) await add(fill('Is it open? '))
  const [first] = await collector.templates.listTemplates()

  await expect(add(fill('Is it open? '))).rejects.toMatchObject({ code: 'too-large' })
  await expect(save({ template: fill('Is it open? ') }, collector)).rejects.toMatchObject({ code: 'too-large' })
  expect(await collector.templates.listTemplates()).toHaveLength(10)
  expect(await save({ template: '<p>x</p>' }, collector)).toMatchObject({ id: first?.id, template: '<p>x</p>' })
})

test('[D4.1] of many unknown placeholders ten are named, shortened', async () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `{{unknown${index}}}`)

  await expect(save({ template: names.join('') })).rejects.toMatchObject({
    fields: { template: `Unknown: ${names.slice(0, 10).join(', ').replace(/[{}]/g, '')} and 990 more` },
  })
  await expect(save({ template: `{{${'x'.repeat(150_000)}}}` })).rejects.toMatchObject({
    fields: { template: `Unknown: ${'x'.repeat(40)}…` },
  })
})

test('values that make an email too much to sanitize are rejected, and nothing is charged', async () => {
  const sender = await app.signUp()
  await save({ template: fill('{{company}}', 20_000) }, sender)

  await expect(sendInquiry(sender, { load: buildLoad({ company: '&'.repeat(20) }) })).rejects.toMatchObject({
    code: 'too-large',
  })
  expect(await sender.account.getMe()).toMatchObject({ emails: 50 })
})

test('a user saves at most 30 templates a minute from any network; other users are not affected', async () => {
  const remote = async (by: TestUser, index: number) => {
    const { statusCode, headers } = await app.app.inject({
      method: 'POST',
      url: '/templates/add-template',
      remoteAddress: `198.51.100.${index + 1}`,
      headers: { authorization: `Bearer ${by.accessToken}` },
      payload: draft({ name: `Saved ${index}` }),
    })
    return { statusCode, wait: Number(headers['retry-after']) }
  }
  const user = await app.signUp()

  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => remote(user, index)))

  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30)
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(10)
  for (const { wait } of refused) expect(wait).toBeGreaterThan(0)
  expect(await remote(bystander, 1)).toMatchObject({ statusCode: 200 })
})
