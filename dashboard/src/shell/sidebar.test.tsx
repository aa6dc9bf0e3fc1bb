import type { User } from '@loadping/contract/account/account'
import { extensionBridge } from '@loadping/contract/extension/extension-bridge'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { carrier, type FakeApi, maria, renderApp, signInAs } from '../testing/render.tsx'

const api = (me: Partial<User> = {}, userType: 'carrier' | 'broker' = 'carrier'): FakeApi => ({
  account: { getMe: async () => ({ ...maria, ...me }), getUserInfo: async () => ({ ...carrier, userType }) },
  templates: { listTemplates: async () => [], getTemplate: () => new Promise(() => {}) },
})

async function open(address: string, fake: FakeApi) {
  signInAs('Maria')
  const app = renderApp(address, fake)
  const [sidebar] = await screen.findAllByRole('navigation', { name: 'Main' })
  return { ...app, sidebar: within(sidebar ?? document.body) }
}

const links = (sidebar: ReturnType<typeof within>) =>
  sidebar.getAllByRole('link').map((link: HTMLElement) => [link.textContent, link.getAttribute('href')])

test("[2.23] [2.24] [2.25] a carrier's sidebar links to all seven pages", async () => {
  const { sidebar } = await open('/emailTemplate', api({ organizationId: maria.userId }))

  expect(links(sidebar)).toEqual([
    ['Dashboard', '/'],
    ['Analytics', '/analytics'],
    ['My templates', '/emailTemplate'],
    ['My loads', '/load'],
    ['Trucks', '/trucks'],
    ['My team', '/my-team'],
    ['Billing', '/pricing'],
  ])
})

test('[2.25] [2.27] [2.29] brokers see neither Analytics nor My loads nor Billing', async () => {
  const { sidebar } = await open('/emailTemplate', api({ organizationId: maria.userId }, 'broker'))

  expect(links(sidebar)).toEqual([
    ['Dashboard', '/'],
    ['My templates', '/emailTemplate'],
    ['Offers', '/offers'],
    ['My team', '/my-team'],
  ])
})

test.each(['/emailTemplate', '/emailTemplateEditor', '/emailTemplateEditor/7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e002'])(
  '[2.26] My templates is marked as current on %s',
  async (address) => {
    const { sidebar } = await open(address, api())

    await waitFor(() =>
      expect(sidebar.getByRole('link', { name: 'My templates' }).getAttribute('aria-current')).toBe('page'),
    )
    expect(sidebar.getByRole('link', { name: 'Dashboard' }).getAttribute('aria-current')).toBeNull()
  },
)

test('on /email no entry of the sidebar is marked as current', async () => {
  const { sidebar } = await open('/email', api())

  expect(await screen.findByRole('heading', { name: 'Email' })).toBeTruthy()
  expect(sidebar.queryByRole('link', { current: 'page' })).toBeNull()
})

test('[2.26] My templates has a badge only while the account is not verified', async () => {
  const { sidebar } = await open('/emailTemplate', api({ accountVerified: false }))

  expect(sidebar.getByRole('link', { name: /My templates/ }).textContent).toBe(
    'My templates, your email is not verified',
  )
})

test.each([
  [{}, 'My team, you have no team'],
  [{ features: ['email'] }, 'My team, you have no team'],
  [{ features: ['team-management'] }, 'My team'],
  [{ organizationId: maria.userId }, 'My team'],
  [{ features: ['team-management'], organizationId: maria.userId }, 'My team'],
])('[2.28] with %j the team link reads "%s"', async (me, text) => {
  const { sidebar } = await open('/emailTemplate', api(me))

  expect(sidebar.getByRole('link', { name: /My team/ }).textContent).toBe(text)
})

test("[D8.10] a broker's team link has no notice, nor on a phone", async () => {
  const { sidebar } = await open('/emailTemplate', api({}, 'broker'))

  await waitFor(() => expect(screen.queryByRole('link', { name: 'Billing' })).toBeNull())
  expect(sidebar.getByRole('link', { name: /My team/ }).textContent).toBe('My team')
  expect(bottomBar().getByRole('link', { name: /^Team/ }).textContent).toBe('Team')
})

test('"Extension not found" leads to where the extension is', async () => {
  await open('/emailTemplate', api())

  expect(screen.getByRole('link', { name: 'Extension not found' }).getAttribute('href')).toBe('/extension')
})

test.each([
  ['0.0.9', 'Extension outdated'],
  ['0.1.0', 'Extension connected'],
])('[D11.8] with version %s of the extension the sidebar says "%s"', async (version, text) => {
  const marker = document.createElement('div')
  marker.id = extensionBridge.markerId
  marker.dataset['version'] = version
  document.body.append(marker)
  await open('/emailTemplate', api())

  expect(screen.getByRole('link', { name: `${text} ${version}` }).getAttribute('href')).toBe('/extension')
  marker.remove()
})

/** The bottom bar on phones. */
function bottomBar() {
  const [, bar] = screen.getAllByRole('navigation', { name: 'Main' })
  return within(bar ?? document.body)
}

test.each([
  [{}, 'More, you have no team'],
  [{ features: ['email'] }, 'More, you have no team'],
  [{ features: ['team-management'] }, 'More'],
  [{ organizationId: maria.userId }, 'More'],
])('[2.28] with %j the More button of a carrier reads "%s"', async (me, text) => {
  await open('/emailTemplate', api(me))

  expect(bottomBar().getByRole('button', { name: /^More/ }).textContent).toBe(text)
})

test.each([
  ['/my-team', true],
  ['/pricing', true],
  ['/pricing/upgrade', true],
  ['/email', true],
  ['/emailTemplate', false],
])("on %s a carrier's phone marks More as current: %s", async (address, isThere) => {
  await open(address, api())

  await waitFor(() =>
    expect(bottomBar().getByRole('button', { name: /^More/ }).getAttribute('aria-current')).toBe(
      isThere ? 'true' : null,
    ),
  )
  expect(bottomBar().queryAllByRole('link', { current: 'page' })).toHaveLength(isThere ? 0 : 1)
})

test("a carrier's phone has four links and More, and the rest in the drawer", async () => {
  await open('/emailTemplate', api({ organizationId: maria.userId }))

  const entries = bottomBar()
  expect(entries.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Dashboard',
    'Loads',
    'Trucks',
    'Templates',
  ])
  await userEvent.click(entries.getByRole('button', { name: 'More' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'More' }))
  for (const name of ['Analytics', /^My team/, 'Billing', 'Check Update', 'Settings'])
    expect(drawer.getByRole('link', { name })).toBeTruthy()
  expect(drawer.getByRole('button', { name: 'Log Out' })).toBeTruthy()
})

test("a broker's phone has Dashboard, Offers, Templates, Team and More", async () => {
  await open('/emailTemplate', api({ organizationId: maria.userId }, 'broker'))

  const names = bottomBar()
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['Dashboard', 'Offers', 'Templates', 'Team'])
})
