import { brand, nameInstallation } from '@loadping/contract/brand'
import { Problem } from '@loadping/contract/wire/problem'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { browserStorage } from '../session/browser-storage.ts'
import { storeInvitation } from '../session/invitation.ts'
import { type FakeApi, renderApp, renderScreen } from '../testing/render.tsx'
import { SignInModal } from './sign-in-modal.tsx'

afterEach(() => vi.unstubAllGlobals())
afterAll(() => nameInstallation({ companySignIn: null, isSignUpOpen: true, missingProviders: [] }))

const accepting = (requestLink = vi.fn(async (_input: unknown) => 'success' as const)) => ({
  requestLink,
  api: {
    signIn: {
      verifyEmail: async ({ params }) => ({ content: { disposable: params.email.endsWith('tempbox.example') } }),
      requestLink,
    },
  } satisfies FakeApi,
})

async function openForm() {
  await userEvent.click(await screen.findByRole('button', { name: 'Other service (Yahoo, etc)' }))
}

const email = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Email address' })
/** The SHA-256 of the verifier stored in this browser. */
async function challengeHere(): Promise<string> {
  const verifier = localStorage.getItem('loadping.sign-in-verifier') ?? ''
  expect(verifier).toMatch(/^[\w-]{43}$/)
  return Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))).toString('base64url')
}

const form = () => next().closest('form') ?? expect.fail()
const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' })

test('[2.34] the sign-in page offers Google, Outlook and other services, to sign up or sign in', async () => {
  renderApp('/sign-in', {})

  await screen.findByRole('button', { name: 'Sign up with Google' })
  expect(screen.getByRole('button', { name: 'Sign up with Outlook' })).toBeTruthy()
  expect(screen.getByText('or')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Other service (Yahoo, etc)' })).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getByRole('button', { name: 'Sign in with Google' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign in with Outlook' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Sign up with/ })).toBeNull()
})

test('[2.35] "Other service" reveals and focuses the email form', async () => {
  renderApp('/sign-in', {})
  await screen.findByRole('button', { name: 'Sign up with Google' })
  expect(screen.queryByRole('textbox')).toBeNull()

  await openForm()

  const field = await email()
  expect(field.placeholder).toBe('email@company.com')
  expect(document.activeElement).toBe(field)
  expect(next().type).toBe('submit')
  expect(screen.queryByRole('button', { name: 'Other service (Yahoo, etc)' })).toBeNull()
})

test('[D13.20] a company has a button only where one is set up, with the name of the setting', async () => {
  renderApp('/sign-in', {})
  await screen.findByRole('button', { name: 'Sign up with Google' })
  const count = screen.getAllByRole('button', { name: /^Sign up with/ }).length
  cleanup()
  nameInstallation({ companySignIn: 'Fleet ID' })
  renderApp('/sign-in', {})

  await screen.findByRole('button', { name: 'Sign up with Fleet ID' })
  expect(screen.getAllByRole('button', { name: /^Sign up with/ })).toHaveLength(count + 1)
})

test.each([
  ['Sign up with Google', '/auth/dash-auth'],
  ['Sign up with Outlook', '/auth/outlook'],
  ['Sign up with Fleet ID', '/auth/company'],
])('[D2.1] %s opens %s with the challenge of the stored verifier and the redirect', async (button, start) => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  renderApp('/sign-in?redirect=%2FemailTemplate', {})

  await userEvent.click(await screen.findByRole('button', { name: button }))

  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  const { pathname, searchParams } = new URL(String(assign.mock.calls[0]?.[0]), 'https://dash.example')
  expect(pathname).toBe(start)
  expect(Object.fromEntries(searchParams)).toEqual({ challenge: await challengeHere(), redirect: '/emailTemplate' })
  assign.mockRestore()
})

test('with blocked storage, the buttons of providers show an error and the email form opens', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: blocked, setItem: blocked, removeItem: blocked })
  renderApp('/sign-in', {})

  await userEvent.click(await screen.findByRole('button', { name: 'Sign up with Google' }))

  expect((await screen.findByRole('alert')).textContent).toContain("these buttons won't work")
  expect(await email()).toBeTruthy()
  expect(assign).not.toHaveBeenCalled()
  browserStorage.remove('loadping.sign-in-verifier')
  assign.mockRestore()
})

test.each([
  ['canceled', 'Sign-in canceled.'],
  ['failed', 'Sign-in failed.'],
  ['unavailable', "That provider isn't responding right now."],
])('a provider sign-in with the problem "%s" is explained', async (problem, sentence) => {
  renderApp(`/sign-in?problem=${problem}`, {})

  expect((await screen.findByRole('alert')).textContent).toContain(sentence)
})

