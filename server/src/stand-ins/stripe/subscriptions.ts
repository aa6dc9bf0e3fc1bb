import { periodEndOf } from './calendar.ts'
import { chargeOutcome, collect, createInvoice, finalizeInvoice, payingCard, voidInvoice } from './invoices.ts'
import { recordSchedule, recordSubscription } from './record-event.ts'
import { cardDeclined, declined, invalid } from './refusal.ts'
import { day, hour, type Line, newId, rowOf, type State, type Subscription, type Terms } from './state.ts'
import { closeSchedule, endSubscription, hasEnded, patchSubscription } from './subscription-ends.ts'

const formatLine = (quantity: number, name: string): string => `${quantity} × ${name}`

/** Returns the line of a whole period. */
export function periodLine(
  draft: State,
  { priceId, quantity, periodStart, periodEnd }: Terms,
  { isFree = false } = {},
): Line {
  const price = rowOf(draft.prices, priceId)
  return {
    id: newId(draft, 'il'),
    description: formatLine(quantity, price.productName),
    amount: isFree ? 0 : price.unitAmount * quantity,
    quantity,
    priceId,
    start: periodStart,
    end: periodEnd,
    isProration: false,
  }
}

/** Returns what is left of a period from a time on, as a charge or a credit. */
function prorationLine(draft: State, terms: Terms, from: number, sign: 1 | -1): Line {
  const { priceId, quantity, periodStart, periodEnd } = terms
  const price = rowOf(draft.prices, priceId)
  const share = (periodEnd - from) / (periodEnd - periodStart)
  return {
    id: newId(draft, 'il'),
    description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${formatLine(quantity, price.productName)}`,
    amount: sign * Math.round(price.unitAmount * quantity * share),
    quantity,
    priceId,
    start: from,
    end: periodEnd,
    isProration: true,
  }
}

export type NewSubscription = Pick<Subscription, 'customerId' | 'priceId' | 'quantity' | 'cardId' | 'metadata'> &
  Pick<Subscription, 'whenCardMissing' | 'trialEnd'> & { status: 'incomplete' | 'active' }

/** Creates a subscription with its first invoice, open unless it is free. Returns both ids. */
export function startSubscription(draft: State, start: NewSubscription): { id: string; invoiceId: string } {
  const id = newId(draft, 'sub')
  const { trialEnd, priceId } = start
  const anchor = trialEnd ?? draft.now
  const { interval } = rowOf(draft.prices, priceId)
  const terms: Terms = {
    priceId,
    quantity: start.quantity,
    anchor,
    periodStart: draft.now,
    periodEnd: trialEnd ?? periodEndOf({ anchor, start: draft.now }, interval),
  }
  draft.subscriptions[id] = {
    ...start,
    ...terms,
    id,
    itemId: newId(draft, 'si'),
    status: trialEnd === null ? start.status : 'trialing',
    created: draft.now,
    trialStart: trialEnd === null ? null : draft.now,
    isTrialEndAnnounced: false,
    cancelAt: null,
    isCancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    latestInvoiceId: null,
    scheduleId: null,
    pendingUpdate: null,
    pendingLines: [],
  }
  recordSubscription(draft, id, 'created')
  const invoiceId = createInvoice(
    draft,
    {
      customerId: start.customerId,
      subscriptionId: id,
      reason: 'subscription_create',
      lines: [periodLine(draft, terms, { isFree: trialEnd !== null })],
      periodStart: draft.now,
      periodEnd: draft.now,
    },
    null,
  )
  finalizeInvoice(draft, invoiceId)
  return { id, invoiceId }
}

/** Begins the next period of a subscription. Its invoice is a draft for an hour, as Stripe's are. */
export function renew(draft: State, id: string): void {
  applyNextPhase(draft, id)
  const old = rowOf(draft.subscriptions, id)
  if (hasEnded(old)) return
  const periodStart = old.periodEnd
  const { interval } = rowOf(draft.prices, old.priceId)
  const periodEnd = periodEndOf({ anchor: old.anchor, start: periodStart }, interval)
  patchSubscription(draft, id, { periodStart, periodEnd, pendingLines: [] })
  const line = periodLine(draft, { ...old, periodStart, periodEnd })
  createInvoice(
    draft,
    {
      customerId: old.customerId,
      subscriptionId: id,
      reason: 'subscription_cycle',
      lines: [...old.pendingLines, line],
      periodStart: old.periodStart,
      periodEnd: periodStart,
    },
    old.status === 'unpaid' ? null : draft.now + hour,
  )
  recordSubscription(draft, id, 'updated')
}

/** Ends a trial: paid from now on, or what is set for one without a card. */
export function endTrial(draft: State, id: string): void {
  const subscription = rowOf(draft.subscriptions, id)
  const hasCard = payingCard(draft, { customerId: subscription.customerId, subscriptionId: id }) !== undefined
  if (!hasCard && subscription.whenCardMissing === 'cancel') endSubscription(draft, id)
  else if (!hasCard && subscription.whenCardMissing === 'pause') {
    patchSubscription(draft, id, { status: 'paused' })
    recordSubscription(draft, id, 'paused')
    recordSubscription(draft, id, 'updated')
  } else {
    patchSubscription(draft, id, { status: 'active', anchor: subscription.periodEnd })
    renew(draft, id)
  }
}

/** Goes on with a paused subscription from now, at its price, as an open invoice that is collected. */
export function resume(draft: State, id: string): void {
  const { priceId, customerId } = rowOf(draft.subscriptions, id)
  const { interval } = rowOf(draft.prices, priceId)
  const anchor = draft.now
  const periodEnd = periodEndOf({ anchor, start: anchor }, interval)
  patchSubscription(draft, id, { status: 'active', anchor, periodStart: anchor, periodEnd })
  const lines = [periodLine(draft, rowOf(draft.subscriptions, id))]
  const invoice = { customerId, subscriptionId: id, reason: 'subscription_cycle', lines } as const
  const invoiceId = createInvoice(draft, { ...invoice, periodStart: anchor, periodEnd: anchor }, null)
  recordSubscription(draft, id, 'resumed')
  recordSubscription(draft, id, 'updated')
  if (finalizeInvoice(draft, invoiceId)) collect(draft, invoiceId, { isFirst: false })
}

/** Applies the phase of a schedule that begins at the end of this period; the last one ends the schedule. */
function applyNextPhase(draft: State, id: string): void {
  const { scheduleId, periodEnd } = rowOf(draft.subscriptions, id)
  if (scheduleId === null) return
  const schedule = rowOf(draft.schedules, scheduleId)
  const next = schedule.phases.find(({ start }) => start === periodEnd)
  if (next) {
    patchSubscription(draft, id, { priceId: next.priceId, quantity: next.quantity })
    recordSchedule(draft, scheduleId, 'updated')
  } else if (schedule.phases.every(({ end }) => end <= periodEnd)) {
    closeSchedule(draft, scheduleId, schedule.endBehavior === 'release' ? 'released' : 'completed')
    if (schedule.endBehavior === 'cancel') endSubscription(draft, id)
  }
}

export type Change = {
  priceId?: string | undefined
  quantity?: number | undefined
  prorations: 'create_prorations' | 'always_invoice' | 'none'
  payment: 'allow_incomplete' | 'pending_if_incomplete' | 'error_if_incomplete' | 'default_incomplete'
  prorationDate?: number | undefined
}

/** Says what a change of price or quantity makes of a subscription, and which lines it costs, now or later. */
export function planChange(
  draft: State,
  old: Subscription,
  change: Change,
): { terms: Terms; lines: Line[]; isNow: boolean } {
  const { priceId = old.priceId, quantity = old.quantity, prorations } = change
  const interval = rowOf(draft.prices, priceId).interval
  const isNewCycle = interval !== rowOf(draft.prices, old.priceId).interval && old.status !== 'trialing'
  const from = change.prorationDate ?? draft.now
  const terms: Terms = {
    priceId,
    quantity,
    anchor: isNewCycle ? draft.now : old.anchor,
    periodStart: isNewCycle ? draft.now : old.periodStart,
    periodEnd: isNewCycle ? periodEndOf({ anchor: draft.now, start: draft.now }, interval) : old.periodEnd,
  }
  const isFree = old.status === 'trialing' || (priceId === old.priceId && quantity === old.quantity)
  if (isFree) return { terms, lines: [], isNow: false }
  const credit = prorations === 'none' ? [] : [prorationLine(draft, old, from, -1)]
  if (isNewCycle) return { terms, lines: [...credit, periodLine(draft, terms)], isNow: true }
  const charge = prorations === 'none' ? [] : [prorationLine(draft, terms, from, 1)]
  return { terms, lines: [...credit, ...charge], isNow: prorations === 'always_invoice' }
}

/** Changes price or quantity, with the prorations and the behavior at a failed payment that are asked for. */
export function changeTerms(draft: State, id: string, change: Change): void {
  const old = rowOf(draft.subscriptions, id)
  const { terms, lines, isNow } = planChange(draft, old, change)
  if (old.pendingUpdate) dropPendingUpdate(draft, id)
  if (!isNow || lines.length === 0) {
    patchSubscription(draft, id, { ...terms, pendingLines: [...old.pendingLines, ...lines] })
    recordSubscription(draft, id, 'updated')
    return
  }
  const invoice = { customerId: old.customerId, subscriptionId: id, reason: 'subscription_update', lines } as const
  const invoiceId = createInvoice(draft, { ...invoice, periodStart: draft.now, periodEnd: draft.now }, null)
  if (change.payment === 'pending_if_incomplete')
    patchSubscription(draft, id, { pendingUpdate: { terms, expiresAt: draft.now + 23 * hour, invoiceId } })
  else patchSubscription(draft, id, terms)
  const isToPay = finalizeInvoice(draft, invoiceId)
  if (isToPay && change.payment === 'error_if_incomplete') {
    const outcome = chargeOutcome(payingCard(draft, { ...invoice, subscriptionId: id }), { isFirst: false })
    if (outcome === 'declined') throw cardDeclined()
    if (outcome === 'needs-authentication')
      throw declined('This payment requires additional user action.', 'subscription_payment_intent_requires_action')
  }
  if (isToPay && change.payment !== 'default_incomplete') collect(draft, invoiceId, { isFirst: false })
  const isApplied = rowOf(draft.invoices, invoiceId).status === 'paid' && change.payment === 'pending_if_incomplete'
  if (!isApplied) recordSubscription(draft, id, 'updated')
}

/** Gives up a change that was not paid. */
export function dropPendingUpdate(draft: State, id: string): void {
  const { pendingUpdate } = rowOf(draft.subscriptions, id)
  if (!pendingUpdate) return
  patchSubscription(draft, id, { pendingUpdate: null })
  voidInvoice(draft, pendingUpdate.invoiceId)
  recordSubscription(draft, id, 'pending_update_expired')
}

/** Ends a subscription at a time, or takes that back. The end of the period is `cancelAt` too, as since clover. */
export function setCancelAt(draft: State, id: string, cancelAt: number | null, { isByFlag = false } = {}): void {
  const { scheduleId } = rowOf(draft.subscriptions, id)
  if (scheduleId !== null)
    throw invalid(
      `The subscription is managed by the subscription schedule \`${scheduleId}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    )
  patchSubscription(draft, id, {
    cancelAt,
    isCancelAtPeriodEnd: isByFlag && cancelAt !== null,
    canceledAt: cancelAt === null ? null : draft.now,
  })
  recordSubscription(draft, id, 'updated')
}

/** Ends what was never paid, 23 hours after it began. */
export function expireIncomplete(draft: State, id: string): void {
  const { latestInvoiceId } = rowOf(draft.subscriptions, id)
  patchSubscription(draft, id, { status: 'incomplete_expired', endedAt: draft.now })
  if (latestInvoiceId !== null) voidInvoice(draft, latestInvoiceId)
  recordSubscription(draft, id, 'updated')
}

export function announceTrialEnd(draft: State, id: string): void {
  patchSubscription(draft, id, { isTrialEndAnnounced: true })
  recordSubscription(draft, id, 'trial_will_end')
}

/** When the end of a trial is announced. */
export const trialNotice = 3 * day
