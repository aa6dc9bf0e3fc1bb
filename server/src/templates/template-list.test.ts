import type { EquipmentClass } from '@loadping/contract/boards/equipment'
import type { TemplateDraft } from '@loadping/contract/templates/templates'
import { beforeAll, expect, test } from 'vitest'
import { codesOf } from '../testing/codes-of.ts'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

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
const defaultOf = async (user: TestUser) => {
  const defaults = (await user.templates.listTemplates()).filter(({ isDefault }) => isDefault)
  expect(defaults).toHaveLength(1)
  return defaults[0]?.id ?? ''
}
const missing = '30000000-0000-4000-8000-000000000003'

test('[D4.4] any template can be made the default, and the one before is none', async () => {
  const user = await app.signUp()
  const { id } = await create(user)

  expect(await user.templates.setDefaultTemplate({ params: { id } })).toMatchObject({ id, isDefault: true, version: 1 })

  expect(await defaultOf(user)).toBe(id)
  expect(await namesOf(user)).toEqual(['Reefer', 'Default'])
})

test('[D4.4] there is one default after many changes of it, deletions and imports at once', async () => {
  const user = await app.signUp()
  const first = await defaultOf(user)
  const others = await Promise.all(Array.from({ length: 8 }, (_, number) => create(user, { name: `T${number}` })))
  const ids = [first, ...others.map(({ id }) => id)]

  await Promise.allSettled(
    ids.flatMap((id) => [
      user.templates.setDefaultTemplate({ params: { id } }),
      user.templates.deleteTemplate({ params: { id } }),
      user.templates.setDefaultTemplate({ params: { id } }),
      user.templates.restoreTemplates({ body: { ids: [id] } }),
    ]),
  )

  await defaultOf(user)
})

test('[D13.17] a class has one template: its next standard takes it, also from a deleted one', async () => {
  const user = await app.signUp()
  const first = await create(user)
  const second = await create(user, { name: 'Cold' })
  const equip = (id: string, ...equipment: EquipmentClass[]) =>
    user.templates.setTemplateEquipment({ params: { id }, body: { equipment } })
  expect(await equip(first.id, 'reefer', 'van')).toMatchObject({ equipment: ['reefer', 'van'], version: 1 })
  await user.templates.deleteTemplate({ params: { id: first.id } })

  await equip(second.id, 'reefer', 'reefer')
  await user.templates.restoreTemplates({ body: { ids: [first.id] } })

  const byName = Object.fromEntries((await user.templates.listTemplates()).map((each) => [each.name, each.equipment]))
  expect(byName).toEqual({ Default: [], Reefer: ['van'], Cold: ['reefer'] })
  const stranger = await app.signUp()
  const body = { equipment: [] }
  const foreign = stranger.templates.setTemplateEquipment({ params: { id: first.id }, body })
  await expect(foreign).rejects.toMatchObject({ code: 'not-found' })
})

test('[D4.4] the Default template is not deleted, alone or with others', async () => {
  const user = await app.signUp()
  const id = await defaultOf(user)
  const other = await create(user)

  expect(
    await codesOf([
      user.templates.deleteTemplate({ params: { id } }),
      user.templates.deleteTemplates({ body: { ids: [other.id, id] } }),
    ]),
  ).toEqual(['not-allowed'])

  expect(await namesOf(user)).toEqual(['Default', 'Reefer'])
})

test("making an unknown, a deleted or another user's template the default changes nothing", async () => {
  const user = await app.signUp()
  const other = await app.signUp()
  const before = await defaultOf(user)
  const deleted = await create(user)
  await user.templates.deleteTemplate({ params: { id: deleted.id } })

  for (const id of [missing, deleted.id, await defaultOf(other)])
    await expect(user.templates.setDefaultTemplate({ params: { id } })).rejects.toMatchObject({ code: 'not-found' })

  expect(await defaultOf(user)).toBe(before)
})

