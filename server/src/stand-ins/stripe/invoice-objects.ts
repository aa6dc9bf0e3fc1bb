import { Stripe } from 'stripe'
import { listObject } from './objects.ts'
import { type Invoice, type Line, rowOf, type State } from './state.ts'

export const taxOf = (cents: number, percent: number): number => Math.round((cents * percent) / 100)

/** Returns what an invoice asks for. A credit of the customer pays first; what is over stays with the customer. */
export function amountsOf({
  lines,
  startingBalance,
  taxPercent,
}: Pick<Invoice, 'lines' | 'startingBalance' | 'taxPercent'>) {
  const subtotal = lines.reduce((sum, { amount }) => sum + amount, 0)
  const tax = taxOf(subtotal, taxPercent)
  const total = subtotal + tax
  return {
    subtotal,
    tax,
    total,
    due: Math.max(0, total + startingBalance),
    endingBalance: Math.min(0, total + startingBalance),
  }
}

function lineObject(state: State, invoice: Invoice, line: Line): Stripe.InvoiceLineItem {
  const { subscriptionId } = invoice
  const subscription = subscriptionId === null ? undefined : rowOf(state.subscriptions, subscriptionId)
  const price = line.priceId === null ? undefined : rowOf(state.prices, line.priceId)
  return {
    id: line.id,
    object: 'line_item',
    amount: line.amount,
    currency: 'usd',
    description: line.description,
    discount_amounts: [],
    discountable: !line.isProration,
    discounts: [],
    invoice: invoice.id,
    livemode: false,
    metadata: subscription?.metadata ?? {},
    parent: subscription
      ? {
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: null,
            proration: line.isProration,
            proration_details: null,
            subscription: subscriptionId,
            subscription_item: subscription.itemId,
          },
          type: 'subscription_item_details',
        }
      : null,
    period: { end: line.end, start: line.start },
    pretax_credit_amounts: [],
    pricing: price
      ? {
          price_details: { price: price.id, product: price.productId },
          type: 'price_details',
          unit_amount_decimal: Stripe.Decimal.from(price.unitAmount),
        }
      : null,
    quantity: line.quantity,
    quantity_decimal: Stripe.Decimal.from(line.quantity),
    subscription: subscriptionId,
    subtotal: line.amount,
    taxes: [],
  }
}

const paymentSettings: Stripe.Invoice.PaymentSettings = {
  default_mandate: null,
  payment_method_options: null,
  payment_method_types: null,
}

const noTax: Stripe.Invoice.AutomaticTax = {
  disabled_reason: null,
  enabled: false,
  liability: null,
  provider: null,
  status: null,
}

function parentObject(state: State, { subscriptionId }: Invoice): Stripe.Invoice.Parent | null {
  if (subscriptionId === null) return null
  const { metadata } = rowOf(state.subscriptions, subscriptionId)
  return {
    quote_details: null,
    subscription_details: { metadata, subscription: subscriptionId },
    type: 'subscription_details',
  }
}

/** What an invoice has always or never, as far as we use Stripe. */
const unused = {
  account_country: 'US',
  account_name: 'Simulator',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_shipping: 0,
  application: null,
  automatic_tax: noTax,
  collection_method: 'charge_automatically',
  currency: 'usd',
  custom_fields: null,
  customer_account: null,
  customer_phone: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  footer: null,
  from_invoice: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  on_behalf_of: null,
  payment_settings: paymentSettings,
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
} satisfies Partial<Stripe.Invoice>

const taxObject = (amount: number, taxable: number): Stripe.Invoice.TotalTax => ({
  amount,
  tax_behavior: 'exclusive',
  tax_rate_details: { tax_rate: 'txr_simulator' },
  taxability_reason: 'standard_rated',
  taxable_amount: taxable,
  type: 'tax_rate_details',
})

export function invoiceObject(state: State, invoice: Invoice): Stripe.Invoice {
  const { id, status, finalizedAt, paidAt, customerId, startingBalance } = invoice
  const { subtotal, tax, total, due, endingBalance } = amountsOf(invoice)
  const customer = rowOf(state.customers, customerId)
  const page = finalizedAt === null ? null : `${state.pages}/invoice/${id}`
  const paid = status === 'paid' ? due : 0
  return {
    ...unused,
    id,
    object: 'invoice',
    amount_due: due,
    amount_paid: paid,
    amount_remaining: due - paid,
    attempt_count: invoice.attempts,
    attempted: invoice.attempts > 0,
    auto_advance: status === 'draft' ? invoice.finalizesAt !== null : invoice.nextAttemptAt !== null,
    automatically_finalizes_at: invoice.finalizesAt,
    billing_reason: invoice.reason,
    created: invoice.created,
    customer: customerId,
    customer_address: customer.address,
    customer_email: customer.email,
    customer_name: customer.name,
    effective_at: finalizedAt,
    ending_balance: finalizedAt === null ? null : endingBalance,
    hosted_invoice_url: page,
    invoice_pdf: page && `${page}/pdf`,
    lines: listObject(
      invoice.lines.map((line) => lineObject(state, invoice, line)),
      `/v1/invoices/${id}/lines`,
    ),
    metadata: {},
    next_payment_attempt: invoice.nextAttemptAt,
    number: invoice.number,
    parent: parentObject(state, invoice),
    period_end: invoice.periodEnd,
    period_start: invoice.periodStart,
    starting_balance: startingBalance,
    status,
    status_transitions: {
      finalized_at: finalizedAt,
      marked_uncollectible_at: null,
      paid_at: paidAt,
      voided_at: invoice.voidedAt,
    },
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: subtotal,
    total_taxes: tax === 0 ? [] : [taxObject(tax, subtotal)],
    webhooks_delivered_at: null,
  }
}
