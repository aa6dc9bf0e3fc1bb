import type { SignInRequest } from '@loadping/contract/sign-in/sign-in-request'
import { Problem } from '@loadping/contract/wire/problem'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { readSession, storeProfile, storeTokens } from '../session/session.ts'
import { emptyHome, type FakeApi, maria, renderApp } from '../testing/render.tsx'
import { captureAuthParams, clearAuthParams } from './auth-params.ts'

const token = 't'.repeat(43)
const verifier = 'v'.repeat(43)
const pair = { accessToken: 'access', refreshToken: 'refresh' }
const expired = new Problem('invalid-input', 'This link was used or has expired.')

type Verify = (input: { body: SignInRequest }) => Promise<typeof pair>

const apiWith = (verifyLink: Verify): FakeApi => ({
  signIn: {
    verifyLink,
    verifyEmail: async () => ({ content: { disposable: false } }),
    requestLink: async () => 'success',
  },
  account: { getMe: async () => maria },
  templates: { listTemplates: async () => [] },
  home: { getHome: async () => emptyHome },
})

/** Opens a link as a browser does: in the address bar, before the app starts. */
function openLink(verifyLink: Verify, query = '') {
  window.history.replaceState(null, '', `/sign-in/verifying?token=${token}&email=maria%40redbud.example${query}`)
  captureAuthParams()
  return renderApp(window.location.pathname + window.location.search, apiWith(verifyLink))
}

afterEach(() => {
  clearAuthParams()
  window.history.replaceState(null, '', '/')
  vi.useRealTimers()
})

test('[2.3] [D2.1] the requesting browser posts the link at once with its verifier and redirects', async () => {
  localStorage.setItem('loadping.sign-in-verifier', verifier)
  const verifyLink = vi.fn<Verify>(async () => pair)

  const app = openLink(verifyLink, '&redirect=%2FemailTemplate&x=1')

  await waitFor(() => expect(app.address()).toBe('/emailTemplate?x=1'))
  expect(verifyLink).toHaveBeenCalledExactlyOnceWith({ body: { email: 'maria@redbud.example', token, verifier } })
  expect(readSession()).toMatchObject({ ...pair, isAuth: true })
  expect(localStorage.getItem('loadping.sign-in-verifier')).toBe(verifier) // by which the device is known
  expect(localStorage.getItem('loadping.returning')).toBe('true')
})

test('[D2.1] [A04] any other browser posts nothing before a click that names the account', async () => {
  const verifyLink = vi.fn<Verify>(async () => pair)
  const app = openLink(verifyLink, '&redirect=https%3A%2F%2Fevil.example%2F')

  const confirm = await screen.findByRole('button', { name: 'Continue as maria@redbud.example' })
  expect(verifyLink).not.toHaveBeenCalled()
  expect(readSession().isAuth).toBe(false)
  expect(Object.keys({ ...localStorage })).toEqual([])

  await userEvent.click(confirm)
  await waitFor(() => expect(app.address()).toBe('/'))
  expect(verifyLink).toHaveBeenCalledExactlyOnceWith({ body: { email: 'maria@redbud.example', token } })
})

test('Back to the page that waits for the email opens the product once that address is signed in', async () => {
  const app = renderApp(
    '/sign-in/verifying?email=maria%40redbud.example',
    apiWith(async () => pair),
  )
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeTruthy()

  act(() => storeTokens(pair)) // in another tab, by the link
  act(() => storeProfile(maria))

  await waitFor(() => expect(app.address()).toBe('/'))
  await app.router.navigate('/sign-in/verifying?email=paul%40redbud.example')
  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeTruthy() // of somebody else
})

test('"Use another email" keeps the redirect', async () => {
  openLink(async () => pair, '&redirect=%2FemailTemplate')

  expect((await screen.findByRole('link', { name: 'Use another email' })).getAttribute('href')).toBe(
    '/sign-in?redirect=%2FemailTemplate',
  )
})

test('[D2.1] a browser that requested another link must confirm too', async () => {
  localStorage.setItem('loadping.sign-in-verifier', verifier)
  const verifyLink = vi.fn<Verify>(({ body }) =>
    body.verifier ? Promise.reject(new Problem('not-allowed', 'x')) : Promise.resolve(pair),
  )
  const app = openLink(verifyLink)

  await userEvent.click(await screen.findByRole('button', { name: 'Continue as maria@redbud.example' }))

  await waitFor(() => expect(app.address()).toBe('/'))
  expect(verifyLink).toHaveBeenLastCalledWith({ body: { email: 'maria@redbud.example', token } })
})

test('[A08] an address with HTML in it is shown as text', async () => {
  window.history.replaceState(
    null,
    '',
    `/sign-in/verifying?token=${token}&email=${encodeURIComponent('<img src=x onerror=alert(1)>@a.example')}`,
  )
  captureAuthParams()
  renderApp(
    window.location.pathname + window.location.search,
    apiWith(async () => pair),
  )

  expect(await screen.findByRole('button', { name: 'Continue as <img src=x onerror=alert(1)>@a.example' })).toBeTruthy()
  expect(document.querySelector('img')).toBeNull()
})

test('[D2.2] an invalid, used or expired link shows an error and offers a new one', async () => {
  localStorage.setItem('loadping.sign-in-verifier', verifier)
  openLink(() => Promise.reject(expired))

  await screen.findByRole('heading', { name: 'This link no longer works' })
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }))

  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeTruthy()
})