test('[D4.8] a duplicate has the same content under a numbered name, and changes on its own', async () => {
  const user = await app.signUp()
  const original = await create(user, { name: '🚛'.repeat(50), labels: ['van'], cc: ['boss@redbud.example'] })
  const { id } = original

  const one = await user.templates.duplicateTemplate({ params: { id } })
  const two = await user.templates.duplicateTemplate({ params: { id } })

  const { name: _, ...content } = draft({ labels: ['van'], cc: ['boss@redbud.example'] })
  expect(one).toMatchObject({ ...content, name: `${'🚛'.repeat(48)} (2)`, isDefault: false, version: 1 })
  expect(two).toMatchObject({ ...content, name: `${'🚛'.repeat(48)} (3)` })
  await user.templates.updateTemplate({ params: { id: one.id }, body: draft({ name: 'Changed' }) })
  expect(await user.templates.getTemplate({ params: { id } })).toEqual(original)
})

test('[D4.8] labels are added to and removed from many templates at once', async () => {
  const user = await app.signUp()
  const one = await create(user, { labels: ['van', 'old', 'van'] })
  const two = await create(user, { labels: ['new'] })
  const three = await create(user, { labels: ['old'] })

  await user.templates.labelTemplates({
    body: { ids: [one.id, two.id], add: ['new', ' 東 ', '東', 'new'], remove: ['old'] },
  })

  const labels = new Map((await user.templates.listTemplates()).map((each) => [each.id, each]))
  expect(labels.get(one.id)).toMatchObject({ labels: ['van', 'new', '東'], version: 2 })
  expect(labels.get(two.id)).toMatchObject({ labels: ['new', '東'], version: 2 })
  expect(labels.get(three.id)).toMatchObject({ labels: ['old'], version: 1 })
  await user.templates.labelTemplates({ body: { ids: [two.id], add: ['new'], remove: ['none'] } })
  expect(await user.templates.getTemplate({ params: { id: two.id } })).toMatchObject({ version: 2 })
})

test("bulk changes with too many labels, an unknown id or another user's id change nothing", async () => {
  const user = await app.signUp()
  const other = await app.signUp()
  const labels = Array.from({ length: 19 }, (_, number) => `label ${number}`)
  const full = await create(user, { labels })
  const empty = await create(user)
  const before = await user.templates.listTemplates()

  await expect(
    user.templates.labelTemplates({ body: { ids: [full.id, empty.id], add: ['a', 'b'], remove: [] } }),
  ).rejects.toMatchObject({ code: 'invalid-input', message: 'A template has at most 20 labels.' })
  for (const foreign of [missing, await defaultOf(other)]) {
    const ids = [empty.id, foreign]
    expect(
      await codesOf([
        user.templates.labelTemplates({ body: { ids, add: ['a'], remove: [] } }),
        user.templates.deleteTemplates({ body: { ids } }),
        user.templates.restoreTemplates({ body: { ids } }),
      ]),
    ).toEqual(['not-found'])
  }

  expect(await user.templates.listTemplates()).toEqual(before)
})

test('emails that are not undone and not failed count for their template, with the last time', async () => {
  const user = await app.signUp()
  const other = await create(user)
  const usesOf = async () =>
    (await user.templates.listTemplates()).map(({ name, sent, lastUsedAt }) => ({ name, sent, lastUsedAt }))
  expect(await usesOf()).toMatchObject([{ sent: 0, lastUsedAt: null }, { sent: 0 }])

  await sendInquiry(user)
  app.clock.advance(60_000)
  const at = app.clock.now.toISOString()
  await sendInquiry(user)
  const undone = await sendInquiry(user, { templateId: other.id })
  await user.inquiries.undoEmail({ params: { id: undone.id } })
  await app.runDueJobs()
  app.clock.advance(60_000)
  const taken = await sendInquiry(user)
  await user.inquiries.undoEmail({ params: { id: taken.id } })
  app.mailbox.answer = () => ({ outcome: 'rejected', reason: 'no such user' })
  const failed = await sendInquiry(user, { templateId: other.id })
  await app.runDueJobs()
  app.mailbox.answer = undefined

  expect(await user.emails.getEmail({ params: { id: failed.id } })).toMatchObject({ state: 'failed' })
  expect(await usesOf()).toEqual([
    { name: 'Default', sent: 2, lastUsedAt: at },
    { name: 'Reefer', sent: 0, lastUsedAt: null },
  ])
  await user.inquiries.resendEmail({ params: { id: failed.id }, headers: { 'idempotency-key': 'r'.repeat(20) } })
  expect(await usesOf()).toMatchObject([{ sent: 2 }, { sent: 1 }])
})

