import type { JWTPayload } from 'jose'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type OauthTestApp, oauthTestApp } from '../testing/oauth-test-app.ts'

let app: OauthTestApp
beforeAll(async () => {
  app = await oauthTestApp()
})
beforeEach(() => {
  Object.assign(app.idp.behavior, {
    claims: google('maria'),
  })
})

const google = (name: string): JWTPayload => ({
  sub: `google-${name}`,
  email: `${name}@redbud.example`,
  email_verified: true,
})
test.each(['google', 'outlook'] as const)('[7.27] the browser is sent to %s with a PKCE code flow', async (id) => {
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
})

test('send permission is requested together with the sign-in', async () => {
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

test('[D2.3] the one-time code signs in once, within a minute, in the browser that started', async () => {
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

test('a code does not sign in without a verifier, or with an address beside it', async () => {
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

test('without a valid challenge there is no redirect', async () => {
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

test('[A12] [A13] the final redirect is on our origin, whatever was requested, and no step repeats', async () => {
  const redirects = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%2f%2fevil.example',
    '/sign-in/verifying?accessToken=x',
    'x'.repeat(8_000),
    ['/emailTemplate', '//evil.example'],
    ['//evil.example', '/emailTemplate'],
  ]
  for (const redirect of redirects) {
    const { location } = await app.browser('google').completeOAuth({ redirect })

    const found = [location.origin, location.pathname, location.searchParams.get('redirect')]
    expect(found, String(redirect)).toEqual(['https://loadping.test', '/sign-in/verifying', '/'])
  }
  const answer = await app.app.inject({ url: `/auth/outlook?challenge=${'a'.repeat(43)}&redirect[x]=1` })
  expect(answer.statusCode).toBe(302)
  expect(String(answer.headers.location)).toMatch(/^https:\/\/login\.microsoftonline\.com\//)
})

test('the longest redirect path fits into the cookie', async () => {
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

test('[A14] OAuth URLs use the configured base URL, whatever host the request names', async () => {
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

test('two OAuth attempts started at the same time in one browser both complete', async () => {
  const browser = app.browser('google')
  const one = await browser.begin()
  const other = await browser.begin()

  for (const { address, cookie } of [one, other]) {
    const { location } = await browser.returnFromProvider(
      { ...app.idp.consent(address), state: address.searchParams.get('state') ?? '' },
      { cookie: `${one.cookie}; ${other.cookie}; ${cookie}` },
    )
    expect(location.pathname).toBe('/sign-in/verifying')
  }
})

test('[D13.26] starts of a provider sign-in are no requests for an email', async () => {
  const ask = (url: string) => app.app.inject({ url, remoteAddress: '203.0.113.77', headers: { accept: 'text/html' } })
  const challenge = 'c'.repeat(43)

  const starts = []
  for (let index = 0; index < 15; index++) starts.push((await ask(`/auth/dash-auth?challenge=${challenge}`)).statusCode)
  for (let index = 0; index < 10; index++) starts.push((await ask(`/auth/outlook?challenge=${challenge}`)).statusCode)
  expect(starts.filter((status) => status === 302)).toHaveLength(25)
  const payload = { email: 'behind@redbud.example' }
  const asked = { method: 'POST', url: '/auth/v2/tokenLink', remoteAddress: '203.0.113.77', payload } as const
  expect((await app.app.inject(asked)).statusCode).toBe(200)
})

test('[D13.26] 300 people return from a provider to one address at once; returns have a limit', async () => {
  const ask = (url: string) => app.app.inject({ url, remoteAddress: '203.0.113.78', headers: { accept: 'text/html' } })
  for (let index = 0; index < 61; index++) await ask(`/api/v1/main/auth/verify/${index}@redbud.example`)
  const statuses = []
  for (let index = 0; index < 610; index++)
    statuses.push((await ask('/auth/dash-auth/callback?state=x&code=y')).statusCode)

  expect(statuses.indexOf(429)).toBe(600)
})
