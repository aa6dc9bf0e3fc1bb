import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { securityEventNames } from '../security-events.ts'
import { findUndocumented, namesUnder } from '../testing/documented-log.ts'
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

test('[P04] an unexpected error has its type, code and place in the log, and no value', async () => {
  const { app: server, pool, log } = await testApp()
  const email = 'secret.person@redbud.example'
  const account = 'insert into account (id, email, created_at) values (gen_random_uuid(), $1, $2)'
  const failures: Record<string, () => Promise<unknown>> = {
    duplicate: async () => {
      await pool.query(account, [email, new Date()])
      await pool.query(account, [email, new Date()])
    },
    missing: () => pool.query(account, [email, null]),
    invalid: () => pool.query('select $1::uuid', [email]),
    unparsable: async () => JSON.parse(`${email} "quillon"`),
    refused: async () => {
      const response = `550 <${email}>: no such user`
      throw Object.assign(new Error(response), { response, code: 'EENVELOPE' })
    },
    nested: async () => {
      throw new Error('It failed', { cause: Object.assign(new Error(`for ${email}`), { rejected: [email] }) })
    },
    thrown: () => Promise.reject(email),
  }
  for (const [name, fail] of Object.entries(failures)) server.get(`/fails/${name}`, fail)

  for (const name of Object.keys(failures)) await server.inject(`/fails/${name}`)

  const errors = log.filter(({ msg }) => msg === 'request failed').map(({ err }) => err)
  expect(errors).toMatchObject([
    { type: 'DatabaseError', code: '23505', message: expect.stringContaining('"account_email_key"') },
    { type: 'DatabaseError', code: '23502', stack: expect.stringMatching(/\n +at /) },
    { type: 'DatabaseError', code: '22P02', message: expect.stringContaining('withheld') },
    { type: 'SyntaxError', message: expect.stringContaining('withheld') },
    { type: 'Error', code: 'EENVELOPE', message: '550 <(address)>: no such user' },
    { type: 'Error', message: 'It failed', cause: { message: 'for (address)' } },
    { type: 'string' },
  ])
  expect(JSON.stringify(log)).not.toMatch(/secret\.person|quillon|detail|rejected/)
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

/** Lists the fields that the source writes in its calls of the log; those of a variable show where tests end an app. */
function fieldsInSource(): string[] {
  const source = join(import.meta.dirname, '..')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!\.test)\.ts$/.test(name) && !name.startsWith('testing/'),
  )
  const calls = files.flatMap((name) => [
    ...readFileSync(join(source, name), 'utf8').matchAll(
      /\blog\s*\.(?:debug|info|warn|error|fatal)\(\s*\{(.*?)\}(?=,\s*['"`])/gs,
    ),
  ])
  return calls.flatMap(([, fields = '']) =>
    [...fields.matchAll(/(?:^|,)\s*(\w+)\b(?=\s*[,:]|\s*$)/g)].map(([, name = '']) => name),
  )
}

test('[P10] each log line has the fields that the document names, and no other', async () => {
  const written = fieldsInSource()
  const user = await app.signUp()
  await sendInquiry(user)
  await app.runDueJobs()

  expect(findUndocumented(app.log)).toEqual([])
  expect(findUndocumented([Object.fromEntries(written.map((name) => [name, '']))])).toEqual([])
  expect(written).toEqual(expect.arrayContaining(['err', 'ms', 'minutes', 'machines', 'hostname', 'removed']))
  expect(findUndocumented([{ level: 30, recipient: '' }])).toEqual([expect.stringContaining('recipient')])
})

test('[P05] the document names each security event', () => {
  expect(namesUnder('Security events').sort()).toEqual([...securityEventNames].sort())
})
