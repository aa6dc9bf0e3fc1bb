import type { User } from '@loadping/contract/account/account'
import type { UserType } from '@loadping/contract/account/user-type'
import type { Billing } from '@loadping/contract/billing/billing'
import type { EmailState } from '@loadping/contract/emails/email-state'
import { formatDate, formatTime, formatWhen } from '@loadping/contract/format/instants'
import type { HomeSummary, NextSteps, RecentContact } from '@loadping/contract/home/home'
import type { OutcomeKind } from '@loadping/contract/loads/outcomes'
import type { Mailbox } from '@loadping/contract/mailboxes/mailboxes'
import { Problem } from '@loadping/contract/wire/problem'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { relay } from '../testing/email-fixtures.ts'
import { carrier, maria, nothingDone, renderScreen, unpaid } from '../testing/render.tsx'
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

const home: HomeSummary = {
  day: '2026-11-20',
  today: { emailSent: 12, phoneCall: 4, totalInquiries: 16 },
  avgPostToContactSeconds: 402,
  recentContacts: [contact],
  emails: { waiting: 0, failed: 0, unknown: 0 },
  blindBoards: [],
}

type Shown = { me?: User; steps?: NextSteps; userType?: UserType; mailboxes?: Mailbox[]; billing?: Billing }

const show = (
  summary: HomeSummary = home,
  { me = maria, steps = nothingDone, userType = 'carrier', mailboxes = [], billing }: Shown = {},
) =>
  renderScreen(<HomeScreen />, {
    account: { getMe: async () => me, getUserInfo: async () => ({ ...carrier, userType }) },
    home: { getHome: async () => summary, getNextSteps: async () => steps },
    mailboxes: { listMailboxes: async () => mailboxes },
    billing: billing ? { getBilling: async () => ({ content: billing }) } : {},
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

test('[B10] [D8.7] who pays for a plan that Stripe did not confirm for 72 hours reads that it is on hold', async () => {
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
  show(home, { me: { ...paid, billingPlan: 'PRO' }, mailboxes: [almostFull] })

  const emails = within((await screen.findByText('Unlimited emails')).closest('section') ?? document.body)
  expect(await emails.findByRole('heading', { name: "Up to 20 a day by LoadPing's relay" })).toBeTruthy()
  expect(emails.getByText('16 of 20 today')).toBeTruthy()
  expect(emails.getByRole('link', { name: 'Connect another mailbox' }).getAttribute('href')).toBe('/email/connect')
})

test('[2.43] the cards of trial and emails lead to the upgrade', async () => {
  show(home, { billing: unpaid })

  expect((await screen.findByRole('link', { name: 'Upgrade' })).getAttribute('href')).toBe('/pricing/upgrade')
  expect(screen.getByRole('link', { name: 'Get unlimited' }).getAttribute('href')).toBe('/pricing/upgrade')
})

test('[D13.25] where nobody can pay, no card offers an upgrade', async () => {
  show(home, { billing: { ...unpaid, payments: 'off' } })

  await screen.findByRole('heading', { name: '32/50 emails left' })
  expect(screen.queryByRole('link', { name: 'Upgrade' })).toBeNull()
  expect(screen.queryByRole('link', { name: 'Get unlimited' })).toBeNull()
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
  for (const [name, href] of [
    ['Show me how', '/extension'],
    ['Open settings', '/settings'],
    ['Open demo board', '/demo-board/dat-one'],
  ] as const)
    expect(list.getByRole('link', { name }).getAttribute('href')).toBe(href)
})

test('[D9.2] the next steps disappear once all are done, and are not asked for again', async () => {
  const getNextSteps = vi.fn(async () => ({
    extension: true,
    template: true,
    profile: true,
    mailbox: true,
    email: true,
    team: false,
  }))
  const fake = { account: { getMe: async () => maria }, home: { getHome: async () => home, getNextSteps } }
  renderScreen(<HomeScreen />, fake)
  await waitFor(() => expect(localStorage['loadping.steps-done']).toBe(maria.userId))
  expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull()
  cleanup()
  renderScreen(<HomeScreen />, fake)

  await figure('Calls')
  expect(screen.queryByRole('region', { name: 'Next steps' })).toBeNull()
  expect(getNextSteps).toHaveBeenCalledOnce()
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

  const item = (await screen.findByText(label)).closest('li')
  expect(item?.textContent).toContain(amount)
  expect(item?.textContent?.includes('asked $2,500')).toBe(cents !== null)
})

test("today's numbers are shown, with the period that they count", async () => {
  show()
  expect(await figure('Emails sent')).toBe('Emails sent12Today')
  expect(await figure('Calls')).toBe('Calls4Today')
  expect(await figure('Total inquiries')).toBe('Total inquiries16Today')
  expect(await figure('Avg post-to-contact')).toBe('Avg post-to-contact6m 42sToday')
})

test('a missing average is a dash', async () => {
  show({ ...home, avgPostToContactSeconds: null })
  expect(await figure('Avg post-to-contact')).toBe('Avg post-to-contact—not availableToday')
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
  await waitFor(async () => expect(await figure('Calls')).toBe('Calls4Today'))
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
