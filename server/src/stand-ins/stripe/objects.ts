import { Stripe } from 'stripe'
import { type Customer, type Price, rowOf, type State, type Subscription } from './state.ts'

// Answers have the types of the SDK, so that an update which changes them does not compile.

export const priceObject = ({ id, lookupKey, productId, unitAmount, interval }: Price): Stripe.Price => ({
  id,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: 0,
  currency: 'usd',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: lookupKey,
  metadata: {},
  nickname: null,
  product: productId,
  recurring: { interval, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
  tax_behavior: 'exclusive',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: unitAmount,
  unit_amount_decimal: Stripe.Decimal.from(unitAmount),
})

const planObject = ({ id, productId, unitAmount, interval }: Price): Stripe.Plan => ({
  id,
  object: 'plan',
  active: true,
  amount: unitAmount,
  amount_decimal: Stripe.Decimal.from(unitAmount),
  billing_scheme: 'per_unit',
  created: 0,
  currency: 'usd',
  interval,
  interval_count: 1,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: null,
  product: productId,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
})

export const productObject = ({ productId, productName }: Price): Stripe.Product => ({
  id: productId,
  object: 'product',
  active: true,
  created: 0,
  default_price: null,
  description: null,
  images: [],
  livemode: false,
  marketing_features: [],
  metadata: {},
  name: productName,
  package_dimensions: null,
  shippable: null,
  statement_descriptor: null,
  tax_code: null,
  tax_details: null,
  type: 'service',
  unit_label: 'seat',
  updated: 0,
  url: null,
})

export function customerObject(state: State, customer: Customer): Stripe.Customer | Stripe.DeletedCustomer {
  const { id, isDeleted, created, email, name, address, metadata, cardId, balance } = customer
  if (isDeleted) return { id, object: 'customer', deleted: true }
  const invoices = Object.values(state.invoices).filter(({ customerId }) => customerId === id)
  return {
    id,
    object: 'customer',
    address,
    balance,
    created,
    currency: invoices.length > 0 ? 'usd' : null,
    default_source: null,
    delinquent: invoices.some(({ status, attempts }) => status === 'open' && attempts > 0),
    description: null,
    discount: null,
    email,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: cardId, footer: null, rendering_options: null },
    livemode: false,
    metadata,
    name,
    next_invoice_sequence: invoices.length + 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}

function subscriptionItem(state: State, subscription: Subscription): Stripe.SubscriptionItem {
  const { id, itemId, created, periodStart, periodEnd, priceId, quantity } = subscription
  const price = rowOf(state.prices, priceId)
  return {
    id: itemId,
    object: 'subscription_item',
    billing_thresholds: null,
    created,
    current_period_end: periodEnd,
    current_period_start: periodStart,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planObject(price),
    price: priceObject(price),
    quantity,
    subscription: id,
    tax_rates: [],
  }
}

const noTax: Stripe.Subscription.AutomaticTax = { disabled_reason: null, enabled: false, liability: null }

const invoiceSettings: Stripe.Subscription.InvoiceSettings = {
  account_tax_ids: null,
  custom_fields: null,
  description: null,
  footer: null,
  issuer: { type: 'self' },
}

const cardOnly: Stripe.Subscription.PaymentSettings = {
  payment_method_options: null,
  payment_method_types: null,
  save_default_payment_method: 'off',
}

function pendingUpdateObject(state: State, subscription: Subscription): Stripe.Subscription.PendingUpdate | null {
  const { pendingUpdate } = subscription
  if (!pendingUpdate) return null
  return {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: pendingUpdate.expiresAt,
    metadata: null,
    subscription_items: [subscriptionItem(state, { ...subscription, ...pendingUpdate.terms })],
    trial_end: null,
    trial_from_plan: null,
  }
}

export function subscriptionObject(state: State, subscription: Subscription): Stripe.Subscription {
  const { id, status, created, canceledAt, customerId } = subscription
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: noTax,
    billing_cycle_anchor: subscription.anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: subscription.cancelAt,
    cancel_at_period_end: subscription.isCancelAtPeriodEnd,
    canceled_at: canceledAt,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: canceledAt === null ? null : 'cancellation_requested',
    },
    collection_method: 'charge_automatically',
    created,
    currency: 'usd',
    customer: customerId,
    customer_account: null,
    days_until_due: null,
    default_payment_method: subscription.cardId,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: subscription.endedAt,
    invoice_settings: invoiceSettings,
    items: listObject([subscriptionItem(state, subscription)], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: subscription.latestInvoiceId,
    livemode: false,
    managed_payments: null,
    metadata: subscription.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: cardOnly,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: pendingUpdateObject(state, subscription),
    schedule: subscription.scheduleId,
    start_date: created,
    status,
    test_clock: null,
    transfer_data: null,
    trial_end: subscription.trialEnd,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: subscription.whenCardMissing },
    },
    trial_start: subscription.trialStart,
  }
}

export const listObject = <T>(data: T[], url: string, hasMore = false): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
})
