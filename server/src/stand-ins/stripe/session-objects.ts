import type Stripe from 'stripe'
import { apiVersion } from '../../integrations/stripe.ts'
import { taxOf } from './invoice-objects.ts'
import { listObject, priceObject } from './objects.ts'
import {
  type CheckoutSession,
  type Endpoint,
  type Event,
  type PortalSession,
  rowOf,
  type Schedule,
  type State,
} from './state.ts'

export function lineItems(state: State, { id, priceId, quantity }: CheckoutSession): Stripe.ApiList<Stripe.LineItem> {
  const price = rowOf(state.prices, priceId)
  const amount = price.unitAmount * quantity
  const item: Stripe.LineItem = {
    id: `li_${id}`,
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: 'usd',
    description: price.productName,
    metadata: {},
    price: priceObject(price),
    quantity,
  }
  return listObject([item], `/v1/checkout/sessions/${id}/line_items`)
}

/** What a checkout session has always or never, as far as we use Stripe. */
const unused = {
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency: 'usd',
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_account: null,
  customer_creation: null,
  customer_email: null,
  discounts: [],
  integration_identifier: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  mode: 'subscription',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card', 'us_bank_account'],
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  submit_type: null,
  ui_mode: 'hosted_page',
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>

export function checkoutSessionObject(state: State, session: CheckoutSession): Stripe.Checkout.Session {
  const { id, customerId, priceId, quantity } = session
  const { email, name, address } = rowOf(state.customers, customerId)
  const isTrial = session.trialEnd !== null || session.trialDays !== null
  const amount = isTrial ? 0 : rowOf(state.prices, priceId).unitAmount * quantity
  const tax = taxOf(amount, state.taxPercent)
  return {
    ...unused,
    id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount + tax,
    automatic_tax: {
      enabled: session.automaticTax,
      liability: session.automaticTax ? { type: 'self' } : null,
      provider: null,
      status: session.automaticTax ? 'complete' : null,
    },
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    created: session.created,
    customer: customerId,
    customer_details: {
      address,
      business_name: null,
      email,
      individual_name: null,
      name,
      phone: null,
      tax_exempt: 'none',
      tax_ids: [],
    },
    expires_at: session.expiresAt,
    invoice: session.invoiceId,
    metadata: session.metadata,
    payment_method_collection: session.needsCard ? 'always' : 'if_required',
    payment_status: session.paymentStatus,
    status: session.status,
    subscription: session.subscriptionId,
    success_url: session.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: tax },
    url: session.status === 'open' ? `${state.pages}/checkout/${id}` : null,
  }
}

export const portalSessionObject = (
  state: State,
  { id, customerId, created, returnUrl, configurationId }: PortalSession,
): Stripe.BillingPortal.Session => ({
  id,
  object: 'billing_portal.session',
  configuration: configurationId,
  created,
  customer: customerId,
  customer_account: null,
  flow: null,
  livemode: false,
  locale: null,
  on_behalf_of: null,
  return_url: returnUrl,
  url: `${state.pages}/portal/${id}`,
})

const phaseObject = ({
  start,
  end,
  priceId,
  quantity,
}: Schedule['phases'][number]): Stripe.SubscriptionSchedule.Phase => ({
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency: 'usd',
  default_payment_method: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  end_date: end,
  invoice_settings: null,
  items: [
    { billing_thresholds: null, discounts: [], metadata: {}, plan: priceId, price: priceId, quantity, tax_rates: [] },
  ],
  metadata: {},
  on_behalf_of: null,
  proration_behavior: 'none',
  start_date: start,
  transfer_data: null,
  trial_end: null,
})

export function scheduleObject(state: State, schedule: Schedule): Stripe.SubscriptionSchedule {
  const { id, status, endedAt, phases, subscriptionId, customerId } = schedule
  const current =
    status === 'active' ? phases.find(({ start, end }) => start <= state.now && state.now < end) : undefined
  return {
    id,
    object: 'subscription_schedule',
    application: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    canceled_at: status === 'canceled' ? endedAt : null,
    completed_at: status === 'completed' ? endedAt : null,
    created: schedule.created,
    current_phase: current ? { start_date: current.start, end_date: current.end } : null,
    customer: customerId,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: schedule.endBehavior,
    livemode: false,
    metadata: schedule.metadata,
    pause_schedules: [],
    phases: phases.map(phaseObject),
    released_at: status === 'released' ? endedAt : null,
    released_subscription: status === 'released' ? subscriptionId : null,
    status,
    subscription: status === 'released' ? null : subscriptionId,
    test_clock: null,
  }
}

export const endpointObject = (
  { id, url, secret, apiVersion: version, events, created, isOn }: Endpoint,
  { withSecret = false } = {},
): Stripe.WebhookEndpoint => ({
  id,
  object: 'webhook_endpoint',
  api_version: version,
  application: null,
  created,
  description: null,
  enabled_events: events,
  livemode: false,
  metadata: {},
  ...(withSecret && { secret }),
  status: isOn ? 'enabled' : 'disabled',
  url,
})

/** Returns an event; its object is the one of that moment, as the version that is asked for has it. */
export const eventObject = (
  state: State,
  { id, type, created, object }: Event,
  { version = apiVersion as string, convert = (past: object): object => past } = {},
): Omit<Stripe.EventBase, 'data' | 'type'> & { type: string; data: { object: object } } => ({
  id,
  object: 'event',
  api_version: version,
  created,
  data: { object: convert(JSON.parse(object)) },
  livemode: false,
  pending_webhooks: state.deliveries.filter(({ eventId }) => eventId === id).length,
  request: null,
  type,
})
