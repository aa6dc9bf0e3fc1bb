import type { JWTPayload } from 'jose'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { changeAddress } from '../accounts/accounts.service.ts'
import { type OauthTestApp, oauthTestApp } from '../testing/oauth-test-app.ts'
import { tokenIn } from '../testing/test-app.ts'
import { forgetSignIns } from './sign-in.service.ts'

let app: OauthTestApp
beforeAll(async () => {
  app = await oauthTestApp()
})
beforeEach(() => {
  Object.assign(app.idp.behavior, { sign: undefined, token: { scope: 'openid email profile' } })
})

const tenant = '11111111-1111-4111-8111-111111111111'
const consumers = '9188040d-6c67-4c5b-b112-36a304b66dad'
const google = (email: string, more: JWTPayload = {}): JWTPayload => ({
  sub: `google-${email}`,
  email,
  email_verified: true,
  ...more,
})
const microsoft = (oid: string, more: JWTPayload = {}, tid = tenant): JWTPayload => ({
  iss: `https://login.microsoftonline.com/${tid}/v2.0`,
  sub: `pairwise-${oid}`,
  oid,
  tid,
  ...more,
})
const as = (claims: JWTPayload) => {
  app.idp.behavior.claims = claims
  return app.browser(String(claims.iss ?? '').includes('microsoft') ? 'outlook' : 'google')
}
const signIn = async (claims: JWTPayload) => (await as(claims).signIn()).account.getMe()
const emailsTo = (email: string) => app.sent.filter(({ to }) => to === email)

test("[A10] an account belongs to the provider's user id, whatever becomes of the address", async () => {
  const first = await signIn(google('maria@redbud.example'))
  const moved = await signIn(google('maria@redbud.example', { email: 'maria.delgado@redbud.example' }))
  const successor = await signIn(google('successor@redbud.example', { email: 'maria.delgado@redbud.example' }))

  expect(moved).toMatchObject({ userId: first.userId, email: 'maria@redbud.example' })
  expect(successor.userId).not.toBe(first.userId)
})

test('[A10] [D13.23] a linked account at Google does not open a renamed account, but with its new address', async () => {
  const former = await signIn(google('former@redbud.example'))
  await changeAddress(app.deps, { userId: former.userId, email: 'later@redbud.example' })
  await forgetSignIns(app.deps, former)

  expect((await signIn(google('former@redbud.example'))).userId).not.toBe(former.userId)
  expect((await signIn(google('later@redbud.example'))).userId).toBe(former.userId)
})

test('[A10] a Microsoft account is identified by tenant id and object id', async () => {
  const verified = { email: 'olga@quillon.example', xms_edov: true }
  const first = await signIn(microsoft('o-1', verified))
  const sameTenant = await signIn(microsoft('o-1', { ...verified, email: 'renamed@quillon.example' }))
  const otherTenant = await signIn(
    microsoft('o-1', { email: 'olga@else.example', xms_edov: true }, '22222222-2222-4222-8222-222222222222'),
  )

  expect(sameTenant.userId).toBe(first.userId)
  expect(otherTenant).toMatchObject({ email: 'olga@else.example' })
  expect(otherTenant.userId).not.toBe(first.userId)
})

test("the provider's name becomes the profile's at the first sign-in, and is never changed later", async () => {
  const claims = google('named@redbud.example', { name: ' Мария O’Brien ' })
  const user = await as(claims).signIn()
  expect(await user.account.getProfile()).toMatchObject({ name: 'Мария O’Brien' })

  await user.account.saveProfile({ body: { name: '' } })
  expect(await (await as(claims).signIn()).account.getProfile()).toMatchObject({ name: null })
  await user.account.saveProfile({ body: { name: 'Maria' } })
  expect(await (await as(claims).signIn()).account.getProfile()).toMatchObject({ name: 'Maria' })
})

test.each(['a\r\nBcc: all@evil.example', 'maria@redbud.example', 'x'.repeat(101), 7, ''])(
  'a provider cannot give the name %j',
  async (name) => {
    const user = await as(google(`nameless-${String(name).length}@redbud.example`, { name })).signIn()

    expect(await user.account.getProfile()).toMatchObject({ name: null })
  },
)

test.each([
  ['Google verified the address', () => google('linked@redbud.example')],
  [
    'Microsoft verified the domain owner',
    () => microsoft('o-true', { email: 'Linked@redbud.example', xms_edov: true }),
  ],
  ['Microsoft verified it, as a number', () => microsoft('o-one', { email: 'linked@redbud.example', xms_edov: 1 })],
  ['Microsoft verified it, as text', () => microsoft('o-text', { email: 'linked@redbud.example', xms_edov: '1' })],
  ['it is a personal account at Microsoft', () => microsoft('o-msa', { email: 'linked@redbud.example' }, consumers)],
])('[A10] an existing account is linked where %s', async (_name, claims) => {
  const { userId } = await app.signUp('linked@redbud.example')

  expect(await signIn(claims())).toMatchObject({ userId, email: 'linked@redbud.example' })
})

