import { maxSnippets } from '@loadping/contract/snippets/snippets'
import { beforeAll, expect, test } from 'vitest'
import { sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const save = (user: TestUser, name: string, text: string) =>
  user.snippets.saveSnippet({ params: { name }, body: { text } })
const addTemplate = (user: TestUser, subject: string, template: string) =>
  user.templates.createTemplate({ body: { name: subject, subject, template, cc: [], labels: [] } })

test('snippets are listed by name, each with the templates that use it', async () => {
  const user = await app.signUp()
  await save(user, 'van', 'Old')
  await save(user, 'van', ' 53 ft Van\r\nair ride ')
  await save(user, 'flat', 'Flatbed')
  await addTemplate(user, 'Body', '<p>{{ snippet:van }}</p>')
  await addTemplate(user, 'And {{snippet:van}}', '<p>{{snippet:vans}}</p>')

  expect(await user.snippets.listSnippets()).toEqual([
    { name: 'flat', text: 'Flatbed', usedBy: [] },
    { name: 'van', text: '53 ft Van\nair ride', usedBy: ['And {{snippet:van}}', 'Body'] },
  ])
})

test.each(['', 'A', 'a b', 'a_b', 'a'.repeat(31)])('the name “%s” is refused', async (name) => {
  const user = await app.signUp()

  await expect(save(user, name, 'x')).rejects.toMatchObject({ code: expect.stringMatching(/invalid-input|not-found/) })
})

test.each([
  ['empty', ' \n '],
  ['too long', 'x'.repeat(1001)],
  ['with a control character', 'a\u001bb'],
])('a text that is %s is refused', async (_what, text) => {
  const user = await app.signUp()

  await expect(save(user, 'van', text)).rejects.toMatchObject({ code: 'invalid-input' })
})

test('a user keeps 20 snippets at most, also by many saves at once, and can still change them', async () => {
  const user = await app.signUp()

  const saves = await Promise.allSettled(
    Array.from({ length: maxSnippets + 5 }, (_, index) => save(user, `snippet-${index}`, 'x')),
  )

  const refused = saves.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  expect(refused).toHaveLength(5)
  for (const reason of refused) expect(reason).toMatchObject({ code: 'not-allowed' })
  const [first] = await user.snippets.listSnippets()
  expect(await save(user, first?.name ?? '', 'y')).toMatchObject({ text: 'y' })
})

test("another user's snippets are neither listed nor deleted", async () => {
  const user = await app.signUp()
  const other = await app.signUp()
  await save(user, 'van', '53 ft')

  expect(await other.snippets.listSnippets()).toEqual([])
  await expect(other.snippets.deleteSnippet({ params: { name: 'van' } })).rejects.toMatchObject({ code: 'not-found' })
  expect(await user.snippets.listSnippets()).toHaveLength(1)
})

test('an email has the text of its snippets, and keeps only those among its inputs', async () => {
  const user = await app.signUp()
  await save(user, 'van', '53 ft <b>Van</b> {{email}}\nair ride')
  await save(user, 'other', 'Not used')
  const { id } = await addTemplate(user, 'A {{snippet:van}}', '<p>{{snippet:van}}</p>')

  const email = await sendInquiry(user, { templateId: id })

  const { html, inputs } = await user.emails.getEmailDetails({ params: { id: email.id } })
  expect(email.subject).toBe('A 53 ft <b>Van</b> {{email}} air ride')
  expect(html).toBe('<p>53 ft &lt;b&gt;Van&lt;/b&gt; {{email}}<br />air ride</p>')
  expect(Object.keys(inputs.values).filter((name) => name.startsWith('snippet'))).toEqual(['snippet:van'])
})

test('[D4.3] a template with a deleted snippet is not sent, unless the text around it is optional', async () => {
  const user = await app.signUp()
  await save(user, 'van', '53 ft')
  const { id: templateId } = await addTemplate(user, 'x', '<p>{{snippet:van}}</p>')
  const optional = await addTemplate(user, 'y', '<p>Hi[[, {{snippet:van}}]]</p>')
  await user.snippets.deleteSnippet({ params: { name: 'van' } })

  await expect(sendInquiry(user, { templateId })).rejects.toMatchObject({
    code: 'missing-values',
    message: 'This template uses a snippet that you deleted or never had.',
    fields: { template: 'Unknown: snippet:van' },
  })
  const { id } = await sendInquiry(user, { templateId: optional.id })
  expect((await user.emails.getEmailDetails({ params: { id } })).html).toBe('<p>Hi</p>')
})

test('a snippet that the user never had is not sent, also with the name of a JavaScript property', async () => {
  const user = await app.signUp()
  const { id: templateId } = await addTemplate(user, 'x', '<p>{{snippet:constructor}}</p>')

  await expect(sendInquiry(user, { templateId })).rejects.toMatchObject({
    code: 'missing-values',
    fields: { template: 'Unknown: snippet:constructor' },
  })
})
