import { brand } from '@loadping/contract/brand'
import { afterEach, expect, test, vi } from 'vitest'
import { maria } from '../testing/render.tsx'
import { readCookie, writeCookie } from './cookies.ts'
import {
  endSession,
  followOtherTabs,
  loggedOut,
  openSession,
  readSession,
  sessionKey,
  storeOrganization,
  storeProfile,
  useSession,
} from './session.ts'

const pair = { accessToken: 'access', refreshToken: 'refresh' }
const defaults = {
  isAuth: false,
  email: '',
  userId: '',
  accessToken: '',
  refreshToken: '',
  extensionToken: '',
  features: [],
  limitTempl: null,
  limitEmails: null,
  emails: 10,
  createdAt: '',
  trialDays: 1,
  accountVerified: true,
  billingPlan: '',
  organizationName: '',
  organizationId: '',
  role: 'USER',
}

const stateIn = (text: string | null): unknown => JSON.parse(text ?? 'null')?.state

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  endSession()
  localStorage.clear()
})

test('[3.1] the session has these keys and defaults, and isAuth is mirrored to a parent-domain cookie', () => {
  const written = vi.spyOn(document, 'cookie', 'set')
  const product: { parentDomain: string } = brand
  vi.spyOn(product, 'parentDomain', 'get').mockReturnValue('loadping.example')
  expect(readSession()).toEqual(defaults)

  openSession(pair)
  expect(stateIn(localStorage.getItem(sessionKey))).toEqual({ ...defaults, ...pair, isAuth: true })
  expect(written).toHaveBeenLastCalledWith('isAuth=true; Max-Age=604800; Path=/; SameSite=Lax; Domain=loadping.example')

  endSession()
  expect(written).toHaveBeenLastCalledWith(
    'isAuth=false; Max-Age=604800; Path=/; SameSite=Lax; Domain=loadping.example',
  )
})

test.each([
  ['true', { ...defaults, ...pair, isAuth: true }],
  ['false', undefined],
])('[3.1] a visit starts with %s in the cookie', async (isAuth, stored) => {
  if (stored) localStorage.setItem(sessionKey, JSON.stringify({ state: stored }))
  writeCookie('isAuth', 'of an earlier visit')
  vi.resetModules()

  await import('./session.ts')

  expect(readCookie('isAuth')).toBe(isAuth)
})

test('[4.1] tokens log in, and logging out restores the defaults and clears the storage', () => {
  expect(readSession().isAuth).toBe(false)
  openSession(pair)
  expect(readSession().isAuth).toBe(true)
  expect(localStorage.getItem(sessionKey)).toContain('refresh')

  endSession()

  expect(readSession()).toEqual(loggedOut)
  expect(localStorage.getItem(sessionKey)).toBeNull()
})

test("another user's session keeps nothing of the one before", () => {
  openSession(pair)
  useSession.setState({ email: 'maria@redbud.example', userId: 'maria', features: ['email'] })

  openSession({ accessToken: 'of Owen', refreshToken: 'of Owen' })

  expect(readSession()).toEqual({ ...defaults, accessToken: 'of Owen', refreshToken: 'of Owen', isAuth: true })
})

test('logging out removes the session and nothing else', () => {
  localStorage.setItem('new_user', 'false')
  localStorage.setItem('loadping.theme', 'dark')
  localStorage.setItem('loadping.draft.new', '{}')
  openSession(pair)

  endSession()

  expect({ ...localStorage }).toEqual({ new_user: 'false', 'loadping.theme': 'dark', 'loadping.draft.new': '{}' })
})

test('other tabs adopt a log-out and newer tokens', () => {
  followOtherTabs()
  openSession(pair)

  localStorage.setItem(sessionKey, JSON.stringify({ state: { ...readSession(), accessToken: 'newer' }, version: 0 }))
  window.dispatchEvent(new StorageEvent('storage', { key: sessionKey }))
  expect(readSession().accessToken).toBe('newer')

  localStorage.removeItem(sessionKey)
  window.dispatchEvent(new StorageEvent('storage', { key: sessionKey }))
  expect(readSession()).toEqual(loggedOut)
  expect(localStorage.getItem(sessionKey)).toBeNull()
})

const newer = { ...defaults, accessToken: 'newer', refreshToken: 'newer', isAuth: true }

