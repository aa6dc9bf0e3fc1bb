import type { AnalyticsQuery } from '@loadping/contract/analytics/analytics'
import type { FormulaComparison } from '@loadping/contract/analytics/formulas'
import { addDays, newYorkDay } from '@loadping/contract/format/new-york-days'
import { Problem } from '@loadping/contract/wire/problem'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { type FakeApi, maria, renderScreen } from '../testing/render.tsx'
import { AnalyticsScreen } from './analytics-screen.tsx'

const owen = '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e0aa'
const today = newYorkDay(new Date())
const counts = (emailSent: number, phoneCall: number) => ({
  emailSent,
  phoneCall,
  totalInquiries: emailSent + phoneCall,
})
const people = [
  { userId: maria.userId, name: 'Maria Delgado', email: maria.email, isFormer: false },
  { userId: owen, name: 'Owen Park', email: 'owen@redbud.example', isFormer: false },
]
const speeds = { count: 3, medianSeconds: 240, p90Seconds: 4_000 }
const outcome = { asked: 40, answered: 12, booked: 3 }

/** A company with three contacts, one of them from the day before. */
const none = { value: null, count: 0 }
const rates = (count: number) => ({
  value: 214_800,
  count,
  asked: { value: 225_000, count: count - 1 },
  posted: { value: 194_400, count: 1 },
  old: { ...none, asked: none, posted: none },
})

const funnel = {
  beginsOn: null,
  total: outcome,
  people: [{ userId: owen, asked: 29, answered: 2, booked: 1 }],
  templates: [{ name: 'Default', ...outcome }],
  brokers: [],
}

const answers = (): NonNullable<FakeApi['analytics']> => ({
  getTotalInquiries: async () => ({ ...counts(2, 1), old: counts(1, 1) }),
  getAvgPostToContactTime: async () => ({ value: 402, count: 3, old: { value: 490, count: 1 } }),
  getAvgRate: async () => rates(3),
  getDispatchList: async () => ({
    rows: [
      { userId: maria.userId, ...counts(2, 0) },
      { userId: owen, ...counts(0, 1) },
    ],
    old: { rows: [] },
  }),
  getUserAverages: async () => [{ userId: maria.userId, postToContactSeconds: 324, rateCents: null }],
  getDispatchGraph: async ({ query }) => ({
    days: [{ date: query.startDate ?? today, hour: 9, users: { [maria.userId]: counts(2, 0), [owen]: counts(0, 1) } }],
    old: { days: [{ date: addDays(today, -1), hour: 9, users: {} }] },
  }),
  getContactTimes: async () => ({
    ...speeds,
    old: { ...speeds, medianSeconds: 300 },
    distribution: [{ fromSeconds: 120, count: 2 }],
    hours: Array.from({ length: 7 }, (_, day) => Array.from({ length: 24 }, (_hour, hour) => (day === 1 ? hour : 0))),
  }),
  getFunnel: async () => funnel,
  getFormulas: async () => noFormulas,
  listAnalyticsPeople: async () => people,
})

const noFormulas: FormulaComparison = { asks: 0, isCut: false, formulas: [] }

const account: FakeApi['account'] = { getMe: async () => maria }

/** Waits until a figure shows a text. */
const figureShows = (name: string, text: string) =>
  vi.waitFor(() => expect(screen.getByRole('region', { name }).textContent).toContain(text))

test('[2.11] [D6.4] [D13.9] the page shows three figures, a chart, users, times and outcomes', async () => {
  renderScreen(<AnalyticsScreen />, { account, analytics: answers() })

  await figureShows('Total inquiries', '3+50%2 emails, 1 call2 on')
  await figureShows('Median post-to-contact time', '4m 00s−20%Average 6m 42s, 90% within 1h 06m5m 00s on')
  await screen.findByTitle('2 asked, avg $2,250; 1 posted with no ask, avg $1,944')
  await figureShows('Avg rate', '$2,148Of 3 with a rate: 2 asked, avg $2,250; 1 posted with no ask, avg $1,944None on')

  const users = await screen.findByRole('table', { name: 'Contacts per user' })
  expect(
    within(users)
      .getAllByRole('row')
      .map(({ textContent }) => textContent)
      .slice(1),
  ).toEqual([
    'MDMaria Delgado2025m 24s—not available',
    'OPOwen Park011—not available—not available',
    'All users2136m 42s$2,148',
  ])
  const hours = await screen.findByRole('table', { name: 'Contacts by weekday and hour' })
  expect(within(hours).getByTitle('Tue 11 PM: 23').textContent).toBe('23')
  const outcomes = await screen.findByRole('table', { name: 'Loads asked about, answered and booked' })
  expect(outcomes.textContent).toContain('Owen Park2921All loads401230%38%')
})

test('[R07] outcomes say from which day they are known, and an old day is one bar', async () => {
  const analytics: FakeApi['analytics'] = {
    ...answers(),
    getFunnel: async () => ({ ...funnel, beginsOn: '2024-11-28' }),
    getDispatchGraph: async () => ({
      days: [{ date: today, users: { [maria.userId]: counts(2, 0) } }],
      old: { days: [{ date: addDays(today, -1), users: {} }] },
    }),
  }
  renderScreen(<AnalyticsScreen />, { account, analytics })

  await screen.findByText(/Counted from Nov 28, 2024 on: older contacts and loads were removed\.$/)
  await screen.findByRole('slider', { name: 'Inquiries of each day' })
})

