import { noNotifications } from '@loadping/contract/notifications/notifications.api'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fakeProfile } from '../testing/profile-fixtures.ts'
import { carrier, type FakeApi, maria, renderApp, signInAs } from '../testing/render.tsx'
import { fakeTrucks } from '../testing/truck-fixtures.ts'
import { sectionsFor } from './sections.ts'

const api = (userType: 'carrier' | 'broker' = 'carrier'): FakeApi => ({
  account: { getMe: async () => maria, getUserInfo: async () => ({ ...carrier, userType }), ...fakeProfile().account },
  snippets: { listSnippets: async () => [] },
  ...fakeTrucks(),
  templates: { listTemplates: async () => [] },
  mailboxes: { listMailboxes: async () => [] },
  accountExport: { getExport: async () => null },
  extension: { listBoardHealth: async () => [] },
  inquiries: { getSendSettings: async () => ({ sellByMinutes: 15 }) },
  notifications: { getNotifications: async () => noNotifications },
  sessions: { listSessions: async () => [] },
})

const nav = async () => within(await screen.findByRole('navigation', { name: 'Settings' }))
const shownSections = async () => (await nav()).getAllByRole('link').map(({ textContent }) => textContent)
const search = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Find a setting' })
const focusedSection = () => document.activeElement?.id

beforeEach(() => signInAs('Maria'))

test.each(sectionsFor('carrier').map(({ id, label }) => [id, label]))(
  '[D9.5] /settings/%s opens the page at that section, focused and marked in the navigation',
  async (id, label) => {
    const app = renderApp(`/settings/${id}`, api())

    await waitFor(() => expect(focusedSection()).toBe(id))
    expect((await nav()).getByRole('link', { name: label }).getAttribute('aria-current')).toBe('true')
    expect(document.title).toBe(`${label} · Settings · LoadPing`)
    expect(app.address()).toBe(`/settings/${id}`)
    expect(screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)).toEqual(['Settings'])
  },
)

test('[D9.5] a click in the navigation changes the address and focuses the section', async () => {
  const app = renderApp('/settings', api())

  await userEvent.click((await nav()).getByRole('link', { name: 'Costs' }))

  expect(app.address()).toBe('/settings/costs')
  await waitFor(() => expect(focusedSection()).toBe('costs'))
})

test.each(['profile', 'look', 'snippets', 'trucks', 'costs', 'export'])(
  '[D9.5] the old address /settings#%s leads to its section',
  async (id) => {
    const app = renderApp(`/settings#${id}`, api())

    await waitFor(() => expect(app.address()).toBe(`/settings/${id}`))
    await waitFor(() => expect(focusedSection()).toBe(id))
  },
)

test('[D9.5] the address of a section that the user does not have leads to Settings', async () => {
  const app = renderApp('/settings/trucks', api('broker'))

  await waitFor(() => expect(app.address()).toBe('/settings'))
  expect(await shownSections()).not.toContain('Trucks')
  await app.router.navigate('/settings/no-such-section')
  await waitFor(() => expect(app.address()).toBe('/settings'))
})

test.each([
  ['signature', 'Profile'],
  ['factoring', 'Costs'],
  ['sell-by', 'Sending'],
  ['devcies', 'Signed-in devices'],
  ['GMAIL', 'Mailboxes'],
])('[D9.5] searching settings for "%s" shows the section %s, which Enter opens', async (typed, label) => {
  const app = renderApp('/settings', api())

  await userEvent.type(await search(), typed)
  expect((await shownSections())[0]).toBe(label)
  await userEvent.keyboard('{Enter}')

  const id = sectionsFor('carrier').find((section) => section.label === label)?.id
  await waitFor(() => expect(app.address()).toBe(`/settings/${id}`))
  await waitFor(() => expect(focusedSection()).toBe(id))
  expect((await search()).value).toBe('')
  expect(await shownSections()).toHaveLength(sectionsFor('carrier').length)
})

test('a search without a match says so, and one click shows all settings again', async () => {
  renderApp('/settings', api())

  await userEvent.type(await search(), 'zebra')
  expect(screen.getByText('No setting matches “zebra”.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Show all settings' }))

  await waitFor(async () => expect((await search()).value).toBe(''))
  expect(await shownSections()).toHaveLength(sectionsFor('carrier').length)
})

test('[D13.8] there is no setting of the language', async () => {
  renderApp('/settings', api())
  const names = await shownSections()

  expect(names.filter((name) => /language|locale|format/i.test(name ?? ''))).toEqual([])
  await userEvent.type(await search(), 'language')
  expect(await screen.findByText('No setting matches “language”.')).toBeTruthy()
})

test('[D9.5] what was typed in sections stays while others are opened and searched, and leaving asks', async () => {
  const app = renderApp('/settings/profile', api())
  await userEvent.type(await screen.findByRole('textbox', { name: 'Phone' }), '555')
  await userEvent.type(await screen.findByRole('textbox', { name: /^Fees/ }), '3')

  await userEvent.click((await nav()).getByRole('link', { name: 'Signed-in devices' }))
  await userEvent.type(await search(), 'export')
  await userEvent.click((await nav()).getByRole('link', { name: 'Export my data' }))

  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' }).value).toBe('555')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Fees/ }).value).toBe('3')
  await app.router.navigate('/email')
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy()
  expect(app.address()).toBe('/settings/export')
})

test.each([
  ['Business', async () => userEvent.type(await screen.findByRole('textbox', { name: 'Trucks' }), '2')],
  ['Costs', async () => userEvent.type(await screen.findByRole('textbox', { name: /^Fees/ }), '3')],
  ['Profile', async () => userEvent.type(await screen.findByRole('textbox', { name: 'Phone' }), '5')],
])('leaving Settings with unsaved changes of %s asks, and keeps them unless the user leaves', async (_name, type) => {
  const app = renderApp('/settings', api())
  await type()

  await app.router.navigate('/emailTemplate')
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(app.address()).toBe('/settings')
  await app.router.navigate('/emailTemplate')
  await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))

  await waitFor(() => expect(app.address()).toBe('/emailTemplate'))
})