test('a profile is dropped if another tab has replaced the tokens', () => {
  openSession(pair)
  localStorage.setItem(sessionKey, JSON.stringify({ state: newer, version: 0 }))

  storeProfile(maria)

  expect(stateIn(localStorage.getItem(sessionKey))).toEqual(newer)
  expect(readSession()).toEqual(newer)
})

test('a profile is dropped after another tab has ended the session', () => {
  openSession(pair)
  localStorage.removeItem(sessionKey)

  storeProfile(maria)

  expect(localStorage.getItem(sessionKey)).toBeNull()
  expect(readSession()).toEqual(loggedOut)
})

const redbud = { id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e0a1', name: 'Redbud Carriers LLC' }

test('a created or joined organization is stored with id and name', () => {
  openSession(pair)

  storeOrganization(redbud)

  expect(stateIn(localStorage.getItem(sessionKey))).toEqual({
    ...defaults,
    ...pair,
    isAuth: true,
    organizationId: redbud.id,
    organizationName: redbud.name,
  })
})

test('an organization is dropped after another tab has ended the session', () => {
  openSession(pair)
  localStorage.removeItem(sessionKey)

  storeOrganization(redbud)

  expect(localStorage.getItem(sessionKey)).toBeNull()
  expect(readSession()).toEqual(loggedOut)
})

test.each([
  ['the same organization', redbud.id, redbud.name],
  ['another organization', maria.userId, ''],
  ['no organization', null, ''],
])('a profile with %s keeps no name of another organization', (_which, organizationId, organizationName) => {
  openSession(pair)
  storeOrganization(redbud)

  storeProfile({ ...maria, organizationId })

  expect(readSession()).toMatchObject({ organizationId: organizationId ?? '', organizationName })
})

test.each([
  [
    'comes back from the back/forward cache',
    () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
  ],
  ['is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('a tab that %s adopts the stored session', (_what, comeBack) => {
  followOtherTabs()
  openSession(pair)

  localStorage.setItem(sessionKey, JSON.stringify({ state: newer, version: 0 }))
  comeBack()
  expect(readSession()).toEqual(newer)

  localStorage.removeItem(sessionKey)
  comeBack()
  expect(readSession()).toEqual(loggedOut)
})

test.each([
  '',
  '{',
  'null',
  '[]',
  '{"state":null}',
  '{"state":{"isAuth":true}}',
  '{"state":{"accessToken":{}}}',
  '"text"',
])('[4.8] the stored text %s counts as logged out', async (text) => {
  endSession()
  localStorage.setItem(sessionKey, text)

  await useSession.persist.rehydrate()

  expect(readSession()).toEqual(loggedOut)
})

test('[4.8] the stored session is restored, but never over existing tokens', async () => {
  const stored = { ...defaults, ...pair, isAuth: true, email: 'maria@redbud.example' }
  localStorage.setItem(sessionKey, JSON.stringify({ state: stored }))

  await useSession.persist.rehydrate()
  expect(readSession()).toEqual(stored)

  localStorage.setItem(sessionKey, JSON.stringify({ state: { ...stored, accessToken: 'other' } }))
  await useSession.persist.rehydrate()
  expect(readSession()).toEqual(stored)
})

test('[4.8] the session is restored on import, within 5000 ms, and nothing else is stored', async () => {
  localStorage.setItem(sessionKey, JSON.stringify({ state: { ...defaults, ...pair, isAuth: true } }))
  vi.resetModules()

  const started = performance.now()
  const fresh = await import('./session.ts')

  expect(fresh.useSession.persist.hasHydrated()).toBe(true)
  expect(fresh.readSession()).toMatchObject({ ...pair, isAuth: true })
  expect(performance.now() - started).toBeLessThan(5000)
  expect(Object.keys(localStorage)).toEqual([sessionKey])
})

test('[4.8] with blocked or full storage the session lasts as long as the page', async () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
  vi.resetModules()

  const fresh = await import('./session.ts')
  expect(fresh.useSession.persist.hasHydrated()).toBe(true)
  expect(fresh.readSession()).toEqual(defaults)

  fresh.openSession(pair)
  fresh.syncStoredSession()
  expect(fresh.readSession()).toMatchObject({ ...pair, isAuth: true })
  fresh.endSession()
  expect(fresh.readSession()).toEqual(defaults)
})
