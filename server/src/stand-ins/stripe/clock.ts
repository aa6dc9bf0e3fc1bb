import { expireSession } from './checkout.ts'
import { collect, finalizeInvoice, settle } from './invoices.ts'
import { hour, type State, transition } from './state.ts'
import { endSubscription, hasEnded } from './subscription-ends.ts'
import { announceTrialEnd, dropPendingUpdate, endTrial, expireIncomplete, renew, trialNotice } from './subscriptions.ts'

/** Something that happens by itself at a time. Doing it makes it no longer due. */
type Due = { at: number; happen: (draft: State) => unknown }

function dueSubscriptions(state: State): Due[] {
  return Object.values(state.subscriptions).flatMap((subscription) => {
    if (hasEnded(subscription)) return []
    const { id, status, created, cancelAt, periodEnd, trialEnd, pendingUpdate } = subscription
    const due: Due[] = []
    if (cancelAt !== null) due.push({ at: cancelAt, happen: (draft) => endSubscription(draft, id) })
    if (status === 'incomplete') due.push({ at: created + 23 * hour, happen: (draft) => expireIncomplete(draft, id) })
    if (status === 'trialing') {
      due.push({ at: periodEnd, happen: (draft) => endTrial(draft, id) })
      if (trialEnd !== null && !subscription.isTrialEndAnnounced)
        due.push({ at: trialEnd - trialNotice, happen: (draft) => announceTrialEnd(draft, id) })
    }
    if (pendingUpdate) due.push({ at: pendingUpdate.expiresAt, happen: (draft) => dropPendingUpdate(draft, id) })
    if (['active', 'past_due', 'unpaid'].includes(status))
      due.push({ at: periodEnd, happen: (draft) => renew(draft, id) })
    return due
  })
}

function dueInvoices(state: State): Due[] {
  return Object.values(state.invoices).flatMap(({ id, status, finalizesAt, nextAttemptAt, settles }) => {
    const pay = (draft: State) => collect(draft, id, { isFirst: false })
    if (status === 'draft' && finalizesAt !== null)
      return [{ at: finalizesAt, happen: (draft: State) => finalizeInvoice(draft, id) && pay(draft) }]
    if (status === 'open' && settles)
      return [{ at: settles.at, happen: (draft: State) => settle(draft, id, settles.isPaid) }]
    return status === 'open' && nextAttemptAt !== null ? [{ at: nextAttemptAt, happen: pay }] : []
  })
}

const dueSessions = (state: State): Due[] =>
  Object.values(state.sessions)
    .filter(({ status }) => status === 'open')
    .map(({ id, expiresAt }) => ({ at: expiresAt, happen: (draft: State) => expireSession(draft, id) }))

/** Returns what happens first after this state by itself, if anything. */
const nextDue = (state: State): Due | undefined =>
  [...dueSubscriptions(state), ...dueInvoices(state), ...dueSessions(state)].reduce<Due | undefined>(
    (first, due) => (first && first.at <= due.at ? first : due),
    undefined,
  )

/** Returns the state at a later time: everything that is due until then has happened in order, with its events. */
export function advance(state: State, to: number): State {
  if (to <= state.now) return state
  const first = nextDue(state)
  if (!first || first.at > to) return { ...state, now: to }
  return transition(state, (draft) => {
    for (let due = nextDue(draft); due && due.at <= to; due = nextDue(draft)) {
      draft.now = Math.max(draft.now, due.at)
      due.happen(draft)
    }
    draft.now = to
  }).state
}

/** Returns the time of the next thing that happens by itself. */
export const nextTime = (state: State): number | undefined => nextDue(state)?.at
