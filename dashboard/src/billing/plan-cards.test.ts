import type { User } from '@loadping/contract/account/account'
import type { Billing } from '@loadping/contract/billing/billing'
import { entitlementsOf, type PaidPlan } from '@loadping/contract/billing/plans'
import { nextNewYorkMonth } from '@loadping/contract/format/new-york-days'
import type { MailboxInUse } from '@loadping/contract/mailboxes/daily-use'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { maria, unpaid } from '../testing/render.tsx'
import { describePlanCards, type PlanCard } from './plan-cards.ts'

type Account = {
  created: string
  now: string
  trialDays?: number
  plan?: PaidPlan
  used?: number
  team?: true
  billing?: Partial<Billing>
  mailbox?: MailboxInUse
}

/** The caller as the server describes them, from what is stored. */
function meOf({ created, now, trialDays = 14, plan, used = 0, team }: Account): User {
  const createdAt = new Date(created)
  const stored = { createdAt, trialDays, userType: 'carrier', plan: plan ?? null } as const
  const entitlements = entitlementsOf(stored, new Date(now))
  const { limitEmails } = entitlements
  return {
    ...maria,
    ...entitlements,
    createdAt: createdAt.toISOString(),
    trialDays,
    emails: limitEmails === null ? null : limitEmails - used,
    usedEmails: used,
    renewsAt: limitEmails === null ? null : nextNewYorkMonth(new Date(now)).toISOString(),
    organizationId: team ? maria.userId : null,
  }
}

function cardsOf(account: Account) {
  const billing = account.billing && { ...unpaid, ...account.billing }
  return describePlanCards({ me: meOf(account), billing, mailbox: account.mailbox, now: new Date(account.now) })
}

const textOf = ({ kind, title, link, bar, row, footer, use }: PlanCard) =>
  [kind, title, link, use?.text, bar?.valueText, bar?.tone, row?.label, row?.value, footer?.left, footer?.right]
    .filter(Boolean)
    .join(' | ')

// When the account began, how long its trial is, the time, the days left, and the first and last day as shown.
const trials: [string, number, string, number, string, string][] = [
  ['2026-11-01T12:00:00Z', 14, '2026-11-01T12:00:00Z', 14, 'Nov 1', 'Nov 15'],
  ['2026-11-01T12:00:00Z', 14, '2026-11-02T11:59:59Z', 14, 'Nov 1', 'Nov 15'],
  ['2026-11-01T12:00:00Z', 14, '2026-11-02T12:00:00Z', 13, 'Nov 1', 'Nov 15'],
  ['2026-11-01T12:00:00Z', 14, '2026-11-14T12:00:00Z', 1, 'Nov 1', 'Nov 15'],
  ['2026-11-01T12:00:00Z', 14, '2026-11-15T11:59:59Z', 1, 'Nov 1', 'Nov 15'],
  ['2026-11-01T12:00:00Z', 14, '2026-11-15T12:00:00Z', 0, 'Nov 1', 'Nov 15'],
  ['2026-11-01T12:00:00Z', 14, '2027-11-15T12:00:00Z', 0, 'Nov 1', 'Nov 15'],
  ['2026-11-01T12:00:00Z', 14, '2026-10-31T12:00:00Z', 14, 'Nov 1', 'Nov 15'], // a clock set back
  ['2026-11-01T03:59:59Z', 14, '2026-11-01T04:00:00Z', 14, 'Oct 31', 'Nov 14'], // the zones have two days
  ['2026-11-01T04:00:00Z', 14, '2026-11-01T04:00:00Z', 14, 'Nov 1', 'Nov 14'], // an hour is set back in New York
  ['2026-11-01T05:30:00Z', 14, '2026-11-08T05:29:59Z', 8, 'Nov 1', 'Nov 15'],
  ['2026-12-31T15:30:00Z', 14, '2027-01-01T03:00:00Z', 14, 'Dec 31', 'Jan 14'], // a new year in Tokyo
  ['2027-01-01T04:59:59Z', 14, '2027-01-01T05:00:00Z', 14, 'Dec 31', 'Jan 14'],
  ['2027-03-07T05:00:00Z', 14, '2027-03-14T07:00:00Z', 7, 'Mar 7', 'Mar 21'], // an hour is set ahead
  ['2026-11-20T23:00:00Z', 30, '2026-12-10T22:59:59Z', 11, 'Nov 20', 'Dec 20'],
  ['2026-11-20T23:00:00Z', 7, '2026-11-27T23:00:00Z', 0, 'Nov 20', 'Nov 27'],
]