test.each([
  ['Google did not verify', (email: string) => google(email, { sub: 'attacker', email_verified: false })],
  ['Google verified only as text', (email: string) => google(email, { sub: 'attacker', email_verified: 'true' })],
  ['any Microsoft tenant can enter', (email: string) => microsoft('attacker', { email })],
  ['Microsoft did not verify', (email: string) => microsoft('attacker', { email, xms_edov: false })],
  ['Microsoft verified in an unknown format', (email: string) => microsoft('attacker', { email, xms_edov: 'true' })],
  ['is only a sign-in name', (email: string) => microsoft('attacker', { preferred_username: email }, consumers)],
  [
    'is only a sign-in name of a verified domain',
    (email: string) => microsoft('attacker', { preferred_username: email, xms_edov: true }),
  ],
])('[A10] an address that %s proves nothing: its owner is verified by email', async (name, claims) => {
  const victim = await app.signUp(`victim-${name.length}-${name.split(' ')[0]}@redbud.example`.toLowerCase())
  const before = emailsTo(victim.email).length

  const { status, location } = await as(claims(victim.email)).completeOAuth()
  await app.runDueJobs()

  expect([
    status,
    location.pathname,
    location.searchParams.get('email'),
    location.searchParams.get('redirect'),
  ]).toEqual([302, '/sign-in/verifying', victim.email, '/emailTemplate'])
  expect(location.searchParams.has('accessToken')).toBe(false)
  expect(emailsTo(victim.email)).toHaveLength(before + 1)
  expect((await app.pool.query(`select count(*) as count from identity where subject = 'attacker'`)).rows[0]).toEqual({
    count: 0,
  })
  expect(
    (await app.pool.query('select count(*) as count from session where user_id = $1', [victim.userId])).rows[0],
  ).toEqual({ count: 1 })
})

test('[A10] the verification email signs in its reader, bound to the browser that started', async () => {
  const browser = as(microsoft('o-new', { email: 'unverified@quillon.example' }))
  await browser.completeOAuth()
  await app.runDueJobs()
  const token = tokenIn(emailsTo('unverified@quillon.example').at(-1))

  await expect(
    app.as().signIn.verifyLink({ body: { email: 'unverified@quillon.example', token, verifier: 'w'.repeat(43) } }),
  ).rejects.toMatchObject({
    code: 'not-allowed',
  })
  const { accessToken } = await app
    .as()
    .signIn.verifyLink({ body: { email: 'unverified@quillon.example', token, verifier: browser.verifier } })
  expect(await app.as(accessToken).account.getMe()).toMatchObject({ email: 'unverified@quillon.example' })
})

test('an unverified address over the email limit returns to the sign-in page', async () => {
  const { limits } = app.deps
  Object.assign(limits, { exemptLoopback: false, signInEmailsPerMinute: 1 })
  await as(microsoft('o-flood', { email: 'flood-1@quillon.example' })).completeOAuth()
  const { location } = await as(microsoft('o-flood', { email: 'flood-2@quillon.example' })).completeOAuth()
  Object.assign(limits, { exemptLoopback: true, signInEmailsPerMinute: 600 })

  expect(location.href).toBe('https://loadping.test/sign-in?problem=unavailable&redirect=%2FemailTemplate')
})

test.each([
  [
    'of another tenant than it says',
    () => ({
      ...microsoft('o-forged', { email: 'x@quillon.example', xms_edov: true }),
      iss: `https://login.microsoftonline.com/${consumers}/v2.0`,
    }),
  ],
  ['without a tenant', () => ({ ...microsoft('o-forged'), tid: undefined })],
  ['of a tenant that is a path', () => microsoft('o-forged', {}, '../common')],
  ['without an object id', () => ({ ...microsoft('o-forged'), oid: undefined })],
])('a Microsoft token %s is rejected', async (_name, claims) => {
  expect((await as(claims()).completeOAuth()).status).toBe(400)
})

test('a provider that returns no address returns to the sign-in page', async () => {
  const { location } = await as(microsoft('o-nameless', { preferred_username: '+15550100142' })).completeOAuth()

  expect(location.href).toBe('https://loadping.test/sign-in?problem=failed&redirect=%2FemailTemplate')
})

