import { Problem } from '@loadping/contract/wire/problem'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, loggedOut, readSession, sessionKey } from '../session/session.ts'
import { serveMapData } from '../testing/map-data.ts'
import { carrier, emptyHome, type FakeApi, maria, renderApp, signInAs } from '../testing/render.tsx'

const api: FakeApi = {
  account: { getMe: async () => maria },
  templates: { listTemplates: async () => [] },
  signIn: { logout: async () => null },
}

const code = () => document.getElementById('loadping-extension-token')

/** Adds the extension's marker to the page, as the extension does. */
function addMarker(version: string): HTMLElement {
  const marker = document.createElement('div')
  marker.id = 'loadping-extension'
  marker.dataset['version'] = version
  document.body.append(marker)
  return marker
}

beforeEach(() => void serveMapData())

afterEach(() => {
  document.getElementById('loadping-extension')?.remove()
  vi.useRealTimers()
})

test('a guest is redirected to the sign-in with a redirect back', async () => {
  const app = renderApp('/emailTemplate?a=b', api)

  await screen.findByRole('button', { name: 'Sign up with Google' })
  expect(app.address()).toBe('/sign-in?redirect=%2FemailTemplate%3Fa%3Db')
})

test('[2.22] the shell shows "Wait a second..." and a progress bar until the user is loaded', async () => {
  const me = Promise.withResolvers<typeof maria>()
  signInAs('Maria')
  renderApp('/emailTemplate', { ...api, account: { getMe: () => me.promise } })

  expect(await screen.findByText('Wait a second...')).toBeTruthy()
  expect(screen.getByRole('progressbar').hasAttribute('aria-valuenow')).toBe(false)

  me.resolve(maria)
  expect(await screen.findByRole('heading', { name: 'My templates' })).toBeTruthy()
})

test('[2.16] while the code of a page loads, "Loading..." replaces the page and the shell stays', async () => {
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

test("the shell stays mounted between private pages, a load's page and public pages", async () => {
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
    [`/loadinfo/${maria.userId}`, 'This load'],
    ['/nowhere', 'Page not found'],
    ['/', 'Dashboard'],
  ] as const) {
    await router.navigate(address)
    await screen.findByRole('heading', { level: 1, name: title })
    expect(screen.getByRole('complementary'), address).toBe(sidebar)
  }
  expect(getMe).toHaveBeenCalledOnce()
})

test('[2.20] [4.1] Log Out ends the session on the server and here, and opens the sign-in', async () => {
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

test('Log Out works here when the server is unreachable', async () => {
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

test('a session that ends in another tab opens the sign-in', async () => {
  signInAs('Maria')
  const app = renderApp('/emailTemplate', api)
  await screen.findByRole('heading', { name: 'My templates' })

  act(endSession)

  await waitFor(() => expect(app.address()).toBe('/sign-in?redirect=%2FemailTemplate'))
})

test('[D2.5] an unreachable server keeps the user signed in and offers a retry', async () => {
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

test('[D2.5] the app recovers by itself when the server answers again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isDown = true
  signInAs('Maria')
  renderApp('/emailTemplate', {
    ...api,
    account: { getMe: () => (isDown ? Promise.reject(new Problem('unavailable', 'x')) : Promise.resolve(maria)) },
  })
  await screen.findByText("Can't reach the server")

  isDown = false
  await vi.advanceTimersByTimeAsync(5_000)

  expect(await screen.findByRole('heading', { name: 'My templates' })).toBeTruthy()
})

test.each([
  ['Email', '/email', 'Settings'],
  ['Settings', '/settings', 'Email'],
])('the account menu leads to %s and marks it as current there', async (name, address, other) => {
  signInAs('Maria')
  const app = renderApp('/emailTemplate', api)

  await userEvent.click(await screen.findByRole('button', { name: 'Account' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
  await waitFor(() => expect(app.address()).toBe(address))
  await userEvent.click(await screen.findByRole('button', { name: 'Account' }))

  expect((await screen.findByRole('menuitem', { name })).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('menuitem', { name: other }).getAttribute('aria-current')).toBeNull()
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

test('[2.32] the footer has this year and links to the terms and the privacy policy', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2031, 5, 1) })
  signInAs('Maria')
  renderApp('/emailTemplate', api)

  const footer = within(await screen.findByRole('contentinfo'))
  expect(footer.getByText('© 2031 LoadPing')).toBeTruthy()
  expect(footer.getByRole('link', { name: 'Terms & Conditions' }).getAttribute('href')).toBe('/legal/terms')
  expect(footer.getByRole('link', { name: 'Privacy Policy' }).getAttribute('href')).toBe('/legal/privacy')
})

test('[2.30] the sidebar collapses by its button and the [ key, and links to the extension page', async () => {
  signInAs('Maria')
  renderApp('/emailTemplate', api)

  await userEvent.click(await screen.findByRole('button', { name: /Collapse/ }))
  expect(screen.getByRole('button', { name: 'Expand' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Check Update' }).getAttribute('href')).toBe('/extension')

  await userEvent.keyboard('[[')
  expect(screen.getByRole('button', { name: /Collapse/ })).toBeTruthy()
})

test('[D2.6] the page has a pairing code only with the extension, and never a session token', async () => {
  signInAs('Maria')
  renderApp('/emailTemplate', api)
  await screen.findByText('Extension not found')
  expect(code()).toBeNull()

  const marker = addMarker('0.1.0')
  expect(await screen.findByText('Extension connected')).toBeTruthy()
  await waitFor(() => expect(code()?.dataset['code']).toBe('pairing-code'))
  expect(code()?.tagName).toBe('TEMPLATE')
  expect(document.documentElement.outerHTML).not.toMatch(/(access|refresh) of Maria/)

  marker.remove()
  await waitFor(() => expect(code()).toBeNull())
})

test('[D2.6] logging out removes the pairing code', async () => {
  signInAs('Maria')
  addMarker('0.1.0')
  renderApp('/emailTemplate', api)
  await waitFor(() => expect(code()).not.toBeNull())

  act(endSession)

  await waitFor(() => expect(code()).toBeNull())
})

test('the pairing code is refreshed every 4 minutes while the extension is installed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  const getMe = vi.fn(async () => ({ ...maria, extensionToken: `code-${getMe.mock.calls.length}` }))
  signInAs('Maria')
  const marker = addMarker('0.1.0')
  renderApp('/emailTemplate', { ...api, account: { getMe } })
  await vi.waitFor(() => expect(code()?.dataset['code']).toBe('code-1'), 15_000)

  await vi.advanceTimersByTimeAsync(4 * 60_000 + 1000)
  await vi.waitFor(() => expect(code()?.dataset['code']).toBe('code-2'))

  marker.remove()
  await vi.advanceTimersByTimeAsync(100)
  await vi.advanceTimersByTimeAsync(20 * 60_000)
  expect(getMe).toHaveBeenCalledTimes(2)
})

test('a guest at an unknown address sees "Page not found" without the private shell', async () => {
  renderApp('/load-board', api)
  expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy()
  expect(screen.getByText('/load-board')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Account' })).toBeNull()
})

test('a demo account is marked', async () => {
  signInAs('Maria')
  renderApp('/emailTemplate', { ...api, account: { getMe: async () => ({ ...maria, isDemo: true }) } })

  expect(await screen.findByText('Demo')).toBeTruthy()
})

test('the theme is chosen in the top bar and stored', async () => {
  signInAs('Maria')
  renderApp('/emailTemplate', api)

  await userEvent.click(await screen.findByRole('button', { name: 'Theme: System' }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Dark' }))

  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('loadping.theme')).toBe('dark')
})