// How many emails were used, the time, what is left, the bar's color, the note, and the day of renewal.
const allowances: [number, string, string, string, string, string][] = [
  [0, '2026-11-15T12:00:00Z', '50/50', 'accent', '0 of 50 used', 'Dec 1'],
  [29, '2026-11-15T12:00:00Z', '21/50', 'accent', '29 of 50 used', 'Dec 1'],
  [30, '2026-11-15T12:00:00Z', '20/50', 'warning', 'Running low', 'Dec 1'],
  [49, '2026-11-15T12:00:00Z', '1/50', 'warning', 'Running low', 'Dec 1'],
  [50, '2026-11-15T12:00:00Z', '0/50', 'danger', 'No emails left this month', 'Dec 1'],
  [0, '2026-11-01T03:59:59Z', '50/50', 'accent', '0 of 50 used', 'Nov 1'], // October in New York
  [0, '2026-11-01T04:00:00Z', '50/50', 'accent', '0 of 50 used', 'Dec 1'],
  [0, '2026-11-30T15:00:00Z', '50/50', 'accent', '0 of 50 used', 'Dec 1'], // December in Tokyo
  [0, '2026-12-01T04:59:59Z', '50/50', 'accent', '0 of 50 used', 'Dec 1'], // December in UTC
  [0, '2026-12-01T05:00:00Z', '50/50', 'accent', '0 of 50 used', 'Jan 1'],
  [0, '2027-01-01T04:59:59Z', '50/50', 'accent', '0 of 50 used', 'Jan 1'],
  [0, '2027-02-28T12:00:00Z', '50/50', 'accent', '0 of 50 used', 'Mar 1'],
  [0, '2027-03-31T23:00:00Z', '50/50', 'accent', '0 of 50 used', 'Apr 1'],
]

const paid = { plan: 'PRO', status: 'active', renewsAt: '2026-12-01T04:30:00.000Z' } as const
const ends = { ...paid, endsAt: '2026-12-15T04:59:59.000Z' } as const
const failed = { ...paid, status: 'past_due', graceEndsAt: '2026-11-08T05:00:00.000Z' } as const
const granted: Partial<Billing> = { grant: { plan: 'PRO', seats: null, since: '2026-11-01T12:00:00.000Z' } }

// The plan, how it is paid, and the card's last line.
const plans: [PaidPlan, Partial<Billing> | undefined, string][] = [
  ['PRO', undefined, 'Covers | You'], // while it loads
  ['PRO', granted, 'Covers | You'],
  ['PRO', paid, 'Renews | Mon, Nov 30, 2026'], // December in UTC and Tokyo
  ['PRO', { ...paid, renewsAt: '2026-12-01T05:00:00.000Z' }, 'Renews | Tue, Dec 1, 2026'],
  ['PRO', { ...paid, renewsAt: '2027-01-01T04:59:59.000Z' }, 'Renews | Thu, Dec 31, 2026'],
  ['PRO', ends, 'Ends | Mon, Dec 14, 2026'],
  ['PRO', { ...ends, endsAt: '2026-12-15T05:00:00.000Z' }, 'Ends | Tue, Dec 15, 2026'],
  ['PRO', failed, 'Ends if not paid | Sun, Nov 8, 2026'],
  ['PRO', { ...failed, graceEndsAt: '2026-11-08T04:59:59.000Z' }, 'Ends if not paid | Sat, Nov 7, 2026'],
  ['PRO', { ...failed, endsAt: '2026-11-05T04:59:59.000Z' }, 'Ends | Wed, Nov 4, 2026'],
  ['BUSINESS', { ...paid, plan: 'BUSINESS' }, 'Renews | Mon, Nov 30, 2026'],
  ['BUSINESS', paid, 'Covers | Your whole team'], // their own Pro is not what counts
]

