import type { TemplateContent } from '@loadping/contract/templates/templates'
import { beforeAll, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const content = (more: Partial<TemplateContent> = {}): TemplateContent => ({
  name: 'Reefer',
  subject: '{{origin}} to {{dest}}',
  template: '<p>Is it open?</p>',
  cc: [],
  labels: [],
  ...more,
})
const load = (user: TestUser, templates: TemplateContent[]) => user.templates.importTemplates({ body: { templates } })
const contentsOf = async (user: TestUser): Promise<TemplateContent[]> =>
  (await user.templates.listTemplates()).map(({ name, subject, template, cc, labels }) => ({
    name,
    subject,
    template,
    cc,
    labels,
  }))

const templatesOfEachKind = [
  content(),
  content({ name: 'Шаблон «Рефрижератор»', labels: ['сборный'], template: '<p>Здравствуйте 🚛</p>' }),
  content({ name: 'قالب', subject: 'حمولة {{ref}}', labels: ['🚛', 'a, b; "c"'] }),
  content({ name: '=1+1', subject: "'-x", cc: ['boss@redbud.example'] }),
]

test('[D4.8] imported templates are as in the file, and importing them again adds nothing', async () => {
  const user = await app.signUp()

  expect(await load(user, templatesOfEachKind)).toEqual(
    templatesOfEachKind.map(({ name }) => ({ name, outcome: 'added' })),
  )
  const stored = await contentsOf(user)
  expect(stored).toEqual(expect.arrayContaining(templatesOfEachKind))
  expect(stored).toHaveLength(5)
  expect(await load(user, stored)).toEqual(stored.map(({ name }) => ({ name, outcome: 'unchanged' })))
  expect(await contentsOf(user)).toEqual(stored)
})

test('[D4.8] an imported template whose name is taken gets a numbered one, once', async () => {
  const user = await app.signUp()
  await load(user, [content()])
  const changed = content({ template: '<p>Changed</p>' })

  expect(await load(user, [changed])).toEqual([{ name: 'Reefer (2)', outcome: 'renamed' }])
  expect(await load(user, [changed, content()])).toEqual([
    { name: 'Reefer (2)', outcome: 'unchanged' },
    { name: 'Reefer', outcome: 'unchanged' },
  ])
  expect(await load(user, [changed, changed])).toMatchObject([{ outcome: 'unchanged' }, { name: 'Reefer (3)' }])
})

test('[D4.8] templates of one name are restored under that name', async () => {
  const user = await app.signUp()
  const twins = [content(), content(), content({ template: '<p>Other</p>' })]

  expect(await load(user, twins)).toEqual(twins.map(({ name }) => ({ name, outcome: 'added' })))
  expect(await load(user, twins)).toEqual(twins.map(({ name }) => ({ name, outcome: 'unchanged' })))
})

test('with errors in some templates each is named, and none is added', async () => {
  const user = await app.signUp()

  await expect(
    load(user, [content(), content({ name: ' ' }), content({ template: '{{x}}', subject: '{{y}}' })]),
  ).rejects.toMatchObject({
    code: 'invalid-input',
    message: 'Template name is required',
    fields: {
      'templates/1/name': 'Template name is required',
      'templates/2/subject': 'Unknown: y',
      'templates/2/template': 'Unknown: x',
    },
  })
  const invalid: [Partial<TemplateContent>, path: string][] = [
    [{ cc: ['a@b.example,c@d.example'] }, 'templates/1/cc/0'],
    [{ labels: ['x'.repeat(41)] }, 'templates/1/labels/0'],
    [{ name: 'x'.repeat(101) }, 'templates/1/name'],
  ]
  for (const [change, path] of invalid)
    await expect(load(user, [content(), content(change)])).rejects.toMatchObject({
      fields: { [path]: expect.any(String) },
    })

  expect(await contentsOf(user)).toHaveLength(1)
})

test('[E11] an imported template has no other fields than its content', async () => {
  const user = await app.signUp()
  const { statusCode } = await app.app.inject({
    method: 'POST',
    url: '/templates/import',
    headers: { authorization: `Bearer ${user.accessToken}` },
    payload: { templates: [{ ...content(), template: { path: '/etc/passwd' } }] },
  })

  expect(statusCode).toBe(400)
  for (const extra of [{ isDefault: true }, { id: '30000000-0000-4000-8000-000000000003' }, { raw: 'x' }])
    await expect(load(user, [{ ...content(), ...extra }])).rejects.toMatchObject({ code: 'invalid-input' })
})

test('an import beyond the limit of the plan or the total size adds nothing', async () => {
  const free = await app.signUp()
  const large = await app.signUp()
  await app.pool.query("update account set created_at = created_at - interval '30 days' where id = $1", [free.userId])
  const five = Array.from({ length: 5 }, (_, number) => content({ name: `T${number}` }))
  const long = content({ template: 'Is it open? '.repeat(16_500) })

  await expect(load(free, five)).rejects.toMatchObject({ code: 'plan-limit' })
  expect(await load(free, five.slice(1))).toHaveLength(4)
  expect(await load(free, five.slice(1))).toHaveLength(4)
  for (let number = 0; number < 9; number++) await load(large, [{ ...long, name: `Long ${number}` }])
  await expect(load(large, [content(), long])).rejects.toMatchObject({ code: 'too-large' })

  expect([await contentsOf(free), await contentsOf(large)].map(({ length }) => length)).toEqual([5, 10])
})

test('markup that is slow to clean delays no other user', async () => {
  const attacker = await app.signUp()
  const bystander = await app.signUp()
  const slow = Array.from({ length: 20 }, () => content({ template: '<b>x</b>'.repeat(1_400) }))

  const [imported, me] = await Promise.all([
    load(attacker, slow).then(() => performance.now()),
    bystander.account.getMe().then(() => performance.now()),
  ])

  expect(me).toBeLessThan(imported)
})
