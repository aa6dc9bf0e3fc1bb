import type Stripe from 'stripe'
import { chargeObject, disputeObject, refundObject } from './charge-objects.ts'
import { invoiceObject } from './invoice-objects.ts'
import { customerObject, subscriptionObject } from './objects.ts'
import { checkoutSessionObject, scheduleObject } from './session-objects.ts'
import { newId, rowOf, type State } from './state.ts'
import { queueDeliveries } from './webhooks.ts'

/** Records an event with the object of this moment, and queues it for every endpoint that wants it. */
function record<Type extends Stripe.Event['type']>(
  draft: State,
  type: Type,
  object: Extract<Stripe.Event, { type: Type }>['data']['object'],
  customerId: string,
): void {
  const event = { id: newId(draft, 'evt'), type, created: draft.now, object: JSON.stringify(object), customerId }
  draft.events.push(event)
  queueDeliveries(draft, event)
}

type SubscriptionEvent =
  | 'created'
  | 'updated'
  | 'deleted'
  | 'paused'
  | 'resumed'
  | 'trial_will_end'
  | 'pending_update_applied'
  | 'pending_update_expired'

export function recordSubscription(draft: State, id: string, what: SubscriptionEvent): void {
  const row = rowOf(draft.subscriptions, id)
  record(draft, `customer.subscription.${what}`, subscriptionObject(draft, row), row.customerId)
}

type InvoiceEvent =
  | 'created'
  | 'finalized'
  | 'paid'
  | 'payment_succeeded'
  | 'payment_failed'
  | 'payment_action_required'
  | 'voided'

export function recordInvoice(draft: State, id: string, what: InvoiceEvent): void {
  const row = rowOf(draft.invoices, id)
  record(draft, `invoice.${what}`, invoiceObject(draft, row), row.customerId)
}

type SessionEvent = 'completed' | 'expired' | 'async_payment_succeeded' | 'async_payment_failed'

export function recordSession(draft: State, id: string, what: SessionEvent): void {
  const row = rowOf(draft.sessions, id)
  record(draft, `checkout.session.${what}`, checkoutSessionObject(draft, row), row.customerId)
}

export function recordSchedule(
  draft: State,
  id: string,
  what: 'created' | 'updated' | 'released' | 'canceled' | 'completed',
): void {
  const row = rowOf(draft.schedules, id)
  record(draft, `subscription_schedule.${what}`, scheduleObject(draft, row), row.customerId)
}

export function recordCustomer(draft: State, id: string, what: 'created' | 'updated' | 'deleted'): void {
  const row = rowOf(draft.customers, id)
  const object = customerObject(draft, { ...row, isDeleted: false })
  if (!object.deleted) record(draft, `customer.${what}`, object, id)
}

export function recordRefund(draft: State, id: string): void {
  const row = rowOf(draft.refunds, id)
  const invoice = rowOf(draft.invoices, row.invoiceId)
  record(draft, 'refund.created', refundObject(draft, row), invoice.customerId)
  record(draft, 'charge.refunded', chargeObject(draft, invoice), invoice.customerId)
}

export function recordDispute(draft: State, id: string, what: 'created' | 'closed'): void {
  const row = rowOf(draft.disputes, id)
  record(draft, `charge.dispute.${what}`, disputeObject(draft, row), rowOf(draft.invoices, row.invoiceId).customerId)
}
