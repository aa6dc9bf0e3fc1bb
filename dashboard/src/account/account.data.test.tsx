import { pages } from '@loadping/contract/pages'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { RouteObject } from 'react-router'
import { expect, test, vi } from 'vitest'
import { routes } from '../router.tsx'
import { loggedOut, readSession, sessionKey } from '../session/session.ts'
import { carrier, type FakeApi, maria, reefer, renderApp, signInAs } from '../testing/render.tsx'

const api: FakeApi = {
  account: { getMe: async () => maria, getUserInfo: async () => carrier },
  templates: { listTemplates: async () => [reefer] },
  signIn: { logout: async () => null },
}

async function pressLogOut() {
  await userEvent.click(await screen.findByRole('button', { name: 'Account' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log Out' }))
}

const withChildren = (tree: RouteObject[]): RouteObject[] =>
  tree.flatMap((route) => [route, ...withChildren(route.children ?? [])])

/** Delays a page's code; returns a function that delivers it. */
function delayCodeOf(page: string): () => void {
  const route = withChildren(routes).find(({ path }) => path === page)
  const load = route?.lazy
  if (!route || typeof load !== 'function') throw new Error(`${page} is not loaded lazily`)

  const arrived = Promise.withResolvers<void>()
  route.lazy = async () => {
    await arrived.promise
    return load()
  }
  return () => {
    route.lazy = load
    arrived.resolve()
  }
}

test('[4.1] Log Out ends the session at once, before the sign-in page is loaded', async () => {
  const arrive = delayCodeOf(pages.signIn)
  signInAs('Maria')
  const app = renderApp('/emailTemplate?x=1', api)

  await pressLogOut()

  expect(readSession()).toEqual(loggedOut)
  expect(localStorage.getItem(sessionKey)).toBeNull()
  expect(screen.queryByRole('heading', { name: 'My templates' })).toBeNull()

  await act(async () => arrive())
  await waitFor(() => expect(app.address()).toBe('/sign-in'))
})

test('Log Out with unsaved text asks first, then opens the sign-in without a redirect', async () => {
  const logout = vi.fn(async () => null)
  signInAs('Maria')
  const app = renderApp('/emailTemplateEditor?x=1', { ...api, signIn: { logout } })
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Template name' })
  await userEvent.type(name, 'Van')

  await pressLogOut()
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(name.value).toBe('Van')
  expect(readSession().isAuth).toBe(true)

  await pressLogOut()
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(readSession()).toEqual(loggedOut))
  await waitFor(() =>
    expect(app.router.state.location).toMatchObject({ pathname: '/sign-in', search: '', state: null }),
  )
  expect(logout).toHaveBeenCalledOnce()
})
