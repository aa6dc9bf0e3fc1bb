import type Stripe from 'stripe'
import { amountsOf } from './invoice-objects.ts'
import { type Dispute, type Invoice, type Refund, rowOf, type State } from './state.ts'

/** An invoice is paid by one charge of one payment, which share its number. */
const chargeIdOf = (invoiceId: string): string => invoiceId.replace(/^in_/, 'ch_')
export const paymentIdOf = (invoiceId: string): string => invoiceId.replace(/^in_/, 'pi_')

/** Returns the paid invoice that a charge or a payment belongs to. */
export function findChargedInvoice({ invoices }: State, id: string): Invoice | undefined {
  const invoice = invoices[id.replace(/^(ch|pi)_/, 'in_')]
  const isCharged = invoice?.status === 'paid' && amountsOf(invoice).due > 0
  return isCharged && !id.startsWith('in_') ? invoice : undefined
}

export const refundedOf = ({ refunds }: State, invoiceId: string): number =>
  Object.values(refunds).reduce((sum, refund) => sum + (refund.invoiceId === invoiceId ? refund.amount : 0), 0)

export function chargeObject(state: State, { id, customerId, paidAt, created }: Invoice): Stripe.Charge {
  const { due } = amountsOf(rowOf(state.invoices, id))
  const { email, name, cardId } = rowOf(state.customers, customerId)
  const refunded = refundedOf(state, id)
  return {
    id: chargeIdOf(id),
    object: 'charge',
    amount: due,
    amount_captured: due,
    amount_refunded: refunded,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email, name, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: paidAt ?? created,
    currency: 'usd',
    customer: customerId,
    description: null,
    disputed: Object.values(state.disputes).some(({ invoiceId }) => invoiceId === id),
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: paymentIdOf(id),
    payment_method: cardId,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: refunded === due,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

export function refundObject(state: State, { id, invoiceId, amount, created }: Refund): Stripe.Refund {
  const { customerId } = rowOf(state.invoices, invoiceId)
  return {
    id,
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: chargeIdOf(invoiceId),
    created,
    currency: 'usd',
    customer: customerId,
    customer_account: null,
    metadata: {},
    payment_intent: paymentIdOf(invoiceId),
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

export const disputeObject = (state: State, { id, invoiceId, status, created }: Dispute): Stripe.Dispute => ({
  id,
  object: 'dispute',
  amount: amountsOf(rowOf(state.invoices, invoiceId)).due,
  balance_transactions: [],
  charge: chargeIdOf(invoiceId),
  created,
  currency: 'usd',
  enhanced_eligibility_types: [],
  evidence: noEvidence,
  evidence_details: {
    due_by: null,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'manual',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  payment_intent: paymentIdOf(invoiceId),
  reason: 'fraudulent',
  status,
})
