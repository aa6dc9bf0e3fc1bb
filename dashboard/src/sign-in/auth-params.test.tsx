import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type FakeApi, maria, renderApp, signInAs } from '../testing/render.tsx'
import { captureAuthParams, clearAuthParams } from './auth-params.ts'

/** A server that does not know any proof. */
const pending: FakeApi = { signIn: { verifyLink: () => new Promise(() => undefined) } }

afterEach(() => {
  clearAuthParams()
  window.history.replaceState(null, '', '/')
})

test('[D2.7] the address bar is clean at once, no entry is left to go back to, and nothing of it is stored', () => {
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

test('[2.19] [D2.7] someone who is not signed in and brings an accessToken ends at the verifying page with one redirect', async () => {
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

/** The pages that the app comes to on its way from a path, until it stands still under a heading. */
async function hopsFrom(path: string, { router }: ReturnType<typeof renderApp>, heading: RegExp): Promise<string[]> {
  const hops = [path]
  router.subscribe(({ location }) => location.pathname !== hops.at(-1) && hops.push(location.pathname))
  await screen.findByRole('heading', { name: heading })
  await new Promise((settled) => setTimeout(settled, 50))
  expect(router.state.navigation.state).toBe('idle')
  return hops.slice(1)
}

/** A row whose title is cut, for addresses as long as a chain. */
const row = (address: string, heading: RegExp) => ({ short: address.slice(0, 80), address, heading })
const pathOf = (address: string) => address.replace(/\?.*/, '')

/** An address as it reads when nothing in it is percent-encoded any more. */
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
])(
  '[2.18] [A13] $short comes to rest after exactly one hop, at the verifying page, without its token',
  async ({ address, heading }) => {
    const app = renderApp(address, pending)

    expect(await hopsFrom(pathOf(address), app, heading)).toEqual(['/sign-in/verifying'])
    expect(readable(app.address())).not.toMatch(/canary|accessToken|token|email|redirect=/)
  },
)

test.each([
  ['/load?token=canary&email=m%40a.example&x=1', '/load'],
  ['/legal/terms?token=canary&email=m%40a.example&x=1', '/legal/terms'],
  ['/emailTemplate?accessToken=canary&x=1', '/emailTemplate'],
  ['/sign-in?accessToken=canary&x=1&redirect=%2Fload', '/load'],
])(
  '[2.18] %s within the app leads in one hop to the verifying page, without its token, and afterwards to %s',
  async (address, redirect) => {
    const app = renderApp('/sign-in?y=1', pending)
    await screen.findByRole('heading', { name: signInPage })

    const hops = hopsFrom('/sign-in', app, verifyingPage)
    await app.router.navigate(address)

    expect(await hops).toEqual(['/sign-in/verifying'])
    expect(app.address()).toBe('/sign-in/verifying?x=1')
    expect(app.router.state.location.state).toMatchObject({ redirect })
  },
)

test.each([
  row('/load?accessToken[]=a&token[x]=1&email=1&email=2', signInPage),
  row('/sign-in/verifying?accessToken[]=a', signInPage),
  row(chained('/sign-in?x=1'), signInPage),
  row(chained('/sign-in/verifying?accessToken=a'), /Signing you in/),
])('[A13] $short comes to rest without a hop to the verifying page', async ({ address, heading }) => {
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
])(
  '%s brings no proof, and a visitor comes to the sign-in page with nothing of it but where to go on',
  async (address) => {
    const app = renderApp(address, pending)

    expect(await screen.findByRole('button', { name: 'Sign up with Google' })).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
    expect(app.router.state.location.pathname).toBe('/sign-in')
    expect(readable(app.address())).not.toMatch(/accessToken|refreshToken|token|email/)
  },
)

test.each(['/load?accessToken=', '/load?token=x&email='])(
  '%s brings no proof, and whoever is signed in stays there',
  async (address) => {
    signInAs('Maria')
    const app = renderApp(address, { account: { getMe: async () => maria } })

    expect(await screen.findAllByRole('navigation', { name: 'Main' })).not.toHaveLength(0)
    expect(app.router.state.location.pathname).toBe('/load')
  },
)

test('an invitation leaves the address at once, and is kept until it is answered', async () => {
  const app = renderApp('/invitation/org.1.secret', { team: { previewInvitation: () => new Promise(() => undefined) } })

  expect(await screen.findByRole('heading', { name: 'Loading the invitation' })).toBeTruthy()
  expect(app.address()).toBe('/invitation/accept')
  expect(localStorage.getItem('loadping.invitation')).toBe('org.1.secret')
})

test('the sign-in page remembers an invitation that waits', async () => {
  localStorage.setItem('loadping.invitation', 'org.1.secret')
  renderApp('/sign-in', {})

  expect(await screen.findByText('You were invited to a team on LoadPing. Sign in to join it.')).toBeTruthy()
})
