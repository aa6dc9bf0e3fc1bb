import { expect, onTestFinished, test, vi } from 'vitest'
import { clientId, type FakeOpenidServer, startFakeOpenidServer } from '../testing/fake-openid-server.ts'
import { startJsonServer } from '../testing/json-server.ts'
import { createCompany } from './identity-provider-company.ts'
import { createGoogle } from './identity-provider-google.ts'
import { createOutlook, outlook } from './identity-provider-outlook.ts'

const bounds = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) }

async function openProvider(behavior: Partial<FakeOpenidServer['behavior']> = {}) {
  const idp = await startFakeOpenidServer()
  Object.assign(idp.behavior, behavior)
  const client = {
    clientId,
    clientSecret: 'secret',
    issuer: idp.url,
    redirectUri: 'https://loadping.test/back',
    isPhotoOrigin: () => false,
  }
  return {
    idp,
    google: createGoogle(client),
    outlook: createOutlook({ ...client, ...outlook, issuer: idp.url, photoUrl: `${idp.url}/photo` }),
  }
}

test('[D12.7] only the send permission and, at Outlook, the photo are asked for', async () => {
  const { google, outlook } = await openProvider()
  const scopes = async (provider: typeof google) =>
    (await provider.authorizationUrl(bounds, { forceConsent: false }))?.searchParams.get('scope')?.split(' ')

  expect(await scopes(google)).toEqual(['openid', 'email', 'profile', 'https://www.googleapis.com/auth/gmail.send'])
  expect(await scopes(outlook)).toEqual(['openid', 'email', 'profile', 'offline_access', 'Mail.Send', 'User.Read'])
})

test.each([
  ['its own issuer', (url: string) => url, true],
  ['the issuer of another', () => 'https://accounts.google.com', false],
  ['no issuer', () => undefined, false],
])('browsers are sent to a provider whose metadata names %s: %s', async (_name, issuerOf, isAsked) => {
  const server = await startJsonServer(() => ({
    issuer: issuerOf(server.url),
    authorization_endpoint: `${server.url}/auth`,
    token_endpoint: `${server.url}/token`,
    jwks_uri: `${server.url}/jwks`,
  }))
  const client = { clientId, clientSecret: 'secret', redirectUri: 'https://loadping.test/back' }
  const company = createCompany({ ...client, issuer: server.url })

  expect((await company.authorizationUrl(bounds, { forceConsent: false })) !== undefined).toBe(isAsked)
})

test('a refresh returns an access token, and a new refresh token if the provider rotates it', async () => {
  const { idp, google } = await openProvider()

  expect(await google.refreshAccess('kept')).toEqual({ outcome: 'refreshed', accessToken: 'send-now', seconds: 3_600 })
  idp.behavior.refresh.body = { access_token: 'send-later', token_type: 'Bearer', refresh_token: 'keep-me' }
  expect(await google.refreshAccess('kept')).toEqual({
    outcome: 'refreshed',
    accessToken: 'send-later',
    seconds: 300,
    refreshToken: 'keep-me',
  })
  idp.behavior.refresh.body = { access_token: 'send-later', token_type: 'Bearer', refresh_token: 'kept' }
  expect(await google.refreshAccess('kept')).not.toHaveProperty('refreshToken')
  expect(idp.tokenRequests.map((form) => Object.fromEntries(form))[0]).toMatchObject({
    grant_type: 'refresh_token',
    refresh_token: 'kept',
    client_id: clientId,
  })
})

test.each([
  ['invalid_grant', 400, 'rejected'],
  ['invalid_client', 401, 'unavailable'],
  ['temporarily_unavailable', 503, 'unavailable'],
  ['server_error', 500, 'unavailable'],
])('a provider that answers a token refresh with %s (%i): %s', async (error, status, outcome) => {
  const { google } = await openProvider({ refresh: { status, body: { error } } })

  expect(await google.refreshAccess('kept')).toMatchObject({ outcome })
})

test('an unreachable provider does not end a permission, and is retried', async () => {
  const { idp, google } = await openProvider({ isDown: true, revocation: { status: 200, body: {} } })

  expect(await google.refreshAccess('kept')).toMatchObject({ outcome: 'unavailable' })
  expect(await google.revoke('kept')).toBe(false)
  idp.behavior.isDown = false
  expect(await google.refreshAccess('kept')).toMatchObject({ outcome: 'refreshed' })
  idp.behavior.isDown = true
  expect(await google.refreshAccess('kept')).toMatchObject({ outcome: 'unavailable' })
})

test.each([
  ['accepts it', { status: 200, body: {} }, true],
  ['no longer has the token', { status: 400, body: { error: 'invalid_token' } }, true],
  ['fails', { status: 503, body: { error: 'server_error' } }, false],
  ['supports no revocation', undefined, true],
])('a permission is revoked at a provider that %s', async (_name, revocation, isGone) => {
  const { idp, google } = await openProvider({ revocation })

  expect(await google.revoke('kept')).toBe(isGone)
  expect(idp.tokenRequests.map((form) => form.get('token'))).toEqual(revocation ? ['kept'] : [])
})

test.each(['refreshAccess', 'revoke'] as const)(
  'a provider that is slow at each step has 10 seconds in total: %s',
  async (way) => {
    const idp = await startFakeOpenidServer()
    idp.behavior.revocation = { status: 200, body: {} }
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let steps = 0
    const google = createGoogle({
      clientId,
      clientSecret: 'secret',
      issuer: idp.url,
      redirectUri: 'https://loadping.test/back',
      isPhotoOrigin: () => false,
      async fetch(url, { method, headers, body, signal }) {
        const slow = new Promise((resolve) => setTimeout(resolve, 6_000))
        begun[steps++]?.resolve()
        await slow
        return fetch(url, { method, headers, body: body ?? null, ...(signal && { signal }) })
      },
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const answered = vi.fn()

    const answer = google[way]('kept').finally(answered)
    await begun[0]?.promise
    await vi.advanceTimersByTimeAsync(6_000)
    await begun[1]?.promise
    await vi.advanceTimersByTimeAsync(3_999)
    expect(answered).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)

    expect(await answer).toEqual(
      way === 'refreshAccess' ? { outcome: 'unavailable', reason: 'the provider cannot be reached' } : false,
    )
  },
)
