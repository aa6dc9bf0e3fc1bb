import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@loadping/contract/client'
import { extensionReleases } from '@loadping/contract/extension/extension-versions'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { rawRequest } from '../testing/raw-request.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { sendTo, type TestApp, type TestUser, testApp, tokenIn, withOtherHmacKey } from '../testing/test-app.ts'
import { endEverySession } from './sessions.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const refresh = (user: Pick<TestUser, 'accessToken'>, refreshToken: string) =>
  app.as(user.accessToken).signIn.refresh({ query: { refreshToken } })

test("[7.13] [7.1] a refresh token with its session's expired bearer token returns a new pair", async () => {
  const user = await app.signUp()
  app.clock.advance(16 * 60_000)
  await expect(user.account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })

  const pair = await refresh(user, user.refreshToken)

  expect(pair.refreshToken).not.toBe(user.refreshToken)
  expect(await app.as(pair.accessToken).account.getMe()).toMatchObject({ email: user.email })
})

test('[S06] a refresh token alone, as from a log, returns nothing, ends nothing, and is logged', async () => {
  const user = await app.signUp()
  const other = await app.signUp()
  const before = app.log.length

  await expect(app.as().signIn.refresh({ query: { refreshToken: user.refreshToken } })).rejects.toMatchObject({
    code: 'not-signed-in',
  })
  expect(app.log.slice(before)).toContainEqual(
    expect.objectContaining({ level: 40, msg: expect.stringContaining('without the bearer token') }),
  )
  expect(JSON.stringify(app.log)).not.toContain(user.refreshToken)
  await expect(refresh(other, user.refreshToken)).rejects.toMatchObject({ code: 'not-signed-in' })
  expect(await refresh(user, user.refreshToken)).toHaveProperty('accessToken')
})

test('[S02] a session ends after 30 days despite refreshes, and after 14 days without use', async () => {
  const busy = await app.signUp()
  const idle = await app.signUp()
  let { refreshToken } = busy
  for (let day = 1; day < 30; day++) {
    app.clock.advance(86_400_000)
    ;({ refreshToken } = await refresh(busy, refreshToken))
    if (day === 14) await expect(refresh(idle, idle.refreshToken)).rejects.toMatchObject({ code: 'not-signed-in' })
  }
  app.clock.advance(86_400_000)

  await expect(refresh(busy, refreshToken)).rejects.toMatchObject({ code: 'not-signed-in' })
})

test('[S02] the database stores a refresh token as a hash, and each use returns another one', async () => {
  const user = await app.signUp()
  const next = await refresh(user, user.refreshToken)

  const { rows } = await app.pool.query('select s::text as row from session s where user_id = $1', [user.userId])

  expect(next.refreshToken).toMatch(/^[\w-]{43}$/)
  expect(next.refreshToken).not.toBe(user.refreshToken)
  for (const token of [user.refreshToken, next.refreshToken]) expect(JSON.stringify(rows)).not.toContain(token)
})

test('[S02] the next refresh token cannot be computed from the last one without the key of the server', async () => {
  const user = await app.signUp()
  const other = createClient(sendTo(await withOtherHmacKey(app), user.accessToken))

  const next = await refresh(user, user.refreshToken)
  const computed = await other.signIn.refresh({ query: { refreshToken: user.refreshToken } }) // within the grace period

  expect(computed.refreshToken).not.toBe(next.refreshToken)
  await expect(refresh(user, computed.refreshToken)).rejects.toMatchObject({ code: 'not-signed-in' })
})

test('[S01] an access token lasts 15 minutes and names user, audience and session, but no rights', async () => {
  const user = await app.signUp()
  const [header = '', payload = ''] = user.accessToken
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString())

  expect(JSON.parse(header)).toEqual({ alg: 'HS256', typ: 'at+jwt' })
  expect(JSON.parse(payload)).toEqual({
    iss: 'https://loadping.test',
    sub: user.userId,
    aud: 'web',
    sid: expect.any(String),
    iat: expect.any(Number),
    exp: JSON.parse(payload).iat + 900,
  })
  app.clock.advance(899_000)
  expect(await user.account.getMe()).toMatchObject({ email: user.email })
  app.clock.advance(2_000)
  await expect(user.account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })
})

