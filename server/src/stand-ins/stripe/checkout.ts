import { testCards } from './cards.ts'
import { chargeOutcome, collect, finalizeInvoice } from './invoices.ts'
import { recordCustomer, recordSession, recordSubscription } from './record-event.ts'
import { invalid } from './refusal.ts'
import { type CheckoutSession, day, newId, rowOf, type State } from './state.ts'
import { patchSubscription } from './subscription-ends.ts'
import { startSubscription } from './subscriptions.ts'

/** What a person did on a hosted page: chose a test card, and confirmed the payment if the card asks. */
export type CardEntry = { number: string; authentication?: 'completed' | 'abandoned' }

/** How it ended. All but `paid` leave the page as it was. */
export type PayOutcome = 'paid' | 'declined' | 'needs-authentication'

/** Keeps a card as the one by which a customer pays. */
function saveCard(draft: State, customerId: string, number: string): string {
  const id = newId(draft, 'pm')
  draft.cards[id] = { id, customerId, created: draft.now, number }
  draft.customers[customerId] = { ...rowOf(draft.customers, customerId), cardId: id }
  return id
}

/** Says whether a card may be kept, before anything is charged. */
function tryCard({ number, authentication }: CardEntry): PayOutcome {
  if (!testCards[number]) return 'declined'
  const outcome = chargeOutcome(number, { isFirst: true, isAuthenticated: authentication === 'completed' })
  if (outcome === 'needs-authentication') return authentication === 'abandoned' ? 'declined' : 'needs-authentication'
  return outcome === 'declined' ? 'declined' : 'paid'
}

/** Pays an open session; without a card only where it needs none. The subscription begins after the payment. */
export function paySession(draft: State, id: string, entry: CardEntry | undefined): PayOutcome {
  const session = rowOf(draft.sessions, id)
  if (session.status !== 'open') throw invalid('This Checkout Session is no longer open.')
  if (!entry && session.needsCard) return 'declined'
  const outcome = entry ? tryCard(entry) : 'paid'
  if (outcome !== 'paid') return outcome
  const cardId = entry ? saveCard(draft, session.customerId, entry.number) : null
  const { id: subscriptionId, invoiceId } = startSubscription(draft, {
    customerId: session.customerId,
    priceId: session.priceId,
    quantity: session.quantity,
    cardId,
    metadata: session.subscriptionMetadata,
    whenCardMissing: session.whenCardMissing,
    trialEnd: trialEndOf(draft, session),
    status: 'active',
  })
  if (rowOf(draft.invoices, invoiceId).status === 'open')
    collect(draft, invoiceId, { isFirst: true, isAuthenticated: true })
  const isTrial = rowOf(draft.subscriptions, subscriptionId).status === 'trialing'
  const isPaid = rowOf(draft.invoices, invoiceId).status === 'paid'
  draft.sessions[id] = {
    ...session,
    status: 'complete',
    paymentStatus: isTrial ? 'no_payment_required' : isPaid ? 'paid' : 'unpaid',
    subscriptionId,
    invoiceId,
  }
  recordSession(draft, id, 'completed')
  return 'paid'
}

/** Returns when the trial ends that a session begins now. */
export const trialEndOf = ({ now }: State, { trialEnd, trialDays }: CheckoutSession): number | null =>
  trialEnd ?? (trialDays === null ? null : now + trialDays * day)

export function expireSession(draft: State, id: string): void {
  const session = rowOf(draft.sessions, id)
  if (session.status !== 'open')
    throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.', { param: 'session' })
  draft.sessions[id] = { ...session, status: 'expired' }
  recordSession(draft, id, 'expired')
}

/** Pays an open invoice on its page, with another card or, without one, with the card on file. */
export function payHostedInvoice(draft: State, id: string, entry: CardEntry | undefined): PayOutcome {
  const { status, customerId, subscriptionId } = rowOf(draft.invoices, id)
  if (status === 'draft' && !entry) finalizeInvoice(draft, id)
  if (rowOf(draft.invoices, id).status !== 'open') throw invalid('This invoice is not open.')
  if (entry) {
    const outcome = tryCard(entry)
    if (outcome !== 'paid') return outcome
    changeCard(draft, customerId, entry.number, subscriptionId)
  }
  const outcome = collect(draft, id, { isFirst: entry !== undefined, isAuthenticated: entry !== undefined })
  return outcome === 'processing' ? 'paid' : outcome
}

/** Replaces the card of a customer, and that of one subscription or of all of them. */
function changeCard(draft: State, customerId: string, number: string, only: string | null = null): void {
  const cardId = saveCard(draft, customerId, number)
  recordCustomer(draft, customerId, 'updated')
  for (const subscription of Object.values(draft.subscriptions)) {
    const isTheirs = subscription.customerId === customerId && subscription.endedAt === null
    if (!isTheirs || (only !== null && subscription.id !== only)) continue
    patchSubscription(draft, subscription.id, { cardId })
    recordSubscription(draft, subscription.id, 'updated')
  }
}

/** Changes the card on the portal's page. */
export function changeCardInPortal(draft: State, customerId: string, entry: CardEntry): PayOutcome {
  const outcome = tryCard(entry)
  if (outcome === 'paid') changeCard(draft, customerId, entry.number)
  return outcome
}
