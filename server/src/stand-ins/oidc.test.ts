import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identityProviders, type MailProviderId } from '@loadping/contract/sign-in/sign-in'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { createIdentityProviders } from '../choose-integrations.ts'
import { seedDemo } from '../demo/demo.ts'
import { afterFile } from '../testing/after-file.ts'
import { cookieBrowser } from '../testing/cookie-browser.ts'
import { freePort } from '../testing/spawned-product.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { serveStandIns } from './dev-routes.ts'
import { subjectOf } from './oidc-client.ts'

const folder = mkdtempSync(join(tmpdir(), 'loadping-oidc-'))
const ids = ['google', 'outlook'] satisfies MailProviderId[]
const secret = 'secret-of-this-start'
const alone = { secret, inbox: undefined, smtpUrl: 'smtp://127.0.0.1:9', folder: undefined }
let real: TestApp
let baseUrl: string
beforeAll(async () => {
  const port = await freePort()
  baseUrl = `http://127.0.0.1:${port}`
  const setting = { baseUrl, isProduction: false, google: undefined, outlook: undefined }
  const identity = createIdentityProviders(setting, secret)
  real = await testApp({ change: (deps) => ({ ...deps, baseUrl, identity }) })
  const app = await buildApp(real.deps)
  serveStandIns(app, real.deps, { ...alone, demo: await seedDemo(real.deps, { path: folder, release: () => {} }) })
  await app.listen({ port, host: '127.0.0.1' })
  afterFile(() => app.close())
})
afterAll(() => rmSync(folder, { recursive: true }))

const verifiedSender = { canSend: 'on', isEmailVerified: 'on' }

/** Opens the provider's page in a new browser and submits its form. */
async function completeOAuth(id: MailProviderId, form: Record<string, string>) {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const browser = cookieBrowser({ 'x-dev-secret': secret })
  const page = await browser.open(
    new URL(`${baseUrl}${identityProviders[id].startPath}?challenge=${challenge}&redirect=/emailTemplate`),
  )
  const end = await browser.open(page.url, { form })
  const claim = () =>
    real.as().signIn.verifyLink({ body: { accessToken: end.url.searchParams.get('accessToken') ?? '', verifier } })
  return { browser, page, end, claim }
}
const signIn = async (id: MailProviderId, form: Record<string, string>) => {
  const { claim } = await completeOAuth(id, form)
  return real.as((await claim()).accessToken)
}

test.each(ids)('[7.27] a new user signs in over the local %s, by the whole protocol, and may send', async (id) => {
  const email = `new-${id}@redbud.example`
  const { page, end, browser, claim } = await completeOAuth(id, {
    email: ` ${email.toUpperCase()} `,
    name: 'Nora New',
    ...verifiedSender,
  })

  expect(page.url.pathname).toMatch(new RegExp(`^/dev/oidc/${id}/sign-in/`))
  expect(end.visited.slice(-2)).toEqual([identityProviders[id].callbackPath, '/sign-in/verifying'])
  expect(end.url.searchParams.get('redirect')).toBe('/emailTemplate')
  expect(browser.cookies()).not.toContain('loadping-sign-in')
  const user = real.as((await claim()).accessToken)
  expect(await user.account.getMe()).toMatchObject({ email, accountVerified: true })
  const { rows } = await real.pool.query('select issuer, subject from identity where subject = $1', [
    subjectOf(id, email),
  ])
  expect(rows).toEqual([{ issuer: `${baseUrl}/dev/oidc/${id}`, subject: subjectOf(id, email) }])
})

test.each(ids)('[D2.9] the photo of the local %s is shown', async (id) => {
  const user = await signIn(id, { email: `photo-${id}@redbud.example`, ...verifiedSender })

  await vi.waitFor(async () => expect((await user.account.getPhoto()).content).toMatch(/^data:image\/webp;base64,/))
})

test.each(ids)(
  'the page of the local %s identifies itself, lists the demo accounts, and runs no script',
  async (id) => {
    const { page } = await completeOAuth(id, { action: 'cancel' })

    expect(page.status).toBe(200)
    expect(page.html).toContain(`This is a stand-in of LoadPing for ${identityProviders[id].name} on this machine.`)
    expect(page.html).toContain('value="maria@redbud.example"')
    expect(page.html).not.toMatch(/<script|\son\w+=|javascript:/)
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
  },
)

test.each(ids)(
  '[D1.5] a demo account signs in over the local %s with one click, into the existing account',
  async (id) => {
    const user = await signIn(id, { account: 'maria@redbud.example', email: '', name: '', ...verifiedSender })

    expect(await user.account.getMe()).toMatchObject({ email: 'maria@redbud.example', isDemo: true })
  },
)

test.each(ids)('two accounts in one browser are asked for one after the other by the local %s', async (id) => {
  const verifier = randomBytes(32).toString('base64url')
  const start = new URL(
    `${baseUrl}${identityProviders[id].startPath}?challenge=${createHash('sha256').update(verifier).digest('base64url')}`,
  )
  const browser = cookieBrowser({ 'x-dev-secret': secret })
  for (const email of [`one-${id}@redbud.example`, `two-${id}@redbud.example`]) {
    const page = await browser.open(start)
    const { url } = await browser.open(page.url, { form: { email, ...verifiedSender } })
    const { accessToken } = await real
      .as()
      .signIn.verifyLink({ body: { accessToken: url.searchParams.get('accessToken') ?? '', verifier } })

    expect(await real.as(accessToken).account.getMe()).toMatchObject({ email })
  }
})

