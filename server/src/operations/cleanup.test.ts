import { beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { deleteExpiredSignInData } from './cleanup.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const counts = async () => {
  const { rows } = await app.pool.query(
    'select (select count(*) from sign_in_token) links, (select count(*) from used_pairing_code) codes, (select count(*) from one_time_code) arrivals, (select count(*) from session) sessions',
  )
  return rows[0]
}
const day = 86_400_000

test('expired data is deleted once unused, and signed-in users stay signed in', async () => {
  const gone = await app.signUp()
  const stays = await app.signUp()
  const { extensionToken } = await stays.account.getMe()
  await app.as().extension.openSession({ body: { code: extensionToken ?? '' } })
  await app.pool.query("insert into one_time_code values ('hash', $1, 'challenge', $2, null, 'sign-in')", [
    stays.userId,
    app.clock.now,
  ])
  await gone.signIn.logout()

  await deleteExpiredSignInData(app.deps)
  expect(await counts()).toEqual({ links: 2, codes: 1, arrivals: 1, sessions: 3 })

  app.clock.advance(2 * day)
  await deleteExpiredSignInData(app.deps)
  expect(await counts()).toEqual({ links: 0, codes: 0, arrivals: 0, sessions: 3 })

  app.clock.advance(6 * day)
  await deleteExpiredSignInData(app.deps)
  expect(await counts()).toMatchObject({ sessions: 2 })
  expect(
    await app.as(stays.accessToken).signIn.refresh({ query: { refreshToken: stays.refreshToken } }),
  ).toHaveProperty('accessToken')

  app.clock.advance(60 * day)
  await deleteExpiredSignInData(app.deps)
  expect(await counts()).toMatchObject({ sessions: 0 })
})
