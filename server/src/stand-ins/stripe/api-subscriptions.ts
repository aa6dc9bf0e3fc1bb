import * as z from 'zod/mini'
import { body, emptied, flag, metadata, query, text, whole } from './api-params.ts'
import { answerPage, getCustomer, getLiveSubscription, getPrice, getRow, type Route, route } from './api-route.ts'
import { trialSettings } from './api-sessions.ts'
import { collect } from './invoices.ts'
import { subscriptionObject } from './objects.ts'
import { recordSubscription } from './record-event.ts'
import { cardDeclined, invalid, missing } from './refusal.ts'
import { createSchedule, updateSchedule } from './schedules.ts'
import { scheduleObject } from './session-objects.ts'
import { day, rowOf, type State } from './state.ts'
import { closeSchedule, endSubscription, hasEnded, patchSubscription } from './subscription-ends.ts'
import { type Change, changeTerms, endTrial, resume, setCancelAt, startSubscription } from './subscriptions.ts'

export const itemsParam = z.array(
  z.strictObject({ id: z.optional(text), price: z.optional(text), quantity: z.optional(whole) }),
)
export const prorationParam = z._default(z.enum(['create_prorations', 'always_invoice', 'none']), 'create_prorations')
const paymentParam = z._default(
  z.enum(['allow_incomplete', 'pending_if_incomplete', 'error_if_incomplete', 'default_incomplete']),
  'allow_incomplete',
)

const createParams = body({
  customer: text,
  items: itemsParam.check(z.length(1)),
  default_payment_method: z.optional(text),
  metadata: z.optional(metadata),
  payment_behavior: paymentParam,
  trial_end: z.optional(whole),
  trial_period_days: z.optional(whole),
  trial_settings: z.optional(trialSettings),
})

const updateParams = body({
  items: z.optional(itemsParam),
  proration_behavior: prorationParam,
  proration_date: z.optional(whole),
  payment_behavior: paymentParam,
  cancel_at: z.optional(z.union([whole, emptied, z.enum(['min_period_end', 'max_period_end'])])),
  cancel_at_period_end: z.optional(flag),
  default_payment_method: z.optional(text),
  metadata: z.optional(metadata),
  trial_end: z.optional(z.literal('now')),
})

/** Returns the new price and quantity of the only item, which must be named. */
export function readItems(
  draft: State,
  { id, itemId }: { id: string; itemId: string },
  items: z.output<typeof itemsParam>,
): Pick<Change, 'priceId' | 'quantity'> {
  const [item, ...others] = items
  if (!item || others.length > 0 || item.id === undefined)
    throw invalid('The simulator knows one item for each subscription: name its id.', { param: 'items[0][id]' })
  if (item.id !== itemId)
    throw invalid(`The subscription item '${item.id}' is not part of ${id}.`, { param: 'items[0][id]' })
  if (item.quantity === 0)
    throw invalid('This value must be greater than or equal to 1.', { param: 'items[0][quantity]' })
  const price = item.price === undefined ? undefined : getPrice(draft, item.price, 'items[0][price]')
  return { priceId: price?.id, quantity: item.quantity }
}

function getCard(draft: State, id: string, customerId: string): string {
  const card = draft.cards[id]
  if (card?.customerId !== customerId) throw missing('PaymentMethod', id, 'default_payment_method')
  return card.id
}

function createSubscription(draft: State, params: z.output<typeof createParams>): string {
  const { id: customerId, cardId: usualCard } = getCustomer(draft, params.customer)
  const [{ price = '', quantity = 1 } = {}] = params.items
  const own = params.default_payment_method
  const cardId = own === undefined ? null : getCard(draft, own, customerId)
  const days = params.trial_period_days
  const trialEnd = params.trial_end ?? (days === undefined ? null : draft.now + days * day)
  if (cardId === null && usualCard === null && trialEnd === null && params.payment_behavior !== 'default_incomplete')
    throw invalid('This customer has no attached payment source or default payment method.', {
      code: 'resource_missing',
    })
  const { id, invoiceId } = startSubscription(draft, {
    customerId,
    priceId: getPrice(draft, price, 'items[0][price]').id,
    quantity,
    cardId,
    metadata: params.metadata ?? {},
    whenCardMissing: params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    trialEnd,
    status: 'incomplete',
  })
  const isOpen = rowOf(draft.invoices, invoiceId).status === 'open'
  if (!isOpen || params.payment_behavior === 'default_incomplete') return id
  const outcome = collect(draft, invoiceId, { isFirst: true })
  if (params.payment_behavior === 'error_if_incomplete' && outcome !== 'paid') throw cardDeclined()
  return id
}

