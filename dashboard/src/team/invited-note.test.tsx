import { Problem } from '@loadping/contract/problem'
import type { InvitationPreview } from '@loadping/contract/team'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { readInvitationToken, storeInvitation } from '../session/invitation.ts'
import { answering, invitation, inviting } from '../testing/invitation.ts'
import { maria, renderApp } from '../testing/render.tsx'

const link = `/sign-in/verifying?email=${maria.email}&token=${'x'.repeat(43)}`

const note = (team: string) =>
  screen.findByText(
    (_text, element) =>
      element?.tagName === 'P' &&
      element.textContent === `You were invited to ${team} on LoadPing. Sign in to join it.`,
  )
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test.each([
  ['the sign-in page', '/sign-in'],
  ['the check-inbox page', `/sign-in/verifying?email=${maria.email}`],
  ['the confirmation of an opened link', link],
])('a pending invitation is shown with its team on %s', async (_page, address) => {
  storeInvitation('org.1.secret')
  renderApp(address, inviting().api)

  expect(await note('Redbud Carriers LLC')).toBeTruthy()
})

test.each<[string, () => Promise<InvitationPreview>]>([
  ['while it loads', () => new Promise(() => {})],
  ['when it cannot be loaded', () => Promise.reject(new Problem('unavailable', 'x'))],
  ['when it has expired', () => Promise.reject(new Problem('not-found', 'Invitation Expired'))],
])('%s, a pending invitation is shown without its team', async (_when, preview) => {
  storeInvitation('org.1.secret')
  renderApp('/sign-in', answering(preview).api)

  expect(await note('a team')).toBeTruthy()
})

test('a user who declines the invitation signs in without joining', async () => {
  const { api, acceptInvitation } = inviting()
  storeInvitation('org.1.secret')
  const app = renderApp(link, api)

  await press('Not now')
  expect(screen.queryByText(/You were invited/)).toBeNull()
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
  expect(screen.queryByText(/You were invited/)).toBeNull()
  expect(previewInvitation).not.toHaveBeenCalled()
})
