import { type ChargeOutcome, testCards } from './cards.ts'
import { amountsOf } from './invoice-objects.ts'
import { recordInvoice, recordSession, recordSubscription } from './record-event.ts'
import { day, type Invoice, newId, rowOf, type State, type Subscription } from './state.ts'
import { endSubscription, hasEnded, patchSubscription } from './subscription-ends.ts'

/** How long after a failed attempt the next one follows. */
const retryGaps = [3 * day, 5 * day, 6 * day]

const patchInvoice = (draft: State, id: string, changes: Partial<Invoice>): void => {
  draft.invoices[id] = { ...rowOf(draft.invoices, id), ...changes }
}

type NewInvoice = Pick<Invoice, 'customerId' | 'subscriptionId' | 'reason' | 'lines' | 'periodStart' | 'periodEnd'>

/** An invoice to which nothing has happened yet. */
export const untouched = {
  number: null,
  status: 'draft',
  finalizesAt: null,
  finalizedAt: null,
  paidAt: null,
  voidedAt: null,
  attempts: 0,
  nextAttemptAt: null,
  needsAuthentication: false,
  settles: null,
} satisfies Partial<Invoice>

/** Creates a draft, which is finalized then, or by hand without a time. */
export function createInvoice(draft: State, invoice: NewInvoice, finalizesAt: number | null): string {
  const id = newId(draft, 'in')
  draft.invoices[id] = {
    ...invoice,
    ...untouched,
    id,
    created: draft.now,
    startingBalance: rowOf(draft.customers, invoice.customerId).balance,
    taxPercent: draft.taxPercent,
    finalizesAt,
  }
  if (invoice.subscriptionId !== null) patchSubscription(draft, invoice.subscriptionId, { latestInvoiceId: id })
  recordInvoice(draft, id, 'created')
  return id
}

/** Opens a draft. One that asks for nothing is paid at once. Returns whether there is something to pay. */
export function finalizeInvoice(draft: State, id: string): boolean {
  const { customerId } = rowOf(draft.invoices, id)
  const customer = rowOf(draft.customers, customerId)
  const number = Object.values(draft.invoices).filter(
    (one) => one.customerId === customerId && one.number !== null,
  ).length
  patchInvoice(draft, id, {
    status: 'open',
    number: `${customerId.slice(-8).toUpperCase()}-${String(number + 1).padStart(4, '0')}`,
    startingBalance: customer.balance,
    finalizesAt: null,
    finalizedAt: draft.now,
  })
  const { due, endingBalance } = amountsOf(rowOf(draft.invoices, id))
  draft.customers[customerId] = { ...customer, balance: endingBalance }
  recordInvoice(draft, id, 'finalized')
  if (due === 0) markPaid(draft, id)
  return due > 0
}

type Payment = {
  /** Whether the person is there and can confirm. */
  isFirst: boolean
  /** Whether the person confirmed the payment. */
  isAuthenticated?: boolean
}

/** Says how a charge of the card that pays an invoice ends. */
export function chargeOutcome(cardNumber: string | undefined, { isFirst, isAuthenticated }: Payment): ChargeOutcome {
  const card = testCards[cardNumber ?? '']
  if (!card) return 'declined'
  const outcome = isFirst ? card.first : card.later
  return outcome === 'needs-authentication' && isAuthenticated ? 'paid' : outcome
}

/** Returns the number of the card that pays: the subscription's, else the customer's. */
export function payingCard(
  draft: State,
  { customerId, subscriptionId }: Pick<Invoice, 'customerId' | 'subscriptionId'>,
) {
  const own = subscriptionId === null ? null : rowOf(draft.subscriptions, subscriptionId).cardId
  const id = own ?? rowOf(draft.customers, customerId).cardId
  return id === null ? undefined : rowOf(draft.cards, id).number
}

/** Tries to collect an open invoice, with all that follows from the outcome. */
export function collect(draft: State, id: string, payment: Payment): ChargeOutcome {
  const invoice = rowOf(draft.invoices, id)
  const number = payingCard(draft, invoice)
  const outcome = chargeOutcome(number, payment)
  if (outcome === 'paid') markPaid(draft, id)
  if (outcome === 'declined') markFailed(draft, id)
  if (outcome === 'needs-authentication') markFailed(draft, id, { needsAuthentication: true })
  if (outcome === 'processing') {
    const isPaid = testCards[number ?? '']?.settlesAsPaid ?? false
    patchInvoice(draft, id, { settles: { at: draft.now + 4 * day, isPaid }, nextAttemptAt: null })
    if (invoice.subscriptionId !== null) reviveByPayment(draft, invoice.subscriptionId)
  }
  return outcome
}

