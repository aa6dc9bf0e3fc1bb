import { refundedOf } from './charge-objects.ts'
import { amountsOf } from './invoice-objects.ts'
import { createInvoice, finalizeInvoice } from './invoices.ts'
import { recordDispute, recordRefund } from './record-event.ts'
import { invalid } from './refusal.ts'
import { newId, rowOf, type State } from './state.ts'

/** Gives back what a paid invoice took, or a part of it. The subscription goes on. */
export function refund(draft: State, invoiceId: string, amount?: number): string {
  const { due } = amountsOf(rowOf(draft.invoices, invoiceId))
  const left = due - refundedOf(draft, invoiceId)
  const given = amount ?? left
  if (left === 0) throw invalid('The charge has already been refunded.', { code: 'charge_already_refunded' })
  if (given < 1 || given > left) throw invalid('The amount is not within what was charged.', { param: 'amount' })
  const id = newId(draft, 're')
  draft.refunds[id] = { id, invoiceId, amount: given, created: draft.now }
  recordRefund(draft, id)
  return id
}

/** Opens a dispute about a paid invoice, as a bank does. The subscription goes on. */
export function openDispute(draft: State, invoiceId: string): string {
  const id = newId(draft, 'du')
  draft.disputes[id] = { id, invoiceId, status: 'needs_response', created: draft.now }
  recordDispute(draft, id, 'created')
  return id
}

/** Decides a dispute, as a bank does. */
export function closeDispute(draft: State, id: string, status: 'won' | 'lost'): void {
  draft.disputes[id] = { ...rowOf(draft.disputes, id), status }
  recordDispute(draft, id, 'closed')
}

/** Opens an invoice that belongs to no subscription, as an operator does in Stripe's dashboard. */
export function billByHand(
  draft: State,
  customerId: string,
  { amount, description }: { amount: number; description: string },
): string {
  const line = {
    id: newId(draft, 'il'),
    description,
    amount,
    quantity: 1,
    priceId: null,
    start: draft.now,
    end: draft.now,
    isProration: false,
  }
  const period = { periodStart: draft.now, periodEnd: draft.now }
  const id = createInvoice(
    draft,
    { customerId, subscriptionId: null, reason: 'manual', lines: [line], ...period },
    null,
  )
  finalizeInvoice(draft, id)
  return id
}