const relayAt = (sent: number): MailboxInUse => ({
  kind: 'relay',
  address: maria.email,
  use: { service: 'relay', sent, cap: 20, isLearned: false },
})

// What the mailbox sent today, and the card of a plan without a limit.
const mailboxes: [MailboxInUse | undefined, string][] = [
  [undefined, 'No sending limit on your plan | Sent this month | 1,186'],
  [relayAt(0), "Up to 20 a day by LoadPing's relay | 0 of 20 today | Sent this month | 1,186"],
  [relayAt(15), "Up to 20 a day by LoadPing's relay | 15 of 20 today | Sent this month | 1,186"],
  [relayAt(16), "Up to 20 a day by LoadPing's relay | mailbox | 16 of 20 today | Sent this month | 1,186"],
  [
    relayAt(20),
    "Up to 20 a day by LoadPing's relay | mailbox | 20 of 20 today. Emails wait until it can send again | Sent this month | 1,186",
  ],
]

afterEach(() => void vi.unstubAllEnvs())

describe.each(['UTC', 'Asia/Tokyo', 'America/New_York'])('on a server and in a browser in the zone %s', (zone) => {
  beforeEach(() => {
    vi.stubEnv('TZ', zone)
    expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone)
  })

  test.each(trials)('[8.7] [9.4] begun at %s, a trial of %i days at %s', (...trial) => {
    const [created, trialDays, now, left, first, last] = trial
    const [card] = cardsOf({ created, trialDays, now, billing: {} })

    const says =
      left < 1
        ? ['Your Pro Trial is Expired', 'upgrade', 'Trial ended', 'accent', `Started ${first}`, `Ended ${last}`]
        : [
            `Your Pro Trial is about to expire in ${left} day(s)`,
            'upgrade',
            `${left} of ${trialDays} days left`,
            left === 1 ? 'warning' : 'accent',
            `Started ${first}`,
            `Ends ${last}`,
          ]
    expect(textOf(card)).toBe(['Pro trial', ...says].join(' | '))
    expect(card.bar?.percent).toBeCloseTo((100 * left) / trialDays)
  })

  test.each(allowances)('[9.3] [D8.8] with %i emails used at %s', (used, now, left, tone, note, day) => {
    const [, card] = cardsOf({ created: '2026-10-01T12:00:00Z', now, used, billing: {} })

    const bar = `${left.replace('/', ' of ')} emails left`
    expect(textOf(card)).toBe(
      `Free plan | ${left} emails left | unlimited | ${bar} | ${tone} | ${note} | Renews ${day}`,
    )
  })

  test.each(plans)('[4.12] [2.43] %s, paid as %j', (plan, billing, line) => {
    const isTeam = plan === 'BUSINESS'
    const [card] = cardsOf({
      created: '2026-10-01T12:00:00Z',
      now: '2026-11-03T12:00:00Z',
      plan,
      ...(billing && { billing }),
      ...(isTeam && { team: true }),
    })

    expect(textOf(card)).toBe(`Active Plan | ${isTeam ? 'Business Plan' : 'Pro'} | billing | ${line}`)
  })

  test.each(mailboxes)('[D13.15] without a limit, with the mailbox %j', (mailbox, line) => {
    const [, card] = cardsOf({
      created: '2026-10-01T12:00:00Z',
      now: '2026-11-03T12:00:00Z',
      plan: 'PRO',
      used: 1_186,
      ...(mailbox && { mailbox }),
    })

    expect(textOf(card)).toBe(`Unlimited emails | ${line}`)
  })

  test.each([
    ['who can pay', {}, ['upgrade', 'unlimited']],
    ['while it loads', undefined, [undefined, undefined]],
    ['where nobody can pay', { payments: 'off' } as const, [undefined, undefined]],
    ['a member of a team', { mayPay: false }, [undefined, undefined]],
    ['with an open payment', { status: 'past_due' } as const, [undefined, undefined]],
  ])('[2.43] an upgrade is offered, or not, to %s', (_, billing, links) => {
    const cards = cardsOf({
      created: '2026-10-01T12:00:00Z',
      now: '2026-11-03T12:00:00Z',
      ...(billing && { billing }),
    })

    expect(cards.map(({ link }) => link)).toEqual(links)
  })
})
