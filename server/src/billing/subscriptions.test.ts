import { expect, test } from 'vitest'
import { paySession } from '../stand-ins/stripe/checkout.ts'
import { day, hour } from '../stand-ins/stripe/state.ts'
import { setCancelAt } from '../stand-ins/stripe/subscriptions.ts'
import { startStripe } from '../testing/stripe.ts'
import { type Billing, judgeSubscriptions, readSubscription, type Subscription } from './subscriptions.ts'

const now = new Date('2026-11-24T15:00:00Z')
const daysFrom = (days: number): Date => new Date(now.getTime() + days * day * 1_000)

const pro: Subscription = {
  id: 'sub_1',
  status: 'active',
  plan: 'PRO',
  interval: 'month',
  seatCents: 1_500,
  seats: 1,
  nextSeats: null,
  nextInterval: null,
  startedAt: daysFrom(-40),
  renewsAt: daysFrom(20),
  endsAt: null,
  failedAt: null,
  invoiceUrl: null,
  invoiceNumber: null,
  owedCents: null,
  nextAttemptAt: null,
  paidBy: null,
  cardExpires: null,
}
const business: Subscription = { ...pro, id: 'sub_2', plan: 'BUSINESS', seats: 3 }

/** Status, plan and end in words, such as `active PRO until +3`. */
function describe({ status, plan, until, alarms }: Billing): string {
  const days = until ? ` until ${(until.getTime() - now.getTime()) / day / 1_000}` : ''
  return [`${status} ${plan ?? 'none'}${days}`, ...alarms].join(', ')
}

const moments = {
  renews: {},
  'ends later': { endsAt: daysFrom(3) },
  'has ended': { endsAt: daysFrom(-1) },
  'failed yesterday': { failedAt: daysFrom(-1) },
  'failed a week ago': { failedAt: daysFrom(-7) },
  'failed yesterday, ends later': { failedAt: daysFrom(-1), endsAt: daysFrom(3) },
  'has an unknown price': { plan: null },
} satisfies Record<string, Partial<Subscription>>

// One line a status, one cell a moment, in the order above. The last plan was PRO.
const cells: Record<string, string[]> = {
  active: [
    'active PRO',
    'active PRO until 3',
    'canceled none',
    'active PRO',
    'active PRO',
    'active PRO until 3',
    'active PRO, unknown-price',
  ],
  trialing: [
    'trialing PRO',
    'trialing PRO until 3',
    'canceled none',
    'trialing PRO',
    'trialing PRO',
    'trialing PRO until 3',
    'trialing PRO, unknown-price',
  ],
  past_due: [
    'past_due none',
    'past_due none',
    'canceled none',
    'past_due PRO until 6',
    'past_due none',
    'past_due PRO until 3',
    'past_due none, unknown-price',
  ],
  unpaid: [
    'canceled none',
    'canceled none',
    'canceled none',
    'past_due PRO until 6',
    'canceled none',
    'past_due PRO until 3',
    'canceled none, unknown-price',
  ],
  canceled: Array.from({ length: 7 }, () => 'canceled none'),
  paused: Array.from({ length: 7 }, () => 'canceled none'),
  incomplete: Array.from({ length: 7 }, () => 'none none'),
  incomplete_expired: Array.from({ length: 7 }, () => 'none none'),
  suspended: [
    'active PRO, unknown-status',
    'active PRO until 3, unknown-status',
    'canceled none',
    'active PRO, unknown-status',
    'active PRO, unknown-status',
    'active PRO until 3, unknown-status',
    'active PRO, unknown-status, unknown-price',
  ],
}

const everyCell = Object.entries(cells).flatMap(([status, row]) =>
  Object.entries(moments).map(([moment, facts], column) => ({ status, moment, facts, expected: row[column] })),
)

