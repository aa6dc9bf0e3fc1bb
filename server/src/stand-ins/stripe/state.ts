import type Stripe from 'stripe'

/** What the simulator knows, as plain data. Times are seconds by its own clock, amounts cents. */
export type State = {
  /** Part of every id, so that ids of another simulator are unknown here. */
  seed: string
  lastId: number
  /** The state of the generator of `chance`. */
  random: number
  now: number
  /** By how much its clock is ahead of the machine's. */
  offset: number
  /** The address of the hosted pages. */
  pages: string
  prices: Table<Price>
  customers: Table<Customer>
  cards: Table<Card>
  subscriptions: Table<Subscription>
  invoices: Table<Invoice>
  sessions: Table<CheckoutSession>
  portals: Table<PortalSession>
  configurations: Table<PortalConfiguration>
  schedules: Table<Schedule>
  endpoints: Table<Endpoint>
  refunds: Table<Refund>
  disputes: Table<Dispute>
  events: Event[]
  deliveries: Delivery[]
  answers: Table<Answer>
  disorder: Disorder
  fault: Fault | null
  /** What becomes of a subscription whose last payment attempt failed. */
  afterDunning: 'cancel' | 'unpaid' | 'past_due'
  /** The tax of new invoices and checkouts. */
  taxPercent: number
}

type Table<Row> = Record<string, Readonly<Row>>
type Metadata = Record<string, string>

export type Price = {
  id: string
  lookupKey: string
  productId: string
  productName: string
  unitAmount: number
  interval: 'month' | 'year'
}

export type Customer = {
  id: string
  created: number
  email: string | null
  name: string | null
  address: Stripe.Address | null
  metadata: Metadata
  isDeleted: boolean
  cardId: string | null
  /** Negative: credit for the next invoices. */
  balance: number
}

export type Card = { id: string; customerId: string; created: number; number: string }

type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled'

/** What a purchase changes. */
export type Terms = { priceId: string; quantity: number; anchor: number; periodStart: number; periodEnd: number }

export type Subscription = Terms & {
  id: string
  itemId: string
  customerId: string
  status: SubscriptionStatus
  created: number
  trialStart: number | null
  trialEnd: number | null
  isTrialEndAnnounced: boolean
  cancelAt: number | null
  isCancelAtPeriodEnd: boolean
  canceledAt: number | null
  endedAt: number | null
  cardId: string | null
  latestInvoiceId: string | null
  metadata: Metadata
  whenCardMissing: 'create_invoice' | 'pause' | 'cancel'
  scheduleId: string | null
  pendingUpdate: { terms: Terms; expiresAt: number; invoiceId: string } | null
  /** Prorations for the next invoice. */
  pendingLines: Line[]
}

export type Line = {
  id: string
  description: string
  amount: number
  quantity: number
  priceId: string | null
  start: number
  end: number
  isProration: boolean
}

type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'manual' | 'upcoming'

export type Invoice = {
  id: string
  number: string | null
  customerId: string
  subscriptionId: string | null
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  reason: BillingReason
  created: number
  lines: Line[]
  periodStart: number
  periodEnd: number
  startingBalance: number
  taxPercent: number
  finalizesAt: number | null
  finalizedAt: number | null
  paidAt: number | null
  voidedAt: number | null
  attempts: number
  nextAttemptAt: number | null
  needsAuthentication: boolean
  /** When a payment that takes days ends, and how. */
  settles: { at: number; isPaid: boolean } | null
}

export type CheckoutSession = {
  id: string
  customerId: string
  priceId: string
  quantity: number
  successUrl: string
  cancelUrl: string | null
  status: 'open' | 'complete' | 'expired'
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'
  created: number
  expiresAt: number
  subscriptionId: string | null
  invoiceId: string | null
  clientReferenceId: string | null
  metadata: Metadata
  subscriptionMetadata: Metadata
  trialEnd: number | null
  trialDays: number | null
  whenCardMissing: Subscription['whenCardMissing']
  needsCard: boolean
  automaticTax: boolean
}

export type PortalSession = {
  id: string
  customerId: string
  created: number
  returnUrl: string | null
  configurationId: string
}

/** What people can do in the portal. */
export type PortalConfiguration = {
  id: string
  created: number
  isOn: boolean
  returnUrl: string | null
  metadata: Metadata
  changesCard: boolean
  listsInvoices: boolean
  cancels: boolean
  changesSeats: boolean
}

