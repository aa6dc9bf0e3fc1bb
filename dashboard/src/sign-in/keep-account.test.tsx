import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSession } from '../session/session.ts'
import { emptyHome, type FakeApi, maria, renderApp } from '../testing/render.tsx'
import { captureAuthParams, clearAuthParams } from './auth-params.ts'

const pair = { accessToken: 'access', refreshToken: 'refresh' }
const deleted = new Problem(
  'being-deleted',
  'Your account will be deleted on Dec 4, 2026.',
  {},
  { deletesAt: '2026-12-04T15:00:00.000Z', keepToken: 'keep-token' },
)

type Keep = NonNullable<NonNullable<FakeApi['accountDeletion']>['keepAccount']>

const apiWith = (keepAccount: Keep): FakeApi => ({
  signIn: { verifyLink: () => Promise.reject(deleted) },
  account: { getMe: async () => maria },
  templates: { listTemplates: async () => [] },
  home: { getHome: async () => emptyHome },
  accountDeletion: { keepAccount },
})

/** Opens a sign-in link or the return from a provider, in the browser that asked for it. */
function open(query: string, keepAccount: Keep = () => Promise.reject(new Error('not called'))) {
  window.history.replaceState(null, '', `/sign-in/verifying?${query}`)
  captureAuthParams()
  return renderApp(window.location.pathname + window.location.search, apiWith(keepAccount))
}

const link = `token=${'t'.repeat(43)}&email=maria%40redbud.example`
const title = 'Your account will be deleted on Dec 4, 2026'

beforeEach(() => localStorage.setItem('loadping.sign-in-verifier', 'v'.repeat(43)))
afterEach(() => {
  clearAuthParams()
  window.history.replaceState(null, '', '/')
})

test.each([
  ['a link', link],
  ['Google or Outlook', `accessToken=${'c'.repeat(43)}`],
])('[D13.28] the owner of a deleted account who signs in with %s can keep it', async (_how, query) => {
  const keepAccount = vi.fn<Keep>(async () => ({ ...pair, isRenewing: null }))
  const app = open(query, keepAccount)

  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByText('You can keep it until Fri, Dec 4, 2026, 10:00 AM New York time.')).toBeTruthy()
  expect(readSession().isAuth).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }))

  expect(await screen.findByText('Your account is kept')).toBeTruthy()
  await waitFor(() => expect(app.address()).toBe('/'))
  expect(keepAccount).toHaveBeenCalledExactlyOnceWith({ body: { token: 'keep-token' } })
  expect(readSession()).toMatchObject({ ...pair, isAuth: true })
})

test('[D13.28] a code shows the same, and Sign out goes back to the sign-in without a session', async () => {
  const app = open('email=maria%40redbud.example')

  await userEvent.type(await screen.findByRole('textbox', { name: 'Six-digit code from the email' }), '123456')
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))

  await waitFor(() => expect(app.address()).toBe('/sign-in'))
  expect(readSession().isAuth).toBe(false)
})

test.each([
  [true, 'Your account is kept, and your subscription renews again'],
  [false, 'Your account is kept. Look in Billing whether your subscription renews'],
])('[D13.28] who keeps an account reads whether its subscription renews: %s', async (isRenewing, text) => {
  open(link, async () => ({ ...pair, isRenewing }))

  await userEvent.click(await screen.findByRole('button', { name: 'Keep my account' }))

  expect(await screen.findByText(text)).toBeTruthy()
})

test('[D13.28] an account that can no longer be kept says so', async () => {
  const text = 'This took too long, or the account is gone. Sign in again to see.'
  open(link, () => Promise.reject(new Problem('too-late', text)))

  await userEvent.click(await screen.findByRole('button', { name: 'Keep my account' }))

  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(readSession().isAuth).toBe(false)
})

test('[D13.20] who is suspended and signs in is told so, and has nothing else to do than to sign out', async () => {
  const message = 'Ask help@fleet.example about it. Nothing was deleted.'
  const refuse = () => Promise.reject(new Problem('suspended', message))
  window.history.replaceState(null, '', `/sign-in/verifying?${link}`)
  captureAuthParams()
  const app = renderApp('/sign-in/verifying', { signIn: { verifyLink: refuse } })

  expect(await screen.findByRole('heading', { name: 'Your account is suspended' })).toBeTruthy()
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Keep my account' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  await waitFor(() => expect(app.address()).toBe('/sign-in'))
})
