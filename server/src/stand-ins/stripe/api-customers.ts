import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { address, body, emptied, flag, metadata, query, text } from './api-params.ts'
import { answerPage, getCustomer, getPrice, getRow, type Route, route } from './api-route.ts'
import { cardObject } from './card-objects.ts'
import { customerObject, priceObject, productObject } from './objects.ts'
import { recordCustomer } from './record-event.ts'
import { missing } from './refusal.ts'
import { endpointObject, eventObject } from './session-objects.ts'
import { newId, type Price, rowOf, type State } from './state.ts'
import { endSubscription, hasEnded } from './subscription-ends.ts'

const addressPart = z._default(z.string(), '')
const addressParams = z.strictObject({
  city: addressPart,
  country: addressPart,
  line1: addressPart,
  line2: addressPart,
  postal_code: addressPart,
  state: addressPart,
})
const customerParams = body({
  email: z.optional(text),
  name: z.optional(text),
  address: z.optional(addressParams),
  metadata: z.optional(metadata),
})

const customers: Route[] = [
  route('POST /v1/customers', customerParams, (draft, params) => {
    const id = newId(draft, 'cus')
    const row = {
      id,
      created: draft.now,
      email: params.email ?? null,
      name: params.name ?? null,
      address: params.address ?? null,
      metadata: params.metadata ?? {},
      isDeleted: false,
      cardId: null,
      balance: 0,
    }
    draft.customers[id] = row
    recordCustomer(draft, id, 'created')
    return customerObject(draft, row)
  }),
  route('GET /v1/customers', query({ email: z.optional(text) }), (draft, params) =>
    answerPage(
      Object.values(draft.customers).filter(({ isDeleted, email }) => !isDeleted && (params.email ?? email) === email),
      { params, url: '/v1/customers', toObject: (row) => customerObject(draft, row) },
    ),
  ),
  route('GET /v1/customers/:id', body({}), (draft, _params, id) =>
    customerObject(draft, getRow(draft.customers, 'customer', id)),
  ),
  route('POST /v1/customers/:id', customerParams, (draft, params, id) => {
    const row = getRow(draft.customers, 'customer', id)
    if (row.isDeleted) throw missing('customer', id)
    const changed = {
      ...row,
      email: params.email ?? row.email,
      name: params.name ?? row.name,
      address: params.address ?? row.address,
      metadata: { ...row.metadata, ...params.metadata },
    }
    draft.customers[id] = changed
    recordCustomer(draft, id, 'updated')
    return customerObject(draft, changed)
  }),
  route('DELETE /v1/customers/:id', body({}), (draft, _params, id) => {
    getRow(draft.customers, 'customer', id)
    getCustomer(draft, id)
    deleteCustomer(draft, id)
    return customerObject(draft, rowOf(draft.customers, id))
  }),
]

/** Deletes a customer; live subscriptions end with it. */
function deleteCustomer(draft: State, id: string): void {
  for (const subscription of Object.values(draft.subscriptions))
    if (subscription.customerId === id && !hasEnded(subscription)) endSubscription(draft, subscription.id)
  draft.customers[id] = { ...rowOf(draft.customers, id), isDeleted: true }
  recordCustomer(draft, id, 'deleted')
}

/** Prices and products exist from the start; none has a time. */
const dated = (price: Price) => ({ ...price, created: 0 })

const prices: Route[] = [
  route(
    'GET /v1/prices',
    query({
      lookup_keys: z.optional(z.array(text)),
      product: z.optional(text),
      active: z.optional(flag),
      type: z.optional(text),
    }),
    (draft, params) =>
      answerPage(
        Object.values(draft.prices)
          .filter(
            ({ lookupKey, productId }) =>
              (params.lookup_keys?.includes(lookupKey) ?? true) &&
              (params.product ?? productId) === productId &&
              params.active !== false &&
              params.type !== 'one_time',
          )
          .map(dated),
        { params, url: '/v1/prices', toObject: priceObject },
      ),
  ),
  route('GET /v1/prices/:id', body({}), (draft, _params, id) => priceObject(getPrice(draft, id, 'id'))),
  route('GET /v1/products', query({ active: z.optional(flag) }), (draft, params) => {
    const byProduct = new Map(Object.values(draft.prices).map((price) => [price.productId, price]))
    const rows = params.active === false ? [] : [...byProduct].map(([id, price]) => ({ ...dated(price), id }))
    return answerPage(rows, { params, url: '/v1/products', toObject: productObject })
  }),
  route('GET /v1/products/:id', body({}), (draft, _params, id) => {
    const price = Object.values(draft.prices).find(({ productId }) => productId === id)
    if (!price) throw missing('product', id)
    return productObject(price)
  }),
  route('GET /v1/payment_methods/:id', body({}), (draft, _params, id) =>
    cardObject(draft, getRow(draft.cards, 'PaymentMethod', id)),
  ),
]

const eventTypes = z.array(text)

const events: Route[] = [
  route('GET /v1/events', query({ type: z.optional(text), types: z.optional(eventTypes) }), (draft, params) =>
    answerPage(
      draft.events.filter(({ type }) => (params.type ?? type) === type && (params.types?.includes(type) ?? true)),
      { params, url: '/v1/events', toObject: (event) => eventObject(draft, event) },
    ),
  ),
  route('GET /v1/events/:id', body({}), (draft, _params, id) => {
    const event = draft.events.find((one) => one.id === id)
    if (!event) throw missing('event', id)
    return eventObject(draft, event)
  }),
  route(
    'POST /v1/webhook_endpoints',
    body({ url: address, enabled_events: eventTypes, api_version: z.optional(z.union([emptied, text])) }),
    (draft, params) => {
      const id = newId(draft, 'we')
      const endpoint = {
        id,
        url: params.url,
        secret: `whsec_${randomBytes(24).toString('base64url')}`,
        apiVersion: params.api_version ?? null,
        events: params.enabled_events,
        created: draft.now,
        isOn: true,
      }
      draft.endpoints[id] = endpoint
      return endpointObject(endpoint, { withSecret: true })
    },
  ),
  route('GET /v1/webhook_endpoints', query({}), (draft, params) =>
    answerPage(Object.values(draft.endpoints), { params, url: '/v1/webhook_endpoints', toObject: endpointObject }),
  ),
  route('GET /v1/webhook_endpoints/:id', body({}), (draft, _params, id) =>
    endpointObject(getRow(draft.endpoints, 'webhook endpoint', id)),
  ),
  route(
    'POST /v1/webhook_endpoints/:id',
    body({ url: z.optional(address), enabled_events: z.optional(eventTypes), disabled: z.optional(flag) }),
    (draft, params, id) => {
      const endpoint = getRow(draft.endpoints, 'webhook endpoint', id)
      const changed = {
        ...endpoint,
        url: params.url ?? endpoint.url,
        events: params.enabled_events ?? endpoint.events,
        isOn: params.disabled === undefined ? endpoint.isOn : !params.disabled,
      }
      draft.endpoints[id] = changed
      return endpointObject(changed)
    },
  ),
  route('DELETE /v1/webhook_endpoints/:id', body({}), (draft, _params, id) => {
    getRow(draft.endpoints, 'webhook endpoint', id)
    delete draft.endpoints[id]
    return { id, object: 'webhook_endpoint', deleted: true }
  }),
]

export const customerRoutes: Route[] = [...customers, ...prices, ...events]