type Phase = { start: number; end: number; priceId: string; quantity: number }

export type Schedule = {
  id: string
  customerId: string
  subscriptionId: string
  status: 'active' | 'released' | 'canceled' | 'completed'
  endBehavior: 'release' | 'cancel'
  created: number
  endedAt: number | null
  metadata: Metadata
  phases: Phase[]
}

export type Refund = { id: string; invoiceId: string; amount: number; created: number }

export type Dispute = { id: string; invoiceId: string; status: 'needs_response' | 'won' | 'lost'; created: number }

export type Endpoint = {
  id: string
  url: string
  secret: string
  apiVersion: string | null
  events: string[]
  created: number
  isOn: boolean
}

export type Event = {
  id: string
  type: string
  created: number
  /** The object of that moment, as JSON. */
  object: string
  customerId: string | null
}

export type Delivery = {
  eventId: string
  endpointId: string
  dueAt: number
  order: number
  attempt: number
  apiVersion: string
}

/** What an idempotency key stands for. */
type Answer = { request: string; status: number; body: string; created: number }

/** Shares, 0 to 1, of deliveries that go wrong, each in its way. */
export type Disorder = {
  /** Arrives before what happened up to ten events earlier. */
  reorder: number
  duplicate: number
  /** Arrives up to ten minutes later. */
  delay: number
  /** Arrives three days later. */
  late: number
  drop: number
  /** Has the shape of `oldApiVersion`. */
  oldVersion: number
}

/**
 * How the next `left` requests of the API fail. Nothing happens, but at `lost-answer`: there it is done, and the
 * connection ends before the answer.
 */
type Fault = {
  kind: 'rate-limit' | 'server-error' | 'no-connection' | 'lost-answer' | 'slow' | 'nonsense'
  left: number
}

export const noDisorder: Disorder = { reorder: 0, duplicate: 0, delay: 0, late: 0, drop: 0, oldVersion: 0 }

export const minute = 60
export const hour = 3_600
export const day = 86_400

/** Returns the state of a new simulator. */
export function emptyState({ seed, now, pages }: Pick<State, 'seed' | 'now' | 'pages'>, prices: Price[]): State {
  return {
    seed,
    lastId: 0,
    random: 1,
    now,
    offset: 0,
    pages,
    prices: Object.fromEntries(prices.map((price) => [price.id, price])),
    customers: {},
    cards: {},
    subscriptions: {},
    invoices: {},
    sessions: {},
    portals: {},
    configurations: {},
    schedules: {},
    endpoints: {},
    refunds: {},
    disputes: {},
    events: [],
    deliveries: [],
    answers: {},
    disorder: noDisorder,
    fault: null,
    afterDunning: 'cancel',
    taxPercent: 0,
  }
}

/** Runs `work` on a copy whose tables it may change, rows only by replacing them. Throws: nothing happened. */
export function transition<T>(state: State, work: (draft: State) => T): { state: State; result: T } {
  const draft: State = {
    ...state,
    customers: { ...state.customers },
    cards: { ...state.cards },
    subscriptions: { ...state.subscriptions },
    invoices: { ...state.invoices },
    sessions: { ...state.sessions },
    portals: { ...state.portals },
    configurations: { ...state.configurations },
    schedules: { ...state.schedules },
    endpoints: { ...state.endpoints },
    refunds: { ...state.refunds },
    disputes: { ...state.disputes },
    events: [...state.events],
    deliveries: [...state.deliveries],
    answers: { ...state.answers },
  }
  const result = work(draft)
  return { state: draft, result }
}

export function newId(draft: State, prefix: string): string {
  draft.lastId += 1
  return `${prefix}_${draft.seed}${String(draft.lastId).padStart(6, '0')}`
}

/** Returns the next number from 0 to 1 of a seeded generator (mulberry32). */
export function chance(draft: State): number {
  draft.random = (draft.random + 0x6d2b79f5) | 0
  let mixed = Math.imul(draft.random ^ (draft.random >>> 15), 1 | draft.random)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

/** Returns the row that another row names. */
export function rowOf<Row>(table: Record<string, Row>, id: string): Row {
  const row = table[id]
  if (row === undefined) throw new Error(`The simulator lost ${id}`)
  return row
}