test.each(ids)('[D3.1] unchecking sending at the local %s signs in unverified', async (id) => {
  const user = await signIn(id, { email: `no-send-${id}@redbud.example`, isEmailVerified: 'on' })

  expect(await user.account.getMe()).toMatchObject({ accountVerified: false })
})

test.each(ids)('[A10] an address that the local %s does not verify is verified by email', async (id) => {
  const email = `unverified-${id}@redbud.example`
  const { end } = await completeOAuth(id, { email, canSend: 'on' })
  await real.runDueJobs()

  expect([end.url.pathname, end.url.searchParams.get('email'), end.url.searchParams.has('accessToken')]).toEqual([
    '/sign-in/verifying',
    email,
    false,
  ])
  expect(real.sent.filter(({ to }) => to === email)).toHaveLength(1)
})

test.each(ids)('canceling at the local %s returns to the sign-in page', async (id) => {
  const { end } = await completeOAuth(id, { action: 'cancel', email: '' })

  expect([end.url.pathname, end.url.searchParams.get('problem')]).toEqual(['/sign-in', 'canceled'])
})

test('the page of an expired sign-in, or one that another browser started, shows an error', async () => {
  const { page } = await completeOAuth('google', { email: 'over@redbud.example', ...verifiedSender })

  for (const form of [undefined, { email: 'eve@redbud.example' }]) {
    const answer = await cookieBrowser({ 'x-dev-secret': secret }).open(page.url, form && { form })
    expect(answer.status).toBe(400)
    expect(answer.html).toContain('Sign-in error')
  }
})

test.each(ids)('the local %s follows OpenID Connect: it has metadata, and accepts no code without PKCE', async (id) => {
  const issuer = `${baseUrl}/dev/oidc/${id}`
  const { data: metadata, keys } = await describe(issuer)
  const query = new URLSearchParams({
    client_id: 'this-machine',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: `${baseUrl}${identityProviders[id].callbackPath}`,
  })
  const refused = await fetch(`${issuer}/auth?${query}`, { redirect: 'manual', headers: { 'x-dev-secret': secret } })

  expect(metadata).toMatchObject({
    issuer,
    code_challenge_methods_supported: ['S256'],
    token_endpoint: `${issuer}/token`,
  })
  expect(keys).toMatchObject([{ kty: 'RSA', alg: 'RS256' }])
  expect(JSON.stringify(keys)).not.toContain('"d":')
  expect(String(refused.headers.get('location'))).toContain('error=invalid_request')
})

async function describe(issuer: string): Promise<{ data: unknown; keys: unknown }> {
  const read = async (url: string) => (await fetch(url, { headers: { 'x-dev-secret': secret } })).json()
  const { keys }: { keys?: unknown } = Object(await read(`${issuer}/jwks`))
  return { data: await read(`${issuer}/.well-known/openid-configuration`), keys }
}

test('[D1.5] in production an unconfigured provider is unavailable and has no stand-in', async () => {
  const identity = createIdentityProviders({ baseUrl, isProduction: true, google: undefined, outlook: undefined })
  const { app } = await testApp({ change: (deps) => ({ ...deps, identity }) })

  for (const id of ids) {
    for (const url of [
      identityProviders[id].startPath,
      `${identityProviders[id].startPath}?challenge=${'a'.repeat(43)}`,
    ]) {
      expect(String((await app.inject({ url })).headers.location)).toMatch(
        /^https:\/\/loadping\.test\/sign-in\?problem=(failed|unavailable)$/,
      )
    }
    expect(
      (await app.inject({ url: `${identityProviders[id].startPath}?challenge=${'a'.repeat(43)}` })).headers.location,
    ).toBe('https://loadping.test/sign-in?problem=unavailable')
    expect((await app.inject({ url: `/dev/oidc/${id}/.well-known/openid-configuration` })).statusCode).toBe(404)
  }
})

test('an unreachable provider is unavailable, and retried the next time', async () => {
  const port = await freePort()
  const away = `http://127.0.0.1:${port}`
  const setting = { baseUrl: away, isProduction: false, google: undefined, outlook: undefined }
  const identity = createIdentityProviders(setting, secret)
  const { app, deps } = await testApp({ change: (given) => ({ ...given, baseUrl: away, identity }) })
  const begin = async () =>
    String((await app.inject({ url: `/auth/dash-auth?challenge=${'a'.repeat(43)}` })).headers.location)
  expect(await begin()).toBe(`${away}/sign-in?problem=unavailable`)

  const there = await buildApp(deps)
  serveStandIns(there, deps, { ...alone, demo: [] })
  await there.listen({ port, host: '127.0.0.1' })
  expect(await begin()).toContain(`${away}/dev/oidc/google/auth?`)
  await there.close()
})

test("[D12.7] the stand-ins require an administrator, and Outlook's lets one allow it", async () => {
  const form = { email: 'nora@redbud.example', needsAdministrator: 'on', ...verifiedSender }
  expect((await completeOAuth('google', form)).end.url.pathname).toBe('/auth/dash-auth/administrator')
  const { browser, end } = await completeOAuth('outlook', form)
  expect(end.url.pathname).toBe('/auth/outlook/administrator')

  const linkIn = (html: string, pattern: RegExp) => new URL(pattern.exec(html)?.[0].replaceAll('&#38;', '&') ?? '')
  const consent = await browser.open(linkIn(end.html, /http:\S+adminconsent\?\S+/))
  const done = await browser.open(linkIn(consent.html, /http:[^"]+callback[^"]+/))

  expect(done.visited).toEqual([identityProviders.outlook.callbackPath])
  expect(done.html).toContain('LoadPing is allowed')
})
