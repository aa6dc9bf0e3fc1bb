import { lures } from '@loadping/contract/rules/safe-redirect.cases'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { pendingInvitation } from '../session/invitation.ts'
import { emptyHome, type FakeApi, maria, renderApp, signInAs } from '../testing/render.tsx'
import { dropArrival, takeArrival } from './arrival.ts'
import { findArrival, leadToVerifying, nextAddress } from './arrival-address.ts'

const at = (address: string) => new URL(address, 'https://dash.example')
const addressOf = ({ pathname, search }: URL) => pathname + search
/** A server that does not know any proof. */
const pending: FakeApi = { signIn: { verifyLink: () => new Promise(() => undefined) } }

afterEach(() => {
  dropArrival()
  window.history.replaceState(null, '', '/')
})

test.each([
  ['/?accessToken=a', '/sign-in/verifying?accessToken=a&redirect=%2F'],
  ['/emailTemplate?accessToken=a&x=1', '/sign-in/verifying?accessToken=a&x=1&redirect=%2FemailTemplate'],
  ['/load?token=t&email=m%40a.example', '/sign-in/verifying?token=t&email=m%40a.example&redirect=%2Fload'],
  ['/load?accessToken=a&refreshToken=r', '/sign-in/verifying?accessToken=a&refreshToken=r&redirect=%2Fload'],
  ['/sign-in?accessToken=a&redirect=%2Fload', '/sign-in/verifying?accessToken=a&redirect=%2Fload'],
  ['/nowhere?accessToken=a', '/sign-in/verifying?accessToken=a&redirect=%2Fnowhere'],
  ['/?accessToken=a&redirect=%2Fload&redirect=%2Fpricing', '/sign-in/verifying?accessToken=a&redirect=%2Fload'],
  ['/?accessToken=a&redirect[x]=1', '/sign-in/verifying?accessToken=a&redirect%5Bx%5D=1&redirect=%2F'],
])('[2.18] %s leads to %s', (from, to) => {
  expect(addressOf(leadToVerifying(at(from)))).toBe(to)
})

test.each([
  '/',
  '/load?token=t',
  '/load?email=m%40a.example',
  '/sign-in?redirect=%2Fload',
  '/load?refreshToken=r',
  '/sign-in/verifying?accessToken=a&redirect=%2Fload',
])('[2.18] %s stays where it is', (address) => {
  expect(addressOf(leadToVerifying(at(address)))).toBe(address)
})

test.each([
  ['/sign-in/verifying?token=t&email=m%40a.example&redirect=%2Fload', '/sign-in/verifying', { token: 't', email: 'm@a.example', redirect: '/load' }],
  ['/sign-in/verifying?email=m%40a.example&x=1&y=2&y=3', '/sign-in/verifying?x=1&y=2&y=3', { email: 'm@a.example' }],
  ['/load?x=1&accessToken=a&refreshToken=r', '/sign-in/verifying?x=1', { accessToken: 'a', refreshToken: 'r', redirect: '/load' }],
  ['/sign-in/verifying/?token=t&token=u', '/sign-in/verifying/', { token: 't' }],
])('[D2.7] %s becomes %s, and what it brought is taken', (from, address, arrival) => {
  expect(findArrival(at(from))).toEqual({ address, arrival, invitation: undefined })
})

test('an invitation leaves the address too, and is kept when a proof comes with it', () => {
  expect(findArrival(at('/invitation/i.1-2_3'))).toEqual({ address: '/invitation/accept', arrival: {}, invitation: 'i.1-2_3' })
  expect(findArrival(at('/invitation/i?accessToken=a'))).toEqual({
    address: '/sign-in/verifying',
    arrival: { accessToken: 'a', redirect: '/invitation/accept' },
    invitation: 'i',
  })
  expect(findArrival(at('/invitation/accept'))).toBeUndefined()
})

test('[D2.7] the address bar is clean at once, no entry is left to go back to, and nothing of it is stored', () => {
  window.history.replaceState(null, '', '/emailTemplate?accessToken=canary1&refreshToken=canary2&token=canary3&email=canary4&redirect=%2Fload&x=1')
  const entries = window.history.length

  takeArrival()

  expect(addressOf(new URL(window.location.href))).toBe('/sign-in/verifying?x=1')
  expect(window.history.length).toBe(entries)
  expect(JSON.stringify([window.history.state, { ...localStorage }, { ...sessionStorage }])).not.toContain('canary')
})

test.each([
  ['/load', '', '/load'],
  ['/load', '?x=1&y=2', '/load?x=1&y=2'],
  ['/analytics?from=2026-11-01#top', '?from=1&x=1', '/analytics?from=2026-11-01&x=1#top'],
  ['//evil.example', '?x=1', '/?x=1'],
  ['/load?accessToken=a', '', '/'],
  [undefined, '', '/'],
])('[D2.7] a redirect to %s with the other parameters "%s" goes on at %s', (wanted, search, address) => {
  expect(nextAddress(wanted, search)).toBe(address)
})

