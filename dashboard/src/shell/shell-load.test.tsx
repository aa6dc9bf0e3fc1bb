import { Problem } from '@loadping/contract/problem'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserClient } from '../browser-client.ts'
import { confirmInvitation, readAgreedInvitation, readInvitationToken, storeInvitation } from '../session/invitation.ts'
import { readSession } from '../session/session.ts'
import { carrier, emptyHome, type FakeApi, maria, renderApp, renderAppWith, signInAs } from '../testing/render.tsx'

const newcomer = { ...carrier, userType: null }
const organization = { id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e0a1', name: 'Redbud Carriers' }

const api: FakeApi = {
  account: { getMe: async () => maria, getUserInfo: async () => carrier },
  templates: { listTemplates: async () => [] },
  home: { getHome: async () => emptyHome },
}

const templates = () => screen.findByRole('heading', { level: 1, name: 'My templates' })
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save' }))

/** Answers for somebody who has not told how they work. */
function comingNew() {
  let profile: typeof carrier | typeof newcomer = newcomer
  const saveUserInfo = vi.fn(async (_input: { body: unknown }) => {
    profile = carrier
    return profile
  })
  return {
    saveUserInfo,
    api: {
      ...api,
      account: { getMe: async () => maria, getUserInfo: async () => profile, saveUserInfo },
    } satisfies FakeApi,
  }
}

beforeEach(() => signInAs('Maria'))
afterEach(() => vi.unstubAllGlobals())

test('[4.2] the profile of the current user is kept in the session', async () => {
  renderApp('/emailTemplate', api)

  await templates()
  expect(readSession()).toMatchObject({ isAuth: true, email: maria.email, userId: maria.userId, emails: 32 })
})

test('[4.2] [8.8] a current user that is refused ends the loading without a word, and the sign-in follows', async () => {
  const refusal = { type: 'x', title: 'x', status: 401, detail: 'x', code: 'not-signed-in' }
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify(refusal), { status: 401, headers: { 'content-type': 'application/json' } }),
  )
  const app = renderAppWith('/emailTemplate', browserClient)

  await waitFor(() => expect(app.address()).toBe('/sign-in?redirect=%2FemailTemplate'))
  expect(readSession().isAuth).toBe(false)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[8.8] a profile that cannot be loaded is ignored: the person is a carrier, and is asked nothing', async () => {
  renderApp('/emailTemplate', {
    ...api,
    account: { getMe: async () => maria, getUserInfo: () => Promise.reject(new Problem('unavailable', 'x')) },
  })

  await templates()
  expect(screen.getByRole('link', { name: 'Billing' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[4.2] [3.18] a new person gets the onboarding, then the welcome, one at a time; dismissing it is remembered', async () => {
  const { api: fresh } = comingNew()
  renderApp('/emailTemplate', fresh)

  expect(await screen.findByRole('heading', { name: 'Create account' })).toBeTruthy()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(screen.queryByText('Now Refresh your loadbord')).toBeNull()
  await save()

  expect(await screen.findByText('Now Refresh your loadbord')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Create account' })).toBeNull()
  expect(screen.getByRole('heading', { name: /Welcome to\s*LoadPing/ })).toBeTruthy()
  expect(
    screen.getByText(
      'Your loadboard has been upgraded with our extension. Please reload loadboard page to start using new features.',
    ),
  ).toBeTruthy()
  expect(localStorage.getItem('new_user')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: "Let's go" }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(localStorage.getItem('new_user')).toBe('false')
})

test('[4.2] a welcome that was not dismissed waits over a reload and a look at another page, for the one who is new', async () => {
  const { api: fresh } = comingNew()
  const first = renderApp('/emailTemplate', fresh)
  await save()
  await screen.findByText('Now Refresh your loadbord')
  await act(() => first.router.navigate('/legal/privacy'))
  expect(await screen.findByText('Now Refresh your loadbord')).toBeTruthy()
  cleanup()

  renderApp('/emailTemplate', {
    ...fresh,
    account: { ...fresh.account, getMe: async () => ({ ...maria, userId: maria.userId.replace(/1$/, '9') }) },
  })
  await templates()
  expect(screen.queryByRole('dialog')).toBeNull()
  cleanup()

  renderApp('/emailTemplate', fresh)
  await userEvent.click(await screen.findByRole('button', { name: "Let's go" }))
  cleanup()

  renderApp('/emailTemplate', fresh)
  await templates()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[4.2] the welcome does not show where it was dismissed before', async () => {
  localStorage.setItem('new_user', 'false')
  renderApp('/emailTemplate', comingNew().api)

  await save()

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[4.2] somebody whose business is known gets neither dialog', async () => {
  renderApp('/emailTemplate', api)

  await templates()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[9.5] the onboarding is 868 by 540 pixels, the whole screen of a phone, and cannot be dismissed', async () => {
  renderApp('/emailTemplate', comingNew().api)

  const dialog = await screen.findByRole('dialog')
  expect(dialog.className).toMatch(/\bh-135\b.*\bw-217\b/) // 540 and 868 pixels in steps of four
  await userEvent.keyboard('{Escape}')
  await userEvent.click(document.body)
  expect(screen.getByRole('dialog')).toBe(dialog)
  expect(
    within(dialog)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).not.toContain('Close')
})

test('[2.33] the banner shows while the account is not verified, and leads to the instructions and to the verification', async () => {
  renderApp('/emailTemplate', {
    ...api,
    account: { ...api.account, getMe: async () => ({ ...maria, accountVerified: false }) },
  })

  const banner = within(await screen.findByRole('region', { name: 'Email verification' }))
  expect(banner.getByText('Verify your email to start sending.')).toBeTruthy()
  expect(banner.getByRole('link', { name: 'Instructions' }).getAttribute('href')).toBe('/email#instructions')
  expect(banner.getByRole('link', { name: 'Verify email' }).getAttribute('href')).toBe('/email')
  expect(banner.queryByRole('button')).toBeNull()
})

test('[2.33] a verified account sees no such banner', async () => {
  renderApp('/emailTemplate', api)

  await templates()
  expect(screen.queryByRole('region', { name: 'Email verification' })).toBeNull()
})

/** A toast in the manner of a success. */
const said = (text: string) =>
  screen.findByText(
    (_text, element) =>
      element?.classList.contains('Toastify__toast--success') === true && element.textContent === text,
  )

test('[4.2] [4.5] [8.6] an invitation that waited is accepted after the sign-in, once, and its token is gone', async () => {
  const acceptInvitation = vi.fn(async (_input: unknown) => organization)
  confirmInvitation('invitation-token')
  renderApp('/emailTemplate', { ...api, team: { acceptInvitation } })

  expect(await said('Your invitation has been accepted')).toBeTruthy()
  expect(acceptInvitation).toHaveBeenCalledExactlyOnceWith({ query: { token: 'invitation-token' } })
  expect(readInvitationToken()).toBe('')
  expect(JSON.stringify({ ...localStorage })).not.toContain('invitation-token')
})

test('[4.5] [8.6] an invitation that is refused is dropped and called expired, in the manner of a success', async () => {
  confirmInvitation('invitation-token')
  renderApp('/emailTemplate', {
    ...api,
    team: { acceptInvitation: () => Promise.reject(new Problem('not-found', 'Invitation Expired')) },
  })

  expect(await said('Invitation Expired')).toBeTruthy()
  expect(readInvitationToken()).toBe('')
  expect(JSON.stringify({ ...localStorage })).not.toContain('invitation-token')
})

test('an invitation that is accepted puts its team into the session and changes the sidebar at once', async () => {
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

test('an invitation that was only opened is not accepted by going elsewhere', async () => {
  const acceptInvitation = vi.fn(async (_input: unknown) => organization)
  storeInvitation('invitation-token')
  renderApp('/emailTemplate', { ...api, team: { acceptInvitation } })

  await templates()
  expect(acceptInvitation).not.toHaveBeenCalled()
  expect(readInvitationToken()).toBe('invitation-token')
})

test.each(['press', 'focus'])(
  'an invitation that could not be accepted yet is told, and is accepted later (%s)',
  async (way) => {
    let isDown = true
    const acceptInvitation = vi.fn(() =>
      isDown ? Promise.reject(new Problem('unavailable', 'x')) : Promise.resolve(organization),
    )
    confirmInvitation('invitation-token')
    renderApp('/emailTemplate', { ...api, team: { acceptInvitation } })

    expect(await screen.findByText('Your invitation could not be accepted yet')).toBeTruthy()
    isDown = false
    if (way === 'press') await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    else window.dispatchEvent(new Event('focus'))

    expect(await said('Your invitation has been accepted')).toBeTruthy()
    expect(acceptInvitation).toHaveBeenCalledTimes(2)
    window.dispatchEvent(new Event('focus'))
    expect(acceptInvitation).toHaveBeenCalledTimes(2)
  },
)

test.each(['unavailable', 'too-many', 'not-signed-in'] as const)(
  'an invitation that nobody can judge (%s) waits for the next visit',
  async (code) => {
    const acceptInvitation = vi.fn((_input: unknown) => Promise.reject(new Problem(code, 'x')))
    confirmInvitation('invitation-token')
    renderApp('/emailTemplate', { ...api, team: { acceptInvitation } })

    await templates()
    await waitFor(() => expect(acceptInvitation).toHaveBeenCalledOnce())
    expect(readAgreedInvitation()).toBe('invitation-token')
    expect(screen.queryByText('Invitation Expired')).toBeNull()
  },
)

test('[2.31] [D2.9] the account menu shows the photo of the account, else the initial of its address', async () => {
  const content = 'data:image/webp;base64,UklGRg=='
  renderApp('/emailTemplate', { ...api, account: { ...api.account, getPhoto: async () => ({ content }) } })

  const opener = await screen.findByRole('button', { name: 'Account' })
  await waitFor(() => expect(opener.querySelector('img')?.getAttribute('src')).toBe(content))
})

test('[2.31] [D2.10] the account menu says "Signed in as" with the address, and has settings, theme, keyboard shortcuts and Log Out', async () => {
  const app = renderApp('/emailTemplate', api)

  const opener = await screen.findByRole('button', { name: 'Account' })
  expect(opener.textContent).toBe('M')
  await userEvent.click(opener)
  expect((await screen.findByText('Signed in as')).parentElement?.textContent).toBe('Signed in asmaria@redbud.example')
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Settings',
    'ThemeSystem',
    'Keyboard shortcuts?',
    'Log Out',
  ])

  for (const theme of ['light', 'dark', 'system']) {
    await userEvent.click(screen.getByRole('menuitem', { name: /^Theme/ }))
    expect(localStorage.getItem('loadping.theme')).toBe(theme)
    expect(document.documentElement.dataset['theme'] ?? 'system').toBe(theme)
  }
  await userEvent.click(screen.getByRole('menuitem', { name: /^Keyboard shortcuts/ }))
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(
    within(sheet)
      .getAllByRole('term')
      .map(({ textContent }) => textContent),
  ).toEqual(['[', 'Alt+T', '?'])
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await userEvent.click(opener)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Settings' }))
  await waitFor(() => expect(app.address()).toBe('/settings'))
})

test('? opens the keyboard shortcuts, but not while one writes, and Escape closes them', async () => {
  renderApp('/emailTemplateEditor', api)

  const field = await screen.findByRole('textbox', { name: 'Template name' })
  await userEvent.type(field, '?[[')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('complementary').dataset['collapsed']).toBe('false')

  act(() => field.blur())
  await userEvent.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(sheet.textContent).toMatch(/\[Fold or unfold the sidebar.*Alt\+TGo to the messages.*\?Show this list/)
  await userEvent.keyboard('[[')
  expect(document.querySelector('aside')?.dataset['collapsed']).toBe('false')
  await userEvent.click(within(sheet).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
