import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { loadPageServer } from '../testing/load-page-fixtures.ts'
import { renderApp, signInAs } from '../testing/render.tsx'

const { api, id } = loadPageServer()
const address = `/loadinfo/${id}`

test('[2.21] the load page has a badge and a collapsed sidebar, without footer and bottom bar', async () => {
  signInAs('Maria')
  renderApp(address, api)

  const flag = await screen.findByText('Map page')
  expect(flag.closest('header')?.hasAttribute('data-map-page')).toBe(true)
  expect(screen.queryByRole('contentinfo')).toBeNull()
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull()
  expect(screen.getByRole('complementary').dataset['collapsed']).toBe('true')
  expect(screen.queryByRole('button', { name: /Expand|Collapse/ })).toBeNull()
  await userEvent.keyboard('[[')
  expect(screen.getByRole('complementary').dataset['collapsed']).toBe('true')
})

test('[2.21] [9.5] any other page has a column of at most 1300 pixels and the footer', async () => {
  signInAs('Maria')
  renderApp('/my-team', api)

  await screen.findByRole('contentinfo')
  const main = screen.getByRole('main')
  expect(main.parentElement?.className).toContain('max-w-[1300px]')
  expect(main.parentElement?.parentElement?.className).toContain('overflow-y-auto')
  expect(document.querySelector('header[data-map-page]')).toBeNull()
  expect(screen.getByRole('complementary').dataset['collapsed']).toBe('false')
})

test.each(['LoadPing', 'Dashboard', 'Analytics', 'My templates', 'My loads', 'My team', 'Billing', 'Check Update'])(
  '[2.37] [6.4] for a guest on a load page, %s opens the sign-in over it',
  async (name) => {
    const app = renderApp(address, {})

    await userEvent.click(await screen.findByRole('button', { name }))
    const modal = within(await screen.findByRole('dialog'))
    expect(modal.getByRole('heading', { name: 'Welcome to LoadPing' })).toBeTruthy()
    expect(modal.getByRole('button', { name: 'Sign up with Google' })).toBeTruthy()
    expect(app.address()).toBe(address)

    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name }))
  },
)

test('[6.4] a load page is the only page of the shell that is open to guests', async () => {
  for (const page of [
    '/',
    '/load',
    '/analytics',
    '/my-team',
    '/pricing',
    '/settings',
    '/email',
    '/emailTemplate',
    '/emailTemplateEditor',
  ]) {
    const app = renderApp(page, {})
    await waitFor(() => expect(app.address()).toMatch(/^\/sign-in/))
  }
})

test('[2.31] the account menu of a guest says "Signed in as Guest" and offers Log In', async () => {
  const app = renderApp(address, {})

  await userEvent.click(await screen.findByRole('button', { name: 'Signed in as Guest' }))
  expect(await screen.findByText('Guest', { selector: 'p' })).toBeTruthy()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Log In' }))

  await waitFor(() => expect(app.address()).toBe(`/sign-in?redirect=${encodeURIComponent(address)}`))
})

test("every link in a guest's sidebar opens the sign-in", async () => {
  renderApp(address, {})

  const sidebar = within(await screen.findByRole('complementary'))
  expect(sidebar.queryAllByRole('link')).toEqual([])
  expect(sidebar.getAllByRole('button')).toHaveLength(10)
})

test('a guest who logs in returns to the load, with its query', async () => {
  const wayBack = `/sign-in?redirect=${encodeURIComponent(`${address}?tab=lane`)}`
  const app = renderApp(`${address}?tab=lane`, {})

  await screen.findByRole('heading', { name: 'Email about a load in one click' })
  expect(screen.getAllByRole('link', { name: 'Log In' }).map((link) => link.getAttribute('href'))).toEqual([
    wayBack,
    wayBack,
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Signed in as Guest' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Log In' }))

  await waitFor(() => expect(app.address()).toBe(wayBack))
})
