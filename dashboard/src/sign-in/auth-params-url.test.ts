import { unsafeRedirects } from '@loadping/contract/rules/safe-redirect.cases'
import { expect, test } from 'vitest'
import { extractAuthParams, nextAddress, redirectToVerifying } from './auth-params-url.ts'

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
])('[2.18] %s leads to %s', (from, to) => {
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
])('[2.18] %s stays where it is', (address) => {
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
])('[D2.7] %s becomes %s, and what it brought is taken', (from, address, arrival) => {
  expect(extractAuthParams(at(from))).toEqual({ address, arrival, invitation: undefined })
})

test('an invitation leaves the address too, and is kept when a proof comes with it', () => {
  expect(extractAuthParams(at('/invitation/i.1-2_3'))).toEqual({
    address: '/invitation/accept',
    arrival: {},
    invitation: 'i.1-2_3',
  })
  expect(extractAuthParams(at('/invitation/i?accessToken=a'))).toEqual({
    address: '/sign-in/verifying',
    arrival: { accessToken: 'a', redirect: '/invitation/accept' },
    invitation: 'i',
  })
  expect(extractAuthParams(at('/invitation/accept'))).toBeUndefined()
})

test.each([
  ['/email?mailbox=m&x=1', '/email?x=1', 'm'],
  ['/email?mailbox=m&mailbox=n', '/email', 'm'],
])('%s becomes %s, and the code of the mailbox is taken', (from, address, mailbox) => {
  expect(extractAuthParams(at(from))).toEqual({ address, arrival: {}, invitation: undefined, mailbox })
})

test.each(['/email?problem=failed', '/email?mailbox=', '/load?mailbox=m'])('%s brings no mailbox', (address) => {
  expect(extractAuthParams(at(address))).toBeUndefined()
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

test(`[A12] none of ${unsafeRedirects.length} lures leads away from this app, out of the query or with parameters beside it`, () => {
  expect(unsafeRedirects.length).toBeGreaterThan(250)
  for (const lure of unsafeRedirects) {
    const asked = new URL('/sign-in/verifying', 'https://dash.example')
    asked.searchParams.set('redirect', typeof lure === 'string' ? lure : JSON.stringify(lure))
    asked.searchParams.set('token', 't')
    asked.searchParams.set('x', '1')

    const found = extractAuthParams(asked)
    const final = new URL(nextAddress(found?.arrival.redirect, '?x=1'), asked)
    expect(final.href, JSON.stringify(lure)).toBe('https://dash.example/?x=1')
  }
})

const nested = Array.from({ length: 20 }).reduce<string>(
  (inner) => `/sign-in/verifying?accessToken=a&redirect=${encodeURIComponent(inner)}`,
  '/load',
)

test('[A13] a chain of redirects that bring more proofs ends at the Dashboard', () => {
  expect(nested.length).toBeGreaterThan(2000)
  expect(nextAddress(nested, '')).toBe('/')
  expect(nextAddress('/sign-in/verifying?accessToken=a', '')).toBe('/')
})
