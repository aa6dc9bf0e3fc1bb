import type { InvitationPreview } from '@loadping/contract/team/team'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { readInvitationToken, storeInvitation } from '../session/invitation.ts'
import { answering, invitation, inviting } from '../testing/invitation.ts'
import { maria, renderApp } from '../testing/render.tsx'

const link = `/sign-in/verifying?email=${maria.email}&token=${'x'.repeat(43)}`

const note = (start: string) =>
  screen.findByText(
    (_text, element) =>
      element?.tagName === 'P' && element.textContent === `${start} on LoadPing. Continue below to join it.`,
  )
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test.each([
  ['the sign-in page', '/sign-in'],
  ['the check-inbox page', `/sign-in/verifying?email=${maria.email}`],
  ['the confirmation of an opened link', link],
])('a pending invitation is shown with its team on %s', async (_page, address) => {
  storeInvitation('org.1.secret')
  renderApp(address, inviting().api)

  expect(await note('Owen Park invited you to Redbud Carriers LLC')).toBeTruthy()
})

test.each<[string, () => Promise<InvitationPreview>]>([
  ['while it loads', () => new Promise(() => {})],
  ['when it cannot be loaded', () => Promise.reject(new Problem('unavailable', 'x'))],
  ['when it has expired', () => Promise.reject(new Problem('not-found', 'Invitation Expired'))],
])('%s, a pending invitation is shown without its team', async (_when, preview) => {
  storeInvitation('org.1.secret')
  renderApp('/sign-in', answering(preview).api)

  expect(await note('You were invited to a team')).toBeTruthy()
})

test('an invited guest signs up with the invited address, which is fixed, and sees no offer', async () => {
  const requestLink = vi.fn(async (_input: unknown) => 'success' as const)
  const { api } = inviting()
  const verifyEmail = async () => ({ content: { disposable: false } })
  storeInvitation('org.1.secret')
  renderApp('/sign-in', { ...api, signIn: { ...api.signIn, requestLink, verifyEmail } })

  expect((await screen.findByLabelText('Email address')).textContent).toBe(maria.email)
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('button', { name: 'Sign up with Google' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign up to join your team')
  await press('Sign in')
  expect(screen.getByRole('button', { name: 'Sign in with Google' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Sign in to join your team')
  expect(screen.queryByText(/trial/)).toBeNull()
  await press('Continue')

  await screen.findByRole('heading', { name: 'Check your inbox' })
  expect(requestLink.mock.calls).toMatchObject([[{ body: { email: maria.email } }]])
})

test('declining on the sign-in page brings back the free choice of the address', async () => {
  storeInvitation('org.1.secret')
  renderApp('/sign-in', inviting().api)
  await screen.findByLabelText('Email address')

  await press('Not now')

  expect(await screen.findByRole('heading', { name: 'Start your 14 day Pro trial for Free' })).toBeTruthy()
  await press('Other service (Yahoo, etc)')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email address' }).value).toBe('')
})

test('a user who declines the invitation signs in without joining', async () => {
  const { api, acceptInvitation } = inviting()
  storeInvitation('org.1.secret')
  const app = renderApp(link, api)

  await press('Not now')
  expect(screen.queryByText(/Continue below to join it/)).toBeNull()
  expect(readInvitationToken()).toBe('')
  await press(`Continue as ${maria.email}`)

  await waitFor(() => expect(app.address()).toBe('/'))
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
  expect(acceptInvitation).not.toHaveBeenCalled()
})

test('without a pending invitation there is no note and no request', async () => {
  const previewInvitation = vi.fn(async () => invitation)
  renderApp('/sign-in', answering(previewInvitation).api)

  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText(/Continue below to join it/)).toBeNull()
  expect(previewInvitation).not.toHaveBeenCalled()
})
