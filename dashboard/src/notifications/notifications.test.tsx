import { type NotificationSettings, noNotifications } from '@loadping/contract/notifications/notifications.api'
import { Problem } from '@loadping/contract/wire/problem'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { carrier, maria, renderScreen, signInAs } from '../testing/render.tsx'
import { NotificationsCard } from './notifications.parts.tsx'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone

function show(stored: Partial<NotificationSettings> = {}, { role = 'USER' as 'USER' | 'MANAGER', fails = false } = {}) {
  const saveNotifications = vi.fn(async ({ body }: { body: NotificationSettings }) => {
    if (fails) throw new Problem('unavailable', 'x')
    return body
  })
  const setWeeklySummary = vi.fn(async ({ body }: { body: { isOn: boolean } }) => body)
  renderScreen(
    <Suspense>
      <NotificationsCard />
    </Suspense>,
    {
      account: { getMe: async () => ({ ...maria, role }), getUserInfo: async () => carrier },
      notifications: {
        getNotifications: async () => ({ ...noNotifications, timeZone: zone, ...stored }),
        saveNotifications,
      },
      analytics: { getWeeklySummary: async () => ({ isOn: false }), setWeeklySummary },
    },
  )
  return { saveNotifications, setWeeklySummary }
}

const switchOf = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name })
const saved = (calls: ReturnType<typeof show>) => calls.saveNotifications.mock.lastCall?.[0].body

beforeEach(() => signInAs('Maria'))

test('[D9.5] every notification is off until it is chosen, but for those about security', async () => {
  show()
  await switchOf('Mailbox needs you')

  const switches = screen.getAllByRole<HTMLInputElement>('switch')
  expect(switches.map((one) => [one.getAttribute('aria-label'), one.checked])).toEqual([
    ['Email not sent or not confirmed', false],
    ['Mailbox needs you', false],
    ["Load board can't be read", false],
    ['Morning summary', false],
    ['Quiet hours', false],
  ])
  expect(within(screen.getByText('Security').closest('li') ?? document.body).getByText('Always on')).toBeTruthy()
  expect(screen.queryByRole('combobox')).toBeNull()
})

test.each([
  ['Email not sent or not confirmed', { emails: 'at-once' }],
  ['Mailbox needs you', { mailboxes: 'at-once' }],
  ["Load board can't be read", { boards: 'hourly' }],
  ['Morning summary', { summary: 'weekdays' }],
  ['Quiet hours', { quiet: { from: 20, until: 6 } }],
])('[D9.5] turning on %s saves it at once, with the zone of this browser', async (name, change) => {
  const calls = show()
  await userEvent.click(await switchOf(name))

  await waitFor(() => expect(saved(calls)).toEqual({ ...noNotifications, timeZone: zone, ...change }))
  expect((await switchOf(name)).checked).toBe(true)
  expect(await screen.findByText(/^Saved \d/)).toBeTruthy()
})

test('[D9.5] of two quick choices the second is saved after the first', async () => {
  const { saveNotifications } = show()
  const first = Promise.withResolvers<NotificationSettings>()
  saveNotifications.mockReturnValueOnce(first.promise)
  await userEvent.click(await switchOf('Mailbox needs you'))
  await userEvent.click(await switchOf('Morning summary'))
  expect((await switchOf('Morning summary')).checked).toBe(true)
  expect(saveNotifications).toHaveBeenCalledTimes(1)

  first.resolve({ ...noNotifications, timeZone: zone, mailboxes: 'at-once' })
  await waitFor(() => expect(saveNotifications).toHaveBeenCalledTimes(2))
  expect(saveNotifications.mock.lastCall?.[0].body).toMatchObject({ mailboxes: 'at-once', summary: 'weekdays' })
  expect(await screen.findByText(/^Saved \d/)).toBeTruthy()
  expect((await switchOf('Mailbox needs you')).checked).toBe(true)
})

test('[D9.5] a choice that is taken back and made again while it is saved stays', async () => {
  const { saveNotifications } = show()
  const first = Promise.withResolvers<NotificationSettings>()
  saveNotifications.mockReturnValueOnce(first.promise)
  for (let count = 0; count < 3; count++) await userEvent.click(await switchOf('Mailbox needs you'))
  first.resolve({ ...noNotifications, timeZone: zone, mailboxes: 'at-once' })

  await waitFor(() => expect(saveNotifications).toHaveBeenCalledTimes(3))
  expect(saveNotifications.mock.calls.map(([{ body }]) => body.mailboxes)).toEqual(['at-once', 'off', 'at-once'])
})

test('[D9.5] how often and the quiet hours are chosen by the keyboard, and keep the rest', async () => {
  const calls = show({ emails: 'at-once', boards: 'daily', quiet: { from: 20, until: 6 } })

  await userEvent.selectOptions(
    await screen.findByRole('combobox', { name: 'How often: Email not sent or not confirmed' }),
    'Daily, 7 AM',
  )
  await waitFor(() => expect(saved(calls)).toMatchObject({ emails: 'daily', boards: 'daily' }))
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Quiet from' }), '10 PM')
  await waitFor(() => expect(saved(calls)).toMatchObject({ emails: 'daily', quiet: { from: 22, until: 6 } }))
  const ends = within(screen.getByRole('combobox', { name: 'Quiet until' })).getAllByRole('option')
  expect(ends.map(({ textContent }) => textContent)).not.toContain('10 PM')
})

test('a choice that cannot be saved returns to what it was, with an error', async () => {
  show({}, { fails: true })
  await userEvent.click(await switchOf('Mailbox needs you'))

  await waitFor(async () => expect((await switchOf('Mailbox needs you')).checked).toBe(false))
  expect(screen.queryByText(/^Saved/)).toBeNull()
})

test('only managers see the weekly summary of their team', async () => {
  const calls = show({}, { role: 'MANAGER' })
  await userEvent.click(await switchOf('Weekly summary'))

  await waitFor(() => expect(calls.setWeeklySummary).toHaveBeenCalledExactlyOnceWith({ body: { isOn: true } }))
})

test('[D9.5] hours in another zone than this browser say so, and move with one click', async () => {
  const other = zone === 'Pacific/Honolulu' ? 'America/Anchorage' : 'Pacific/Honolulu'
  const calls = show({ emails: 'daily', timeZone: other })
  expect(await screen.findByText(new RegExp(`Hours are in ${other.split('/')[1]} time`))).toBeTruthy()

  await userEvent.click(screen.getByRole('button', { name: /^Use / }))

  await waitFor(() => expect(saved(calls)).toMatchObject({ emails: 'daily', timeZone: zone }))
})

test('[D9.5] hours in UTC are said to be in UTC, once', async () => {
  show({ emails: 'daily', timeZone: 'UTC' })

  expect(await screen.findByText(/^Hours are in UTC\./)).toBeTruthy()
})
