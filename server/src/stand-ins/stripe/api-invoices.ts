import * as z from 'zod/mini'
import { body, query, text, whole } from './api-params.ts'
import { answerPage, getCustomer, getLiveSubscription, getPrice, getRow, type Route, route } from './api-route.ts'
import { itemsParam, prorationParam, readItems } from './api-subscriptions.ts'
import { periodEndOf } from './calendar.ts'
import { payHostedInvoice } from './checkout.ts'
import { invoiceObject } from './invoice-objects.ts'
import { untouched } from './invoices.ts'
import { cardDeclined, declined, invalid } from './refusal.ts'
import { type Invoice, newId, rowOf, type State, type Subscription } from './state.ts'
import { type Change, periodLine, planChange } from './subscriptions.ts'

const previewParams = body({
  customer: z.optional(text),
  subscription: z.optional(text),
  subscription_details: z.optional(
    z.strictObject({
      items: z.optional(itemsParam),
      proration_behavior: prorationParam,
      proration_date: z.optional(whole),
    }),
  ),
})
type PreviewParams = z.output<typeof previewParams>

/** Returns the invoice of the next renewal, or of a change. `always_invoice`: the change's alone. */
function previewOf(draft: State, subscription: Subscription, details: PreviewParams['subscription_details']) {
  const prorations = details?.proration_behavior ?? 'create_prorations'
  const change: Change = {
    ...(details?.items ? readItems(draft, subscription, details.items) : {}),
    prorations,
    payment: 'allow_incomplete',
    prorationDate: details?.proration_date,
  }
  const { terms, lines, isNow } = planChange(draft, subscription, change)
  if (isNow) return { lines, periodStart: draft.now, periodEnd: draft.now }
  const { interval } = rowOf(draft.prices, terms.priceId)
  const next = { ...terms, periodStart: terms.periodEnd }
  const periodEnd = periodEndOf({ anchor: terms.anchor, start: next.periodStart }, interval)
  return {
    lines: [...subscription.pendingLines, ...lines, periodLine(draft, { ...next, periodEnd })],
    periodStart: terms.periodStart,
    periodEnd: terms.periodEnd,
  }
}

/** Returns the first invoice of a subscription that a customer does not have yet. */
function previewNew(draft: State, details: PreviewParams['subscription_details']) {
  const [item] = details?.items ?? []
  const price = getPrice(draft, item?.price ?? '', 'subscription_details[items][0][price]')
  const anchor = draft.now
  const terms = {
    priceId: price.id,
    quantity: item?.quantity ?? 1,
    anchor,
    periodStart: anchor,
    periodEnd: periodEndOf({ anchor, start: anchor }, price.interval),
  }
  return { lines: [periodLine(draft, terms)], periodStart: anchor, periodEnd: anchor }
}

function preview(draft: State, params: PreviewParams): Invoice {
  const subscription =
    params.subscription === undefined ? undefined : getLiveSubscription(draft, params.subscription, 'subscription')
  const customerId = subscription?.customerId ?? params.customer
  if (customerId === undefined)
    throw invalid('You must provide a customer or a subscription.', { code: 'parameter_missing', param: 'customer' })
  const customer = getCustomer(draft, customerId)
  return {
    ...(subscription
      ? previewOf(draft, subscription, params.subscription_details)
      : previewNew(draft, params.subscription_details)),
    ...untouched,
    id: newId(draft, 'upcoming_in'),
    customerId,
    subscriptionId: subscription?.id ?? null,
    reason: 'upcoming',
    created: draft.now,
    startingBalance: customer.balance,
    taxPercent: draft.taxPercent,
  }
}

export const invoiceRoutes: Route[] = [
  route(
    'GET /v1/invoices',
    query({ customer: z.optional(text), subscription: z.optional(text), status: z.optional(text) }),
    (draft, params) =>
      answerPage(
        Object.values(draft.invoices).filter(
          ({ customerId, subscriptionId, status }) =>
            (params.customer ?? customerId) === customerId &&
            (params.subscription ?? subscriptionId) === subscriptionId &&
            (params.status ?? status) === status,
        ),
        { params, url: '/v1/invoices', toObject: (row) => invoiceObject(draft, row) },
      ),
  ),
  route('POST /v1/invoices/create_preview', previewParams, (draft, params) =>
    invoiceObject(draft, preview(draft, params)),
  ),
  route('GET /v1/invoices/:id', body({}), (draft, _params, id) =>
    invoiceObject(draft, getRow(draft.invoices, 'invoice', id)),
  ),
  route('POST /v1/invoices/:id/pay', body({}), (draft, _params, id) => {
    getRow(draft.invoices, 'invoice', id)
    const outcome = payHostedInvoice(draft, id, undefined)
    if (outcome === 'declined') throw cardDeclined({ isKept: true })
    if (outcome === 'needs-authentication')
      throw declined('This payment requires additional user action.', 'invoice_payment_intent_requires_action', {
        isKept: true,
      })
    return invoiceObject(draft, rowOf(draft.invoices, id))
  }),
]
