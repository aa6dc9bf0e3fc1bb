import { unsafeRedirects } from '@loadping/contract/sign-in/safe-redirect.cases'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type FakeApi, maria, renderApp, signInAs } from '../testing/render.tsx'
import {
  captureAuthParams,
  clearAuthParams,
  extractAuthParams,
  nextAddress,
  redirectToVerifying,
} from './auth-params.ts'

/** A server that never answers a verification. */
const pending: FakeApi = { signIn: { verifyLink: () => new Promise(() => undefined) } }

afterEach(() => {
  clearAuthParams()
  window.history.replaceState(null, '', '/')
})

test('[D2.7] auth parameters leave the address bar at once, without a history entry or storage', () => {
  window.history.replaceState(
    null,
    '',
    '/emailTemplate?accessToken=canary1&refreshToken=canary2&token=canary3&email=canary4&redirect=%2Fload&x=1',
  )
  const entries = window.history.length

  captureAuthParams()

  expect(window.location.pathname + window.location.search).toBe('/sign-in/verifying?x=1')
  expect(window.history.length).toBe(entries)
  expect(JSON.stringify([window.history.state, { ...localStorage }, { ...sessionStorage }])).not.toContain('canary')
})

test('[2.19] [D2.7] a guest with an accessToken ends at the verifying page with one redirect', async () => {
  const app = renderApp('/emailTemplate?x=1&accessToken=a', pending)

  await screen.findByRole('heading', { name: 'Signing you in' })
  expect(app.address()).toBe('/sign-in/verifying?x=1')
  await waitFor(() => expect(app.router.state.location.state).toEqual({ redirect: '/emailTemplate' }))
})

const nested = Array.from({ length: 20 }).reduce<string>(
  (inner) => `/sign-in/verifying?accessToken=a&redirect=${encodeURIComponent(inner)}`,
  '/load',
)
const chained = (address: string) => `${address}&redirect=${encodeURIComponent(nested)}`

const signInPage = /Start your 14 day Pro trial/
const verifyingPage = /Signing you in|Is this you/

/** Lists the pages that the app opens after a path, until it is idle and shows a heading. */
async function hopsFrom(path: string, { router }: ReturnType<typeof renderApp>, heading: RegExp): Promise<string[]> {
  const hops = [path]
  router.subscribe(({ location }) => location.pathname !== hops.at(-1) && hops.push(location.pathname))
  await screen.findByRole('heading', { name: heading })
  await new Promise((settled) => setTimeout(settled, 50))
  expect(router.state.navigation.state).toBe('idle')
  return hops.slice(1)
}

/** A row with a short title, for very long addresses. */
const row = (address: string, heading: RegExp) => ({ short: address.slice(0, 80), address, heading })
const pathOf = (address: string) => address.replace(/\?.*/, '')

/** Decodes an address until it has no percent-encoding left. */
function readable(address: string): string {
  const decoded = decodeURIComponent(address)
  return decoded === address ? address : readable(decoded)
}

test.each([
  row('/?accessToken=canary&redirect=%2Fload&redirect=%2Fpricing', /Signing you in/),
  row('/load?accessToken=canary&redirect[x]=1&redirect[]=2', /Signing you in/),
  row('/load?token=canary&token=canary2&email=1&email=2', /Is this you/),
  row('/nowhere?token=canary&email=1', /Is this you/),
  row(chained('/load?accessToken=canary'), /Signing you in/),
])('[2.18] [A13] $short takes one hop, to the verifying page, without its token', async ({ address, heading }) => {
  const app = renderApp(address, pending)

  expect(await hopsFrom(pathOf(address), app, heading)).toEqual(['/sign-in/verifying'])
  expect(readable(app.address())).not.toMatch(/canary|accessToken|token|email|redirect=/)
})

test.each([
  ['/load?token=canary&email=m%40a.example&x=1', '/load'],
  ['/legal/terms?token=canary&email=m%40a.example&x=1', '/legal/terms'],
  ['/emailTemplate?accessToken=canary&x=1', '/emailTemplate'],
  ['/sign-in?accessToken=canary&x=1&redirect=%2Fload', '/load'],
  ['/pricing?accessToken=canary&x=1&redirect=%2Fload&redirect=%2F%2Fevil.example', '/load'],
])('[2.18] navigating to %s takes one hop to the verifying page, with a redirect to %s', async (address, redirect) => {
  const app = renderApp('/sign-in?y=1', pending)
  await screen.findByRole('heading', { name: signInPage })

  const hops = hopsFrom('/sign-in', app, verifyingPage)
  await app.router.navigate(address)

  expect(await hops).toEqual(['/sign-in/verifying'])
  expect(app.address()).toBe('/sign-in/verifying?x=1')
  expect(app.router.state.location.state).toMatchObject({ redirect })
})

