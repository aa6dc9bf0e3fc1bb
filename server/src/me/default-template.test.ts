import type { UserType } from '@loadping/contract/account/user-type'
import { defaultTemplates } from '@loadping/contract/templates/default-template'
import { beforeAll, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const saveUserType = (user: TestUser, userType: UserType) => user.account.saveUserInfo({ body: { userType } })
const getDefault = async (user: TestUser) => (await user.templates.listTemplates()).find(({ isDefault }) => isDefault)

test("a new broker gets the brokers' Default template, and the carriers' when switching back", async () => {
  const user = await app.signUp()
  expect(await getDefault(user)).toMatchObject({ ...defaultTemplates.carrier, version: 1 })

  await saveUserType(user, 'broker')
  expect(await getDefault(user)).toMatchObject({ ...defaultTemplates.broker, version: 2 })
  await saveUserType(user, 'broker')
  expect(await getDefault(user)).toMatchObject({ version: 2 })

  await saveUserType(user, 'carrier')
  expect(await getDefault(user)).toMatchObject({ ...defaultTemplates.carrier, version: 3 })
})

test('an edited Default template is never replaced', async () => {
  const user = await app.signUp()
  const { id = '' } = (await getDefault(user)) ?? {}
  const { subject } = defaultTemplates.carrier
  const body = { name: 'Default', subject, template: '<p>Mine</p>', cc: [], labels: [] }
  await user.templates.updateTemplate({ params: { id }, body })

  await saveUserType(user, 'broker')

  expect(await getDefault(user)).toMatchObject({ subject, template: '<p>Mine</p>' })
})