test.each(everyCell)('[D13.2] [D13.3] $status that $moment: $expected', ({ status, facts, expected }) => {
  expect(describe(judgeSubscriptions([{ ...pro, status, ...facts }], 'PRO', now))).toBe(expected)
})

test('[D13.2] without a subscription there is no plan, whatever it was', () => {
  expect(describe(judgeSubscriptions([], 'BUSINESS', now))).toBe('none none')
})

test.each([
  [
    'an ended one and a new one',
    [
      { ...pro, status: 'canceled' },
      { ...pro, id: 'sub_3' },
    ],
    'active PRO',
  ],
  ['two that are paid for', [pro, business], 'active BUSINESS, two-live'],
  [
    'one that owes and one that is paid',
    [
      { ...pro, status: 'past_due', failedAt: daysFrom(-1) },
      { ...pro, id: 'sub_3' },
    ],
    'active PRO, two-live',
  ],
  [
    'one that never began and an ended one',
    [
      { ...pro, status: 'incomplete' },
      { ...business, status: 'canceled' },
    ],
    'canceled none',
  ],
] satisfies [string, Subscription[], string][])(
  '[D13.2] the best of %s counts, in either order',
  (_case, set, expected) => {
    expect(describe(judgeSubscriptions(set, null, now))).toBe(expected)
    expect(describe(judgeSubscriptions(set.toReversed(), null, now))).toBe(expected)
  },
)

/** Buys Pro by the month at the simulator, and returns what is read of it later. */
async function buyPro(number: string) {
  const { simulator, stripe } = startStripe()
  const { id: customer } = await stripe.customers.create({ email: 'maria@redbud.example' })
  const { id } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: 'price_pro_month', quantity: 1 }],
    success_url: 'http://127.0.0.1:8080/pricing',
  })
  simulator.change((draft) => paySession(draft, id, { number }))
  async function read(): Promise<Subscription> {
    const { data: invoices } = await stripe.invoices.list({ customer, status: 'open' })
    const expand = ['data.default_payment_method']
    const { data: subscriptions } = await stripe.subscriptions.list({ customer, status: 'all', expand })
    const [subscription] = subscriptions
    return subscription ? readSubscription(subscription, invoices) : expect.fail('no subscription')
  }
  return { simulator, read }
}

test('a subscription that the portal cancels ends with its period', async () => {
  const { simulator, read } = await buyPro('4242424242424242')
  const { id, renewsAt } = await read()
  simulator.change((draft) => setCancelAt(draft, id, renewsAt.getTime() / 1_000))

  expect(await read()).toMatchObject({ status: 'active', plan: 'PRO', interval: 'month', seats: 1, endsAt: renewsAt })
  expect(await read()).toMatchObject({ paidBy: 'Visa ending 4242', cardExpires: '09/29', seatCents: 1_500 })
  expect(renewsAt.toISOString()).toBe('2026-12-24T15:00:00.000Z')
})

test('[D13.3] grace counts from the first failed payment, not from later attempts', async () => {
  const { simulator, read } = await buyPro('4000000000000341')
  simulator.advance(30 * day + 2 * hour)
  const first = await read()
  simulator.advance(9 * day)
  const later = await read()

  expect(first).toMatchObject({ status: 'past_due', failedAt: new Date('2026-12-24T16:00:00Z') })
  expect(first.invoiceUrl).toMatch(/\/dev\/stripe\/invoice\/in_/)
  const firstTry = { nextAttemptAt: new Date('2026-12-27T16:00:00Z'), owedCents: 1_500 }
  expect(first).toMatchObject(firstTry)
  expect(later).toEqual({ ...first, nextAttemptAt: new Date('2027-01-07T16:00:00Z') })
  const at = (time: string) => describe(judgeSubscriptions([later], 'PRO', new Date(time)))
  expect(at('2026-12-31T15:59:59Z')).toMatch(/^past_due PRO/)
  expect(at('2026-12-31T16:00:00Z')).toBe('past_due none')
})