/** Ends a payment that took days. */
export function settle(draft: State, id: string, isPaid: boolean): void {
  patchInvoice(draft, id, { settles: null })
  if (isPaid) markPaid(draft, id)
  else markFailed(draft, id)
  for (const session of Object.values(draft.sessions).filter(({ invoiceId }) => invoiceId === id)) {
    if (isPaid) draft.sessions[session.id] = { ...session, paymentStatus: 'paid' }
    recordSession(draft, session.id, isPaid ? 'async_payment_succeeded' : 'async_payment_failed')
  }
}

function markPaid(draft: State, id: string): void {
  patchInvoice(draft, id, {
    status: 'paid',
    paidAt: draft.now,
    nextAttemptAt: null,
    needsAuthentication: false,
    settles: null,
    attempts: rowOf(draft.invoices, id).attempts + 1,
  })
  recordInvoice(draft, id, 'paid')
  recordInvoice(draft, id, 'payment_succeeded')
  const { subscriptionId } = rowOf(draft.invoices, id)
  const subscription = subscriptionId === null ? undefined : rowOf(draft.subscriptions, subscriptionId)
  if (!subscription) return
  const pending = subscription.pendingUpdate
  if (pending?.invoiceId === id) {
    const { priceId, quantity, anchor } = pending.terms
    // The period may have ended while it waited, so only a new cycle brings its own.
    const terms = anchor === subscription.anchor ? { priceId, quantity } : pending.terms
    patchSubscription(draft, subscription.id, { ...terms, pendingUpdate: null })
    recordSubscription(draft, subscription.id, 'pending_update_applied')
    recordSubscription(draft, subscription.id, 'updated')
  }
  reviveByPayment(draft, subscription.id)
}

/** A subscription is active again once its newest invoice but drafts and waiting updates is paid, or on its way. */
function reviveByPayment(draft: State, id: string): void {
  const { status, pendingUpdate } = rowOf(draft.subscriptions, id)
  const newest = Object.values(draft.invoices).findLast(
    (invoice) =>
      invoice.subscriptionId === id &&
      invoice.id !== pendingUpdate?.invoiceId &&
      (invoice.status === 'open' || invoice.status === 'paid'),
  )
  const isCollected = newest?.status === 'paid' || newest?.settles
  if (!isCollected || !['incomplete', 'past_due', 'unpaid'].includes(status)) return
  patchSubscription(draft, id, { status: 'active' })
  recordSubscription(draft, id, 'updated')
}

function markFailed(draft: State, id: string, { needsAuthentication = false } = {}): void {
  const { attempts, reason, subscriptionId } = rowOf(draft.invoices, id)
  const subscription = subscriptionId === null ? undefined : rowOf(draft.subscriptions, subscriptionId)
  const gap = retryGaps[attempts]
  const isRetried = reason === 'subscription_cycle' && gap !== undefined && !(subscription && hasEnded(subscription))
  patchInvoice(draft, id, {
    attempts: attempts + 1,
    nextAttemptAt: isRetried ? draft.now + gap : null,
    needsAuthentication,
  })
  if (needsAuthentication) recordInvoice(draft, id, 'payment_action_required')
  recordInvoice(draft, id, 'payment_failed')
  if (!subscription || subscription.pendingUpdate?.invoiceId === id) return
  if (subscription.status === 'active') {
    patchSubscription(draft, subscription.id, { status: 'past_due' })
    recordSubscription(draft, subscription.id, 'updated')
  }
  if (reason === 'subscription_cycle' && !isRetried) endDunning(draft, rowOf(draft.subscriptions, subscription.id))
}

/** Does what is set for a subscription whose last attempt failed. */
function endDunning(draft: State, { id, status }: Subscription): void {
  if (status !== 'past_due' || draft.afterDunning === 'past_due') return
  if (draft.afterDunning === 'cancel') endSubscription(draft, id)
  else {
    patchSubscription(draft, id, { status: 'unpaid' })
    recordSubscription(draft, id, 'updated')
  }
}

export function voidInvoice(draft: State, id: string): void {
  patchInvoice(draft, id, {
    status: 'void',
    voidedAt: draft.now,
    nextAttemptAt: null,
    finalizesAt: null,
    settles: null,
  })
  recordInvoice(draft, id, 'voided')
}