test(`[A12] none of ${lures.length} lures leads away from this app, out of the query or with parameters beside it`, () => {
  expect(lures.length).toBeGreaterThan(250)
  for (const lure of lures) {
    const asked = new URL('/sign-in/verifying', 'https://dash.example')
    asked.searchParams.set('redirect', typeof lure === 'string' ? lure : JSON.stringify(lure))
    asked.searchParams.set('token', 't')
    asked.searchParams.set('x', '1')

    const found = findArrival(asked)
    const final = new URL(nextAddress(found?.arrival.redirect, '?x=1'), asked)
    expect(final.href, JSON.stringify(lure)).toBe('https://dash.example/?x=1')
  }
})

test('[2.19] [D2.7] someone who is not signed in and brings an accessToken ends at the verifying page with one redirect', async () => {
  const app = renderApp('/emailTemplate?x=1&accessToken=a', pending)

  await screen.findByRole('heading', { name: 'Signing you in' })
  expect(app.address()).toBe('/sign-in/verifying?x=1')
  await waitFor(() => expect(app.router.state.location.state).toEqual({ redirect: '/emailTemplate' }))
})

test('[2.18] an address within the app that brings a proof leads to the verifying page', async () => {
  const app = renderApp('/sign-in', pending)
  await screen.findByRole('heading', { name: 'Start your 14 day Pro trial for Free' })

  await app.router.navigate('/legal/terms?accessToken=a&x=1')

  await screen.findByRole('heading', { name: 'Signing you in' })
  expect(app.address()).toBe('/sign-in/verifying?x=1')
})

const nested = Array.from({ length: 20 }).reduce<string>((inner) => `/sign-in/verifying?accessToken=a&redirect=${encodeURIComponent(inner)}`, '/load')

test.each([
  '/?accessToken=a&redirect=%2Fload&redirect=%2Fpricing',
  '/load?accessToken=a&redirect[x]=1&redirect[]=2',
  '/load?accessToken[]=a&token[x]=1&email=1&email=2',
  '/load?token=t&token=u&email=1&email=2',
  `/load?accessToken=a&redirect=${encodeURIComponent(nested)}`,
  `/sign-in/verifying?accessToken=a&redirect=${encodeURIComponent(nested)}`,
  `/sign-in?redirect=${encodeURIComponent(nested)}`,
])('[A13] %s comes to rest after one hop to the verifying page at most', async (address) => {
  const app = renderApp(address, pending)
  const hops: string[] = []
  app.router.subscribe(({ location }) => location.pathname !== hops.at(-1) && hops.push(location.pathname))

  await screen.findByRole('heading')
  await new Promise((settled) => setTimeout(settled, 50))

  expect(hops.filter((path) => path === '/sign-in/verifying').length).toBeLessThanOrEqual(1)
  expect(app.router.state.navigation.state).toBe('idle')
  expect(app.address()).not.toMatch(/[?&](accessToken|refreshToken|token)=/)
})

test('[A13] a chain of redirects that bring more proofs ends at the Dashboard', () => {
  expect(nested.length).toBeGreaterThan(2000)
  expect(nextAddress(nested, '')).toBe('/')
  expect(nextAddress('/sign-in/verifying?accessToken=a', '')).toBe('/')
})

test('[2.4] an invitation is kept while its guest signs in, and its token leaves the address', async () => {
  const app = renderApp('/invitation/org.1.secret', {})

  expect(await screen.findByRole('heading', { name: 'You were invited to a team on LoadPing' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign up with Google' })).toBeTruthy()
  expect(screen.getByRole('complementary', { name: 'About LoadPing' })).toBeTruthy()
  expect(app.address()).toBe('/invitation/accept')
  expect(pendingInvitation()).toBe('org.1.secret')
  expect(localStorage.getItem('loadping.invitation')).toBe('org.1.secret')
})

test('[2.4] someone who is signed in joins the team at once', async () => {
  const acceptInvitation = vi.fn(async (_input: unknown) => ({ id: maria.userId, name: 'Redbud Carriers' }))
  signInAs('Maria')
  const app = renderApp('/invitation/org.1.secret', {
    account: { getMe: async () => maria },
    home: { getHome: async () => emptyHome },
    team: { acceptInvitation },
  })

  expect(await screen.findByText('Your invitation has been accepted')).toBeTruthy()
  expect(app.address()).toBe('/')
  expect(acceptInvitation).toHaveBeenCalledExactlyOnceWith({ query: { token: 'org.1.secret' } })
  expect(pendingInvitation()).toBeUndefined()
})

test('the sign-in page remembers an invitation that waits', async () => {
  localStorage.setItem('loadping.invitation', 'org.1.secret')
  renderApp('/sign-in', {})

  expect(await screen.findByText('You were invited to a team on LoadPing. Sign in to join it.')).toBeTruthy()
})
