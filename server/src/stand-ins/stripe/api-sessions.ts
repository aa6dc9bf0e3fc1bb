import * as z from 'zod/mini'
import { address, body, flag, metadata, query, text, whole } from './api-params.ts'
import { answerPage, getCustomer, getPrice, getRow, type Route, route } from './api-route.ts'
import { expireSession } from './checkout.ts'
import { configurationOf, configurationParam } from './portal-configurations.ts'
import { invalid } from './refusal.ts'
import { checkoutSessionObject, lineItems, portalSessionObject } from './session-objects.ts'
import { type CheckoutSession, day, hour, minute, newId, rowOf, type State } from './state.ts'

const whenCardMissing = z.enum(['create_invoice', 'pause', 'cancel'])
export const trialSettings = z.strictObject({
  end_behavior: z.strictObject({ missing_payment_method: whenCardMissing }),
})

const sessionParams = body({
  mode: z.literal('subscription'),
  ui_mode: z.optional(z.literal('hosted_page')),
  customer: text,
  client_reference_id: z.optional(text),
  line_items: z.array(z.strictObject({ price: text, quantity: z.optional(whole) })).check(z.length(1)),
  success_url: address,
  cancel_url: z.optional(address),
  expires_at: z.optional(whole),
  metadata: z.optional(metadata),
  payment_method_collection: z.optional(z.enum(['always', 'if_required'])),
  automatic_tax: z.optional(z.strictObject({ enabled: flag })),
  customer_update: z.optional(
    z.strictObject({
      address: z.optional(z.enum(['auto', 'never'])),
      name: z.optional(z.enum(['auto', 'never'])),
    }),
  ),
  subscription_data: z.optional(
    z.strictObject({
      metadata: z.optional(metadata),
      trial_period_days: z.optional(whole),
      trial_end: z.optional(whole),
      trial_settings: z.optional(trialSettings),
    }),
  ),
})

function createSession(draft: State, params: z.output<typeof sessionParams>): CheckoutSession {
  const customer = getCustomer(draft, params.customer)
  const [{ price = '', quantity = 1 } = {}] = params.line_items
  const { id: priceId } = getPrice(draft, price, 'line_items[0][price]')
  if (quantity < 1)
    throw invalid('This value must be greater than or equal to 1.', { param: 'line_items[0][quantity]' })
  const automaticTax = params.automatic_tax?.enabled ?? false
  if (automaticTax && customer.address === null && params.customer_update?.address !== 'auto')
    throw invalid(
      "The customer's location isn't recognized. Set a valid customer address, or `customer_update[address]` to 'auto'.",
      { code: 'customer_tax_location_invalid', param: 'automatic_tax' },
    )
  const expiresAt = params.expires_at ?? draft.now + day
  if (expiresAt < draft.now + 30 * minute || expiresAt > draft.now + day)
    throw invalid('The `expires_at` timestamp must be between 30 minutes and 24 hours from now.', {
      param: 'expires_at',
    })
  const { metadata: own = {}, trial_period_days, trial_end, trial_settings } = params.subscription_data ?? {}
  if (trial_end !== undefined && trial_end < draft.now + 48 * hour)
    throw invalid('The `trial_end` date has to be at least 2 days in the future.', {
      param: 'subscription_data[trial_end]',
    })
  return {
    id: newId(draft, 'cs_test'),
    customerId: customer.id,
    priceId,
    quantity,
    successUrl: params.success_url,
    cancelUrl: params.cancel_url ?? null,
    status: 'open',
    paymentStatus: 'unpaid',
    created: draft.now,
    expiresAt,
    subscriptionId: null,
    invoiceId: null,
    clientReferenceId: params.client_reference_id ?? null,
    metadata: params.metadata ?? {},
    subscriptionMetadata: own,
    trialEnd: trial_end ?? null,
    trialDays: trial_period_days ?? null,
    whenCardMissing: trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    needsCard: params.payment_method_collection !== 'if_required',
    automaticTax,
  }
}

export const sessionRoutes: Route[] = [
  route('POST /v1/checkout/sessions', sessionParams, (draft, params) => {
    const session = createSession(draft, params)
    draft.sessions[session.id] = session
    return checkoutSessionObject(draft, session)
  }),
  route(
    'GET /v1/checkout/sessions',
    query({ customer: z.optional(text), subscription: z.optional(text), status: z.optional(text) }),
    (draft, params) =>
      answerPage(
        Object.values(draft.sessions).filter(
          ({ customerId, subscriptionId, status }) =>
            (params.customer ?? customerId) === customerId &&
            (params.subscription ?? subscriptionId) === subscriptionId &&
            (params.status ?? status) === status,
        ),
        { params, url: '/v1/checkout/sessions', toObject: (row) => checkoutSessionObject(draft, row) },
      ),
  ),
  route('GET /v1/checkout/sessions/:id', body({}), (draft, _params, id) =>
    checkoutSessionObject(draft, getRow(draft.sessions, 'checkout.session', id)),
  ),
  route('GET /v1/checkout/sessions/:id/line_items', query({}), (draft, _params, id) =>
    lineItems(draft, getRow(draft.sessions, 'checkout.session', id)),
  ),
  route('POST /v1/checkout/sessions/:id/expire', body({}), (draft, _params, id) => {
    getRow(draft.sessions, 'checkout.session', id)
    expireSession(draft, id)
    return checkoutSessionObject(draft, rowOf(draft.sessions, id))
  }),
  route(
    'POST /v1/billing_portal/sessions',
    body({ customer: text, return_url: z.optional(address), configuration: configurationParam }),
    (draft, params) => {
      const { id: customerId } = getCustomer(draft, params.customer)
      const configuration = configurationOf(draft, params.configuration)
      const session = {
        id: newId(draft, 'bps'),
        customerId,
        created: draft.now,
        returnUrl: params.return_url ?? configuration.returnUrl,
        configurationId: configuration.id,
      }
      draft.portals[session.id] = session
      return portalSessionObject(draft, session)
    },
  ),
]
