import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  confirmInvitation,
  readConfirmedInvitation,
  readInvitationToken,
  storeInvitation,
} from '../session/invitation.ts'
import { readSession } from '../session/session.ts'
import { carrier, emptyHome, type FakeApi, maria, renderApp, signInAs } from '../testing/render.tsx'

const organization = { id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e0a1', name: 'Redbud Carriers' }

const api: FakeApi = {
  account: { getMe: async () => maria, getUserInfo: async () => carrier },
  templates: { listTemplates: async () => [] },
  home: { getHome: async () => emptyHome },
}

const templates = () => screen.findByRole('heading', { level: 1, name: 'My templates' })

beforeEach(() => signInAs('Maria'))

const findSuccessToast = (text: string) =>
  screen.findByText(
    (_text, element) =>
      element?.classList.contains('Toastify__toast--success') === true && element.textContent === text,
  )

test('[4.2] [4.5] [8.6] a confirmed invitation is accepted once after the sign-in and cleared', async () => {
  const acceptInvitation = vi.fn(async (_input: unknown) => organization)
  confirmInvitation('invitation-token')
  renderApp('/emailTemplate', { ...api, team: { acceptInvitation } })

  expect(await findSuccessToast('Your invitation has been accepted')).toBeTruthy()
  expect(acceptInvitation).toHaveBeenCalledExactlyOnceWith({ query: { token: 'invitation-token' } })
  expect(readInvitationToken()).toBe('')
  expect(JSON.stringify({ ...localStorage })).not.toContain('invitation-token')
})

test('[4.5] [8.6] a rejected invitation is cleared, with "Invitation Expired" as a success toast', async () => {
  confirmInvitation('invitation-token')
  renderApp('/emailTemplate', {
    ...api,
    team: { acceptInvitation: () => Promise.reject(new Problem('not-found', 'Invitation Expired')) },
  })

  expect(await findSuccessToast('Invitation Expired')).toBeTruthy()
  expect(readInvitationToken()).toBe('')
  expect(JSON.stringify({ ...localStorage })).not.toContain('invitation-token')
})

test('an accepted invitation stores its team and updates the sidebar at once', async () => {
  let organizationId: string | null = null
  const acceptInvitation = async () => {
    organizationId = organization.id
    return organization
  }
  confirmInvitation('invitation-token')
  renderApp('/emailTemplate', {
    ...api,
    account: { ...api.account, getMe: async () => ({ ...maria, organizationId }) },
    team: { acceptInvitation },
  })

  const [sidebar] = await screen.findAllByRole('navigation', { name: 'Main' })
  await waitFor(() =>
    expect(within(sidebar ?? document.body).getByRole('link', { name: /^My team/ }).textContent).toBe('My team'),
  )
  expect(readSession()).toMatchObject({ organizationId: organization.id, organizationName: organization.name })
})

test('an invitation that was only opened is not accepted', async () => {
  const acceptInvitation = vi.fn(async (_input: unknown) => organization)
  storeInvitation('invitation-token')
  renderApp('/emailTemplate', { ...api, team: { acceptInvitation } })

  await templates()
  expect(acceptInvitation).not.toHaveBeenCalled()
  expect(readInvitationToken()).toBe('invitation-token')
})

test.each(['click', 'focus'])(
  'an invitation that cannot be accepted yet shows a toast and is accepted later (%s)',
  async (trigger) => {
    let isDown = true
    const acceptInvitation = vi.fn(() =>
      isDown ? Promise.reject(new Problem('unavailable', 'x')) : Promise.resolve(organization),
    )
    confirmInvitation('invitation-token')
    renderApp('/emailTemplate', { ...api, team: { acceptInvitation } })

    expect(await screen.findByText("Couldn't accept your invitation")).toBeTruthy()
    isDown = false
    if (trigger === 'click') await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    else window.dispatchEvent(new Event('focus'))

    expect(await findSuccessToast('Your invitation has been accepted')).toBeTruthy()
    expect(acceptInvitation).toHaveBeenCalledTimes(2)
    window.dispatchEvent(new Event('focus'))
    expect(acceptInvitation).toHaveBeenCalledTimes(2)
  },
)

test.each(['unavailable', 'too-many', 'not-signed-in'] as const)(
  'an invitation that fails with %s is kept for the next visit',
  async (code) => {
    const acceptInvitation = vi.fn((_input: unknown) => Promise.reject(new Problem(code, 'x')))
    confirmInvitation('invitation-token')
    renderApp('/emailTemplate', { ...api, team: { acceptInvitation } })

    await templates()
    await waitFor(() => expect(acceptInvitation).toHaveBeenCalledOnce())
    expect(readConfirmedInvitation()).toBe('invitation-token')
    expect(screen.queryByText('Invitation Expired')).toBeNull()
  },
)
