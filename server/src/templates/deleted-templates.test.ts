import type { TemplateDraft } from '@loadping/contract/templates/templates'
import { beforeAll, expect, test } from 'vitest'
import { codesOf } from '../testing/codes-of.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { removeDeletedTemplates } from './templates.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const draft = (more: Partial<TemplateDraft> = {}): TemplateDraft => ({
  name: 'Reefer',
  subject: '{{origin}} to {{dest}}',
  template: '<p>Is it open?</p>',
  cc: [],
  labels: [],
  ...more,
})
const create = (user: TestUser, more: Partial<TemplateDraft> = {}) =>
  user.templates.createTemplate({ body: draft(more) })
const namesOf = async (user: TestUser) => (await user.templates.listTemplates()).map(({ name }) => name)

test('a deletion is undone with everything: id, version, labels, counts and sharing', async () => {
  const user = await createOwner(app)
  const { id } = await create(user, { labels: ['van'], cc: ['boss@redbud.example'] })
  await user.templates.updateTemplate({ params: { id }, body: draft({ name: 'Renamed', labels: ['van'] }) })
  await user.templates.shareTemplate({ params: { id } })
  await sendInquiry(user, { templateId: id })
  const before = await user.templates.listTemplates()

  await user.templates.deleteTemplates({ body: { ids: [id] } })
  expect(await namesOf(user)).toEqual(['Default'])
  await expect(sendInquiry(user, { templateId: id })).rejects.toMatchObject({ code: 'not-found' })
  expect(
    await codesOf([
      user.templates.getTemplate({ params: { id } }),
      user.templates.updateTemplate({ params: { id }, body: draft() }),
      user.templates.duplicateTemplate({ params: { id } }),
      user.templates.shareTemplate({ params: { id } }),
      user.templates.deleteTemplates({ body: { ids: [id] } }),
      user.templates.labelTemplates({ body: { ids: [id], add: ['x'], remove: [] } }),
    ]),
  ).toEqual(['not-found'])
  for (let round = 0; round < 2; round++) await user.templates.restoreTemplates({ body: { ids: [id] } })

  expect(await user.templates.listTemplates()).toEqual(before)
})

test('a deletion can be undone for a day; then the template is gone', async () => {
  const user = await app.signUp()
  const early = await create(user)
  const late = await create(user)
  await user.templates.deleteTemplates({ body: { ids: [early.id, late.id] } })
  await user.templates.restoreTemplates({ body: { ids: [early.id] } })
  const remaining = async () => {
    await removeDeletedTemplates(app.deps)
    const { rows } = await app.pool.query('select id from template where user_id = $1 and not is_default', [
      user.userId,
    ])
    return rows.map(({ id }) => id)
  }

  app.clock.advance(23 * 3_600_000)
  expect(await remaining()).toHaveLength(2)
  app.clock.advance(2 * 3_600_000)
  expect(await remaining()).toEqual([early.id])
})

test('deleted templates take at most 2 MB: the newest can be restored, and the oldest are gone', async () => {
  const user = await app.signUp()
  const ids: string[] = []
  for (let number = 0; number < 12; number++) {
    const { id } = await create(user, { template: 'Is it open? '.repeat(16_500) })
    await user.templates.deleteTemplate({ params: { id } })
    app.clock.advance(1_000)
    ids.push(id)
  }

  await user.templates.restoreTemplates({ body: { ids: ids.slice(-9) } })
  await expect(user.templates.restoreTemplates({ body: { ids: ids.slice(0, 1) } })).rejects.toMatchObject({
    code: 'not-found',
  })
  const { rows } = await app.pool.query('select count(*)::int as count from template where user_id = $1', [user.userId])
  expect(rows).toEqual([{ count: 11 }])
})

test('a deletion is not undone beyond the limit of the plan', async () => {
  const user = await app.signUp()
  const { id } = await create(user)
  await user.templates.deleteTemplate({ params: { id } })
  await app.pool.query("update account set created_at = created_at - interval '30 days' where id = $1", [user.userId])
  for (let number = 0; number < 4; number++) await create(user, { name: `T${number}` })
  const [first] = await user.templates.listTemplates()

  await expect(user.templates.restoreTemplates({ body: { ids: [id] } })).rejects.toMatchObject({ code: 'plan-limit' })
  await expect(user.templates.duplicateTemplate({ params: { id: first?.id ?? '' } })).rejects.toMatchObject({
    code: 'plan-limit',
  })

  expect(await namesOf(user)).toHaveLength(5)
})