test('counts equal the accepted emails after sends with repeated keys and undos at once', async () => {
  const user = await app.signUp()
  const templates = [await defaultOf(user), (await create(user)).id]
  const sendAndUndo = async (number: number) => {
    const send = () =>
      sendInquiry(user, { templateId: templates[number % 2] ?? '', load: buildLoad() }, `key-of-this-email-${number}`)
    const [sent] = await Promise.allSettled([send(), number % 5 === 0 ? send() : undefined])
    if (number % 3 === 0 && sent.status === 'fulfilled')
      await user.inquiries.undoEmail({ params: { id: sent.value.id } }).catch(() => {})
  }

  await Promise.all(Array.from({ length: 20 }, (_, number) => sendAndUndo(number)))

  const { rows } = await app.pool.query(
    `select template_id as id, count(*) as sent from email
     where user_id = $1 and state not in ('undone', 'failed') group by 1 order by 1`,
    [user.userId],
  )
  const counted = (await user.templates.listTemplates()).map(({ id, sent }) => ({ id, sent }))
  expect(counted.toSorted((one, two) => one.id.localeCompare(two.id))).toEqual(rows)
})

test('[E09] line breaks and control characters in names, labels and cc are refused everywhere', async () => {
  const user = await app.signUp()
  const { id } = await create(user)
  for (const bad of ['a\r\nBcc: x@evil.example', 'a\nb', 'a\rb', 'a\u0085b', 'a\u2028b', 'a\u001bb']) {
    for (const change of [{ name: bad }, { subject: bad }, { labels: [bad] }, { cc: [`${bad}@redbud.example`] }]) {
      const body = draft(change)
      const { id: _, ...content } = body
      expect(
        await codesOf([
          user.templates.createTemplate({ body }),
          user.templates.updateTemplate({ params: { id }, body }),
          user.templates.importTemplates({ body: { templates: [content] } }),
        ]),
      ).toEqual(['invalid-input'])
    }
    await expect(user.templates.labelTemplates({ body: { ids: [id], add: [bad], remove: [] } })).rejects.toMatchObject({
      code: 'invalid-input',
    })
  }
  expect(await namesOf(user)).toEqual(['Default', 'Reefer'])
})

test('500 templates are listed, labeled and deleted in one call each, in a bounded time', async () => {
  const user = await createOwner(app)
  const name = (number: number) => `Шаблон ${number} 🚚 قالب`
  for (let batch = 0; batch < 5; batch++) {
    const templates = Array.from({ length: 100 }, (_, number) => {
      const { id: _id, ...content } = draft({ name: name(batch * 100 + number), template: 'Is it open? '.repeat(120) })
      return content
    })
    await user.templates.importTemplates({ body: { templates } })
  }
  await createMember(app, user)
  const before = process.cpuUsage()

  const ids = (await user.templates.listTemplates()).filter(({ isDefault }) => !isDefault).map(({ id }) => id)
  await user.templates.labelTemplates({ body: { ids, add: ['весна'], remove: [] } })
  await user.templates.deleteTemplates({ body: { ids } })
  await user.templates.restoreTemplates({ body: { ids } })

  const { user: cpu, system } = process.cpuUsage(before)
  expect((cpu + system) / 1_000).toBeLessThan(2_000)
  expect(ids).toHaveLength(500)
  expect(await user.templates.listTemplates()).toHaveLength(501)
})