function updateSubscription(draft: State, params: z.output<typeof updateParams>, id: string): void {
  const old = getLiveSubscription(draft, id)
  const { items, cancel_at, cancel_at_period_end, metadata: added, default_payment_method: card } = params
  const changesMore = [cancel_at, added, card].some((one) => one !== undefined)
  if (params.payment_behavior === 'pending_if_incomplete' && changesMore)
    throw invalid('When `payment_behavior` is `pending_if_incomplete`, you can only pass supported params.', {
      param: 'payment_behavior',
    })
  const changesTerms = [items, cancel_at, cancel_at_period_end].some((one) => one !== undefined)
  if (old.status === 'incomplete' && changesTerms)
    throw invalid('An incomplete subscription can only have its metadata and payment method updated.')
  if (added) patchSubscription(draft, id, { metadata: { ...old.metadata, ...added } })
  if (card !== undefined) patchSubscription(draft, id, { cardId: getCard(draft, card, old.customerId) })
  if (cancel_at !== undefined) {
    const isNow = typeof cancel_at === 'number' && cancel_at <= draft.now
    if (isNow) throw invalid('`cancel_at` must be in the future.', { param: 'cancel_at' })
    setCancelAt(draft, id, typeof cancel_at === 'string' ? old.periodEnd : cancel_at)
  }
  if (cancel_at_period_end !== undefined)
    setCancelAt(draft, id, cancel_at_period_end ? old.periodEnd : null, { isByFlag: true })
  if (params.trial_end === 'now' && old.status === 'trialing') {
    patchSubscription(draft, id, { periodEnd: draft.now, trialEnd: draft.now })
    endTrial(draft, id)
  }
  if (items)
    changeTerms(draft, id, {
      ...readItems(draft, old, items),
      prorations: params.proration_behavior,
      payment: params.payment_behavior,
      prorationDate: params.proration_date,
    })
  else if (cancel_at === undefined && cancel_at_period_end === undefined) recordSubscription(draft, id, 'updated')
}

function hasStatus({ status }: { status: string }, asked: string | undefined): boolean {
  if (asked === 'all') return true
  if (asked === 'ended') return status === 'canceled' || status === 'incomplete_expired'
  return asked === undefined ? status !== 'canceled' : status === asked
}

const subscriptions: Route[] = [
  route('POST /v1/subscriptions', createParams, (draft, params) => {
    const id = createSubscription(draft, params)
    return subscriptionObject(draft, rowOf(draft.subscriptions, id))
  }),
  route(
    'GET /v1/subscriptions',
    query({ customer: z.optional(text), price: z.optional(text), status: z.optional(text) }),
    (draft, params) =>
      answerPage(
        Object.values(draft.subscriptions).filter(
          (row) =>
            (params.customer ?? row.customerId) === row.customerId &&
            (params.price ?? row.priceId) === row.priceId &&
            hasStatus(row, params.status),
        ),
        { params, url: '/v1/subscriptions', toObject: (row) => subscriptionObject(draft, row) },
      ),
  ),
  route('GET /v1/subscriptions/:id', body({}), (draft, _params, id) =>
    subscriptionObject(draft, getRow(draft.subscriptions, 'subscription', id)),
  ),
  route('POST /v1/subscriptions/:id', updateParams, (draft, params, id) => {
    updateSubscription(draft, params, id)
    return subscriptionObject(draft, rowOf(draft.subscriptions, id))
  }),
  route('POST /v1/subscriptions/:id/resume', body({}), (draft, _params, id) => {
    const { status } = getLiveSubscription(draft, id)
    if (status !== 'paused') throw invalid('Only paused subscriptions can be resumed.')
    resume(draft, id)
    return subscriptionObject(draft, rowOf(draft.subscriptions, id))
  }),
  route(
    'DELETE /v1/subscriptions/:id',
    body({ prorate: z.optional(z.literal('false')), invoice_now: z.optional(z.literal('false')) }),
    (draft, _params, id) => {
      getLiveSubscription(draft, id)
      endSubscription(draft, id)
      return subscriptionObject(draft, rowOf(draft.subscriptions, id))
    },
  ),
]

