import { recordSchedule, recordSubscription } from './record-event.ts'
import { rowOf, type State, type Subscription } from './state.ts'

export const patchSubscription = (draft: State, id: string, changes: Partial<Subscription>): void => {
  draft.subscriptions[id] = { ...rowOf(draft.subscriptions, id), ...changes }
}

export const hasEnded = ({ status }: Pick<Subscription, 'status'>): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

/** Ends a subscription now. Its open invoices stay open, and are not collected by themselves. */
export function endSubscription(draft: State, id: string): void {
  const { scheduleId, canceledAt } = rowOf(draft.subscriptions, id)
  patchSubscription(draft, id, {
    status: 'canceled',
    canceledAt: canceledAt ?? draft.now,
    endedAt: draft.now,
    pendingUpdate: null,
    scheduleId: null,
  })
  for (const invoice of Object.values(draft.invoices))
    if (invoice.subscriptionId === id && invoice.status !== 'paid')
      draft.invoices[invoice.id] = { ...invoice, nextAttemptAt: null, finalizesAt: null }
  if (scheduleId !== null) closeSchedule(draft, scheduleId, 'canceled')
  recordSubscription(draft, id, 'deleted')
}

/** Ends a schedule; a released one leaves its subscription as it is. */
export function closeSchedule(draft: State, id: string, status: 'released' | 'canceled' | 'completed'): void {
  const schedule = rowOf(draft.schedules, id)
  draft.schedules[id] = { ...schedule, status, endedAt: draft.now }
  patchSubscription(draft, schedule.subscriptionId, { scheduleId: null })
  recordSchedule(draft, id, status)
  if (status !== 'canceled') recordSubscription(draft, schedule.subscriptionId, 'updated')
}
