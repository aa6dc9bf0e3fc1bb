import { Problem } from '@loadping/contract/problem'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { endSession, loggedOut, readSession, sessionKey } from '../session/session.ts'
import { carrier, emptyHome, type FakeApi, maria, renderApp, signInAs } from '../testing/render.tsx'

const api: FakeApi = {
  account: { getMe: async () => maria },
  templates: { listTemplates: async () => [] },
  signIn: { logout: async () => null },
}

const code = () => document.getElementById('loadping-extension-token')

/** What the extension does when it comes to the page. */
function addMarker(version: string): HTMLElement {
  const marker = document.createElement('div')
  marker.id = 'loadping-extension'
  marker.dataset['version'] = version
  document.body.append(marker)
  return marker
}

afterEach(() => {
  document.getElementById('loadping-extension')?.remove()
  vi.useRealTimers()
})

test('a visitor who is not signed in is led to the sign-in and keeps the way back', async () => {
  const app = renderApp('/emailTemplate?a=b', api)

  await screen.findByRole('button', { name: 'Sign up with Google' })
  expect(app.address()).toBe('/sign-in?redirect=%2FemailTemplate%3Fa%3Db')
})

test('[2.22] the shell says "Wait a second..." with a running bar until it knows who is signed in', async () => {
  const me = Promise.withResolvers<typeof maria>()
  signInAs('Maria')
  renderApp('/emailTemplate', { ...api, account: { getMe: () => me.promise } })

  expect(await screen.findByText('Wait a second...')).toBeTruthy()
  expect(screen.getByRole('progressbar').hasAttribute('aria-valuenow')).toBe(false)

  me.resolve(maria)
  expect(await screen.findByRole('heading', { name: 'My templates' })).toBeTruthy()
})

test('[2.16] while a page’s code is on its way, "Loading..." stands in its place, and the shell around it stays', async () => {
  signInAs('Maria')
  const { router } = renderApp('/emailTemplate', api)
  expect(screen.getByText('Loading...')).toBeTruthy()
  await screen.findByRole('heading', { name: 'My templates' })
  expect(screen.queryByText('Loading...')).toBeNull()
  const sidebar = screen.getByRole('complementary')

  act(() => void router.navigate('/analytics')) // no other test of this file loads it

  const word = await within(screen.getByRole('main')).findByText('Loading...', {}, { interval: 1 })
  expect(word.getAttribute('role')).toBe('status')
  expect(screen.queryByRole('heading', { name: 'My templates' })).toBeNull()
  expect(await screen.findByRole('heading', { level: 1, name: 'Analytics' })).toBeTruthy()
  expect(screen.queryByText('Loading...')).toBeNull()
  expect(screen.getByRole('complementary')).toBe(sidebar)
})

test('the shell stays what it is between the pages of members, of a load, and of everybody', async () => {
  const getMe = vi.fn(async () => maria)
  signInAs('Maria')
  const { router } = renderApp('/', {
    ...api,
    account: { getMe, getUserInfo: async () => carrier },
    home: { getHome: async () => emptyHome },
  })
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
  const sidebar = screen.getByRole('complementary')

  for (const [address, title] of [
    ['/legal/privacy', 'Privacy Policy'],
    [`/loadinfo/${maria.userId}`, 'Load'],
    ['/nowhere', 'This road ends here'],
    ['/', 'Dashboard'],
  ] as const) {
    await act(() => router.navigate(address))
    await screen.findByRole('heading', { level: 1, name: title })
    expect(screen.getByRole('complementary'), address).toBe(sidebar)
  }
  expect(getMe).toHaveBeenCalledOnce()
})

