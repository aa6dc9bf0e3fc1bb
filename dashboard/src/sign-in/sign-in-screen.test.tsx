import { Problem } from '@loadping/contract/problem'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type FakeApi, renderApp } from '../testing/render.tsx'

const accepting = (requestLink = vi.fn(async (_input: unknown) => 'success' as const)) => ({
  requestLink,
  api: {
    signIn: { verifyEmail: async ({ params }) => ({ content: { disposable: params.email.endsWith('tempbox.example') } }), requestLink },
  } satisfies FakeApi,
})

const email = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Email address' })
const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' })

test('[1.2] the sign-in page says what the product is, offers the trial or welcomes back, and shows a testimonial and two ratings of 4.9', async () => {
  renderApp('/sign-in', {})

  expect(await screen.findByRole('heading', { name: 'Start your 14 day Pro trial for Free' })).toBeTruthy()
  expect(screen.getByText((_text, element) => element?.textContent === 'Simple, secure, and free - the trusted extension for brokers & carriers')).toBeTruthy()
  expect(screen.getByText('Save time, reduce hassle, and manage loads effortlessly')).toBeTruthy()
  expect(screen.getByText(/Dispatcher, 12 trucks/)).toBeTruthy()
  expect(screen.getAllByText('4.9')).toHaveLength(2)

  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getByRole('heading', { name: 'Welcome back!' })).toBeTruthy()
})

test('[2.36] a link switches between sign-up and sign-in, and only sign-up shows the terms and the privacy policy', async () => {
  renderApp('/sign-in', {})

  const toSignIn = await screen.findByRole('button', { name: 'Sign in' })
  expect(toSignIn.parentElement?.textContent).toBe('Already have an account? Sign in')
  expect(screen.getByRole('link', { name: 'terms of service' }).getAttribute('href')).toBe('/legal/terms')
  expect(screen.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe('/legal/privacy')

  await userEvent.click(toSignIn)

  expect(screen.getByRole('button', { name: 'Sign up' }).parentElement?.textContent).toBe("Don't have an account? Sign up")
  expect(screen.queryByRole('link', { name: 'terms of service' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'privacy policy' })).toBeNull()
})

test.each(['', 'someone@tempbox.example'])('[5.1] [8.2] the address "%s" is refused, and clicking the field clears the error', async (address) => {
  const { api, requestLink } = accepting()
  renderApp('/sign-in', api)

  if (address) await userEvent.type(await email(), address)
  await userEvent.click((await email()) && next())

  expect(await screen.findByText('Please enter a valid email')).toBeTruthy()
  expect(requestLink).not.toHaveBeenCalled()

  await userEvent.click(await email())
  expect(screen.queryByText('Please enter a valid email')).toBeNull()
})

test('while it submits the form is disabled and the button loads, then it leads to the verifying page with the address', async () => {
  const answered = Promise.withResolvers<'success'>()
  const { api } = accepting(vi.fn(() => answered.promise))
  const app = renderApp('/sign-in?redirect=%2FemailTemplate', api)

  await userEvent.type(await email(), ' maria@redbud.example ')
  await userEvent.click(next())
  expect((await email()).disabled).toBe(true)
  expect(next().disabled).toBe(true)

  answered.resolve('success')
  await waitFor(() => expect(app.address()).toBe('/sign-in/verifying?email=maria%40redbud.example&redirect=%2FemailTemplate'))
})

test('[D2.1] the request carries the SHA-256 of a random verifier that stays in this browser', async () => {
  const { api, requestLink } = accepting()
  renderApp('/sign-in', api)

  await userEvent.type(await email(), 'maria@redbud.example')
  await userEvent.click(next())
  await screen.findByRole('heading', { name: 'Check your inbox' })

  const verifier = localStorage.getItem('loadping.sign-in-verifier') ?? ''
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  expect(verifier).toMatch(/^[\w-]{43}$/)
  expect(requestLink).toHaveBeenCalledWith({ body: { email: 'maria@redbud.example', challenge: Buffer.from(digest).toString('base64url') } })
})

test('a service that does not answer is said, and the address stays', async () => {
  renderApp('/sign-in', { signIn: { verifyEmail: () => Promise.reject(new Problem('unavailable', 'x')) } })

  await userEvent.type(await email(), 'maria@redbud.example')
  await userEvent.click(next())

  expect(await screen.findByText('The service cannot be reached right now. Try again in a moment.')).toBeTruthy()
  expect((await email()).value).toBe('maria@redbud.example')
})
