import { createHmac } from 'node:crypto'
import { ProblemDocument } from '@loadping/contract/problem'
import type { JWTPayload } from 'jose'
import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type AppOverProvider, type Browser, oauthTestApp } from '../testing/oauth-test-app.ts'

let app: AppOverProvider
beforeAll(async () => {
  app = await oauthTestApp()
})
beforeEach(() => {
  Object.assign(app.idp.conduct, {
    claims: google('maria'),
    sign: undefined,
    tokenStatus: 200,
    takesCodesTwice: false,
    isDown: false,
  })
})

const google = (name: string): JWTPayload => ({
  sub: `google-${name}`,
  email: `${name}@redbud.example`,
  email_verified: true,
})
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const countOf = async (table: 'session' | 'one_time_code' | 'identity' | 'account') =>
  (await app.pool.query(`select count(*) as count from ${table}`)).rows[0].count
const all = () => Promise.all((['session', 'one_time_code', 'identity', 'account'] as const).map(countOf))

test.each(['google', 'outlook'] as const)(
  '[7.27] the browser is sent to %s with a code flow that nobody else can use',
  async (id) => {
    const { address, setCookie, status } = await app.browser(id).begin()
    const { address: other } = await app.browser(id).begin()

    const asked = Object.fromEntries(address.searchParams)
    expect(status).toBe(302)
    expect(address.origin).toBe(id === 'google' ? app.idp.url : 'https://login.microsoftonline.com')
    expect(asked).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `https://loadping.test/auth/${id === 'google' ? 'dash-auth' : 'outlook'}/callback`,
    })
    for (const secret of ['state', 'nonce', 'code_challenge']) {
      expect(asked[secret]).toMatch(/^[\w-]{43}$/)
      expect(other.searchParams.get(secret)).not.toBe(asked[secret])
    }
    expect(setCookie).toMatch(
      /^__Host-loadping-sign-in-[\w-]{16}=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    for (const secret of ['state', 'nonce']) expect(setCookie).not.toContain(asked[secret])
  },
)

test('leave to send mail is asked for together with the sign-in', async () => {
  const scopes = await Promise.all(
    (['google', 'outlook'] as const).map(async (id) =>
      (await app.browser(id).begin()).address.searchParams.get('scope'),
    ),
  )

  expect(scopes).toEqual([
    'openid email profile https://www.googleapis.com/auth/gmail.send',
    'openid email profile offline_access Mail.Send User.Read',
  ])
})

test('[D2.3] what comes back is a code that signs in once, within a minute, in the browser that began', async () => {
  const browser = app.browser('google')
  const { location, setCookie, status } = await browser.completeOAuth()
  const accessToken = location.searchParams.get('accessToken') ?? ''
  const claim = (verifier: string) => app.as().signIn.verifyLink({ body: { accessToken, verifier } })
  const over = { code: 'invalid-input', message: 'This sign-in was used or has expired.' }

  expect([status, location.origin, location.pathname]).toEqual([302, 'https://loadping.test', '/sign-in/verifying'])
  expect([...location.searchParams.keys()]).toEqual(['accessToken', 'redirect'])
  expect(location.searchParams.get('redirect')).toBe('/emailTemplate')
  expect(setCookie).toMatch(/^__Host-loadping-sign-in-[\w-]{16}=;.*Expires=Thu, 01 Jan 1970/)
  expect(JSON.stringify((await app.pool.query('select * from one_time_code')).rows)).not.toContain(accessToken)
  await expect(claim('w'.repeat(43))).rejects.toMatchObject(over)
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => claim(browser.verifier)))
  expect(outcomes.filter(({ status: outcome }) => outcome === 'fulfilled')).toHaveLength(1)
  await expect(claim(browser.verifier)).rejects.toMatchObject(over)

  const late = app.browser('google')
  const again = (await late.completeOAuth()).location.searchParams.get('accessToken') ?? ''
  app.clock.advance(61_000)
  await expect(
    app.as().signIn.verifyLink({ body: { accessToken: again, verifier: late.verifier } }),
  ).rejects.toMatchObject(over)
})