test('[2.20] [4.1] Log Out ends the session on the server and here, and leads to the sign-in', async () => {
  const logout = vi.fn(async () => null)
  signInAs('Maria')
  const app = renderApp('/emailTemplate', { ...api, signIn: { logout } })

  await userEvent.click(await screen.findByRole('button', { name: 'Account' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log Out' }))

  await waitFor(() => expect(app.address()).toBe('/sign-in'))
  await waitFor(() => expect(readSession()).toEqual(loggedOut))
  expect(logout).toHaveBeenCalledOnce()
  expect(localStorage.getItem(sessionKey)).toBeNull()
})

test('Log Out works here when the server does not answer', async () => {
  signInAs('Maria')
  const app = renderApp('/emailTemplate', {
    ...api,
    signIn: { logout: () => Promise.reject(new Problem('unavailable', 'x')) },
  })

  await userEvent.click(await screen.findByRole('button', { name: 'Account' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log Out' }))

  await waitFor(() => expect(readSession()).toEqual(loggedOut))
  expect(app.address()).toBe('/sign-in')
})

test('a session that ends elsewhere leads to the sign-in', async () => {
  signInAs('Maria')
  const app = renderApp('/emailTemplate', api)
  await screen.findByRole('heading', { name: 'My templates' })

  act(endSession)

  await waitFor(() => expect(app.address()).toBe('/sign-in?redirect=%2FemailTemplate'))
})

test('[D2.5] a service that does not answer keeps the person signed in and offers another try', async () => {
  let isDown = true
  signInAs('Maria')
  renderApp('/emailTemplate', {
    ...api,
    account: { getMe: () => (isDown ? Promise.reject(new Problem('unavailable', 'x')) : Promise.resolve(maria)) },
  })

  expect(await screen.findByText("Can't reach the server")).toBeTruthy()
  expect(readSession().isAuth).toBe(true)

  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'My templates' })).toBeTruthy()
})

test('the account menu names the account', async () => {
  signInAs('Maria')
  renderApp('/emailTemplate', api)

  const opener = await screen.findByRole('button', { name: 'Account' })
  expect(opener.textContent).toBe('M')
  await userEvent.click(opener)

  expect(await screen.findByText('Signed in as')).toBeTruthy()
  expect(screen.getByText('maria@redbud.example')).toBeTruthy()
})

test('[2.32] the footer has the copyright and leads to the terms and the privacy policy', async () => {
  signInAs('Maria')
  renderApp('/emailTemplate', api)

  const footer = within(await screen.findByRole('contentinfo'))
  expect(footer.getByText('© 2026 LoadPing')).toBeTruthy()
  expect(footer.getByRole('link', { name: 'Terms & Conditions' }).getAttribute('href')).toBe('/legal/terms')
  expect(footer.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/legal/privacy')
})

test('[2.30] the sidebar folds by its button and by the [ key, and leads to the extension’s page', async () => {
  signInAs('Maria')
  renderApp('/emailTemplate', api)

  await userEvent.click(await screen.findByRole('button', { name: /Collapse/ }))
  expect(screen.getByRole('button', { name: 'Expand' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Check Update' }).getAttribute('href')).toBe('/extension')

  await userEvent.keyboard('[[')
  expect(screen.getByRole('button', { name: /Collapse/ })).toBeTruthy()
})

test('[D2.6] the pick-up code stands in the page only while the extension is there, and no token of the web session ever does', async () => {
  signInAs('Maria')
  renderApp('/emailTemplate', api)
  await screen.findByText('Extension not found')
  expect(code()).toBeNull()

  const marker = addMarker('0.1.0')
  expect(await screen.findByText('Extension connected')).toBeTruthy()
  await waitFor(() => expect(code()?.dataset['code']).toBe('pick-up-code'))
  expect(code()?.tagName).toBe('TEMPLATE')
  expect(document.documentElement.outerHTML).not.toMatch(/(access|refresh) of Maria/)

  marker.remove()
  await waitFor(() => expect(code()).toBeNull())
})

test('[D2.6] logging out takes the pick-up code away', async () => {
  signInAs('Maria')
  addMarker('0.1.0')
  renderApp('/emailTemplate', api)
  await waitFor(() => expect(code()).not.toBeNull())

  act(endSession)

  await waitFor(() => expect(code()).toBeNull())
})

test('the code is renewed every 4 minutes while the extension is here', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const getMe = vi.fn(async () => ({ ...maria, extensionToken: `code-${getMe.mock.calls.length}` }))
  signInAs('Maria')
  const marker = addMarker('0.1.0')
  renderApp('/emailTemplate', { ...api, account: { getMe } })
  await vi.waitFor(() => expect(code()?.dataset['code']).toBe('code-1'))

  await act(() => vi.advanceTimersByTimeAsync(4 * 60_000 + 1000))
  await vi.waitFor(() => expect(code()?.dataset['code']).toBe('code-2'))

  marker.remove()
  await act(() => vi.advanceTimersByTimeAsync(100))
  await act(() => vi.advanceTimersByTimeAsync(20 * 60_000))
  expect(getMe).toHaveBeenCalledTimes(2)
})

test('an address that leads nowhere says so to guests without the shell of members', async () => {
  renderApp('/load-board', api)
  expect(await screen.findByRole('heading', { name: 'This road ends here' })).toBeTruthy()
  expect(screen.getByText('/load-board')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Account' })).toBeNull()
})

test('an account of the demo is marked as one', async () => {
  signInAs('Maria')
  renderApp('/emailTemplate', { ...api, account: { getMe: async () => ({ ...maria, isDemo: true }) } })

  expect(await screen.findByText('Demo')).toBeTruthy()
})

test('the theme is chosen in the top bar and kept', async () => {
  signInAs('Maria')
  renderApp('/emailTemplate', api)

  await userEvent.click(await screen.findByRole('button', { name: 'Theme: System' }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark' }))

  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('loadping.theme')).toBe('dark')
})