test('[S07] only our own pages and extension may refresh: no other page, prefetch or HEAD', async () => {
  const user = await app.signUp()
  const ask = (method: 'GET' | 'HEAD', headers: Record<string, string>) =>
    app.app.inject({
      method,
      url: `/auth/refresh?refreshToken=${user.refreshToken}`,
      headers: { authorization: `Bearer ${user.accessToken}`, ...headers },
    })
  const { rows: before } = await app.pool.query('select * from session where user_id = $1', [user.userId])

  for (const [method, headers] of [
    ['GET', { origin: 'https://evil.example' }],
    ['GET', { origin: 'null' }],
    ['GET', { origin: 'https://loadping.test.evil.example' }],
    ['GET', { origin: 'HTTPS://LOADPING.TEST' }],
    ['GET', { 'sec-purpose': 'prefetch' }],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }],
    ['GET', { purpose: 'prefetch' }],
    ['GET', { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }],
    ['GET', { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' }],
    ['HEAD', {}],
    ['GET', { authorization: '' }], // an image, a link and a no-cors fetch cannot send the header
  ] as const) {
    const answer = await ask(method, headers)
    expect([401, 403, 404], `${method} ${JSON.stringify(headers)}`).toContain(answer.statusCode)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  }

  expect((await app.pool.query('select * from session where user_id = $1', [user.userId])).rows).toEqual(before)
  for (const origin of ['https://loadping.test', 'chrome-extension://abcdefghijklmnop', 'moz-extension://1-2-3']) {
    const answer = await ask('GET', { origin })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
  }
})

test('a new sign-in ends the session that its browser had, and no other', async () => {
  const user = await app.signUp()
  const { extensionToken: code } = await user.account.getMe()
  const extension = await app.as().extension.openSession({ body: { code: code ?? '' } })
  const elsewhere = await app.signUp(user.email)
  await app.as().signIn.requestLink({ body: { email: user.email } })
  await app.runDueJobs()
  const token = tokenIn(app.sent.findLast(({ to }) => to === user.email))
  const verify = (text: string) => user.signIn.verifyLink({ body: { email: user.email, token: text } })

  await expect(verify('A'.repeat(43))).rejects.toMatchObject({ code: 'invalid-input' })
  expect(await user.account.getMe()).toMatchObject({ email: user.email })
  const opened = await verify(token)

  for (const { accessToken } of [user, extension])
    await expect(app.as(accessToken).account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })
  for (const { accessToken } of [opened, elsewhere])
    expect(await app.as(accessToken).account.getMe()).toMatchObject({ email: user.email })
  expect(app.log.filter(({ reason }) => reason === 'replaced')).toMatchObject([{ security: 'signed-out' }])
})

test('[S08] logging out ends the session, its extension session, and an unused code', async () => {
  const user = await app.signUp()
  const { extensionToken: code } = await user.account.getMe()
  const { extensionToken: unused } = await user.account.getMe()
  const extension = await app.as().extension.openSession({ body: { code: code ?? '' } })
  const elsewhere = await app.signUp(user.email)

  await user.signIn.logout()

  for (const pair of [user, extension]) {
    await expect(app.as(pair.accessToken).account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })
    await expect(refresh(pair, pair.refreshToken)).rejects.toMatchObject({ code: 'not-signed-in' })
  }
  await expect(app.as().extension.openSession({ body: { code: unused ?? '' } })).rejects.toMatchObject({
    code: 'not-signed-in',
  })
  expect(await elsewhere.account.getMe()).toMatchObject({ email: user.email })
})

test('[D2.6] [X05] a pairing code opens one extension session, within five minutes; its replay gets 401', async () => {
  const user = await app.signUp()
  const used = await user.account.getMe()
  const expired = await user.account.getMe()
  const open = ({ extensionToken }: typeof used) =>
    app.as().extension.openSession({ body: { code: extensionToken ?? '' } })

  app.clock.advance(299_000)
  expect(await open(used)).toHaveProperty('accessToken')
  await expect(open(used)).rejects.toMatchObject({ code: 'not-signed-in', status: 401 })
  app.clock.advance(2_000)
  await expect(open(expired)).rejects.toMatchObject({ code: 'not-signed-in' })
})

const openExtension = async (user: TestUser) => {
  const { extensionToken } = await user.account.getMe()
  return app.as().extension.openSession({ body: { code: extensionToken ?? '' } })
}

test("[X10] Log Out and expiry end the extension's session with its next call", async () => {
  const leaving = await app.signUp()
  const expiring = await app.signUp()
  const pairs = [await openExtension(leaving), await openExtension(expiring)]

  await leaving.signIn.logout()
  app.clock.advance(14 * 86_400_000)

  for (const pair of pairs) {
    await expect(app.as(pair.accessToken).account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })
    await expect(refresh(pair, pair.refreshToken)).rejects.toMatchObject({ code: 'not-signed-in' })
  }
})

