import { beforeAll, expect, test } from 'vitest'
import { codesOf } from '../testing/codes-of.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

async function templateOf(user: TestUser) {
  const body = { name: 'x', subject: 'MC {{mc}}', template: '<p>{{phone}} {{myCompany}}</p>', cc: [], labels: [] }
  return (await user.templates.createTemplate({ body })).id
}
const values = { mc: 'MC-123456', phone: '(555) 010-0142', myCompany: 'Redbud' }

test('[D4.3] profile values that a send asked for are saved, so that they are asked for once', async () => {
  const user = await app.signUp()
  const templateId = await templateOf(user)
  await expect(sendInquiry(user, { templateId })).rejects.toMatchObject({
    code: 'missing-values',
    fields: { 'values/mc': expect.any(String), 'values/phone': expect.any(String) },
  })

  expect(await sendInquiry(user, { templateId, values })).toMatchObject({ subject: 'MC 123456' })

  expect(await user.account.getProfile()).toMatchObject({ mc: '123456', phone: '(555) 010-0142', company: 'Redbud' })
  expect(await sendInquiry(user, { templateId })).toMatchObject({ subject: 'MC 123456' })
})

test('an entered value never replaces one of the profile', async () => {
  const user = await app.signUp()
  await user.account.saveProfile({ body: { mc: '654321' } })

  await sendInquiry(user, { templateId: await templateOf(user), values })

  expect(await user.account.getProfile()).toMatchObject({ mc: '654321', company: 'Redbud' })
})

test('a value that the profile refuses is printed as entered and not saved', async () => {
  const user = await app.signUp()

  const { subject } = await sendInquiry(user, {
    templateId: await templateOf(user),
    values: { ...values, mc: 'pending' },
  })

  expect(subject).toBe('MC pending')
  expect(await user.account.getProfile()).toMatchObject({ mc: null, company: 'Redbud' })
})

test('a refused inquiry saves nothing', async () => {
  const user = await app.signUp()
  const expectedAsk = { askCents: 1, templateVersion: 1 }

  await expect(
    sendInquiry(user, { templateId: await templateOf(user), values, expected: expectedAsk }),
  ).rejects.toMatchObject({ code: 'price-changed' })

  expect(await user.account.getProfile()).toMatchObject({ mc: null, company: null })
})

test('a send that completes the profile does not deadlock with a change of the role in the team', async () => {
  const owner = await createOwner(app)
  for (let round = 0; round < 3; round++) {
    const user = await createMember(app, owner, { role: 'MANAGER' })
    const templateId = await templateOf(user)
    const send = () => sendInquiry(user, { templateId, values, confirmed: true })
    const saveUserType = (userType: 'carrier' | 'broker') => user.account.saveUserInfo({ body: { userType } })

    const sends = [send(), send(), send(), send()]
    const changes = [saveUserType('broker'), saveUserType('carrier'), saveUserType('broker')]

    const [ofSends, ofChanges] = await Promise.all([codesOf(sends), codesOf(changes)])

    expect(ofSends).toEqual(['accepted'])
    expect([[], ['not-allowed']]).toContainEqual(ofChanges.filter((code) => code !== 'accepted')) // a second change after an email is refused
    expect(await user.account.getProfile()).toMatchObject({ mc: '123456', company: 'Redbud' })
  }
})