test.each([
  ['Google', async (email: string) => signIn(google(email))],
  [
    'email',
    async (email: string) => {
      await app.as().signIn.requestLink({ body: { email } })
      await app.runDueJobs()
      const pair = await app.as().signIn.verifyLink({ body: { email, token: tokenIn(emailsTo(email).at(-1)) } })
      return app.as(pair.accessToken).account.getMe()
    },
  ],
])('[A11] the first verification of an address by %s ends every earlier session', async (name, prove) => {
  const attacker = await app.signUp(`early-${name.length}@redbud.example`)
  await app.pool.query('update account set email_verified_at = null where id = $1', [attacker.userId])
  expect(await attacker.account.getMe()).toMatchObject({ userId: attacker.userId })

  const owner = await prove(attacker.email)

  expect(owner.userId).toBe(attacker.userId)
  await expect(attacker.account.getMe()).rejects.toMatchObject({ code: 'not-signed-in' })
  await expect(
    app.as(attacker.accessToken).signIn.refresh({ query: { refreshToken: attacker.refreshToken } }),
  ).rejects.toMatchObject({ code: 'not-signed-in' })
})

test('a later sign-in by a provider keeps the other sessions', async () => {
  const user = await app.signUp('two-ways@redbud.example')

  await signIn(google(user.email))

  expect(await user.account.getMe()).toMatchObject({ userId: user.userId })
})

const gmail = 'openid email profile https://www.googleapis.com/auth/gmail.send'
test.each([
  ['google', () => google('sender@redbud.example'), gmail],
  [
    'outlook',
    () => microsoft('o-sender', { email: 'sender@quillon.example', xms_edov: true }),
    'openid profile https://graph.microsoft.com/Mail.Send',
  ],
])(
  '[D3.1] granting send permission over %s verifies the account and encrypts its refresh token',
  async (kind, claims, scope) => {
    app.idp.behavior.token = { scope, refresh_token: 'renew-me-1' }
    const me = await signIn(claims())

    const { rows } = await app.pool.query(
      'select kind, address, encrypted_credentials from mailbox where user_id = $1',
      [me.userId],
    )
    expect(me.accountVerified).toBe(true)
    expect(rows).toMatchObject([{ kind, address: me.email }])
    expect(rows[0].encrypted_credentials).not.toContain('renew-me-1')
    const open = (userId: string, address: string) =>
      app.deps.keys.decrypt(rows[0].encrypted_credentials, `mailbox ${kind} ${userId} ${address}`)
    expect(open(me.userId, me.email)).toBe('renew-me-1')
    expect(() => open(crypto.randomUUID(), me.email)).toThrow()
    expect(() => open(me.userId, 'other@redbud.example')).toThrow()
  },
)

test.each([
  ['google', () => google('decliner@redbud.example')],
  ['outlook', () => microsoft('o-decliner', { email: 'decliner@quillon.example', xms_edov: true })],
])(
  '[D3.1] declining send permission over %s signs in unverified, and granting it later verifies',
  async (_kind, claims) => {
    app.idp.behavior.token = { scope: 'openid email profile', refresh_token: 'renew-me' }
    expect(await signIn(claims())).toMatchObject({ accountVerified: false })
    app.idp.behavior.token = { scope: `${gmail} Mail.Send`, refresh_token: 'renew-me' }
    expect(await signIn(claims())).toMatchObject({ accountVerified: true })
    app.idp.behavior.token = { scope: 'openid email profile', refresh_token: 'renew-me' }
    expect(await signIn(claims())).toMatchObject({ accountVerified: false })
  },
)

test('[D3.1] declining send permission and verifying the address by email gives the relay', async () => {
  const { userId } = await signIn(google('both@redbud.example'))
  const user = await app.signUp('both@redbud.example')

  expect(await user.account.getMe()).toMatchObject({ userId, accountVerified: true })
})

test('a grant without a refresh token asks for consent again, unless one is stored', async () => {
  app.idp.behavior.token = { scope: gmail }
  const browser = as(google('again@redbud.example'))
  const first = await browser.completeOAuth()
  expect([first.location.origin, first.location.searchParams.get('prompt')]).toEqual([app.idp.url, 'consent'])

  app.idp.behavior.token = { scope: gmail, refresh_token: 'renew-me-2' }
  const kept = /__Host-loadping-sign-in-[\w-]{16}=[\w.-]{20,}/.exec(first.setCookie)?.[0] ?? ''
  const second = await browser.returnFromProvider(
    { ...app.idp.consent(first.location), state: first.location.searchParams.get('state') ?? '' },
    { cookie: kept },
  )
  expect(second.location.pathname).toBe('/sign-in/verifying')

  app.idp.behavior.token = { scope: gmail }
  expect(await signIn(google('again@redbud.example'))).toMatchObject({ accountVerified: true })
})