test.each([
  row('/load?accessToken[]=a&token[x]=1&email=1&email=2', signInPage),
  row('/sign-in/verifying?accessToken[]=a', signInPage),
  row(chained('/sign-in?x=1'), signInPage),
  row(chained('/sign-in/verifying?accessToken=a'), /Signing you in/),
])('[A13] $short takes no hop to the verifying page', async ({ address, heading }) => {
  const hops = await hopsFrom(pathOf(address), renderApp(address, pending), heading)

  expect(hops).not.toContain('/sign-in/verifying')
  expect(hops.length).toBeLessThanOrEqual(1)
})

test.each([
  '/load?accessToken=',
  '/?accessToken=&refreshToken=',
  '/load?token=x&email=',
  '/load?token=canary&x=1',
  '/sign-in/verifying?redirect=%2Fload',
  '/sign-in/verifying?email=',
  '/sign-in/verifying?token=x',
  '/sign-in/verifying',
])('%s has no proof, and leads a guest to the sign-in page with its redirect only', async (address) => {
  const app = renderApp(address, pending)

  expect(await screen.findByRole('button', { name: 'Sign up with Google' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
  expect(app.router.state.location.pathname).toBe('/sign-in')
  expect(readable(app.address())).not.toMatch(/accessToken|refreshToken|token|email/)
})

test.each(['/load?accessToken=', '/load?token=x&email='])(
  '%s has no proof, and a signed-in user stays there',
  async (address) => {
    signInAs('Maria')
    const app = renderApp(address, { account: { getMe: async () => maria } })

    expect(await screen.findAllByRole('navigation', { name: 'Main' })).not.toHaveLength(0)
    expect(app.router.state.location.pathname).toBe('/load')
  },
)

test('an invitation token leaves the address at once and is stored', async () => {
  const app = renderApp('/invitation/org.1.secret', { team: { previewInvitation: () => new Promise(() => undefined) } })

  expect(await screen.findByRole('heading', { name: 'Loading the invitation' })).toBeTruthy()
  expect(app.address()).toBe('/invitation/accept')
  expect(localStorage.getItem('loadping.invitation')).toBe('org.1.secret')
})

test('the sign-in page shows a pending invitation', async () => {
  localStorage.setItem('loadping.invitation', 'org.1.secret')
  renderApp('/sign-in', {})

  expect(await screen.findByText('You were invited to a team on LoadPing. Continue below to join it.')).toBeTruthy()
})

const at = (address: string) => new URL(address, 'https://dash.example')
const addressOf = ({ pathname, search }: URL) => pathname + search

test.each([
  ['/?accessToken=a', '/sign-in/verifying?accessToken=a&redirect=%2F'],
  ['/emailTemplate?accessToken=a&x=1', '/sign-in/verifying?accessToken=a&x=1&redirect=%2FemailTemplate'],
  ['/load?token=t&email=m%40a.example', '/sign-in/verifying?token=t&email=m%40a.example&redirect=%2Fload'],
  ['/load?accessToken=a&refreshToken=r', '/sign-in/verifying?accessToken=a&refreshToken=r&redirect=%2Fload'],
  ['/sign-in?accessToken=a&redirect=%2Fload', '/sign-in/verifying?accessToken=a&redirect=%2Fload'],
  ['/nowhere?accessToken=a', '/sign-in/verifying?accessToken=a&redirect=%2Fnowhere'],
  ['/?accessToken=a&redirect=%2Fload&redirect=%2Fpricing', '/sign-in/verifying?accessToken=a&redirect=%2Fload'],
  ['/load?accessToken=a&redirect=', '/sign-in/verifying?accessToken=a&redirect=%2Fload'],
  ['/load?accessToken=&token=t&email=e', '/sign-in/verifying?accessToken=&token=t&email=e&redirect=%2Fload'],
  ['/?accessToken=a&redirect[x]=1', '/sign-in/verifying?accessToken=a&redirect%5Bx%5D=1&redirect=%2F'],
])('[2.18] %s redirects to %s', (from, to) => {
  expect(addressOf(redirectToVerifying(at(from)))).toBe(to)
})

test.each([
  '/',
  '/load?token=t',
  '/load?email=m%40a.example',
  '/sign-in?redirect=%2Fload',
  '/load?refreshToken=r',
  '/load?accessToken=',
  '/?accessToken=&refreshToken=',
  '/load?token=x&email=',
  '/load?token=&email=m%40a.example',
  '/sign-in/verifying?accessToken=a&redirect=%2Fload',
])('[2.18] %s is left unchanged', (address) => {
  expect(addressOf(redirectToVerifying(at(address)))).toBe(address)
})

test.each([
  [
    '/sign-in/verifying?token=t&email=m%40a.example&redirect=%2Fload',
    '/sign-in/verifying',
    { token: 't', email: 'm@a.example', redirect: '/load' },
  ],
  ['/sign-in/verifying?email=m%40a.example&x=1&y=2&y=3', '/sign-in/verifying?x=1&y=2&y=3', { email: 'm@a.example' }],
  [
    '/load?x=1&accessToken=a&refreshToken=r',
    '/sign-in/verifying?x=1',
    { accessToken: 'a', refreshToken: 'r', redirect: '/load' },
  ],
  ['/sign-in/verifying?email=&token=&x=1', '/sign-in/verifying?x=1', {}],
  ['/sign-in/verifying/?token=t&token=u', '/sign-in/verifying/', { token: 't' }],
])('[D2.7] %s becomes %s, and its parameters are extracted', (from, address, params) => {
  expect(extractAuthParams(at(from))).toEqual({ address, params, invitation: undefined })
})

test('an invitation token is removed from the address, and kept beside a proof', () => {
  expect(extractAuthParams(at('/invitation/i.1-2_3'))).toEqual({
    address: '/invitation/accept',
    params: {},
    invitation: 'i.1-2_3',
  })
  expect(extractAuthParams(at('/invitation/i?accessToken=a'))).toEqual({
    address: '/sign-in/verifying',
    params: { accessToken: 'a', redirect: '/invitation/accept' },
    invitation: 'i',
  })
  expect(extractAuthParams(at('/invitation/accept'))).toBeUndefined()
})

test.each([
  ['/email?mailbox=m&x=1', '/email?x=1', 'm'],
  ['/email?mailbox=m&mailbox=n', '/email', 'm'],
])('%s becomes %s, and the mailbox code is extracted', (from, address, mailbox) => {
  expect(extractAuthParams(at(from))).toEqual({ address, params: {}, invitation: undefined, mailbox })
})

test.each(['/email?problem=failed', '/email?mailbox=', '/load?mailbox=m'])('%s has no mailbox code', (address) => {
  expect(extractAuthParams(at(address))).toBeUndefined()
})

test.each([
  ['/load', '', '/load'],
  ['/load', '?x=1&y=2', '/load?x=1&y=2'],
  ['/analytics?from=2026-11-01#top', '?from=1&x=1', '/analytics?from=2026-11-01&x=1#top'],
  ['//evil.example', '?x=1', '/?x=1'],
  ['/load?accessToken=a', '', '/'],
  [undefined, '', '/'],
])('[D2.7] a redirect to %s with the parameters "%s" opens %s', (wanted, search, address) => {
  expect(nextAddress(wanted, search)).toBe(address)
})

test(`[A12] all ${unsafeRedirects.length} unsafe redirects open the home page`, () => {
  expect(unsafeRedirects.length).toBeGreaterThan(250)
  for (const unsafe of unsafeRedirects) {
    const requested = new URL('/sign-in/verifying', 'https://dash.example')
    requested.searchParams.set('redirect', typeof unsafe === 'string' ? unsafe : JSON.stringify(unsafe))
    requested.searchParams.set('token', 't')
    requested.searchParams.set('x', '1')

    const found = extractAuthParams(requested)
    const final = new URL(nextAddress(found?.params.redirect, '?x=1'), requested)
    expect(final.href, JSON.stringify(unsafe)).toBe('https://dash.example/?x=1')
  }
})

test('[A13] a chain of redirects with further proofs ends at the Dashboard', () => {
  expect(nested.length).toBeGreaterThan(2000)
  expect(nextAddress(nested, '')).toBe('/')
  expect(nextAddress('/sign-in/verifying?accessToken=a', '')).toBe('/')
})