test('an unknown problem shows nothing', async () => {
  renderApp('/sign-in?problem=%3Cb%3Ex', {})

  await screen.findByRole('button', { name: 'Sign up with Google' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[4.4] the form starts as sign-up, or as sign-in in a browser that has signed in before', async () => {
  renderApp('/sign-in', {})
  expect(await screen.findByRole('heading', { name: 'Start your 14 day Pro trial for Free' })).toBeTruthy()
  cleanup()

  localStorage.setItem('loadping.returning', 'true')
  renderApp('/sign-in', {})
  expect(await screen.findByRole('heading', { name: 'Welcome back!' })).toBeTruthy()
})

test("[1.2] [2.2] [D1.9] the sign-in page shows the claims, the mode's title, a testimonial and two ratings", async () => {
  renderApp('/sign-in', {})

  expect(await screen.findByRole('heading', { name: 'Start your 14 day Pro trial for Free' })).toBeTruthy()
  expect(await screen.findByText(/Dispatcher, 12 trucks/)).toBeTruthy()
  expect(
    screen.getByText(
      (_text, element) =>
        element?.textContent === 'Simple, secure, and free - the trusted extension for brokers & carriers',
    ),
  ).toBeTruthy()
  expect(screen.getByText('Save time, reduce hassle, and manage loads effortlessly')).toBeTruthy()
  const samples = screen.getAllByText('Sample').map((mark) => mark.parentElement?.textContent)
  expect(samples).toEqual(['Rosa H.Sample', 'Chrome Web StoreSample', 'Firefox Add-onsSample'])

  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getByRole('heading', { name: 'Welcome back!' })).toBeTruthy()
})

test('[9.5] both ratings of the sign-in page are 4.9', async () => {
  renderApp('/sign-in', {})

  expect((await screen.findAllByText(/^\d\.\d$/)).map(({ textContent }) => textContent)).toEqual(['4.9', '4.9'])
})

test('[2.36] a link switches between sign-up and sign-in; only sign-up shows the legal links', async () => {
  renderApp('/sign-in', {})

  const toSignIn = await screen.findByRole('button', { name: 'Sign in' })
  expect(toSignIn.parentElement?.textContent).toBe('Already have an account? Sign in')
  expect(screen.getByRole('link', { name: 'terms of service' }).getAttribute('href')).toBe('/legal/terms')
  expect(screen.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe('/legal/privacy')

  await userEvent.click(toSignIn)

  expect(screen.getByRole('button', { name: 'Sign up' }).parentElement?.textContent).toBe(
    "Don't have an account? Sign up",
  )
  expect(screen.queryByRole('link', { name: 'terms of service' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'privacy policy' })).toBeNull()
})

test.each(['', 'someone@tempbox.example'])(
  '[5.1] [8.2] the address "%s" is rejected, and clicking the field clears the error',
  async (address) => {
    const { api, requestLink } = accepting()
    renderApp('/sign-in', api)

    await openForm()
    if (address) await userEvent.type(await email(), address)
    await userEvent.click((await email()) && next())

    expect(await screen.findByText('Please enter a valid email')).toBeTruthy()
    expect(requestLink).not.toHaveBeenCalled()

    await userEvent.click(await email())
    expect(screen.queryByText('Please enter a valid email')).toBeNull()
  },
)

test('an address that the server rejects shows the text of the form', async () => {
  const verifyEmail = () => Promise.reject(new Problem('invalid-input', 'Invalid input', { email: 'Invalid input' }))
  renderApp('/sign-in', { signIn: { verifyEmail } })

  await openForm()
  await userEvent.type(await email(), 'a@b')
  await userEvent.click(next())
  expect(await screen.findByText('Please enter a valid email')).toBeTruthy()
})

test('[4.4] the email form opens on request, is disabled while it submits, and leads to verifying', async () => {
  const answered = Promise.withResolvers<'success'>()
  const { api } = accepting(vi.fn(() => answered.promise))
  const app = renderApp('/sign-in?redirect=%2FemailTemplate', api)
  const visited: (string | undefined)[] = []
  app.router.subscribe(({ navigation: { location } }) => location && visited.push(location.pathname + location.search))

  expect(screen.queryByRole('textbox')).toBeNull()
  await openForm()
  await userEvent.type(await email(), ' maria@redbud.example ')
  await userEvent.click(next())
  expect((await email()).disabled).toBe(true)
  expect(next().disabled).toBe(true)
  expect(next().querySelector('.animate-spin')).toBeTruthy()

  answered.resolve('success')
  expect(await screen.findByText('maria@redbud.example')).toBeTruthy()
  expect(visited).toContain('/sign-in/verifying?email=maria%40redbud.example&redirect=%2FemailTemplate')
  expect(app.address()).toBe('/sign-in/verifying')
  await waitFor(() =>
    expect(app.router.state.location.state).toEqual({ email: 'maria@redbud.example', redirect: '/emailTemplate' }),
  )
})

test('[4.4] a second Enter before the form is disabled sends no second email', async () => {
  const { api, requestLink } = accepting()
  renderApp('/sign-in', api)
  await openForm()
  await userEvent.type(await email(), 'maria@redbud.example')

  fireEvent.submit(form())
  fireEvent.submit(form())
  await screen.findByRole('heading', { name: 'Check your inbox' })

  expect(requestLink).toHaveBeenCalledOnce()
})

test('[D2.1] the request has the SHA-256 of a random verifier stored in this browser', async () => {
  const { api, requestLink } = accepting()
  renderApp('/sign-in', api)

  await openForm()
  await userEvent.type(await email(), 'maria@redbud.example')
  await userEvent.click(next())
  await screen.findByRole('heading', { name: 'Check your inbox' })

  expect(requestLink).toHaveBeenCalledWith({
    body: { email: 'maria@redbud.example', challenge: await challengeHere() },
  })
})

test.each([
  'Too many sign-in requests right now. Try again in a minute.',
  'Too many sign-in requests from your network. Try again at 9:46 AM New York time.',
])("[D13.26] a rate-limited request shows the server's message: %s", async (text) => {
  renderApp('/sign-in', accepting(vi.fn(() => Promise.reject(new Problem('too-many', text)))).api)

  await openForm()
  await userEvent.type(await email(), 'maria@redbud.example')
  await userEvent.click(next())

  expect(await screen.findByText(text)).toBeTruthy()
})

test('an unreachable server shows an error and keeps the address', async () => {
  renderApp('/sign-in', { signIn: { verifyEmail: () => Promise.reject(new Problem('unavailable', 'x')) } })

  await openForm()
  await userEvent.type(await email(), 'maria@redbud.example')
  await userEvent.click(next())

  expect(await screen.findByText("We can't reach the server. Try again in a moment.")).toBeTruthy()
  expect((await email()).value).toBe('maria@redbud.example')
})

test.each([
  '//evil.example',
  'https://evil.example/',
  '/nowhere',
  `/load?x=${'a'.repeat(3000)}`,
  '/sign-in/verifying?token=x',
])('a redirect to %s is not sent to the server', async (redirect) => {
  const { api, requestLink } = accepting()
  renderApp(`/sign-in?redirect=${encodeURIComponent(redirect)}`, api)

  await openForm()
  await userEvent.type(await email(), 'maria@redbud.example')
  await userEvent.click(next())
  await screen.findByRole('heading', { name: 'Check your inbox' })

  expect(requestLink).toHaveBeenCalledWith({
    body: { email: 'maria@redbud.example', challenge: await challengeHere() },
  })
})

test('the sign-in modal shows the same form, and Escape closes it', async () => {
  const onClose = vi.fn()
  renderScreen(<SignInModal isOpen onClose={onClose} />, accepting().api)

  const modal = within(await screen.findByRole('dialog', { name: 'Welcome to LoadPing' }))
  for (const name of ['Sign up with Google', 'Sign up with Outlook', 'Other service (Yahoo, etc)', 'Sign in', 'Close'])
    expect(modal.getByRole('button', { name })).toBeTruthy()

  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('[D13.20] where only the invited may sign up the page offers to sign in, and says whom to ask', async () => {
  nameInstallation({ isSignUpOpen: false })
  renderApp('/sign-in', {})

  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back!' })).toBeTruthy()
  expect(screen.getByText(/Don't have an account\? Ask/).textContent).toContain(brand.supportAddress)
  expect(screen.queryByRole('button', { name: /^Sign up/ })).toBe(null)
})

test('[D13.20] an invitation offers sign-up where only the invited may', async () => {
  nameInstallation({ isSignUpOpen: false })
  storeInvitation('a-token')
  renderApp('/sign-in', {})

  expect(await screen.findByRole('button', { name: 'Sign up with Google' })).toBeTruthy()
})

test('[D13.20] the page has no button of a provider that is not set up', async () => {
  nameInstallation({ companySignIn: null, missingProviders: ['google'] })
  renderApp('/sign-in', {})
  await screen.findByRole('button', { name: /Outlook$/ })
  expect(screen.queryByRole('button', { name: /Google$/ })).toBe(null)
  expect(screen.getByText('or')).toBeTruthy()
  cleanup()

  nameInstallation({ missingProviders: ['google', 'outlook'] })
  renderApp('/sign-in', {})
  expect(await email()).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Outlook$/ })).toBe(null)
  expect(screen.queryByText('or')).toBe(null)
})
