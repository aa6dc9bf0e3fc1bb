import type Stripe from 'stripe'
import { testCards } from './cards.ts'
import { paymentIdOf } from './charge-objects.ts'
import { amountsOf } from './invoice-objects.ts'
import { listObject } from './objects.ts'
import { type Card, type Invoice, rowOf, type State } from './state.ts'

const checks: Stripe.PaymentMethod.Card.Checks = {
  address_line1_check: null,
  address_postal_code_check: null,
  cvc_check: 'pass',
}

export function cardObject(state: State, { id, customerId, created, number }: Card): Stripe.PaymentMethod {
  const { email, name } = rowOf(state.customers, customerId)
  const isBank = testCards[number]?.brand === 'bank'
  const last4 = number.slice(-4)
  return {
    id,
    object: 'payment_method',
    billing_details: { address: null, email, name, phone: null, tax_id: null },
    ...(isBank
      ? { us_bank_account: bankObject(last4) }
      : { card: visaObject(last4, new Date(created * 1_000).getUTCFullYear() + 3) }),
    created,
    customer: customerId,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: isBank ? 'us_bank_account' : 'card',
  }
}

const visaObject = (last4: string, year: number): Stripe.PaymentMethod.Card => ({
  brand: 'visa',
  checks,
  country: 'US',
  display_brand: 'visa',
  exp_month: 9,
  exp_year: year,
  fingerprint: null,
  funding: 'credit',
  generated_from: null,
  last4,
  networks: null,
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: true },
  wallet: null,
})

const bankObject = (last4: string): Stripe.PaymentMethod.UsBankAccount => ({
  account_holder_type: 'individual',
  account_type: 'checking',
  bank_name: 'Test Bank',
  financial_connections_account: null,
  fingerprint: null,
  last4,
  networks: null,
  routing_number: '110000000',
  status_details: null,
})

/** Returns the payments of an invoice, at most one here. */
export function includeInvoicePayments(invoice: Invoice): Stripe.ApiList<Stripe.InvoicePayment> {
  const { id, status, finalizedAt, paidAt } = invoice
  const { due } = amountsOf(invoice)
  if (finalizedAt === null || due === 0) return listObject([], `/v1/invoice_payments?invoice=${id}`)
  const payment: Stripe.InvoicePayment = {
    id: id.replace('in_', 'inpay_'),
    object: 'invoice_payment',
    amount_paid: status === 'paid' ? due : null,
    amount_requested: due,
    created: finalizedAt,
    currency: 'usd',
    invoice: id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: paymentIdOf(id), type: 'payment_intent' },
    status: status === 'paid' ? 'paid' : status === 'void' ? 'canceled' : 'open',
    status_transitions: { canceled_at: invoice.voidedAt, paid_at: paidAt },
  }
  return listObject([payment], `/v1/invoice_payments?invoice=${id}`)
}
