import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { sendInquiry } from '../testing/inquiries.ts'
import { codeIn, type TestApp, testApp, tokenIn } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

test("[P04] the log of a user's journey has events, but no token, code, address, query or text", async () => {
  const email = 'private.person@redbud.example'
  const user = await app.signUp(email)
  const mail = app.sent.findLast(({ to }) => to === email)
  const { extensionToken } = await user.account.getMe()
  await sendInquiry(user)
  await app.runDueJobs()
  await user.signIn.refresh({ query: { refreshToken: user.refreshToken } })
  await app.as().signIn.verifyEmail({ params: { email } })
  await app
    .as('forged')
    .account.getMe()
    .catch(() => {})
  await app.app.inject(`/nowhere/${user.accessToken}?token=${user.refreshToken}%0d%0aforged: line`)
  await app.app.inject({ method: 'POST', url: '/auth/verifyLink', payload: { email, token: 'short' } })

  const text = JSON.stringify(app.log)
  const secrets = [
    email,
    tokenIn(mail),
    codeIn(mail),
    user.accessToken,
    user.refreshToken,
    extensionToken ?? 'none',
    'quillon',
    'Q48213',
    'nowhere',
    'forged: line',
  ]

  expect(app.log.filter(({ msg }) => msg === 'request completed').map(({ route }) => route)).toEqual(
    expect.arrayContaining([
      '/auth/v2/tokenLink',
      '/emails',
      '/auth/refresh',
      '/api/v1/main/auth/verify/:email',
      'none',
    ]),
  )
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
})

test('[P10] an answer names the id that all log lines of its request have, which no client chooses', async () => {
  const before = app.log.length
  const answer = await app.app.inject({
    method: 'POST',
    url: '/auth/verifyLink',
    headers: { 'x-request-id': 'forged' },
    payload: { email: 'a@redbud.example', code: '123456' },
  })
  const lines = app.log.slice(before)

  const id = answer.headers['x-request-id']
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect(lines.map(({ msg, request }) => [msg, request])).toEqual([
    ['sign-in failed', id],
    ['request completed', id],
  ])
})

test('[P10] security events of a request have a keyed hash of its network, the same for one network', async () => {
  const fail = (remoteAddress: string) =>
    app.app.inject({
      method: 'POST',
      url: '/auth/verifyLink',
      remoteAddress,
      payload: { email: 'a@redbud.example', code: '123456' },
    })
  const before = app.log.length
  for (const address of ['203.0.113.9', '203.0.113.9', '198.51.100.7']) await fail(address)
  const networks = app.log.slice(before).flatMap(({ security, network }) => (security ? [network] : []))

  expect(networks).toEqual([
    expect.stringMatching(/^[\w-]{16}$/),
    networks[0],
    expect.not.stringMatching(String(networks[0])),
  ])
  expect(JSON.stringify(app.log)).not.toMatch(/203\.0\.113|198\.51\.100/)
})

test('[P10] each log line has the fields that the document names, and no other', async () => {
  const documented = readFileSync(join(import.meta.dirname, '../../../docs/operations/watch.md'), 'utf8')
  const section = documented.slice(documented.indexOf('## Log lines'), documented.indexOf('## Security events'))
  const fields = [...section.matchAll(/^\| `([^|]+)` \|/gm)].flatMap(([, names = '']) => names.split('`, `'))
  const user = await app.signUp()
  await sendInquiry(user)
  await app.runDueJobs()

  const requests = app.log.filter(({ msg }) => msg === 'request completed')
  const ofEvents = app.log.filter(({ security }) => security !== undefined)

  expect([...new Set(requests.flatMap(Object.keys))].filter((field) => !fields.includes(field))).toEqual([])
  expect([...new Set(ofEvents.flatMap(Object.keys))].filter((field) => !fields.includes(field))).toEqual([])
  expect(fields.length).toBeGreaterThan(8)
})
