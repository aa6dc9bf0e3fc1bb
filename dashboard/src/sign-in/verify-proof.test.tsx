import type { SignInRequest } from '@loadping/contract/sign-in/sign-in-request'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openSession, readSession, storeProfile } from '../session/session.ts'
import { emptyHome, type FakeApi, maria, renderApp } from '../testing/render.tsx'
import { captureAuthParams, clearAuthParams } from './auth-params.ts'

const code = 'c'.repeat(43)
const verifier = 'v'.repeat(43)
const mariasPair = { accessToken: 'access of Maria', refreshToken: 'refresh of Maria' }
const owen = { ...maria, userId: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e009', email: 'owen@redbud.example' }
const refusal = { status: 401, body: { type: 'x', title: 'x', status: 401, detail: 'x', code: 'not-signed-in' } }

type Verify = (input: { body: SignInRequest }) => Promise<typeof mariasPair>

/** Opens an address as a browser does: in the address bar, before the app starts. */
function open(address: string, verifyLink: Verify = () => Promise.reject(new Error('not expected'))) {
  window.history.replaceState(null, '', address)
  captureAuthParams()
  const api: FakeApi = {
    signIn: { verifyLink },
    account: { getMe: async () => maria },
    templates: { listTemplates: async () => [] },
    home: { getHome: async () => emptyHome },
  }
  return renderApp(window.location.pathname + window.location.search, api)
}

/** Fakes the network: answers by bearer token. */
function serve(answer: (bearer: string | undefined) => { status: number; body: unknown } | undefined) {
  const fetched = vi.fn(async (_path: string, { headers }: { headers: Record<string, string> }) => {
    const answered = answer(headers['authorization'])
    if (!answered) throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify(answered.body), {
      status: answered.status,
      headers: { 'content-type': 'application/json' },
    })
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

function signInOwen() {
  openSession({ accessToken: 'access of Owen', refreshToken: 'refresh of Owen' })
  storeProfile(owen)
}

const knowsMaria = (bearer: string | undefined) =>
  bearer === 'Bearer access of Maria' ? { status: 200, body: maria } : refusal

afterEach(() => {
  clearAuthParams()
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

test("[2.3] [D2.3] a provider's one-time code is redeemed with the verifier of this browser", async () => {
  localStorage.setItem('loadping.sign-in-verifier', verifier)
  const verifyLink = vi.fn<Verify>(async () => mariasPair)

  const app = open(`/sign-in/verifying?accessToken=${code}&redirect=%2FemailTemplate&x=1`, verifyLink)

  await waitFor(() => expect(app.address()).toBe('/emailTemplate?x=1'))
  expect(verifyLink).toHaveBeenCalledExactlyOnceWith({ body: { accessToken: code, verifier } })
  expect(readSession()).toMatchObject({ ...mariasPair, isAuth: true })
  expect(localStorage.getItem('loadping.sign-in-verifier')).toBe(verifier) // by which the device is known
})

test('[D2.3] a used, expired or foreign one-time code shows an error and offers the sign-in page', async () => {
  const app = open(`/sign-in/verifying?accessToken=${code}&redirect=%2FemailTemplate`, () =>
    Promise.reject(new Problem('invalid-input', 'x')),
  )

  await screen.findByRole('heading', { name: 'This sign-in no longer works' })
  await userEvent.click(screen.getByRole('link', { name: 'Back to sign in' }))

  await screen.findByRole('heading', { name: 'Start your 14 day Pro trial for Free' })
  expect(app.address()).toBe('/sign-in?redirect=%2FemailTemplate')
  expect(readSession().isAuth).toBe(false)
})

test('a one-time code can be retried when the server is unreachable', async () => {
  localStorage.setItem('loadping.sign-in-verifier', verifier)
  let isDown = true
  const app = open(`/?accessToken=${code}`, () =>
    isDown ? Promise.reject(new Problem('unavailable', 'x')) : Promise.resolve(mariasPair),
  )

  await screen.findByRole('heading', { name: "Can't reach the server" })
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  await waitFor(() => expect(app.address()).toBe('/'))
})

test('a lost response to a one-time code offers a retry, then a new sign-in', async () => {
  localStorage.setItem('loadping.sign-in-verifier', verifier)
  let isUsed = false
  open(`/sign-in/verifying?accessToken=${code}`, () => {
    const answer = isUsed ? new Problem('invalid-input', 'x') : new Problem('unavailable', 'x')
    isUsed = true
    return Promise.reject(answer)
  })

  expect(
    await screen.findByText(/We didn't get a response. Try again. If the sign-in no longer works, request a new one/),
  ).toBeTruthy()
  expect(screen.queryByText(/Nothing is lost/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByRole('link', { name: 'Back to sign in' })).toBeTruthy()
})

test('[D2.3] a token pair signs in a signed-out browser only after a click that names its owner', async () => {
  const fetched = serve(knowsMaria)

  const app = open('/emailTemplate?accessToken=access of Maria&refreshToken=refresh of Maria')

  const confirm = await screen.findByRole('button', { name: 'Continue as maria@redbud.example' })
  expect(screen.getByText(/signs you in as maria@redbud.example. Continue only if this is your account/)).toBeTruthy()
  expect(fetched).toHaveBeenCalledOnce()
  expect(readSession()).toMatchObject({ isAuth: false, accessToken: '', refreshToken: '' })
  expect(Object.keys({ ...localStorage })).toEqual([])
  expect(document.cookie).not.toContain('isAuth=true')

  await userEvent.click(confirm)
  await waitFor(() => expect(app.address()).toBe('/emailTemplate'))
  expect(readSession()).toMatchObject({ ...mariasPair, email: maria.email, userId: maria.userId, isAuth: true })
})

test("[D2.3] a token pair replaces another user's session only after a confirmation", async () => {
  const fetched = serve(knowsMaria)
  signInOwen()

  const app = open('/emailTemplate?accessToken=access of Maria&refreshToken=refresh of Maria')

  expect(
    await screen.findByText('You are signed in as owen@redbud.example. Continue as maria@redbud.example?'),
  ).toBeTruthy()
  expect(fetched).toHaveBeenCalledOnce()
  expect(readSession()).toMatchObject({ accessToken: 'access of Owen', email: owen.email })

  await userEvent.click(screen.getByRole('button', { name: 'Continue as maria@redbud.example' }))
  await waitFor(() => expect(app.address()).toBe('/emailTemplate'))
  expect(readSession()).toMatchObject({ ...mariasPair, email: maria.email })
})

test('[D2.3] a user who declines to switch accounts stays signed in', async () => {
  serve(knowsMaria)
  signInOwen()
  const app = open('/emailTemplate?accessToken=access of Maria&refreshToken=refresh of Maria')

  await userEvent.click(await screen.findByRole('button', { name: 'Stay signed in as owen@redbud.example' }))

  await waitFor(() => expect(app.address()).toBe('/emailTemplate'))
  expect(readSession()).toMatchObject({ accessToken: 'access of Owen', refreshToken: 'refresh of Owen' })
})

test('[D2.3] a user who does not own the pair can sign in with another email', async () => {
  serve(knowsMaria)
  const app = open('/emailTemplate?accessToken=access of Maria&refreshToken=refresh of Maria')

  await userEvent.click(await screen.findByRole('link', { name: 'Use another email' }))

  await waitFor(() => expect(app.address()).toMatch(/^\/sign-in\?redirect=%2FemailTemplate/))
  expect(readSession().isAuth).toBe(false)
})

test('[D2.3] a token pair of the signed-in user replaces their tokens after a confirmation', async () => {
  serve(knowsMaria)
  openSession({ accessToken: 'older', refreshToken: 'older' })
  storeProfile(maria)

  const app = open('/emailTemplate?accessToken=access of Maria&refreshToken=refresh of Maria')

  await userEvent.click(await screen.findByRole('button', { name: 'Continue as maria@redbud.example' }))
  await waitFor(() => expect(app.address()).toBe('/emailTemplate'))
  expect(readSession()).toMatchObject(mariasPair)
})

test('a rejected token pair shows an error and keeps the current session', async () => {
  const fetched = serve(() => refusal)
  signInOwen()
  open('/?accessToken=stolen&refreshToken=stolen')

  await screen.findByRole('heading', { name: 'This sign-in no longer works' })
  expect(fetched).toHaveBeenCalledOnce()
  expect(readSession()).toMatchObject({ accessToken: 'access of Owen', email: owen.email, isAuth: true })
})