test('[D2.2] the code field has the focus, takes a pasted code, submits it, and clears a wrong one', async () => {
  const verifyLink = vi.fn<Verify>(() => Promise.reject(expired))
  renderApp('/sign-in/verifying?email=maria%40redbud.example', apiWith(verifyLink))
  const code = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Six-digit code from the email' })

  await waitFor(() => expect(document.activeElement).toBe(code))
  expect(code.autocomplete).toBe('one-time-code')
  await userEvent.paste(' 123 456 ')

  expect(await screen.findByText(/That code is incorrect, used or expired/)).toBeTruthy()
  expect(verifyLink).toHaveBeenCalledExactlyOnceWith({ body: { email: 'maria@redbud.example', code: '123456' } })
  expect(code.value).toBe('')
  expect(document.activeElement).toBe(code)
})

test("[D13.6] the code field takes a reviewer's code, and submits it with its last digit", async () => {
  const verifyLink = vi.fn<Verify>(() => Promise.reject(expired))
  renderApp('/sign-in/verifying?email=maria%40redbud.example', apiWith(verifyLink))
  const code = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Six-digit code from the email' })

  await userEvent.type(code, 'r1234-5678-9012-345')
  expect(verifyLink).not.toHaveBeenCalled()
  expect(code.value).toBe('R123456789012345')
  await userEvent.type(code, '6')

  expect(await screen.findByText(/That code is incorrect, used or expired/)).toBeTruthy()
  expect(verifyLink).toHaveBeenCalledExactlyOnceWith({
    body: { email: 'maria@redbud.example', code: 'R1234567890123456' },
  })
})

test('a code that gets no answer stays, to be sent again by the button', async () => {
  const verifyLink = vi.fn<Verify>(() => Promise.reject(new Problem('unavailable', 'x')))
  renderApp('/sign-in/verifying?email=maria%40redbud.example', apiWith(verifyLink))

  await userEvent.type(await screen.findByRole('textbox', { name: 'Six-digit code from the email' }), '123456')
  expect(await screen.findByText("We can't reach the server. Try again in a moment.")).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))

  await waitFor(() => expect(verifyLink).toHaveBeenCalledTimes(2))
})

test("a rate-limited code shows the server's message", async () => {
  localStorage.setItem('loadping.sign-in-verifier', verifier)
  const text = 'Too many requests from your network. Try again later.'
  const refuse = () => Promise.reject(new Problem('too-many', text))
  renderApp('/sign-in/verifying?email=maria%40redbud.example', apiWith(refuse))

  await userEvent.type(await screen.findByRole('textbox', { name: 'Six-digit code from the email' }), '123456')

  expect(await screen.findByText(text)).toBeTruthy()
})

test('a link can be retried when the server is unreachable', async () => {
  localStorage.setItem('loadping.sign-in-verifier', verifier)
  let isDown = true
  const app = openLink(() => (isDown ? Promise.reject(new Problem('unavailable', 'x')) : Promise.resolve(pair)))

  await screen.findByRole('heading', { name: "Can't reach the server" })
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  await waitFor(() => expect(app.address()).toBe('/'))
})

test('a lost response to a link offers a retry, then a new link', async () => {
  localStorage.setItem('loadping.sign-in-verifier', verifier)
  let isUsed = false
  openLink(() => {
    const answer = isUsed ? expired : new Problem('unavailable', 'x')
    isUsed = true
    return Promise.reject(answer)
  })

  expect(
    await screen.findByText(/We didn't get a response. Try again. If the link no longer works, request a new one/),
  ).toBeTruthy()
  expect(screen.queryByText(/already used/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Send a new link' }))

  expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeTruthy()
})

test('[D2.2] with only an address the page says where the email went and accepts its code', async () => {
  localStorage.setItem('loadping.sign-in-verifier', verifier)
  const verifyLink = vi.fn<Verify>(({ body }) =>
    body.code === '123456' ? Promise.resolve(pair) : Promise.reject(expired),
  )
  const app = renderApp('/sign-in/verifying?email=maria%40redbud.example', apiWith(verifyLink))

  expect(await screen.findByText('maria@redbud.example')).toBeTruthy()
  expect(screen.getByText('The link expires in 10 minutes and works once.')).toBeTruthy()
  const code = screen.getByRole('textbox', { name: 'Six-digit code from the email' })

  await userEvent.type(code, '111 111')
  expect(await screen.findByText(/That code is incorrect, used or expired/)).toBeTruthy()

  await userEvent.type(code, '123456')
  await waitFor(() => expect(app.address()).toBe('/'))
  expect(verifyLink).toHaveBeenLastCalledWith({ body: { email: 'maria@redbud.example', code: '123456', verifier } })
})

test('[D2.2] the page offers to resend after 30 s and to change the address', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const requestLink = vi.fn(async (_input: unknown) => 'success' as const)
  const { signIn } = apiWith(async () => pair)
  renderApp('/sign-in/verifying?email=maria%40redbud.example', { signIn: { ...signIn, requestLink } })

  await vi.waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend in 0:30' }).disabled).toBe(true),
  )
  for (let second = 0; second < 29; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Resend in 0:01' }).disabled).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(1000))
  vi.useRealTimers()
  await userEvent.click(screen.getByRole('button', { name: 'Resend' }))

  expect(await screen.findByText('We sent a new email.')).toBeTruthy()
  expect(requestLink).toHaveBeenCalledOnce()
  expect(screen.getByRole('button', { name: 'Resend in 0:30' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Use another email' }).getAttribute('href')).toBe('/sign-in')
})
