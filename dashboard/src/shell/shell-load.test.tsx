import { Problem } from '@loadping/contract/wire/problem'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserClient } from '../browser-client.ts'
import { readSession } from '../session/session.ts'
import { letMissingExtensionShow } from '../testing/marker.ts'
import { completeOnboarding, newUser } from '../testing/onboarding.ts'
import { carrier, emptyHome, type FakeApi, maria, renderApp, renderAppWith, signInAs } from '../testing/render.tsx'

const api: FakeApi = {
  account: { getMe: async () => maria, getUserInfo: async () => carrier },
  templates: { listTemplates: async () => [] },
  home: { getHome: async () => emptyHome },
}

const templates = () => screen.findByRole('heading', { level: 1, name: 'My templates' })
beforeEach(() => signInAs('Maria'))
afterEach(() => vi.unstubAllGlobals())

test('[4.2] the current user is stored in the session', async () => {
  renderApp('/emailTemplate', api)

  await templates()
  expect(readSession()).toMatchObject({ isAuth: true, email: maria.email, userId: maria.userId, emails: 32 })
})

test('[4.2] [8.8] a rejected current user opens the sign-in without a message', async () => {
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

test('[8.8] a profile that cannot be loaded is ignored, and the user counts as a carrier', async () => {
  renderApp('/emailTemplate', {
    ...api,
    account: { getMe: async () => maria, getUserInfo: () => Promise.reject(new Problem('unavailable', 'x')) },
  })

  await templates()
  expect(screen.getByRole('link', { name: 'Billing' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('[4.2] [3.18] a new user gets the onboarding, then the welcome, whose dismissal is stored', async () => {
  const { api: fresh } = newUser()
  renderApp('/emailTemplate', fresh)

  expect(await screen.findByRole('heading', { name: 'Tell us how you work' })).toBeTruthy()
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(screen.queryByText('Now Refresh your loadbord')).toBeNull()
  await completeOnboarding()

  expect(await screen.findByText('Now Refresh your loadbord')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Tell us how you work' })).toBeNull()
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

test("[D9.6] [D12.15] Let's go on the Dashboard opens the practice board, and no dialog follows it", async () => {
  letMissingExtensionShow()
  const { api: fresh } = newUser()
  const app = renderApp('/', {
    ...fresh,
    practice: { getPractice: async () => ({ to: maria.email, used: 0, limit: 20 }) },
  })
  await completeOnboarding()

  await userEvent.click(await screen.findByRole('button', { name: "Let's go" }))

  expect(await screen.findByRole('heading', { level: 1, name: 'Practice board' })).toBeTruthy()
  expect(app.address()).toBe('/practice-board')
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[4.2] a welcome that was not dismissed survives a reload, for the new user only', async () => {
  const { api: fresh } = newUser()
  const first = renderApp('/emailTemplate', fresh)
  await completeOnboarding()
  await screen.findByText('Now Refresh your loadbord')
  await first.router.navigate('/legal/privacy')
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

test('[4.2] a dismissed welcome does not show again', async () => {
  localStorage.setItem('new_user', 'false')
  renderApp('/emailTemplate', newUser().api)

  await completeOnboarding()

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[4.2] a user with a business type gets neither dialog', async () => {
  renderApp('/emailTemplate', api)

  await templates()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[2.38] [9.5] the onboarding is 868 by 540 pixels and cannot be dismissed', async () => {
  renderApp('/emailTemplate', newUser().api)

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

test('[2.33] an unverified account sees a banner that links to the instructions', async () => {
  renderApp('/emailTemplate', {
    ...api,
    account: { ...api.account, getMe: async () => ({ ...maria, accountVerified: false }) },
  })

  const banner = within(await screen.findByRole('region', { name: 'Email verification' }))
  expect(banner.getByText('Verify your email to start sending.')).toBeTruthy()
  expect(banner.getByRole('link', { name: 'Instructions' }).getAttribute('href')).toBe('/email/connect')
  expect(banner.getByRole('link', { name: 'Verify email' }).getAttribute('href')).toBe('/email')
  expect(banner.queryByRole('button')).toBeNull()
})

test('[2.33] a verified account sees no banner', async () => {
  renderApp('/emailTemplate', api)

  await templates()
  expect(screen.queryByRole('region', { name: 'Email verification' })).toBeNull()
})

test("[2.31] [D2.9] the account menu shows the account's photo", async () => {
  const content = 'data:image/webp;base64,UklGRg=='
  renderApp('/emailTemplate', { ...api, account: { ...api.account, getPhoto: async () => ({ content }) } })

  const opener = await screen.findByRole('button', { name: 'Account' })
  await waitFor(() => expect(opener.querySelector('img')?.getAttribute('src')).toBe(content))
})

test('[2.31] [D2.10] the account menu has the address, settings, theme, shortcuts and Log Out', async () => {
  const app = renderApp('/emailTemplate', api)

  const opener = await screen.findByRole('button', { name: 'Account' })
  expect(opener.textContent).toBe('M')
  await userEvent.click(opener)
  expect((await screen.findByText('Signed in as')).parentElement?.textContent).toBe('Signed in asmaria@redbud.example')
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Email',
    'Settings',
    'ThemeSystem',
    'Keyboard shortcuts?',
    'Help',
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
  ).toEqual(expect.arrayContaining(['[', '/', 'J, K', 'Enter', 'X', 'Esc', 'Alt+T', '?', 'P', 'U']))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await userEvent.click(opener)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Settings' }))
  await waitFor(() => expect(app.address()).toBe('/settings'))
})

test('? opens the keyboard shortcuts, except in a field', async () => {
  renderApp('/emailTemplateEditor', api)

  const field = await screen.findByRole('textbox', { name: 'Template name' })
  await userEvent.type(field, '?[[')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('complementary').dataset['collapsed']).toBe('false')

  act(() => field.blur())
  await userEvent.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(sheet.textContent).toMatch(/\[Collapse or expand the sidebar.*\?Keyboard shortcuts.*Alt\+TFocus notifications/)
  await userEvent.keyboard('[[')
  expect(document.querySelector('aside')?.dataset['collapsed']).toBe('false')
  await userEvent.click(within(sheet).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
