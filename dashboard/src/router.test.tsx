import { pages } from '@loadping/contract/pages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { routes } from './router.tsx'
import { emailApi } from './testing/email-fixtures.ts'
import { carrier, type FakeApi, reefer, renderApp, signInAs, unpaid } from './testing/render.tsx'
import { noTeam } from './testing/team-fixtures.ts'

const ofMaria = emailApi({}, { listMailboxes: async () => [] })

const api = (userType: 'carrier' | 'broker'): FakeApi => ({
  ...ofMaria,
  account: { ...ofMaria.account, getUserInfo: async () => ({ ...carrier, userType }) },
  templates: { listTemplates: async () => [] },
  sessions: { listSessions: async () => [] },
  team: { getTeam: async () => noTeam, listMembers: async () => [] },
  billing: { getBilling: async () => ({ content: unpaid }) },
})

const found = (address: string) => matchRoutes(routes, address)?.at(-1)?.route

test('every address of the contract has a page', () => {
  for (const page of Object.values(pages)) expect(found(page.replace(/:\w+/, 'some-id'))?.path, page).not.toBe('*')
})

test.each(['/nowhere', '/load/1', '/loadinfo', '/emailTemplateEditor/a/b', '/sign-in/else', '/Analytics/x'])(
  '[2.14] %s is not found',
  async (address) => {
    signInAs('Maria')
    renderApp(address, api('carrier'))

    expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/')
  },
)

test('[2.15] the email pages share one layout, which keeps its state between them', async () => {
  signInAs('Maria')
  const { router } = renderApp('/email', {
    ...api('carrier'),
    templates: { listTemplates: async () => [], getTemplate: async () => reefer },
  })
  await screen.findByRole('heading', { level: 1, name: 'Email' })
  const layout = [screen.getByRole('main'), screen.getByRole('complementary'), ...screen.getAllByRole('navigation')]
  await userEvent.click(screen.getByRole('button', { name: 'Account' }))
  const menu = await screen.findByRole('menu', { name: 'Account' })

  for (const [address, find] of [
    ['/emailTemplate', () => screen.findByText('Write the email once')],
    ['/emailTemplateEditor', () => waitFor(() => expect(document.title).toContain('New template'))],
    [`/emailTemplateEditor/${reefer.id}`, () => screen.findByDisplayValue(reefer.name)],
    ['/email', () => screen.findByText('What recipients see')],
  ] as const) {
    await router.navigate(address)
    await find()
    for (const part of layout) expect(part.isConnected, address).toBe(true)
    expect(screen.getByRole('menu', { name: 'Account' })).toBe(menu)
  }
})

test.each(['/analytics', '/pricing', '/load'])(
  '[2.17] a broker who opens %s is redirected to the Dashboard',
  async (address) => {
    signInAs('Maria')
    const app = renderApp(address, api('broker'))

    await waitFor(() => expect(app.address()).toBe('/'))
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy()
  },
)

const plan = /Pro Trial|emails left|Upgrade|Active Plan|Unlimited emails|Invite Team Members/i

test('[6.2] a broker sees no plan, trial, allowance or Invite Team Members on any page', async () => {
  signInAs('Maria')
  const { router } = renderApp('/', api('broker'))

  for (const [address, title] of [
    ['/', 'Dashboard'],
    ['/my-team', 'My team'],
    ['/settings', 'Settings'],
    ['/email', 'Email'],
    ['/emailTemplate', 'My templates'],
  ] as const) {
    await router.navigate(address)
    await screen.findByRole('heading', { level: 1, name: title })
    await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
    expect(document.body.textContent, address).not.toMatch(plan)
    expect(screen.queryByRole('progressbar')).toBeNull()
    for (const name of ['Analytics', 'My loads', 'Billing']) expect(screen.queryByRole('link', { name })).toBeNull()
  }
})

test('a carrier sees the trial card and the emails card', async () => {
  signInAs('Maria')
  renderApp('/', api('carrier'))

  expect(await screen.findByText('Your Pro Trial is about to expire in 4 day(s)')).toBeTruthy()
  expect(screen.getByText('32/50 emails left')).toBeTruthy()
})

test('[2.1] / shows the Dashboard between the sidebar, the top bar and the footer', async () => {
  signInAs('Maria')
  renderApp('/', api('carrier'))

  await screen.findByRole('heading', { level: 1, name: 'Dashboard' })
  expect(within(screen.getByRole('main')).getByRole('heading', { name: 'Dashboard' })).toBeTruthy()
  for (const [role, name] of [
    ['navigation', 'Main'],
    ['button', /Account/],
  ] as const)
    expect(screen.getAllByRole(role, { name }).length, role).toBeGreaterThan(0)
  expect(screen.getByRole('contentinfo').textContent).toContain('Terms')
})

test.each([
  ['/', 'Dashboard'],
  ['/analytics', 'Analytics'],
  ['/pricing', 'Billing'],
  ['/load', 'My loads'],
  ['/my-team', 'My team'],
  ['/settings', 'Settings'],
  ['/email', 'Email'],
  ['/emailTemplate', 'My templates'],
])('a carrier who opens %s sees one title, "%s", also in the window', async (address, title) => {
  signInAs('Maria')
  renderApp(address, api('carrier'))

  await screen.findByRole('heading', { level: 1, name: title })
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  await waitFor(() => expect(document.title).toContain(title))
})

test('a navigation focuses the new page, and the skip link leads to it', async () => {
  signInAs('Maria')
  const { router } = renderApp('/my-team', api('carrier'))
  await screen.findByRole('heading', { level: 1, name: 'My team' })
  expect(screen.getByRole('link', { name: 'Skip to content' }).getAttribute('href')).toBe(
    `#${screen.getByRole('main').id}`,
  )

  screen.getByRole('link', { name: 'Billing' }).focus()
  await router.navigate('/pricing')

  await screen.findByRole('heading', { level: 1, name: 'Billing' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})
