import { BillingInterval, type BillingStatus } from '@loadping/contract/billing/billing'
import { graceDays, type PaidPlan } from '@loadping/contract/billing/plans'
import type { Stripe } from 'stripe'
import type { StoredSubscription } from './billing.tables.ts'

type Time = 'startedAt' | 'renewsAt' | 'endsAt' | 'failedAt' | 'nextAttemptAt'

/** A subscription at Stripe. Keeping it means that plans need no answer of Stripe. */
export type Subscription = Omit<StoredSubscription, Time> & {
  [K in Time]: null extends StoredSubscription[K] ? Date | null : Date
}

/** Reads what was stored. */
export const fromStored = (stored: StoredSubscription): Subscription => ({
  ...stored,
  startedAt: new Date(stored.startedAt),
  renewsAt: new Date(stored.renewsAt),
  endsAt: readTime(stored.endsAt),
  failedAt: readTime(stored.failedAt),
  nextAttemptAt: readTime(stored.nextAttemptAt),
})

const readTime = (stored: string | null): Date | null => (stored === null ? null : new Date(stored))

/** What the subscriptions of a holder give at one moment. */
export type Billing = {
  status: BillingStatus
  /** The plan they give; null for none. */
  plan: PaidPlan | null
  /** When that plan ends without another event; null if it does not. */
  until: Date | null
  /** The subscription that decides; undefined without one. */
  subscription: Subscription | undefined
  alarms: BillingAlarm[]
}

/** What the operator has to look at: two subscriptions that are paid for, or a status or price that we don't know. */
type BillingAlarm = 'two-live' | 'unknown-status' | 'unknown-price'

/** Plans by the lookup key of their price. */
export const plansByKey = new Map<string, { plan: PaidPlan; interval: 'month' | 'year' }>(
  (['PRO', 'BUSINESS'] as const).flatMap((plan) =>
    (['month', 'year'] as const).map((interval) => [`${plan.toLowerCase()}_${interval}`, { plan, interval }]),
  ),
)

type PaymentMethod = Stripe.Subscription['default_payment_method']

/** Reads a subscription, in whatever way Stripe says that it ends, with the open invoices of its customer. */
export function readSubscription(subscription: Stripe.Subscription, invoices: Stripe.Invoice[]): Subscription {
  const items = subscription.items.data
  const item = items.find(({ price }) => plansByKey.has(price.lookup_key ?? '')) ?? items[0]
  const price = plansByKey.get(item?.price.lookup_key ?? '')
  const renewsAt = item?.current_period_end ?? subscription.start_date
  const endsAt = readEnd(subscription, renewsAt)
  const mayOwe = subscription.status === 'past_due' || subscription.status === 'unpaid'
  const failed = invoices
    .filter((invoice) => invoice.attempt_count > 0 && subscriptionOf(invoice) === subscription.id)
    .toSorted((a, b) => failureOf(a) - failureOf(b))[0]
  return {
    id: subscription.id,
    status: subscription.status,
    plan: price?.plan ?? null,
    interval: price?.interval ?? null,
    seatCents: item?.price.unit_amount ?? null,
    seats: item?.quantity ?? 1,
    ...readNext(subscription, renewsAt, { seats: item?.quantity ?? 1, interval: price?.interval }),
    startedAt: toDate(subscription.start_date),
    renewsAt: toDate(renewsAt),
    endsAt: endsAt === null ? null : toDate(endsAt),
    failedAt: failed ? toDate(failureOf(failed)) : mayOwe && item ? toDate(item.current_period_start) : null,
    invoiceUrl: failed?.hosted_invoice_url ?? null,
    invoiceNumber: failed?.number ?? null,
    owedCents: failed?.amount_remaining ?? null,
    nextAttemptAt: failed?.next_payment_attempt ? toDate(failed.next_payment_attempt) : null,
    ...readPayment(subscription.default_payment_method ?? findUsual(subscription)),
  }
}

/** When a subscription ends by itself, in whatever way Stripe says it, or ended; null if it renews then. */
export const readEnd = ({ ended_at, cancel_at, cancel_at_period_end }: Stripe.Subscription, renewsAt: number) =>
  ended_at ?? cancel_at ?? (cancel_at_period_end ? renewsAt : null)

/** What a schedule changes with the next renewal. The interval is written to it, since it names prices by id only. */
function readNext(
  { schedule }: Stripe.Subscription,
  renewsAt: number,
  now: { seats: number; interval: BillingInterval | undefined },
): Pick<Subscription, 'nextSeats' | 'nextInterval'> {
  const phase = findNextPhase(schedule, renewsAt)
  if (!phase || schedule === null || typeof schedule === 'string') return { nextSeats: null, nextInterval: null }
  const seats = phase.items[0]?.quantity ?? now.seats
  const { data: interval = now.interval } = BillingInterval.safeParse(schedule.metadata?.['interval'])
  return {
    nextSeats: seats === now.seats ? null : seats,
    nextInterval: interval === now.interval ? null : (interval ?? null),
  }
}

