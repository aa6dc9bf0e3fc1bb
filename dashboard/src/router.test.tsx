import { pages } from '@loadping/contract/pages'
import { screen, waitFor } from '@testing-library/react'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { routes } from './router.tsx'
import { carrier, emptyHome, type FakeApi, maria, renderApp, signInAs } from './testing/render.tsx'

const api = (userType: 'carrier' | 'broker'): FakeApi => ({
  account: { getMe: async () => maria, getUserInfo: async () => ({ ...carrier, userType }) },
  templates: { listTemplates: async () => [] },
  home: { getHome: async () => emptyHome },
  sessions: { listSessions: async () => [] },
})

const found = (address: string) => matchRoutes(routes, address)?.at(-1)?.route

test('every address of the contract has a page', () => {
  for (const page of Object.values(pages)) expect(found(page.replace(/:\w+/, 'some-id'))?.path, page).not.toBe('*')
})

test.each(['/nowhere', '/load/1', '/loadinfo', '/emailTemplateEditor/a/b', '/sign-in/else', '/Analytics/x'])('[2.14] %s is not found', async (address) => {
  signInAs('Maria')
  renderApp(address, api('carrier'))

  expect(await screen.findByRole('heading', { level: 1, name: 'This road ends here' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/')
})

test('[2.15] the pages about one’s email share one layout, which stands still between them', async () => {
  const parents = ['/email', '/emailTemplate', '/emailTemplateEditor', '/emailTemplateEditor/1'].map((address) => matchRoutes(routes, address)?.at(-2)?.route)
  expect(new Set(parents).size).toBe(1)

  signInAs('Maria')
  const { router } = renderApp('/email', api('carrier'))
  await screen.findByRole('heading', { level: 1, name: 'Verify your email' })
  const layout = [screen.getByRole('main'), ...screen.getAllByRole('navigation')]
  await router.navigate('/emailTemplate')
  await screen.findByRole('heading', { level: 1, name: 'My templates' })
  expect([screen.getByRole('main'), ...screen.getAllByRole('navigation')]).toEqual(layout)
})

test.each(['/analytics', '/pricing', '/load'])('[2.17] [6.2] a broker who opens %s is led to the Dashboard', async (address) => {
  signInAs('Maria')
  const app = renderApp(address, api('broker'))

  await waitFor(() => expect(app.address()).toBe('/'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
})

test('[6.2] a broker’s Dashboard has neither the trial nor the emails left', async () => {
  signInAs('Maria')
  renderApp('/', api('broker'))

  await screen.findByText('No inquiries yet')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test.each([
  ['/', 'Dashboard'],
  ['/analytics', 'Analytics'],
  ['/pricing', 'Billing'],
  ['/load', 'My loads'],
  ['/my-team', 'My team'],
  ['/settings', 'Settings'],
  ['/email', 'Verify your email'],
  ['/emailTemplate', 'My templates'],
])('a carrier who opens %s finds one title, "%s", there and in the window', async (address, title) => {
  signInAs('Maria')
  renderApp(address, api('carrier'))

  await screen.findByRole('heading', { level: 1, name: title })
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  await waitFor(() => expect(document.title).toContain(title))
})

test('a new address puts the focus on its page, and the skip link leads there', async () => {
  signInAs('Maria')
  const { router } = renderApp('/my-team', api('carrier'))
  await screen.findByRole('heading', { level: 1, name: 'My team' })
  expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe(`#${screen.getByRole('main').id}`)

  screen.getByRole('link', { name: 'Billing' }).focus()
  await router.navigate('/pricing')

  await screen.findByRole('heading', { level: 1, name: 'Billing' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})
