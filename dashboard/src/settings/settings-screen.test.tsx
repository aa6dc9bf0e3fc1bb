import { noNotifications } from '@loadping/contract/notifications/notifications.api'
import type { Session } from '@loadping/contract/sign-in/sessions.api'
import type { TelemetryServices } from '@loadping/contract/telemetry/telemetry.api'
import { Problem } from '@loadping/contract/wire/problem'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { readSession } from '../session/session.ts'
import { useConsent } from '../telemetry/telemetry.data.ts'
import { fakeProfile } from '../testing/profile-fixtures.ts'
import { carrier, type FakeApi, maria, renderApp, signInAs } from '../testing/render.tsx'
import { fakeTrucks } from '../testing/truck-fixtures.ts'

const session = (id: string, device: string, isCurrent = false): Session => ({
  id: `7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e1${id}`,
  kind: 'web',
  device,
  createdAt: '2026-11-20T19:41:00.000Z',
  lastUsedAt: '2026-11-20T19:41:00.000Z',
  isCurrent,
})

const here = session('00', 'Firefox on Linux', true)
const phone = session('01', 'Safari on iPhone')
const extension: Session = { ...session('02', 'Chrome on Windows'), kind: 'extension' }

const api = (fake: FakeApi = {}): FakeApi => ({
  ...fake,
  account: { getMe: async () => maria, getUserInfo: async () => carrier, ...fakeProfile().account, ...fake.account },
  snippets: { listSnippets: async () => [] },
  ...fakeTrucks(),
  templates: { listTemplates: async () => [] },
  mailboxes: { listMailboxes: async () => [] },
  accountExport: { getExport: async () => null, ...fake.accountExport },
  extension: { listBoardHealth: async () => [] },
  inquiries: { getSendSettings: async () => ({ sellByMinutes: 15 }) },
  notifications: { getNotifications: async () => noNotifications },
  sessions: { listSessions: async () => [here, phone, extension], ...fake.sessions },
})

const rowOf = async (device: string) => within((await screen.findByText(device)).closest('li') ?? document.body)

beforeEach(() => signInAs('Maria'))

test('the devices are listed with their kind, last use and a mark for this one', async () => {
  renderApp('/settings', api())

  const current = await rowOf('Firefox on Linux')
  expect(current.getByText('This device')).toBeTruthy()
  expect(current.getByText(/^Dashboard · last used .*2:41 PM$/)).toBeTruthy()
  expect((await rowOf('Chrome on Windows')).getByText(/^Extension · last used/)).toBeTruthy()
  expect(screen.getAllByText('This device')).toHaveLength(1)
})

test('one click signs out a device and removes it from the list', async () => {
  let sessions = [here, phone]
  const endSession = vi.fn(async ({ params }: { params: { id: string } }) => {
    sessions = sessions.filter(({ id }) => id !== params.id)
    return null
  })
  renderApp('/settings', api({ sessions: { listSessions: async () => sessions, endSession } }))

  await userEvent.click((await rowOf('Safari on iPhone')).getByRole('button', { name: /Sign out/ }))

  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
  expect(endSession).toHaveBeenCalledExactlyOnceWith({ params: { id: phone.id } })
  expect(readSession().isAuth).toBe(true)
})

test('a device that cannot be signed out stays in the list, with an error', async () => {
  renderApp('/settings', api({ sessions: { endSession: () => Promise.reject(new Problem('unavailable', 'x')) } }))

  await userEvent.click((await rowOf('Safari on iPhone')).getByRole('button', { name: /Sign out/ }))

  expect(await screen.findByText("Couldn't sign out Safari on iPhone. Try again in a moment.")).toBeTruthy()
  expect(await rowOf('Safari on iPhone')).toBeTruthy()
})

async function askToLogOutEverywhere() {
  await userEvent.click(await screen.findByRole('button', { name: 'Log out everywhere' }))
  return within(await screen.findByRole('alertdialog', { name: 'Log out everywhere?' }))
}