test('a code does not sign in without a verifier, nor with an address beside it', async () => {
  const browser = app.browser('google')
  const accessToken = (await browser.completeOAuth()).location.searchParams.get('accessToken') ?? ''

  await expect(app.as().signIn.verifyLink({ body: { accessToken } })).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(
    app.as().signIn.verifyLink({ body: { accessToken, verifier: browser.verifier, email: 'eve@redbud.example' } }),
  ).rejects.toMatchObject({
    code: 'invalid-input',
  })
  expect(await app.as().signIn.verifyLink({ body: { accessToken, verifier: browser.verifier } })).toHaveProperty(
    'refreshToken',
  )
})

type Attack = (
  browser: Browser,
  query: { code: string; state: string },
  cookie: string,
) => Promise<{ status: number; text: string }>
const signedWith =
  (change: (claims: JWTPayload) => JWTPayload): Attack =>
  (browser, query) => {
    app.idp.conduct.sign = (claims) => app.idp.signWell(change(claims))
    return browser.returnFromProvider(query)
  }
const forged =
  (sign: (claims: JWTPayload) => Promise<string>): Attack =>
  (browser, query) => {
    app.idp.conduct.sign = sign
    return browser.returnFromProvider(query)
  }
const soon = () => Math.floor(Date.now() / 1000)

const attacks: Record<string, Attack> = {
  'no state': (browser, { code }) => browser.returnFromProvider({ code }),
  'an empty state': (browser, { code }) => browser.returnFromProvider({ code, state: '' }),
  'a state of one’s own': (browser, { code }) => browser.returnFromProvider({ code, state: 's'.repeat(43) }),
  'two states': (browser, { code, state }) => browser.returnFromProvider(`code=${code}&state=${state}&state=${state}`),
  'the state of another browser': async (browser, { code }) => {
    const other = await app.browser('google').begin()
    return browser.returnFromProvider({ code, state: other.address.searchParams.get('state') ?? '' })
  },
  'the answer in another browser': (browser, query) => browser.returnFromProvider(query, { cookie: '' }),
  'the answer with the cookie of another beginning': async (browser, query) =>
    browser.returnFromProvider(query, { cookie: (await app.browser('google').begin()).cookie }),
  'a cookie that was changed': (browser, query, cookie) =>
    browser.returnFromProvider(query, { cookie: `${cookie.slice(0, -2)}AA` }),
  'the cookie of the other provider': async (browser, query) =>
    browser.returnFromProvider(query, { cookie: (await app.browser('outlook').begin()).cookie }),
  'the answer at the other provider’s address': (_browser, query, cookie) =>
    app.browser('outlook').returnFromProvider(query, { cookie }),
  'a beginning that is too old': (browser, query) => {
    app.clock.advance(10 * 60_000 + 1_000)
    return browser.returnFromProvider(query)
  },
  'a code of one’s own': (browser, { state }) => browser.returnFromProvider({ code: 'guessed', state }),
  'no code': (browser, { state }) => browser.returnFromProvider({ state }),
  'an error that nobody knows': (browser, { state }) => browser.returnFromProvider({ state, error: 'login_required' }),
  'a nonce of another sign-in': signedWith((claims) => ({ ...claims, nonce: 'n'.repeat(43) })),
  'no nonce': signedWith(({ nonce, ...claims }) => claims),
  'another issuer': signedWith((claims) => ({ ...claims, iss: 'https://accounts.google.com.evil.example' })),
  'another audience': signedWith((claims) => ({ ...claims, aud: 'somebody-else' })),
  'two audiences': signedWith((claims) => ({ ...claims, aud: [String(claims.aud), 'somebody-else'] })),
  'a token made for somebody else': signedWith((claims) => ({ ...claims, azp: 'somebody-else' })),
  'an expired token': signedWith((claims) => ({ ...claims, iat: soon() - 7_200, exp: soon() - 3_600 })),
  'a token without an end': signedWith(({ exp, ...claims }) => claims),
  'a token about nobody': signedWith(({ sub, ...claims }) => claims),
  'alg none': forged(async (claims) => `${part({ alg: 'none' })}.${part(claims)}.`),
  'HS256 with the public key': forged(async (claims) => {
    const signed = `${part({ alg: 'HS256', kid: 'one' })}.${part(claims)}`
    return `${signed}.${createHmac('sha256', await exportSPKI(app.idp.publicKey))
      .update(signed)
      .digest('base64url')}`
  }),
  'HS256 with the client’s secret': forged((claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('secret'.padEnd(32, '.'))),
  ),
  'a key of one’s own': forged(async (claims) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign((await generateKeyPair('RS256')).privateKey),
  ),
  'claims that were changed': forged(async (claims) => {
    const [header, , signature] = (await app.idp.signWell(claims)).split('.')
    return `${header}.${part({ ...claims, email: 'victim@redbud.example' })}.${signature}`
  }),
  'no signature': forged(async (claims) => (await app.idp.signWell(claims)).replace(/[^.]+$/, '')),
}