test("[X10] after the removal from a team the extension's next call has neither team nor plan", async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const extension = app.as((await openExtension(member)).accessToken)
  expect(await extension.account.getMe()).toMatchObject({ billingPlan: 'BUSINESS', limitEmails: null })

  await owner.team.removeMember({ query: { userId: member.userId } })

  expect(await extension.account.getMe()).toMatchObject({ billingPlan: 'TRIAL', limitEmails: 50, organizationId: null })
})

test('[D11.8] an extension older than the last two releases gets 426, whatever it calls', async () => {
  const user = await app.signUp()
  const { accessToken } = await openExtension(user)
  const call = (url: string, version: string, bearer = accessToken) =>
    rawRequest(app.app, { method: 'GET', url, bearer, headers: { 'x-extension-version': version } })

  const outdated = await call('/users/me', '0.0.9')
  expect(outdated.status).toBe(426)
  expect(JSON.parse(outdated.text)).toMatchObject({ code: 'update-needed' })
  expect((await call('/trucks', '0.0.9')).status).toBe(426)
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../extension/package.json'), 'utf8'))
  expect(extensionReleases[0]).toBe(version)
  expect((await call('/users/me', version)).status).toBe(200)
  expect((await call('/users/me', '0.0.9', user.accessToken)).status).toBe(200)
})

test('logging out the extension keeps the dashboard signed in', async () => {
  const user = await app.signUp()
  const { extensionToken } = await user.account.getMe()
  const extension = await app.as().extension.openSession({ body: { code: extensionToken ?? '' } })

  await app.as(extension.accessToken).signIn.logout()

  expect(await user.account.getMe()).toMatchObject({ email: user.email })
})

test('a user sees their sessions by device, and ends one of them or all', async () => {
  const email = 'devices@redbud.example'
  const here = await app.signUp(email)
  const there = await app.signUp(email)
  await app.pool.query(
    "update session set user_agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0 Safari/537.36' where user_id = $1",
    [here.userId],
  )
  const { extensionToken } = await there.account.getMe()
  const extension = await app.as().extension.openSession({ body: { code: extensionToken ?? '' } })

  const sessions = await here.sessions.listSessions()
  const other = sessions.find(({ kind, isCurrent }) => kind === 'web' && !isCurrent)
  expect(sessions.filter(({ isCurrent }) => isCurrent)).toEqual([
    expect.objectContaining({ kind: 'web', device: 'Chrome on Windows' }),
  ])
  expect(sessions.map(({ kind }) => kind).sort()).toEqual(['extension', 'web', 'web'])

  await here.sessions.endSession({ params: { id: other?.id ?? '' } })
  for (const ended of [there, extension])
    await expect(app.as(ended.accessToken).account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })
  expect(await here.sessions.listSessions()).toHaveLength(1)
  await expect(here.sessions.endSession({ params: { id: other?.id ?? '' } })).rejects.toMatchObject({
    code: 'not-found',
  })

  await here.sessions.endAllSessions()
  await expect(here.account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })
})

test('[S10] no cookie is a credential, and a forged one changes nothing', async () => {
  const user = await app.signUp()
  const ask = (headers: Record<string, string>) => app.app.inject({ url: '/users/me', headers })

  for (const cookie of [
    'isAuth=true',
    `isAuth=true; accessToken=${user.accessToken}`,
    'isAuth=%00',
    `isAuth=${'x'.repeat(7_000)}`,
    'isAuth',
    '=;;=',
    'isAuth="\\',
  ]) {
    expect((await ask({ cookie })).statusCode).toBe(401)
    const { extensionToken: _, ...me } = (await ask({ cookie, authorization: `Bearer ${user.accessToken}` })).json()
    expect(me).toMatchObject({ email: user.email })
  }
})

test('[2.20] [4.1] logging out ends the session also with an expired access token', async () => {
  const user = await app.signUp()
  const { extensionToken } = await user.account.getMe()
  const extension = await app.as().extension.openSession({ body: { code: extensionToken ?? '' } })
  app.clock.advance(16 * 60_000)

  await user.signIn.logout()

  for (const pair of [user, extension])
    await expect(refresh(pair, pair.refreshToken)).rejects.toMatchObject({ code: 'not-signed-in' })
  await expect(app.as('e30.e30.e30').signIn.logout()).rejects.toMatchObject({ code: 'not-signed-in' })
})

test('[D13.21] in a restored backup nobody is signed in', async () => {
  const user = await app.signUp()
  const client = new pg.Client(app.connection)
  await client.connect()

  await endEverySession(client).finally(() => client.end())

  await expect(user.account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })
  await expect(refresh(user, user.refreshToken)).rejects.toMatchObject({ code: 'not-signed-in' })
})
