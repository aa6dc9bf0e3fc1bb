import { createHmac } from 'node:crypto'
import { ProblemDocument } from '@loadping/contract/wire/problem'
import type { JWTPayload } from 'jose'
import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { clientId } from '../testing/fake-openid-server.ts'
import { type Browser, type OauthTestApp, oauthTestApp } from '../testing/oauth-test-app.ts'

let app: OauthTestApp
beforeAll(async () => {
  app = await oauthTestApp()
})
beforeEach(() => {
  Object.assign(app.idp.behavior, {
    claims: google('maria'),
    sign: undefined,
    tokenStatus: 200,
    acceptsReusedCodes: false,
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

type Attack = (
  browser: Browser,
  query: { code: string; state: string },
  cookie: string,
) => Promise<{ status: number; text: string }>
const signedWith =
  (change: (claims: JWTPayload) => JWTPayload): Attack =>
  (browser, query) => {
    app.idp.behavior.sign = (claims) => app.idp.signCorrectly(change(claims))
    return browser.returnFromProvider(query)
  }
const forged =
  (sign: (claims: JWTPayload) => Promise<string>): Attack =>
  (browser, query) => {
    app.idp.behavior.sign = sign
    return browser.returnFromProvider(query)
  }
const soon = () => Math.floor(Date.now() / 1000)

const attacks: Record<string, Attack> = {
  'no state': (browser, { code }) => browser.returnFromProvider({ code }),
  'an empty state': (browser, { code }) => browser.returnFromProvider({ code, state: '' }),
  'a made-up state': (browser, { code }) => browser.returnFromProvider({ code, state: 's'.repeat(43) }),
  'two states': (browser, { code, state }) => browser.returnFromProvider(`code=${code}&state=${state}&state=${state}`),
  'the state of another browser': async (browser, { code }) => {
    const other = await app.browser('google').begin()
    return browser.returnFromProvider({ code, state: other.address.searchParams.get('state') ?? '' })
  },
  'the answer in another browser': (browser, query) => browser.returnFromProvider(query, { cookie: '' }),
  'the answer with the cookie of another attempt': async (browser, query) =>
    browser.returnFromProvider(query, { cookie: (await app.browser('google').begin()).cookie }),
  'a changed cookie': (browser, query, cookie) =>
    browser.returnFromProvider(query, { cookie: cookie.replace(/.(?=...$)/, (char) => (char === 'A' ? 'B' : 'A')) }),
  'the cookie of the other provider': async (browser, query) =>
    browser.returnFromProvider(query, { cookie: (await app.browser('outlook').begin()).cookie }),
  "the answer at the other provider's address": (_browser, query, cookie) =>
    app.browser('outlook').returnFromProvider(query, { cookie }),
  'an expired attempt': (browser, query) => {
    app.clock.advance(10 * 60_000 + 1_000)
    return browser.returnFromProvider(query)
  },
  'a made-up code': (browser, { state }) => browser.returnFromProvider({ code: 'guessed', state }),
  'no code': (browser, { state }) => browser.returnFromProvider({ state }),
  'an unknown error': (browser, { state }) => browser.returnFromProvider({ state, error: 'login_required' }),
  'a nonce of another sign-in': signedWith((claims) => ({ ...claims, nonce: 'n'.repeat(43) })),
  'no nonce': signedWith(({ nonce, ...claims }) => claims),
  'another issuer': signedWith((claims) => ({ ...claims, iss: 'https://accounts.google.com.evil.example' })),
  'another audience': signedWith((claims) => ({ ...claims, aud: 'another-client' })),
  'two audiences': signedWith((claims) => ({ ...claims, aud: [String(claims.aud), 'another-client'] })),
  'a token for another client': signedWith((claims) => ({ ...claims, azp: 'another-client' })),
  'an expired token': signedWith((claims) => ({ ...claims, iat: soon() - 7_200, exp: soon() - 3_600 })),
  'a token without an expiry': signedWith(({ exp, ...claims }) => claims),
  'a token without a subject': signedWith(({ sub, ...claims }) => claims),
  'alg none': forged(async (claims) => `${part({ alg: 'none' })}.${part(claims)}.`),
  'HS256 with the public key': forged(async (claims) => {
    const signed = `${part({ alg: 'HS256', kid: 'one' })}.${part(claims)}`
    return `${signed}.${createHmac('sha256', await exportSPKI(app.idp.publicKey))
      .update(signed)
      .digest('base64url')}`
  }),
  "HS256 with the client's secret": forged((claims) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from('secret'.padEnd(32, '.'))),
  ),
  "the attacker's own key": forged(async (claims) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign((await generateKeyPair('RS256')).privateKey),
  ),
  'changed claims': forged(async (claims) => {
    const [header, , signature] = (await app.idp.signCorrectly(claims)).split('.')
    return `${header}.${part({ ...claims, email: 'victim@redbud.example' })}.${signature}`
  }),
  'no signature': forged(async (claims) => (await app.idp.signCorrectly(claims)).replace(/[^.]+$/, '')),
}

test.each(Object.entries(attacks))(
  '[A09] a callback with %s returns 400, creates nothing, and is logged without secrets',
  async (_name, attack) => {
    const browser = app.browser('google')
    const { address, cookie } = await browser.begin()
    const query = { ...app.idp.consent(address), state: address.searchParams.get('state') ?? '' }
    const before = await all()
    const logged = app.log.length

    const answer = await attack(browser, query, cookie)

    const lines = app.log.slice(logged)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Sign-in failed')
    expect(await all()).toEqual(before)
    expect(
      lines.filter(
        ({ security, method }) => security === 'sign-in-failed' && /^(google|outlook)$/.test(String(method)),
      ),
    ).toHaveLength(1)
    for (const secret of [query.code, query.state, cookie.split('=')[1], 'redbud.example', 'eyJ'])
      expect(JSON.stringify(lines)).not.toContain(secret)
  },
)

test.each([false, true])(
  '[A09] a callback works once, also with a copied cookie and a provider that reuses codes: %s',
  async (acceptsReusedCodes) => {
    app.idp.behavior.acceptsReusedCodes = acceptsReusedCodes
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

test('[A09] of ten concurrent callbacks with the same response one works', async () => {
  app.idp.behavior.acceptsReusedCodes = true
  const browser = app.browser('google')
  const { address } = await browser.begin()
  const query = { ...app.idp.consent(address), state: address.searchParams.get('state') ?? '' }

  const answers = await Promise.all(Array.from({ length: 10 }, () => browser.returnFromProvider(query)))

  expect(answers.map(({ status }) => status).sort()).toEqual([302, ...Array(9).fill(400)])
})

test('a callback without parameters gets a problem document instead of a page', async () => {
  const answer = await app.app.inject({ url: '/auth/dash-auth/callback?code=x&state=y' })

  expect(answer.statusCode).toBe(400)
  expect(ProblemDocument.parse(answer.json())).toMatchObject({ code: 'invalid-input' })
})

test('canceling, or a provider that is down, returns to the sign-in page', async () => {
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
  app.idp.behavior.tokenStatus = 503
  expect(await comeBack({})).toEqual([
    302,
    'https://loadping.test/sign-in?problem=unavailable&redirect=%2FemailTemplate',
  ])
})

const needsAdministrator: [id: 'google' | 'outlook', error: string, description: string][] = [
  ['outlook', 'access_denied', 'AADSTS90094: The grant requires admin permission.'],
  ['outlook', 'access_denied', 'The user needs approval: admin approval was requested, an admin has to consent.'],
  ['outlook', 'invalid_request', 'AADSTS65001: The user or administrator has not consented to use the application.'],
  ['outlook', 'consent_required', ''],
  ['google', 'admin_policy_enforced', ''],
  ['google', 'org_internal', ''],
]
test.each(needsAdministrator)(
  '[D12.7] %s that asks for an administrator (%s, %s) leads to a page with what to send them',
  async (id, error, description) => {
    const browser = app.browser(id)
    const { address } = await browser.begin()
    const state = address.searchParams.get('state') ?? ''
    const { location } = await browser.returnFromProvider({ state, error, error_description: description })

    expect(location.pathname).toBe(id === 'google' ? '/auth/dash-auth/administrator' : '/auth/outlook/administrator')
    const page = await app.app.inject({ url: location.pathname })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Copy message')
    if (id === 'google') return expect(page.body).toContain(clientId)
    const link = new URL(/https:\/\/login\.microsoftonline\.com\S+/.exec(page.body)?.[0].replaceAll('&#38;', '&') ?? '')
    expect(link.pathname).toBe('/organizations/v2.0/adminconsent')
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      client_id: clientId,
      redirect_uri: 'https://loadping.test/auth/outlook/callback',
      scope: expect.stringContaining('https://graph.microsoft.com/Mail.Send'),
    })
  },
)

test.each([
  ['admin_consent=True&tenant=3f1c2d74', 'LoadPing is allowed'],
  ['admin_consent=True&tenant=3f1c2d74&error=access_denied&error_description=AADSTS65004', 'LoadPing was not allowed'],
  ['admin_consent=False&tenant=3f1c2d74', 'LoadPing was not allowed'],
])('[D12.7] an administrator who comes back with %s reads "%s"', async (query, text) => {
  const before = await all()
  const page = await app.app.inject({ url: `/auth/outlook/callback?${query}`, headers: { accept: 'text/html' } })

  expect([page.statusCode, page.body.includes(text)]).toEqual([200, true])
  const fromGoogle = await app.app.inject({
    url: `/auth/dash-auth/callback?${query}`,
    headers: { accept: 'text/html' },
  })
  expect([fromGoogle.statusCode, fromGoogle.body.includes('Microsoft')]).toEqual([400, false])
  expect(await all()).toEqual(before)
})