test.each(Object.entries(attacks))(
  '[A09] a way back with %s answers 400, makes nothing, and is logged without its secrets',
  async (_name, attack) => {
    const browser = app.browser('google')
    const { address, cookie } = await browser.begin()
    const query = { ...app.idp.consent(address), state: address.searchParams.get('state') ?? '' }
    const [before, logged] = [await all(), app.log.length]

    const answer = await attack(browser, query, cookie)

    const lines = app.log.slice(logged)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('This sign-in did not work')
    expect(await all()).toEqual(before)
    expect(
      lines.filter(({ security, way }) => security === 'sign-in-failed' && /^(google|outlook)$/.test(String(way))),
    ).toHaveLength(1)
    for (const secret of [query.code, query.state, cookie.split('=')[1], 'redbud.example', 'eyJ'])
      expect(JSON.stringify(lines)).not.toContain(secret)
  },
)

test.each([false, true])(
  '[A09] an answer works once, also where the cookie was copied and the provider takes codes twice: %s',
  async (takesCodesTwice) => {
    app.idp.conduct.takesCodesTwice = takesCodesTwice
    const browser = app.browser('google')
    const { address, cookie } = await browser.begin()
    const query = { ...app.idp.consent(address), state: address.searchParams.get('state') ?? '' }

    const answers = [
      await browser.returnFromProvider(query, { cookie }),
      await browser.returnFromProvider(query, { cookie }),
      await browser.returnFromProvider(query, { cookie: '' }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([302, 400, 400])
  },
)

test('[A09] of ten ways back at once with the same answer one works', async () => {
  app.idp.conduct.takesCodesTwice = true
  const browser = app.browser('google')
  const { address } = await browser.begin()
  const query = { ...app.idp.consent(address), state: address.searchParams.get('state') ?? '' }

  const answers = await Promise.all(Array.from({ length: 10 }, () => browser.returnFromProvider(query)))

  expect(answers.map(({ status }) => status).sort()).toEqual([302, ...Array(9).fill(400)])
})

test('a program that comes back with nothing gets a problem, and no page', async () => {
  const answer = await app.app.inject({ url: '/auth/dash-auth/callback?code=x&state=y' })

  expect(answer.statusCode).toBe(400)
  expect(ProblemDocument.parse(answer.json())).toMatchObject({ code: 'invalid-input' })
})

test('who changes their mind comes back to the sign-in page, and so does who meets a provider that is away', async () => {
  const comeBack = async (query: Record<string, string>) => {
    const browser = app.browser('google')
    const { address } = await browser.begin()
    const { status, location } = await browser.returnFromProvider({
      ...app.idp.consent(address),
      state: address.searchParams.get('state') ?? '',
      ...query,
    })
    return [status, location.href]
  }

  expect(await comeBack({ error: 'access_denied' })).toEqual([
    302,
    'https://loadping.test/sign-in?problem=canceled&redirect=%2FemailTemplate',
  ])
  expect(await comeBack({ error: 'server_error' })).toEqual([
    302,
    'https://loadping.test/sign-in?problem=unavailable&redirect=%2FemailTemplate',
  ])
  app.idp.conduct.tokenStatus = 503
  expect(await comeBack({})).toEqual([
    302,
    'https://loadping.test/sign-in?problem=unavailable&redirect=%2FemailTemplate',
  ])
})

test('without a good challenge nobody is sent anywhere', async () => {
  for (const query of [
    '',
    'challenge=',
    `challenge=${'a'.repeat(42)}`,
    `challenge=${'a'.repeat(42)}%21`,
    `challenge=${'a'.repeat(43)}&challenge=${'b'.repeat(43)}`,
    'challenge[x]=1',
  ]) {
    const answer = await app.app.inject({ url: `/auth/dash-auth?${query}` })

    expect([answer.statusCode, answer.headers.location, answer.headers['set-cookie']], query).toEqual([
      302,
      'https://loadping.test/sign-in?problem=failed',
      undefined,
    ])
  }
})

test('[A12] [A13] where the way ends is an address of ours, whatever was asked for, and no step of it is repeated', async () => {
  const lures = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%2f%2fevil.example',
    '/sign-in/verifying?accessToken=x',
    'x'.repeat(8_000),
  ]
  for (const redirect of lures) {
    const { location } = await app.browser('google').completeOAuth({ redirect })

    expect([location.origin, location.pathname, location.searchParams.get('redirect')], redirect).toEqual([
      'https://loadping.test',
      '/sign-in/verifying',
      '/',
    ])
  }
  for (const query of ['redirect=/emailTemplate&redirect=//evil.example', 'redirect[x]=1']) {
    const answer = await app.app.inject({ url: `/auth/outlook?challenge=${'a'.repeat(43)}&${query}` })
    expect(answer.statusCode, query).toBe(302)
    expect(String(answer.headers.location), query).toMatch(/^https:\/\/login\.microsoftonline\.com\//)
  }
})

test('the longest address to come back to fits into what the browser keeps', async () => {
  const redirect = `/emailTemplate?note=${'x'.repeat(1_980)}`
  const browser = app.browser('google')
  const { address, setCookie } = await browser.begin({ redirect })
  const { location } = await browser.returnFromProvider({
    ...app.idp.consent(address),
    state: address.searchParams.get('state') ?? '',
  })

  expect(redirect).toHaveLength(2_000)
  expect(setCookie.length).toBeLessThan(4_096)
  expect(location.searchParams.get('redirect')).toBe(redirect)
})

test('[A14] the way to a provider and back is made of the configured address, whatever the request calls us', async () => {
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example',
    accept: 'text/html',
  }
  const start = await app.app.inject({ url: `/auth/dash-auth?challenge=${'a'.repeat(43)}`, headers })
  const address = new URL(String(start.headers.location))
  const cookie = String(start.headers['set-cookie']).split(';')[0] ?? ''
  const query = new URLSearchParams({ ...app.idp.consent(address), state: address.searchParams.get('state') ?? '' })
  const back = await app.app.inject({ url: `/auth/dash-auth/callback?${query}`, headers: { ...headers, cookie } })
  const problem = await app.app.inject({ url: '/auth/dash-auth', headers })

  expect(address.searchParams.get('redirect_uri')).toBe('https://loadping.test/auth/dash-auth/callback')
  expect(String(back.headers.location)).toMatch(/^https:\/\/loadping\.test\/sign-in\/verifying\?accessToken=/)
  expect(String(problem.headers.location)).toBe('https://loadping.test/sign-in?problem=failed')
  expect(JSON.stringify([start.headers, back.headers, problem.headers])).not.toContain('evil')
})

test('two ways that one browser begins at the same time both come to their end', async () => {
  const browser = app.browser('google')
  const [one, other] = [await browser.begin(), await browser.begin()]

  for (const { address, cookie } of [one, other]) {
    const { location } = await browser.returnFromProvider(
      { ...app.idp.consent(address), state: address.searchParams.get('state') ?? '' },
      { cookie: `${one.cookie}; ${other.cookie}; ${cookie}` },
    )
    expect(location.pathname).toBe('/sign-in/verifying')
  }
})

test('[A06] ways over a provider count among the requests for mails of their network, and ways back have a limit too', async () => {
  const ask = (url: string) => app.app.inject({ url, remoteAddress: '203.0.113.77', headers: { accept: 'text/html' } })
  const challenge = 'c'.repeat(43)

  const starts = []
  for (let index = 0; index < 15; index++) starts.push((await ask(`/auth/dash-auth?challenge=${challenge}`)).statusCode)
  for (let index = 0; index < 10; index++) starts.push((await ask(`/auth/outlook?challenge=${challenge}`)).statusCode)
  const backs = []
  for (let index = 0; index < 70; index++) backs.push((await ask('/auth/dash-auth/callback?state=x&code=y')).statusCode)

  expect(starts.filter((status) => status === 302)).toHaveLength(20)
  expect(starts.filter((status) => status === 429)).toHaveLength(5)
  expect(backs.filter((status) => status === 429)).toHaveLength(10)
})