const phasesParam = z.array(
  z.strictObject({
    items: z.array(z.strictObject({ price: text, quantity: z._default(whole, 1) })).check(z.length(1)),
    start_date: z.optional(whole),
    end_date: z.optional(whole),
    iterations: z._default(whole, 1),
    proration_behavior: z.optional(z.literal('none')),
  }),
)
type PhaseParam = z.output<typeof phasesParam>[number]

function readPhase(draft: State, { items, start_date, end_date, iterations }: PhaseParam, index: number) {
  const [{ price = '', quantity = 1 } = {}] = items
  const { id: priceId } = getPrice(draft, price, `phases[${index}][items][0][price]`)
  return { start: start_date, end: end_date, priceId, quantity, iterations }
}

const schedules: Route[] = [
  route('POST /v1/subscription_schedules', body({ from_subscription: text }), (draft, params) => {
    const { id: subscriptionId } = getLiveSubscription(draft, params.from_subscription, 'from_subscription')
    const id = createSchedule(draft, subscriptionId)
    return scheduleObject(draft, rowOf(draft.schedules, id))
  }),
  route('GET /v1/subscription_schedules', query({ customer: z.optional(text) }), (draft, params) =>
    answerPage(
      Object.values(draft.schedules).filter(({ customerId }) => (params.customer ?? customerId) === customerId),
      { params, url: '/v1/subscription_schedules', toObject: (row) => scheduleObject(draft, row) },
    ),
  ),
  route('GET /v1/subscription_schedules/:id', body({}), (draft, _params, id) =>
    scheduleObject(draft, getRow(draft.schedules, 'subscription schedule', id)),
  ),
  route(
    'POST /v1/subscription_schedules/:id',
    body({
      phases: z.optional(phasesParam),
      end_behavior: z.optional(z.enum(['release', 'cancel'])),
      metadata: z.optional(metadata),
    }),
    (draft, params, id) => {
      getRow(draft.schedules, 'subscription schedule', id)
      updateSchedule(draft, id, {
        phases: params.phases?.map((phase, index) => readPhase(draft, phase, index)),
        ...(params.end_behavior && { endBehavior: params.end_behavior }),
        ...(params.metadata && { metadata: params.metadata }),
      })
      return scheduleObject(draft, rowOf(draft.schedules, id))
    },
  ),
  route('POST /v1/subscription_schedules/:id/release', body({}), (draft, _params, id) => {
    requireActive(draft, id, 'release')
    closeSchedule(draft, id, 'released')
    return scheduleObject(draft, rowOf(draft.schedules, id))
  }),
  route('POST /v1/subscription_schedules/:id/cancel', body({}), (draft, _params, id) => {
    const { subscriptionId } = requireActive(draft, id, 'cancel')
    closeSchedule(draft, id, 'canceled')
    if (!hasEnded(rowOf(draft.subscriptions, subscriptionId))) endSubscription(draft, subscriptionId)
    return scheduleObject(draft, rowOf(draft.schedules, id))
  }),
]

function requireActive(draft: State, id: string, verb: string) {
  const schedule = getRow(draft.schedules, 'subscription schedule', id)
  if (schedule.status !== 'active')
    throw invalid(`You cannot ${verb} a subscription schedule that is currently in the \`${schedule.status}\` status.`)
  return schedule
}

export const subscriptionRoutes: Route[] = [...subscriptions, ...schedules]