test('[D6.4] [3.13] the chart of today is read by keyboard, and its numbers are a table as well', async () => {
  renderScreen(<AnalyticsScreen />, { account, analytics: answers() })
  const chart = await screen.findByRole('slider', { name: 'Inquiries of each hour' })

  fireEvent.keyDown(chart, { key: 'ArrowLeft' })
  expect(chart.getAttribute('aria-valuetext')).toMatch(/^\w+, \w+ \d+, 9 AM: Maria 2, Owen 1, total 3$/)

  expect(screen.queryByText('Previous period', { selector: 'li' })).toBeNull() // one point is no line
  fireEvent.click(screen.getByRole('button', { name: 'Emails and calls' }))
  fireEvent.click(screen.getByRole('button', { name: 'View as table' }))
  const table = await screen.findByRole('table', { name: 'Inquiries per hour' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['Hour', 'Emails', 'Calls', 'Total', 'Previous period'])
})

test('a new contact of today refreshes the page within two seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let total = 3
  const getAvgRate = vi.fn(async () => rates(total))
  renderScreen(<AnalyticsScreen />, {
    account,
    analytics: {
      ...answers(),
      getAvgRate,
      getTotalInquiries: async () => ({ ...counts(total, 0), old: counts(0, 0) }),
    },
  })
  await figureShows('Avg rate', 'Of 3 with a rate')

  total = 4
  await vi.advanceTimersByTimeAsync(2_100)

  await figureShows('Avg rate', 'Of 4 with a rate')
  vi.useRealTimers()
})

test('one figure that fails shows a retry, and the others stay', async () => {
  let isDown = true
  const getAvgRate = async () => {
    if (isDown) throw new Problem('not-allowed', 'Not now.')
    return { ...rates(1), value: 100 }
  }
  renderScreen(<AnalyticsScreen />, { account, analytics: { ...answers(), getAvgRate } })
  await screen.findAllByText("Couldn't load the average rate")
  await figureShows('Total inquiries', '3+50%')

  isDown = false
  fireEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement)

  await figureShows('Avg rate', '$1')
})

test('without contacts the page offers a longer period, which the address keeps', async () => {
  const asked: AnalyticsQuery[] = []
  const { address } = renderScreen(<AnalyticsScreen />, {
    account,
    analytics: {
      ...answers(),
      getTotalInquiries: async () => ({ ...counts(0, 0), old: counts(0, 0) }),
      getDispatchList: async ({ query }) => {
        asked.push(query)
        return { rows: [], old: { rows: [] } }
      },
    },
  })

  fireEvent.click(await screen.findByRole('button', { name: 'Show last 14 days' }))

  await vi.waitFor(() => expect(asked.at(-1)).toEqual({ startDate: addDays(today, -13), endDate: today }))
  expect(address()).toBe('/?period=14-days')
})

test('the range last chosen on this device stands first in the list of ranges', async () => {
  renderScreen(<AnalyticsScreen />, { account, analytics: answers() })
  const openPeriods = async () => {
    const buttons = await screen.findAllByRole('button')
    const opener = buttons.find((button) => button.getAttribute('aria-haspopup') === 'dialog')
    if (opener) fireEvent.click(opener)
    return within(await screen.findByRole('dialog', { name: 'Period' }))
  }
  const first = (period: Awaited<ReturnType<typeof openPeriods>>) => period.getAllByRole('listitem')[0]?.textContent
  const before = await openPeriods()
  expect(first(before)).toBe('Today')
  fireEvent.click(before.getByRole('button', { name: 'Last 30 days' }))
  fireEvent.click(before.getByRole('button', { name: 'Apply' }))

  const period = await openPeriods()
  expect(first(period)).toBe('Last 30 days')
  expect(period.getAllByRole('listitem')[1]?.textContent).toBe('Today')
  expect(period.getAllByRole('button', { name: 'Last 30 days' })).toHaveLength(1)
})

test('[D13.8] in a German browser too, the calendar is in English and its weeks begin on Monday', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE')
  renderScreen(<AnalyticsScreen />, { account, analytics: answers() })
  const buttons = await screen.findAllByRole('button')
  const opener = buttons.find((button) => button.getAttribute('aria-haspopup') === 'dialog')
  if (opener) fireEvent.click(opener)

  const period = await screen.findByRole('dialog', { name: 'Period' })
  const heads = await vi.waitFor(() => {
    const found = [...period.querySelectorAll('thead th')].map(({ textContent }) => textContent)
    expect(found.length).toBeGreaterThan(0)
    return found
  })
  expect(heads.slice(0, 7)).toEqual(['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'])
})

test('a manager turns the weekly summary by email on', async () => {
  let isOn = false
  const setWeeklySummary = async ({ body }: { body: { isOn: boolean } }) => {
    ;({ isOn } = body)
    return body
  }
  const manager = { ...maria, role: 'MANAGER' as const, organizationId: owen }
  renderScreen(<AnalyticsScreen />, {
    account: { getMe: async () => manager },
    analytics: { ...answers(), getWeeklySummary: async () => ({ isOn }), setWeeklySummary },
  })

  fireEvent.click(await screen.findByRole('checkbox', { name: "Email me each week's figures" }))
  await screen.findByText('Weekly summary turned on')
  expect(screen.getByRole('checkbox', { name: "Email me each week's figures" })).toHaveProperty('checked', true)
})
