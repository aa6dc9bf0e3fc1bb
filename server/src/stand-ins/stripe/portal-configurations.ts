import type { Stripe } from 'stripe'
import * as z from 'zod/mini'
import { address, body, flag, metadata, query, text } from './api-params.ts'
import { answerPage, getRow, type Route, route } from './api-route.ts'
import { newId, type PortalConfiguration, type State } from './state.ts'

/** What the portal offers where nothing else is configured. Its id is the same in every start. */
const usualConfiguration = ({ seed }: Pick<State, 'seed'>): PortalConfiguration => ({
  id: `bpc_${seed}`,
  created: 0,
  isOn: true,
  returnUrl: null,
  metadata: {},
  changesCard: true,
  listsInvoices: true,
  cancels: true,
  changesSeats: false,
})

function configurationObject(state: State, row: PortalConfiguration): Stripe.BillingPortal.Configuration {
  return {
    id: row.id,
    object: 'billing_portal.configuration',
    active: row.isOn,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created: row.created,
    default_return_url: row.returnUrl,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: row.listsInvoices },
      payment_method_update: { enabled: row.changesCard, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: row.cancels,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: row.changesSeats ? ['quantity'] : [],
        enabled: row.changesSeats,
        products: null,
        proration_behavior: 'create_prorations',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: row.id === usualConfiguration(state).id,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: row.metadata,
    name: null,
    updated: row.created,
  }
}

const toggle = z.strictObject({ enabled: flag })
const features = z.strictObject({
  customer_update: z.optional(z.strictObject({ enabled: z.literal('false') })),
  invoice_history: z.optional(toggle),
  payment_method_update: z.optional(toggle),
  subscription_cancel: z.optional(z.strictObject({ enabled: flag, mode: z.optional(z.literal('at_period_end')) })),
  subscription_pause: z.optional(z.strictObject({ enabled: z.literal('false') })),
  subscription_update: z.optional(
    z.strictObject({ enabled: flag, default_allowed_updates: z.optional(z.array(z.literal('quantity'))) }),
  ),
})
const common = { default_return_url: z.optional(address), metadata: z.optional(metadata) }

type Features = z.output<typeof features>

const readFeatures = (given: Features, old: PortalConfiguration): PortalConfiguration => ({
  ...old,
  listsInvoices: given.invoice_history?.enabled ?? old.listsInvoices,
  changesCard: given.payment_method_update?.enabled ?? old.changesCard,
  cancels: given.subscription_cancel?.enabled ?? old.cancels,
  changesSeats: given.subscription_update
    ? given.subscription_update.enabled && given.subscription_update.default_allowed_updates !== undefined
    : old.changesSeats,
})

/** Returns the configuration that a portal session names, or the usual one. */
export const configurationOf = (state: State, id: string | undefined): PortalConfiguration =>
  id === undefined || id === usualConfiguration(state).id
    ? usualConfiguration(state)
    : getRow(state.configurations, 'configuration', id)

export const configurationRoutes: Route[] = [
  route('POST /v1/billing_portal/configurations', body({ features, ...common }), (draft, params) => {
    const id = newId(draft, 'bpc')
    const nothing = { changesCard: false, listsInvoices: false, cancels: false }
    const empty = { ...usualConfiguration(draft), ...nothing, id, created: draft.now }
    const row = {
      ...readFeatures(params.features, empty),
      returnUrl: params.default_return_url ?? null,
      metadata: params.metadata ?? {},
    }
    draft.configurations[id] = row
    return configurationObject(draft, row)
  }),
  route(
    'GET /v1/billing_portal/configurations',
    query({ active: z.optional(flag), is_default: z.optional(flag) }),
    (draft, params) => {
      const usual = usualConfiguration(draft)
      const rows = [usual, ...Object.values(draft.configurations)].filter(
        ({ id, isOn }) =>
          (params.active ?? isOn) === isOn && (params.is_default ?? id === usual.id) === (id === usual.id),
      )
      const url = '/v1/billing_portal/configurations'
      return answerPage(rows, { params, url, toObject: (row) => configurationObject(draft, row) })
    },
  ),
  route('GET /v1/billing_portal/configurations/:id', body({}), (draft, _params, id) =>
    configurationObject(draft, configurationOf(draft, id)),
  ),
  route(
    'POST /v1/billing_portal/configurations/:id',
    body({ features: z.optional(features), active: z.optional(flag), ...common }),
    (draft, params, id) => {
      const old = getRow(draft.configurations, 'configuration', id)
      const row = {
        ...readFeatures(params.features ?? {}, old),
        isOn: params.active ?? old.isOn,
        returnUrl: params.default_return_url ?? old.returnUrl,
        metadata: { ...old.metadata, ...params.metadata },
      }
      draft.configurations[id] = row
      return configurationObject(draft, row)
    },
  ),
]

/** The parameter of a portal session that names its configuration. */
export const configurationParam = z.optional(text)
