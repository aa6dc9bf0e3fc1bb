import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const refresh = (user: Pick<TestUser, 'accessToken'>, refreshToken: string) => app.as(user.accessToken).signIn.refresh({ query: { refreshToken } })

test('[7.13] [7.1] a refresh token gets a new pair, with the expired bearer token of its own session', async () => {
  const user = await app.signUp()
  app.clock.advance(16 * 60_000)
  await expect(user.account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })

  const pair = await refresh(user, user.refreshToken)

  expect(pair.refreshToken).not.toBe(user.refreshToken)
  expect(await app.as(pair.accessToken).account.getMe()).toMatchObject({ email: user.email })
})

test('a refresh token alone, or with the bearer token of another session, gets nothing and harms nobody', async () => {
  const [user, other] = [await app.signUp(), await app.signUp()]

  await expect(app.as().signIn.refresh({ query: { refreshToken: user.refreshToken } })).rejects.toMatchObject({ code: 'not-signed-in' })
  expect(await refresh(user, user.refreshToken)).toHaveProperty('accessToken')
  expect(await other.account.getMe()).toMatchObject({ email: other.email })
})

test('twenty tabs that refresh at once get the same pair', async () => {
  const user = await app.signUp()

  const pairs = await Promise.all(Array.from({ length: 20 }, () => refresh(user, user.refreshToken)))

  expect(new Set(pairs.map(({ refreshToken }) => refreshToken)).size).toBe(1)
})

test('a stolen token that is used after its owner went on ends the session for both', async () => {
  const user = await app.signUp()
  const next = await refresh(user, user.refreshToken)
  app.clock.advance(31_000)

  await expect(refresh(user, user.refreshToken)).rejects.toMatchObject({ code: 'not-signed-in' })

  await expect(refresh(user, next.refreshToken)).rejects.toMatchObject({ code: 'not-signed-in' })
  await expect(app.as(next.accessToken).account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })
})

test('a session ends after 30 days, however often it was refreshed, and after 14 days without use', async () => {
  const [busy, idle] = [await app.signUp(), await app.signUp()]
  let { refreshToken } = busy
  for (let day = 1; day < 30; day++) {
    app.clock.advance(86_400_000)
    ;({ refreshToken } = await refresh(busy, refreshToken))
    if (day === 14) await expect(refresh(idle, idle.refreshToken)).rejects.toMatchObject({ code: 'not-signed-in' })
  }
  app.clock.advance(86_400_000)

  await expect(refresh(busy, refreshToken)).rejects.toMatchObject({ code: 'not-signed-in' })
})

test('after logout neither the access token nor the refresh token works', async () => {
  const user = await app.signUp()

  await user.signIn.logout()

  await expect(user.account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })
  await expect(refresh(user, user.refreshToken)).rejects.toMatchObject({ code: 'not-signed-in' })
})

test('tokens that are forged, unsigned or made for something else are nobody', async () => {
  const { accessToken, account } = await app.signUp()
  const [header = '', payload = '', signature = ''] = accessToken.split('.')
  const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`
  const { extensionToken } = await account.getMe()

  for (const forged of [
    unsigned,
    `${header}.${payload}.${randomBytes(32).toString('base64url')}`,
    `${header}.${Buffer.from('{"sub":"x"}').toString('base64url')}.${signature}`,
    extensionToken ?? '',
    'x',
    'a'.repeat(65_000),
  ]) {
    await expect(app.as(forged).account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })
  }
})
