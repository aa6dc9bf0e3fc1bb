import type { EmailState } from '@loadping/contract/email-state'
import type { HomeSummary, RecentContact } from '@loadping/contract/home'
import { Problem } from '@loadping/contract/problem'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { maria, renderScreen } from '../testing/render.tsx'
import { formatTime, formatWhen } from '../ui/format-date.ts'
import { HomeScreen } from './home-screen.tsx'

const contact: RecentContact = {
  id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e003',
  type: 'EMAIL',
  contactTime: '2026-11-20T19:41:00.000Z',
  origin: { city: 'Joliet', state: 'IL' },
  dest: { city: 'Dallas', state: 'TX' },
  company: 'Quillon Logistics',
  rateCents: 250_000,
  postToContactSeconds: 402,
  email: { id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e004', state: 'sent', templateName: 'Van, all-in ask', failure: null },
  load: null,
}

const home: HomeSummary = {
  day: '2026-11-20',
  today: { emailSent: 12, phoneCall: 4, totalInquiries: 16 },
  avgPostToContactSeconds: 402,
  recentContacts: [contact],
  emails: { waiting: 0, failed: 0, unknown: 0 },
  blindBoards: [],
}

const show = (summary: HomeSummary = home, me = maria) =>
  renderScreen(<HomeScreen />, { account: { getMe: async () => me }, home: { getHome: async () => summary } })
const figure = async (name: string) => (await screen.findByRole('region', { name })).textContent

test.each([
  [50, 'accent', 100],
  [21, 'accent', 42],
  [20, 'warning', 40],
  [1, 'warning', 2],
  [0, 'danger', 0],
])('[9.3] %i emails left are shown as n/50 with a %s bar of %i percent', async (emails, tone, percent) => {
  show(home, { ...maria, emails })

  expect(await screen.findByRole('heading', { name: `${emails}/50 emails left` })).toBeTruthy()
  const bar = screen.getByRole('progressbar', { name: 'Emails left' })
  expect(bar.dataset['tone']).toBe(tone)
  expect(bar.getAttribute('aria-valuenow')).toBe(String(percent))
  expect(bar.firstElementChild?.getAttribute('style')).toContain(`width: ${percent}%`)
})

test.each([
  [0, 'Your Pro Trial is about to expire in 14 day(s)'],
  [13, 'Your Pro Trial is about to expire in 1 day(s)'],
  [14, 'Your Pro Trial is Expired'],
  [400, 'Your Pro Trial is Expired'],
])('[8.7] %i days after sign-up the trial card says "%s"', async (days, title) => {
  show(home, { ...maria, createdAt: new Date(Date.now() - days * 86_400_000 - 1000).toISOString() })

  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

test('users without a limit see neither the trial nor the emails left', async () => {
  show(home, { ...maria, emails: null, limitEmails: null })

  await figure('Calls')
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test("today's numbers are shown", async () => {
  show()
  expect(await figure('Emails sent')).toBe('Emails sent12')
  expect(await figure('Calls')).toBe('Calls4')
  expect(await figure('Total inquiries')).toBe('Total inquiries16')
  expect(await figure('Avg post-to-contact')).toBe('Avg post-to-contact6m 42s')
})

test('a missing average is a dash', async () => {
  show({ ...home, avgPostToContactSeconds: null })
  expect(await figure('Avg post-to-contact')).toBe('Avg post-to-contact—not available')
})

test.each<[EmailState, string]>([
  ['queued', 'Waiting to send'],
  ['sending', 'Sending'],
  ['sent', 'Email sent'],
  ['failed', 'Not sent'],
  ['unknown', 'May have been sent. Check your Sent folder.'],
])('an email in the state %s is listed as "%s"', async (state, text) => {
  const failure = state === 'failed' ? 'The address does not exist' : null
  show({
    ...home,
    recentContacts: [{ ...contact, email: { id: contact.id, templateName: 'Van, all-in ask', state, failure } }],
  })

  const [row] = await screen.findAllByText(text)
  const item = within(row?.closest('li') ?? document.body)
  expect(item.getByText('Quillon Logistics · Template “Van, all-in ask”')).toBeTruthy()
  expect(item.getByText('$2,500')).toBeTruthy()
  if (failure) expect(item.getByText(failure)).toBeTruthy()
})

test('[D11.5] a board that the extension cannot read is named, with the way to paste its loads', async () => {
  show({ ...home, blindBoards: [{ board: 'dat-one', since: '2026-11-20T14:40:00.000Z' }] })

  const note = within(await screen.findByRole('region', { name: "DAT One can't be read" }))
  expect(note.getByText(/^DAT One can't be read since .*9:40 AM\.$/)).toBeTruthy()
  expect(note.getByRole('link', { name: 'Paste a load' }).getAttribute('href')).toBe('/load?paste')
})

test('times are New York time, with the day when it is not today', () => {
  const instant = new Date('2026-11-20T19:41:00.000Z')

  expect(formatTime(instant)).toBe('2:41 PM')
  expect(formatWhen(instant, new Date('2026-11-21T04:59:00.000Z'))).toBe('2:41 PM')
  expect(formatWhen(instant, new Date('2026-11-21T05:00:00.000Z'))).toBe('Nov 20, 2:41 PM')
})

test('numbers that fail to load offer a retry and keep the rest of the page', async () => {
  let isDown = true
  renderScreen(<HomeScreen />, {
    account: { getMe: async () => maria },
    home: { getHome: () => (isDown ? Promise.reject(new Problem('unavailable', 'x')) : Promise.resolve(home)) },
  })

  await screen.findByText("Couldn't load today's numbers")
  expect(screen.getByRole('heading', { name: '32/50 emails left' })).toBeTruthy()

  isDown = false
  const [retry] = screen.getAllByRole('button', { name: 'Try again' })
  if (retry) await userEvent.click(retry)
  await waitFor(async () => expect(await figure('Calls')).toBe('Calls4'))
})

test.each([
  [2, 1, "2 emails weren't sent, 1 may have been sent"],
  [1, 0, "1 email wasn't sent"],
  [0, 1, '1 email may have been sent'],
  [0, 3, '3 emails may have been sent'],
])(
  '[D3.7] %i failed and %i unknown emails are counted on the Dashboard, with a link',
  async (failed, unknown, text) => {
    show({ ...home, emails: { waiting: 0, failed, unknown } })

    const note = within(await screen.findByRole('region', { name: 'Emails that need attention' }))
    expect(note.getByText(text)).toBeTruthy()
    expect(note.getByRole('link', { name: 'Review' }).getAttribute('href')).toBe('/email?group=attention')
  },
)

test('waiting emails are counted, and nothing is shown when everything was sent', async () => {
  show({ ...home, emails: { waiting: 2, failed: 0, unknown: 0 } })
  expect((await screen.findByRole('link', { name: '2 emails waiting to send' })).getAttribute('href')).toBe(
    '/email?group=waiting',
  )
  expect(screen.queryByRole('region', { name: 'Emails that need attention' })).toBeNull()
  cleanup()

  show()
  await figure('Calls')
  expect(screen.queryByText(/to leave/)).toBeNull()
})
