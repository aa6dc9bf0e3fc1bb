import type { ProfileDraft } from '@loadping/contract/account/account'
import { beforeAll, expect, test } from 'vitest'
import { sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const empty = { name: null, company: null, phone: null, mc: null, dot: null, registeredEmail: null, signature: null }
const save = (user: TestUser, draft: ProfileDraft) => user.account.saveProfile({ body: draft })

test('a new profile is empty, and a save changes only the values it has', async () => {
  const user = await app.signUp()
  expect(await user.account.getProfile()).toEqual(empty)

  expect(await save(user, { company: ' Redbud Carriers ', mc: '123456' })).toMatchObject({ company: 'Redbud Carriers' })
  expect(await save(user, { signature: 'Maria\r\nRedbud\u2028Carriers ', mc: '' })).toEqual({
    ...empty,
    company: 'Redbud Carriers',
    signature: 'Maria\nRedbud\nCarriers',
  })
  expect(await save(user, {})).toEqual(await user.account.getProfile())
})

test.each([
  [{ mc: 'MC-123456' }, { mc: '123456' }],
  [{ mc: '#1234' }, { mc: '1234' }],
  [{ mc: ' mc# 12345678 ' }, { mc: '12345678' }],
  [{ mc: 'MC No. 123456' }, { mc: '123456' }],
  [{ dot: 'USDOT 1234567' }, { dot: '1234567' }],
  [{ dot: 'DOT# 12345' }, { dot: '12345' }],
  [{ phone: '(555) 010-0142 ext. 7' }, { phone: '(555) 010-0142 ext. 7' }],
  [{ registeredEmail: ' Dispatch@Redbud.Example ' }, { registeredEmail: 'dispatch@redbud.example' }],
  [{ registeredEmail: ' ' }, { registeredEmail: null }],
  [{ phone: '+1 555.010.0142 x7' }, { phone: '+1 555.010.0142 x7' }],
])('%j is saved as %j', async (draft, saved) => {
  expect(await save(await app.signUp(), draft)).toMatchObject(saved)
})

test.each<[field: keyof ProfileDraft, what: string, value: string]>([
  ['mc', 'too short', '123'],
  ['mc', 'too long', '123456789'],
  ['mc', 'two numbers', 'MC 12 34'],
  ['dot', 'too short', '1234'],
  ['dot', 'a word', 'seven'],
  ['phone', 'too short', '010-014'],
  ['phone', 'words', 'call me'],
  ['phone', 'markup', '555 010 0142<b>'],
  ['registeredEmail', 'no address', 'dispatch@'],
  ['registeredEmail', 'two addresses', 'a@redbud.example, b@redbud.example'],
  ['name', 'two lines', 'Maria\nBcc: all@evil.example'],
  ['company', 'too long', 'x'.repeat(101)],
  ['signature', 'too long', 'x'.repeat(1001)],
  ['signature', 'with a control character', 'a\u001bb'],
])('%s is refused at its field if it is %s', async (field, _what, value) => {
  const user = await app.signUp()

  await expect(save(user, { [field]: value })).rejects.toMatchObject({
    code: 'invalid-input',
    fields: { [field]: expect.any(String) },
  })
  expect(await user.account.getProfile()).toEqual(empty)
})

test.each(['Мария Дельгадо', '🚚 Redbud', 'محمد الشحن', 'O’Brien & Söhne "GmbH"'])(
  '[E12] the profile “%s” prints as typed in subject, body and sender',
  async (text) => {
    const user = await app.signUp()
    await save(user, { name: text, company: text, signature: `${text}\n${text}` })
    const { id: templateId } = await user.templates.createTemplate({
      body: { name: 'x', subject: '{{myCompany}} {{signature}}', template: '<p>{{signature}}</p>', cc: [], labels: [] },
    })

    const email = await sendInquiry(user, { templateId })
    await app.runDueJobs()

    expect(email.subject).toBe(`${text} ${text} ${text}`)
    const sent = app.sent.at(-1)
    expect(sent?.text).toContain(`${text}\n${text}`)
    expect(sent?.from.name).toContain(text)
  },
)

test('[E12] placeholders, line breaks and markup in the profile are printed literally', async () => {
  const user = await app.signUp()
  const hostile = '{{email}} [[x]] <img src=x onerror=alert(1)>'
  await save(user, { company: hostile, signature: `${hostile}\nBcc: all@evil.example` })
  const { id: templateId } = await user.templates.createTemplate({
    body: { name: 'x', subject: '{{signature}}', template: '<p>{{signature}}</p>', cc: [], labels: [] },
  })

  const { id, subject } = await sendInquiry(user, { templateId })

  expect(subject).toBe(`${hostile} Bcc: all@evil.example`)
  expect((await user.emails.getEmailDetails({ params: { id } })).html).toBe(
    '<p>{{email}} [[x]] &lt;img src=x onerror=alert(1)&gt;<br />Bcc: all@evil.example</p>',
  )
})
