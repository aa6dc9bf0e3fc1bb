import * as z from 'zod/mini'
import { body, query, text, whole } from './api-params.ts'
import { answerPage, getRow, type Route, route } from './api-route.ts'
import { chargeObject, disputeObject, findChargedInvoice, refundObject } from './charge-objects.ts'
import { refund } from './charges.ts'
import { invalid, missing } from './refusal.ts'
import { rowOf } from './state.ts'

export const chargeRoutes: Route[] = [
  route('GET /v1/charges/:id', body({}), (draft, _params, id) => {
    const invoice = id.startsWith('ch_') ? findChargedInvoice(draft, id) : undefined
    if (!invoice) throw missing('charge', id)
    return chargeObject(draft, invoice)
  }),
  route('GET /v1/disputes', query({}), (draft, params) =>
    answerPage(Object.values(draft.disputes), {
      params,
      url: '/v1/disputes',
      toObject: (row) => disputeObject(draft, row),
    }),
  ),
  route('GET /v1/disputes/:id', body({}), (draft, _params, id) =>
    disputeObject(draft, getRow(draft.disputes, 'dispute', id)),
  ),
  route('GET /v1/refunds/:id', body({}), (draft, _params, id) =>
    refundObject(draft, getRow(draft.refunds, 'refund', id)),
  ),
  route(
    'POST /v1/refunds',
    body({ charge: z.optional(text), payment_intent: z.optional(text), amount: z.optional(whole) }),
    (draft, params) => {
      const given = params.charge ?? params.payment_intent
      if (given === undefined)
        throw invalid('One of charge or payment_intent is required.', { code: 'parameter_missing' })
      const invoice = findChargedInvoice(draft, given)
      if (!invoice) throw missing('charge', given, 'charge')
      return refundObject(draft, rowOf(draft.refunds, refund(draft, invoice.id, params.amount)))
    },
  ),
]