/** Finds what an expanded schedule has from the next renewal on. */
export const findNextPhase = (schedule: Stripe.Subscription['schedule'], renewsAt: number) =>
  schedule === null || typeof schedule === 'string'
    ? undefined
    : schedule.phases.find(({ start_date }) => start_date >= renewsAt)

/** Finds what the customer usually pays with, if it is expanded. */
const findUsual = ({ customer }: Stripe.Subscription): PaymentMethod =>
  typeof customer === 'string' || customer.deleted ? null : customer.invoice_settings.default_payment_method

function readPayment(method: PaymentMethod): Pick<Subscription, 'paidBy' | 'cardExpires'> {
  if (method === null || typeof method === 'string') return { paidBy: null, cardExpires: null }
  const { card, us_bank_account: account, type } = method
  if (!card) return { paidBy: account ? `Bank account ending ${account.last4}` : type, cardExpires: null }
  return {
    paidBy: `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)} ending ${card.last4}`,
    cardExpires: `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year).slice(-2)}`,
  }
}

const toDate = (seconds: number): Date => new Date(seconds * 1_000)

/** An invoice is first collected when it is finalized. */
const failureOf = ({ status_transitions: { finalized_at }, created }: Stripe.Invoice): number => finalized_at ?? created

function subscriptionOf({ parent }: Stripe.Invoice): string | undefined {
  const subscription = parent?.subscription_details?.subscription
  return typeof subscription === 'string' ? subscription : subscription?.id
}

const graceMs = graceDays * 86_400_000

/** Whether Stripe goes on to ask money for it, or may: its status is one that we don't know. */
export const isLive = ({ status }: Subscription): boolean => !endedStatuses.has(status)

const endedStatuses = new Set(['canceled', 'paused', 'incomplete', 'incomplete_expired'])

/** When grace ends, counted from the first failure; later attempts don't extend it. */
export const graceEnd = ({ failedAt, startedAt }: Subscription): Date =>
  new Date((failedAt ?? startedAt).getTime() + graceMs)

/** Returns what a customer's set of subscriptions gives now; the best counts. What is unknown keeps the last plan. */
export function judgeSubscriptions(subscriptions: Subscription[], lastPlan: PaidPlan | null, now: Date): Billing {
  const judged = subscriptions.map((subscription) => judge(subscription, lastPlan, now))
  const [best] = judged.toSorted(
    (a, b) =>
      planRank(b.plan) - planRank(a.plan) ||
      statusRank.indexOf(b.status) - statusRank.indexOf(a.status) ||
      b.subscription.startedAt.getTime() - a.subscription.startedAt.getTime(),
  )
  const live = subscriptions.filter(({ status }) => liveStatuses.has(status))
  const alarms = new Set([...(live.length > 1 ? (['two-live'] as const) : []), ...judged.flatMap((one) => one.alarms)])
  if (!best) return { status: 'none', plan: null, until: null, subscription: undefined, alarms: [...alarms] }
  return { ...best, alarms: [...alarms] }
}

const planRank = (plan: PaidPlan | null): number => (plan === null ? 0 : plan === 'PRO' ? 1 : 2)

const statusRank: BillingStatus[] = ['none', 'canceled', 'past_due', 'trialing', 'active']

/** Those for which Stripe goes on to ask for money. */
const liveStatuses = new Set(['trialing', 'active', 'past_due', 'unpaid'])

type Judged = Billing & { subscription: Subscription }

function judge(subscription: Subscription, lastPlan: PaidPlan | null, now: Date): Judged {
  const { status, endsAt } = subscription
  const nothing = { plan: null, until: null, subscription, alarms: [] }
  if (status === 'incomplete' || status === 'incomplete_expired') return { ...nothing, status: 'none' }
  if (status === 'canceled' || status === 'paused') return { ...nothing, status: 'canceled' }
  if (endsAt && endsAt <= now) return { ...nothing, status: 'canceled' }

  const isKnown = liveStatuses.has(status)
  const alarms: BillingAlarm[] = []
  if (!isKnown) alarms.push('unknown-status')
  if (subscription.plan === null) alarms.push('unknown-price')
  const plan = isKnown && subscription.plan !== null ? subscription.plan : lastPlan
  if (status !== 'past_due' && status !== 'unpaid')
    return { status: status === 'trialing' ? 'trialing' : 'active', plan, until: endsAt, subscription, alarms }

  const graceEndsAt = graceEnd(subscription)
  if (graceEndsAt <= now) return { ...nothing, status: status === 'unpaid' ? 'canceled' : 'past_due', alarms }
  const until = endsAt && endsAt < graceEndsAt ? endsAt : graceEndsAt
  return { status: 'past_due', plan, until, subscription, alarms }
}
