import { isPage } from '@loadping/contract/pages'
import { identityProviders } from '@loadping/contract/sign-in/sign-in'
import { beforeAll, expect, test } from 'vitest'
import { everySample } from '../testing/every-endpoint.ts'
import { type OauthTestApp, oauthTestApp } from '../testing/oauth-test-app.ts'
import { rawRequest, rawRequestFor } from '../testing/raw-request.ts'
import type { TestUser } from '../testing/test-app.ts'

let app: OauthTestApp
let user: TestUser
let cookie: string
beforeAll(async () => {
  app = await oauthTestApp()
  user = await app.signUp('victim@redbud.example')
  const begun = await app.browser('google').begin()
  const names = [
    'token',
    'accessToken',
    'access_token',
    'refreshToken',
    'session',
    'sid',
    'auth',
    'Authorization',
    'jwt',
    '__Host-session',
    'loadping',
  ]
  const tokens = names.flatMap((name) => [
    `${name}=${user.accessToken}`,
    `${name}=Bearer%20${user.accessToken}`,
    `${name}=${user.refreshToken}`,
  ])
  cookie = ['isAuth=true', ...tokens, begun.cookie].join('; ')
})

/** Requests that a foreign page can trigger: navigations, forms, images and simple fetches, with all cookies. */
const foreign = { origin: 'https://evil.example', referer: 'https://evil.example/', 'sec-fetch-site': 'cross-site' }
const ways: Record<string, Record<string, string>> = {
  'a navigation': { 'sec-fetch-mode': 'navigate', 'content-type': 'text/plain', accept: 'text/html' },
  'a form': { 'sec-fetch-mode': 'navigate', 'content-type': 'application/x-www-form-urlencoded' },
  'a form with files': { 'sec-fetch-mode': 'navigate', 'content-type': 'multipart/form-data; boundary=x' },
  'a form of text': { 'sec-fetch-mode': 'navigate', 'content-type': 'text/plain' },
  'an image': {
    'sec-fetch-mode': 'no-cors',
    'sec-fetch-dest': 'image',
    'content-type': 'text/plain',
    accept: 'image/*',
  },
  'a fetch': { 'sec-fetch-mode': 'cors', 'content-type': 'text/plain;charset=UTF-8' },
}

const everything = async () => {
  const { rows: tables } = await app.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' order by 1`,
  )
  const rows = await Promise.all(
    tables.map(async ({ name }) => [
      name,
      (await app.pool.query(`select t::text as row from "${name}" t order by 1`)).rows,
    ]),
  )
  return JSON.stringify(rows)
}

test.each(Object.entries(ways))(
  '[W06] %s from another origin has no effect on any route, with any cookies',
  async (_way, headers) => {
    const before = await everything()
    for (const sample of everySample) {
      const { url, method, payload } = rawRequestFor(sample)
      const sent = { method, url, ...(payload !== undefined && { payload }) }
      const withCookies = await rawRequest(app.app, { ...sent, headers: { ...headers, ...foreign, cookie } })
      const without = await rawRequest(app.app, { ...sent, headers: { ...headers, ...foreign } })

      expect([withCookies.status, withCookies.text], `${method} ${url}`).toEqual([without.status, without.text])
      // A browser that opens a page gets it, without data; here it may not be built.
      const opensPage = method === 'GET' && headers.accept === 'text/html' && isPage(url.split('?')[0] ?? '')
      const allowed = opensPage ? [200, 404] : [401]
      if (sample.endpoint.access !== 'public') expect(allowed, `${method} ${url}`).toContain(withCookies.status)
      expect(withCookies.headers['set-cookie'], url).toBeUndefined()
      expect(withCookies.headers['access-control-allow-origin'], url).toBeUndefined()
    }
    expect(await everything()).toBe(before)
  },
)

test('[W06] with cookies alone every route responds as without them, also to our own origin', async () => {
  for (const sample of everySample.filter(({ endpoint }) => endpoint.access !== 'public')) {
    expect(
      (await rawRequest(app.app, { ...rawRequestFor(sample), headers: { ...rawRequestFor(sample).headers, cookie } }))
        .status,
      sample.name,
    ).toBe(401)
  }
})

test('[W06] a foreign page that sends a browser to or from a provider does not sign it in', async () => {
  const { address } = await app.browser('google').begin()
  const planted = new URLSearchParams({ ...app.idp.consent(address), state: address.searchParams.get('state') ?? '' })
  const before = await everything()

  for (const { startPath, callbackPath } of Object.values(identityProviders)) {
    const begun = await app.app.inject({
      url: `${startPath}?challenge=${'e'.repeat(43)}`,
      headers: { ...foreign, cookie },
    })
    const back = await app.app.inject({ url: `${callbackPath}?${planted}`, headers: { ...foreign, cookie } })
    const posted = await app.app.inject({
      method: 'POST',
      url: callbackPath,
      headers: { ...foreign, cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: `${planted}`,
    })

    expect([begun.statusCode, back.statusCode, posted.statusCode]).toEqual([302, 400, 404])
  }
  expect(await everything()).toBe(before)
})