test('logging out everywhere can be canceled, and then ends nothing', async () => {
  const endAllSessions = vi.fn(async () => null)
  const app = renderApp('/settings', api({ sessions: { endAllSessions } }))

  const dialog = await askToLogOutEverywhere()
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))

  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(app.address()).toBe('/settings')
  expect(endAllSessions).not.toHaveBeenCalled()
})

test('logging out everywhere ends this session too and opens the sign-in', async () => {
  const endAllSessions = vi.fn(async () => null)
  const app = renderApp('/settings', api({ sessions: { endAllSessions } }))

  const dialog = await askToLogOutEverywhere()
  expect(dialog.getByText(/All dashboards and extensions are signed out, this device included/)).toBeTruthy()
  expect(endAllSessions).not.toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: 'Log out everywhere' }))

  await waitFor(() => expect(app.address()).toBe('/sign-in'))
  expect(endAllSessions).toHaveBeenCalledOnce()
  await waitFor(() => expect(readSession().isAuth).toBe(false))
})

test('a failed log-out everywhere shows an error and keeps the user signed in', async () => {
  renderApp('/settings', api({ sessions: { endAllSessions: () => Promise.reject(new Problem('unavailable', 'x')) } }))

  const dialog = await askToLogOutEverywhere()
  await userEvent.click(dialog.getByRole('button', { name: 'Log out everywhere' }))

  expect(await screen.findByText("Couldn't log out everywhere. Try again in a moment.")).toBeTruthy()
  expect(readSession().isAuth).toBe(true)
})

test('switching to broker changes the sidebar at once', async () => {
  const saveUserInfo = vi.fn(async (_input: unknown) => ({ ...carrier, userType: 'broker' as const }))
  const getUserInfo = vi.fn(async () =>
    saveUserInfo.mock.calls.length > 0 ? { ...carrier, userType: 'broker' as const } : carrier,
  )
  renderApp('/settings', api({ account: { saveUserInfo, getUserInfo } }))

  await userEvent.click(await screen.findByRole('radio', { name: /Broker/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Business saved')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Billing' })).toBeNull())
  expect(screen.queryByRole('link', { name: 'Trucks' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Costs' })).toBeNull()
  expect(saveUserInfo).toHaveBeenCalledExactlyOnceWith({
    body: { userType: 'broker', trucksAmount: 1, loadboards: [] },
  })
})

test('a user who cannot switch to broker sees why', async () => {
  const text = 'You own a carrier team. Transfer ownership before you switch to broker.'
  renderApp('/settings', api({ account: { saveUserInfo: () => Promise.reject(new Problem('not-allowed', text)) } }))

  await userEvent.click(await screen.findByRole('radio', { name: /Broker/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText(text)).toBeTruthy()
})

test('[D12.17] a second change of business type says from when it is possible, and keeps the choice', async () => {
  const text = 'You can change your business type once in 30 days, again from Tue, Dec 22, 2:41 PM (New York time).'
  renderApp('/settings', api({ account: { saveUserInfo: () => Promise.reject(new Problem('not-allowed', text)) } }))

  await userEvent.click(await screen.findByRole('radio', { name: /Broker/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Broker/ }).checked).toBe(true)
  expect(screen.queryByText('Business saved')).toBeNull()
})

test('[R04] consent can be withdrawn here', async () => {
  const services: TelemetryServices = { posthog: null, sentry: null, chat: { url: 'https://chat.example/' } }
  act(() => useConsent.setState({ choice: 'yes' }))
  renderApp('/settings', api({ telemetry: { getServices: async () => services } }))
  await screen.findByRole('button', { name: 'Open chat' })

  await userEvent.click(await screen.findByRole('radio', { name: 'No thanks' }))

  expect(localStorage.getItem('loadping.telemetry')).toBe('no')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Open chat' })).toBeNull())
})
