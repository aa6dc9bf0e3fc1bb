import type { User } from '@loadping/contract/account/account'
import type { UserType } from '@loadping/contract/account/user-type'
import type { Billing } from '@loadping/contract/billing/billing'
import { createClient } from '@loadping/contract/client'
import type { EmailState } from '@loadping/contract/emails/email-state'
import { formatDate, formatTime, formatWhen } from '@loadping/contract/format/instants'
import type { DayBeside, HomeSummary, NextSteps, RecentContact } from '@loadping/contract/home/home'
import type { OutcomeKind } from '@loadping/contract/loads/outcomes'
import { Problem } from '@loadping/contract/wire/problem'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { relay } from '../testing/email-fixtures.ts'
import {
  carrier,
  emptyDay,
  emptyHome,
  maria,
  nothingDone,
  renderAppWith,
  renderRoutes,
  renderScreen,
  signInAs,
  unpaid,
} from '../testing/render.tsx'
import { HomeScreen } from './home-screen.tsx'

const contact: RecentContact = {
  id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e003',
  type: 'EMAIL',
  contactTime: '2026-11-20T19:41:00.000Z',
  origin: { city: 'Joliet', state: 'IL' },
  dest: { city: 'Dallas', state: 'TX' },
  company: 'Quillon Logistics',
  rateCents: 250_000,
  rateIs: 'asked',
  postToContactSeconds: 402,
  email: { id: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e004', state: 'sent', templateName: 'Van, all-in ask', failure: null },
  load: null,
}

const day: DayBeside = {
  ...emptyDay,
  now: { inquiries: 28, avgPostToContactSeconds: 372, asked: 28, answered: 7, booked: 2, bookedCents: 317_500 },
  before: { inquiries: 22, avgPostToContactSeconds: 456, asked: 22, answered: 5, booked: 1, bookedCents: 148_000 },
}

const home: HomeSummary = { ...emptyHome, recentContacts: [contact], mine: day }

type Shown = { me?: User; steps?: NextSteps; userType?: UserType; billing?: Billing }

const show = (
  summary: HomeSummary = home,
  { me = maria, steps = nothingDone, userType = 'carrier', billing = unpaid }: Shown = {},
) =>
  renderScreen(<HomeScreen />, {
    account: { getMe: async () => me, getUserInfo: async () => ({ ...carrier, userType }) },
    home: { getHome: async () => ({ ...summary, steps, billing }) },
  })
const figure = async (name: string) => (await screen.findByRole('region', { name, busy: false })).textContent

const failed = {
  status: 'past_due',
  plan: 'PRO',
  failedAt: new Date(Date.now() - 86_400_000).toISOString(),
  graceEndsAt: new Date(Date.now() + 6 * 86_400_000).toISOString(),
} as const
const unlimited = { emails: null, limitEmails: null, renewsAt: null }
const owed = { status: 'past_due', invoiceUrl: null, invoiceNumber: null, owedCents: 1_624 } as const

test('[D13.3] who pays sees on the Dashboard that the payment failed', async () => {
  show(home, { billing: { ...unpaid, ...failed }, me: { ...maria, ...unlimited, billingPlan: 'PRO' } })

  expect(await screen.findByRole('heading', { name: /^Your payment didn’t go through/ })).toBeTruthy()
})

test('[D13.3] [2.43] with an open payment the plan card says when the plan ends, not that it renews', async () => {
  const renewsAt = new Date(Date.now() + 20 * 86_400_000).toISOString()
  show(home, { billing: { ...unpaid, ...failed, renewsAt }, me: { ...maria, ...unlimited, billingPlan: 'PRO' } })

  expect((await screen.findByText('Ends if not paid')).parentElement?.textContent).toContain(
    formatDate(new Date(failed.graceEndsAt)),
  )
  expect(screen.queryByText('Renews')).toBeNull()
})

test('[B10] [D8.7] a plan that Stripe did not confirm for 72 hours is said to be on hold', async () => {
  const failingSince = new Date(Date.now() - 4 * 86_400_000).toISOString()
  show(home, {
    billing: { ...unpaid, status: 'active', plan: 'PRO', failingSince },
    me: { ...maria, billingPlan: 'FREE' },
  })

  expect(await screen.findByRole('heading', { name: 'Your plan is on hold' })).toBeTruthy()
  expect(screen.getByText(/Your plan comes back when we do\. Until then you have Free/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Check again' })).toBeTruthy()
})

test('a member of a team sees only that their own subscription owes', async () => {
  const organizationId = '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e009'
  const me = { ...maria, ...unlimited, billingPlan: 'BUSINESS', organizationId } as const
  show(home, { billing: { ...unpaid, ...failed, mayPay: false, own: owed }, me })

  expect(
    await screen.findByRole('heading', { name: 'The payment for your own subscription didn’t go through' }),
  ).toBeTruthy()
  expect(screen.queryByRole('heading', { name: /^Your payment didn’t go through/ })).toBeNull()
})

test.each([
  [50, 'accent', 100],
  [21, 'accent', 42],
  [20, 'warning', 40],
  [1, 'warning', 2],
  [0, 'danger', 0],
])(
  '[9.3] [D8.8] %i emails left are n/50 with a %s bar of %i percent and the day of renewal',
  async (emails, tone, percent) => {
    show(home, { me: { ...maria, emails } })

    expect(await screen.findByRole('heading', { name: `${emails}/50 emails left` })).toBeTruthy()
    const bar = screen.getByRole('progressbar', { name: 'Emails left' })
    expect(bar.dataset['tone']).toBe(tone)
    expect(bar.getAttribute('aria-valuenow')).toBe(String(percent))
    expect(bar.firstElementChild?.getAttribute('style')).toContain(`width: ${percent}%`)
    expect(screen.getByText('Renews Dec 1')).toBeTruthy()
    expect(screen.queryAllByText('No emails left this month')).toHaveLength(emails === 0 ? 1 : 0)
  },
)

test.each([
  [0, 14, 'Your Pro Trial is about to expire in 14 day(s)'],
  [13, 14, 'Your Pro Trial is about to expire in 1 day(s)'],
  [14, 14, 'Your Pro Trial is Expired'],
  [400, 14, 'Your Pro Trial is Expired'],
  [10, 30, 'Your Pro Trial is about to expire in 20 day(s)'],
  [7, 7, 'Your Pro Trial is Expired'],
])('[8.7] [9.4] %i days after sign-up, with %i trial days, the card says "%s"', async (days, trialDays, title) => {
  const createdAt = new Date(Date.now() - days * 86_400_000 - 1000).toISOString()
  show(home, { me: { ...maria, createdAt, trialDays } })

  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
})

test('[D13.4] an account without a trial reads why, on its card', async () => {
  show(home, { me: { ...maria, trialDays: 0, billingPlan: 'FREE' } })

  expect(await screen.findByRole('heading', { name: 'Your plan is Free' })).toBeTruthy()
  expect(screen.getByText('You had your Pro trial with an earlier account, so this one has none.')).toBeTruthy()
  expect(screen.queryByRole('progressbar', { name: 'Trial days left' })).toBeNull()
})

const paid: User = { ...maria, emails: null, limitEmails: null, renewsAt: null, usedEmails: 1_186 }

test.each<[User['billingPlan'], string | null, string, string]>([
  ['PRO', null, 'Pro', 'CoversYou'],
  ['BUSINESS', '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e009', 'Business Plan', 'CoversYour whole team'],
])(
  '[4.12] [2.43] %s has the cards Active Plan and Unlimited emails',
  async (billingPlan, organizationId, name, covers) => {
    show(home, { me: { ...paid, billingPlan, organizationId } })

    const plan = within((await screen.findByText('Active Plan')).closest('section') ?? document.body)
    expect(plan.getByRole('heading', { name })).toBeTruthy()
    expect(plan.getByText('Covers').parentElement?.textContent).toBe(covers)
    expect(plan.getByRole('link', { name: 'Manage billing' }).getAttribute('href')).toBe('/pricing')
    const emails = screen.getByText('Unlimited emails').closest('section')
    expect(emails?.textContent).toContain('Sent this month1,186')
    expect(screen.queryByRole('progressbar')).toBeNull()
  },
)

test('[D13.15] beside Unlimited stands the lower limit of the mailbox, and from 80 % on what to do', async () => {
  const almostFull = { ...relay, use: { ...relay.use, sent: 16 } }
  show({ ...home, mailbox: almostFull }, { me: { ...paid, billingPlan: 'PRO' } })

  const emails = within((await screen.findByText('Unlimited emails')).closest('section') ?? document.body)
  expect(await emails.findByRole('heading', { name: "Up to 20 a day by LoadPing's relay" })).toBeTruthy()
  expect(emails.getByText('16 of 20 today')).toBeTruthy()
  expect(emails.getByRole('link', { name: 'Connect another mailbox' }).getAttribute('href')).toBe('/email/connect')
})

test('[2.43] the cards of trial and emails lead to the upgrade', async () => {
  show()

  expect((await screen.findByRole('link', { name: 'Upgrade' })).getAttribute('href')).toBe('/pricing/upgrade')
  expect(screen.getByRole('link', { name: 'Get unlimited' }).getAttribute('href')).toBe('/pricing/upgrade')
})

test('[2.43] [D8.8] who manages a team without a plan is led to the plans, its members nowhere', async () => {
  const me = { ...maria, emails: 0, organizationId: '7d9c7a0e-54a5-4a57-9e0e-2a64f9c2e009' }
  show(home, { me: { ...me, role: 'MANAGER' } })
  expect((await screen.findByRole('link', { name: 'Get unlimited' })).getAttribute('href')).toBe('/pricing')
  cleanup()

  show(home, { billing: { ...unpaid, mayPay: false }, me })
  await screen.findByRole('heading', { name: '0/50 emails left' })
  expect(screen.queryByRole('link', { name: 'Get unlimited' })).toBeNull()
})

test('[D13.25] where nobody can pay, no card offers an upgrade', async () => {
  show(home, { billing: { ...unpaid, payments: 'off' } })

  await screen.findByRole('heading', { name: '32/50 emails left' })
  expect(screen.queryByRole('link', { name: 'Upgrade' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Get unlimited' })).toBeNull()
})

test('[D9.2] one request brings the whole page, its plan cards too', async () => {
  const requests: string[] = []
  const answers: Record<string, unknown> = {
    '/users/me': { ...maria, emails: 5 },
    '/user-info': carrier,
    '/home?steps=true': { ...home, billing: unpaid, mailbox: relay, steps: nothingDone },
  }
  const client = createClient(async ({ method, path }) => {
    requests.push(`${method} ${path}`)
    return { status: path in answers ? 200 : 503, body: answers[path] }
  })
  signInAs('Maria')
  renderAppWith('/', client)

  await screen.findByRole('link', { name: 'Upgrade' })
  await screen.findByRole('heading', { name: '5/50 emails left' })
  await figure('Inquiries')
  const ofAllPages = /^GET (\/users\/me|\/user-info|\/loads\/summary|.*\/users\/photo|\/telemetry)/ // of the frame around it
  expect(requests.filter((request) => !ofAllPages.test(request))).toEqual(['GET /home?steps=true'])
})

test('[D8.10] a broker sees no plan cards, and texts about carriers and trucks', async () => {
  show({ ...home, recentContacts: [] }, { me: { ...paid, billingPlan: 'FREE' }, userType: 'broker' })

  await screen.findByText(/no real carrier is emailed\.$/, { selector: 'section[aria-label="Next steps"] p' })
  await screen.findByText('No emails yet')
  for (const text of ['Active Plan', 'Unlimited emails', 'Pro trial']) expect(screen.queryByText(text)).toBeNull()
  expect(document.body.textContent).not.toMatch(/on a load|every load|real broker|Brokers/)
})

test('[D9.2] each next step ticks when it is done', async () => {
  show(home, { steps: { ...nothingDone, mailbox: true, template: true } })

  const done = (await screen.findAllByText('Done:')).map((mark) => mark.closest('li')?.textContent)
  const list = within(screen.getByRole('region', { name: 'Next steps' }))
  expect(done).toEqual(['Done:Make your first template', 'Done:Send from your own mailbox'])
  expect(list.getByText('2 of 6 done')).toBeTruthy()
  for (const [name, href] of [
    ['Show me how', '/extension'],
    ['Open settings', '/settings/profile'],
    ['Open practice board', '/practice-board'],
  ] as const)
    expect(list.getByRole('link', { name }).getAttribute('href')).toBe(href)
})

const allDone = { extension: true, template: true, profile: true, mailbox: true, email: true, team: false }
const getHome = (shown: HomeSummary = home) =>
  vi.fn(async ({ query }: { query: { steps?: 'true' | undefined } }) => ({
    ...shown,
    steps: query.steps ? allDone : null,
  }))

test('[D9.2] what waits is read before the plan, as it stands above it', async () => {
  show(home)
  const plan = await screen.findByRole('heading', { name: '32/50 emails left' })
  const first = await screen.findByRole('region', { name: 'Waiting for you', busy: false })

  expect(first.compareDocumentPosition(plan) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test('[D9.2] the next steps disappear once all are done, and are not asked for again', async () => {
  const asked = getHome()
  const fake = { account: { getMe: async () => maria }, home: { getHome: asked } }
  renderScreen(<HomeScreen />, fake)
  await waitFor(() => expect(localStorage['loadping.steps-done']).toBe(maria.userId))
  expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull()
  cleanup()
  renderScreen(<HomeScreen />, fake)

  await figure('Inquiries')
  expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull()
  expect(asked).toHaveBeenLastCalledWith({ query: {} })
})

test('[D9.2] the address opens the next steps again, until they are closed', async () => {
  localStorage['loadping.steps-done'] = maria.userId
  const { address } = renderRoutes([{ path: '*', element: <HomeScreen /> }], '/?steps', {
    account: { getMe: async () => maria },
    home: { getHome: getHome() },
  })

  const steps = within(await screen.findByRole('region', { name: 'Next steps' }))
  expect(steps.getAllByText('Done:')).toHaveLength(5)
  await userEvent.click(steps.getByRole('link', { name: 'Close' }))

  expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull()
  expect(address()).toBe('/')
})

test.each<[OutcomeKind, number | null, string, string]>([
  ['booked', 240_000, 'Booked', '$2,400'],
  ['countered', 231_500, 'Countered', '$2,315'],
  ['covered', null, 'Covered', '$2,500'],
  ['declined', null, 'Declined', '$2,500'],
  ['no-answer', null, 'No answer', '$2,500'],
])('[D12.11] recent activity shows the outcome %s with its amount', async (kind, cents, label, amount) => {
  const outcome = { kind, cents, at: '2026-11-20T20:00:00.000Z' }
  show({ ...home, recentContacts: [{ ...contact, load: { id: contact.id, outcome } }] })

  const list = within(await screen.findByRole('region', { name: 'Recent activity', busy: false }))
  const item = list.getByText(label).closest('li')
  expect(item?.textContent).toContain(amount)
  expect(item?.textContent?.includes('asked $2,500')).toBe(cents !== null)
})

test('[D9.2] each figure of today stands beside that of the same weekday before, until the same time', async () => {
  show()

  const then = 'by 9:42 AM last Friday'
  expect(await figure('Inquiries')).toBe(`Inquiries28+27.3% 22 ${then}`)
  expect(await figure('Avg post-to-contact')).toBe(`Avg post-to-contact6m 12s−18.4% 7m 36s ${then}`)
  expect(await figure('Answers')).toBe(`Answers7 of 28 5 of 22 ${then}`)
  expect(await figure('Booked')).toBe(`Booked$3,175+$1,695 2 loads, 1 ${then}`)
})

test('[D9.2] a day with nothing to compare has no percentage, and a missing average is a dash', async () => {
  show({ ...home, mine: { ...day, now: { ...day.now, avgPostToContactSeconds: null }, before: emptyDay.before } })

  expect(await figure('Inquiries')).toBe('Inquiries28 None by 9:42 AM last Friday')
  expect(await figure('Avg post-to-contact')).toMatch(/^Avg post-to-contact—not available/)
  expect((await figure('Booked')) + (await figure('Answers'))).not.toMatch(/[%+−]/)
})

test('[D9.2] shares of answers are compared from 30 asks on', async () => {
  const asks = (asked: number, answered: number) => ({ ...day.now, asked, answered })
  show({ ...home, mine: { ...day, now: asks(40, 10), before: asks(30, 6) } })

  expect(await figure('Answers')).toBe('Answers10 of 40+5 pts 6 of 30 by 9:42 AM last Friday')
})

test('[D9.2] inquiries by the hour are listed for today and for the weekday before', async () => {
  const count = (counts: Record<number, number>) => emptyDay.hours.map((_, hour) => counts[hour] ?? 0)
  show({ ...home, mine: { ...day, hours: count({ 5: 2, 9: 6 }), hoursBefore: count({ 9: 9, 20: 1 }) } })

  const chart = within(await screen.findByRole('region', { name: 'Inquiries by the hour', busy: false }))
  expect(chart.getByText('Today, 8')).toBeTruthy()
  expect(chart.getByText(/^Last Friday, 10 in all$/)).toBeTruthy()
  const rows = (await chart.findAllByRole('row')).map(({ textContent }) => textContent)
  expect(rows).toEqual(expect.arrayContaining(['HourTodayLast Friday', '5 AM20', '9 AM69', '12 PM00', '8 PM01']))
  expect(rows).toHaveLength(17)
})

const booking = {
  loadId: contact.id,
  userId: maria.userId,
  at: '2026-11-20T14:12:00.000Z',
  origin: { city: 'Louisville', state: 'KY' },
  dest: { city: 'Charlotte', state: 'NC' },
  company: 'Northgate Produce Transport',
  tripMiles: 475,
  cents: 172_500,
}

test('[D9.2] what was booked today is listed with its rate per mile, and leads to the load', async () => {
  show({ ...home, mine: { ...day, bookings: [booking] } })

  const card = within(await screen.findByRole('region', { name: 'Booked today' }))
  const entry = await card.findByRole('listitem')
  expect(entry.textContent).toContain('Northgate Produce Transport · 475 mi at $3.63/mi')
  expect(within(entry).getByRole('link').getAttribute('href')).toBe(`/loadinfo/${contact.id}`)
})

test('[D9.2] an empty day says what will be there, and where it begins', async () => {
  show(emptyHome)

  expect(await screen.findByText(/^Nothing waits for you\./)).toBeTruthy()
  const booked = within(await screen.findByRole('region', { name: 'Booked today' }))
  expect((await booked.findByRole('link', { name: 'My loads' })).getAttribute('href')).toBe('/load')
  expect(await figure('Booked')).toBe('Booked$0 Loads that you mark Booked')
})

const owen = { userId: contact.id, name: 'Owen Reyes', emailSent: 5, phoneCall: 2, booked: 1, bookedCents: 172_500 }
const me = { userId: maria.userId, name: 'Maria Lopez', emailSent: 1, phoneCall: 1, booked: 0, bookedCents: 0 }
const ofTeam = { ...day, now: { ...day.now, booked: 1, bookedCents: 172_500 }, bookings: [{ ...booking, ...owen }] }
const ofManager = { ...home, mine: emptyDay, team: { ...ofTeam, people: [owen, me] } }

test('[D9.2] a manager sees the team, who did what today, and their own figures by a switch', async () => {
  show(ofManager)

  expect(await figure('Inquiries')).toMatch(/^Inquiries28/)
  const table = within(await screen.findByRole('region', { name: 'Team today' }))
  expect((await table.findAllByRole('row')).map(({ textContent }) => textContent)).toEqual([
    'PersonEmailsCallsAllBooked',
    'OROwen Reyes527$1,725',
    'MLMaria Lopez, you112—not available',
    'All 2639$1,725',
  ])
  expect(within(screen.getByRole('region', { name: 'Booked today' })).getByText('Owen Reyes, 9:12 AM')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Me' }))

  expect(await figure('Inquiries')).toMatch(/^Inquiries0/)
  expect(screen.queryByRole('region', { name: 'Team today' })).toBeNull()
  cleanup()
  show(ofManager)
  expect(await figure('Inquiries')).toMatch(/^Inquiries0/)
  await userEvent.click(screen.getByRole('button', { name: 'Team' }))
  expect(await figure('Inquiries')).toMatch(/^Inquiries28/)
})

test.each([
  ['who manages no team', null],
  ['who is alone in it', { ...ofTeam, people: [me] }],
])('[D9.2] somebody %s has no switch', async (_, team) => {
  show({ ...home, team })

  expect(await figure('Inquiries')).toMatch(/^Inquiries28/)
  expect(screen.queryByRole('button', { name: 'Team' })).toBeNull()
})

test.each<[EmailState, string]>([
  ['queued', 'Waiting to send'],
  ['sending', 'Sending'],
  ['sent', 'Email sent'],
  ['failed', 'Not sent'],
  ['unknown', 'May have been sent'],
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

test('a call is listed with what was asked, in whole dollars', async () => {
  show({ ...home, recentContacts: [{ ...contact, type: 'PHONE', email: null, rateCents: 184_050 }] })

  const list = within(await screen.findByRole('region', { name: 'Recent activity', busy: false }))
  expect(list.getByText('Call').closest('li')?.textContent).toContain('$1,841')
  expect(list.queryByText(/1,840/)).toBeNull()
})

const waiting = async () => within(await screen.findByRole('region', { name: 'Waiting for you', busy: false }))

/** Title, text, action and address of each thing that waits. */
const listWaiting = async () =>
  (await waiting()).getAllByRole('listitem').map((item) => {
    const link = within(item).getByRole('link')
    return [item.textContent, link.getAttribute('href')]
  })

test('[D9.2] what waits for the user is listed, the most urgent first, each with the one action', async () => {
  const unknown = {
    ...contact,
    email: { id: contact.id, templateName: 'Van', state: 'unknown', failure: null },
  } as const
  show(
    {
      ...home,
      emails: { waiting: 2, failed: 1, unknown: 1 },
      recentContacts: [unknown],
      brokenMailboxes: [
        { kind: 'outlook', address: 'maria@redbud.example', isDefault: true, failure: 'Sign in to Microsoft again.' },
      ],
      openAsks: { count: 5, companies: ['Northgate', 'Hollis', 'Marrow Creek'] },
      blindBoards: [{ board: 'dat-one', since: '2026-11-20T14:40:00.000Z' }],
      mailbox: { kind: 'relay', address: maria.email, use: { ...relay.use, sent: 16 } },
    },
    { me: { ...maria, emails: 5 } },
  )

  await screen.findByRole('link', { name: 'Upgrade' })
  expect(await listWaiting()).toEqual([
    [
      '1 email not confirmedJoliet, IL → Dallas, TX · Quillon Logistics · $2,500See what to do',
      '/email?group=attention',
    ],
    ["1 email wasn't sentSend it again, or dismiss it.Review", '/email?group=attention'],
    ['maria@redbud.example needs youSign in to Microsoft again. 2 emails wait.Connect again', '/email'],
    [
      '5 replies to recordNorthgate, Hollis, Marrow Creek and 2 more. You asked over an hour ago, and no outcome is recorded.Record replies',
      '/load?status=contacted',
    ],
    [
      expect.stringMatching(/^DAT One can't be readSince .*9:40 AM\. Paste its loads until it is fixed\.Paste a load$/),
      '/load?paste',
    ],
    ["LoadPing's relay: 16 of 20 todayConnect a mailbox to send more.Connect another mailbox", '/email/connect'],
    ['5 of 50 emails left this monthRunning low.Get unlimited', '/pricing/upgrade'],
  ])
})

test('[D9.2] replies to record name a company with several of them once', async () => {
  show({ ...home, openAsks: { count: 4, companies: ['Hollis', 'Northgate', 'Northgate'] } })

  expect((await listWaiting())[0]?.[0]).toContain('4 replies to recordHollis, Northgate and 1 more. You asked')
})

test('[D8.10] [D11.5] a broker whose board cannot be read is led to the boards', async () => {
  const blind = { board: 'dat-one', since: '2026-11-20T14:40:00.000Z' } as const
  show({ ...home, blindBoards: [blind] }, { userType: 'broker' })

  expect((await listWaiting())[0]?.[1]).toBe('/extension')
})

test('times are New York time, with the day when it is not today', () => {
  const instant = new Date('2026-11-20T19:41:00.000Z')

  expect(formatTime(instant)).toBe('2:41 PM')
  expect(formatWhen(instant, new Date('2026-11-21T04:59:00.000Z'))).toBe('2:41 PM')
  expect(formatWhen(instant, new Date('2026-11-21T05:00:00.000Z'))).toBe('Nov 20, 2:41 PM')
})

test('a day that fails to load offers a retry and keeps the plan', async () => {
  let isDown = true
  renderScreen(<HomeScreen />, {
    account: { getMe: async () => maria },
    home: { getHome: () => (isDown ? Promise.reject(new Problem('unavailable', 'x')) : Promise.resolve(home)) },
  })

  await screen.findByText("Couldn't load your day")
  expect(screen.getByRole('heading', { name: '32/50 emails left' })).toBeTruthy()

  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await figure('Inquiries')).toMatch(/^Inquiries28/)
})

test.each([
  [2, 1, ['1 email not confirmed', "2 emails weren't sent"]],
  [1, 0, ["1 email wasn't sent"]],
  [0, 3, ['3 emails not confirmed']],
])('[D3.7] %i failed and %i unknown emails wait on the Dashboard', async (failed, unknown, titles) => {
  show({ ...home, emails: { waiting: 0, failed, unknown } })

  const items = await listWaiting()
  expect(items).toHaveLength(titles.length)
  for (const [index, title] of titles.entries()) expect(items[index]?.[0]).toContain(title)
})

test('emails that wait to be sent are counted', async () => {
  show({ ...home, emails: { waiting: 2, failed: 0, unknown: 0 } })

  expect((await screen.findByRole('link', { name: '2 emails waiting to send' })).getAttribute('href')).toBe(
    '/email?group=waiting',
  )
})
