import { Problem } from '@loadping/contract/problem'
import type { InvitationPreview } from '@loadping/contract/team'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { readInvitationToken, storeInvitation } from '../session/invitation.ts'
import { answering, invitation, inviting } from '../testing/invitation.ts'
import { maria, renderApp } from '../testing/render.tsx'
import { clearAuthParams } from './auth-params.ts'

const link = `/sign-in/verifying?email=${maria.email}&token=${'x'.repeat(43)}`

const note = (team: string) =>
  screen.findByText(
    (_text, element) =>
      element?.tagName === 'P' &&
      element.textContent === `You were invited to ${team} on LoadPing. Sign in to join it.`,
  )
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

afterEach(() => clearAuthParams())

test.each([
  ['the sign-in', '/sign-in'],
  ['the page that waits for the mail', `/sign-in/verifying?email=${maria.email}`],
  ['the question who it is', link],
])('an invitation that was opened is told, with its team, on %s', async (_page, address) => {
  storeInvitation('org.1.secret')
  renderApp(address, inviting().api)

  expect(await note('Redbud Carriers LLC')).toBeTruthy()
})

test.each<[string, () => Promise<InvitationPreview>]>([
  ['while nobody has answered', () => new Promise(() => {})],
  ['when nobody answers', () => Promise.reject(new Problem('unavailable', 'x'))],
  ['when it is not good any more', () => Promise.reject(new Problem('not-found', 'Invitation Expired'))],
])('%s, an invitation is told without its team', async (_when, preview) => {
  storeInvitation('org.1.secret')
  renderApp('/sign-in', answering(preview).api)

  expect(await note('a team')).toBeTruthy()
})

test('whoever wants none of it signs in and has not joined', async () => {
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

test('without an invitation there is no such note, and nothing is asked', async () => {
  const previewInvitation = vi.fn(async () => invitation)
  renderApp('/sign-in', answering(previewInvitation).api)

  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByText(/You were invited/)).toBeNull()
  expect(previewInvitation).not.toHaveBeenCalled()
})
