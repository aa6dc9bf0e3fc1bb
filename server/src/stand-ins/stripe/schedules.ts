import { periodEndOf } from './calendar.ts'
import { recordSchedule, recordSubscription } from './record-event.ts'
import { invalid } from './refusal.ts'
import { newId, rowOf, type Schedule, type State } from './state.ts'
import { patchSubscription } from './subscription-ends.ts'

/** Creates a schedule whose only phase is the current period. */
export function createSchedule(draft: State, subscriptionId: string): string {
  const { status, customerId, scheduleId, priceId, quantity, periodStart, periodEnd } = rowOf(
    draft.subscriptions,
    subscriptionId,
  )
  if (scheduleId !== null)
    throw invalid(`You cannot migrate a subscription that is already attached to a schedule: ${scheduleId}.`, {
      param: 'from_subscription',
    })
  if (status === 'incomplete')
    throw invalid('You cannot migrate a subscription that is incomplete.', { param: 'from_subscription' })
  const id = newId(draft, 'sub_sched')
  draft.schedules[id] = {
    id,
    customerId,
    subscriptionId,
    status: 'active',
    endBehavior: 'release',
    created: draft.now,
    endedAt: null,
    metadata: {},
    phases: [{ start: periodStart, end: periodEnd, priceId, quantity }],
  }
  patchSubscription(draft, subscriptionId, { scheduleId: id })
  recordSchedule(draft, id, 'created')
  recordSubscription(draft, subscriptionId, 'updated')
  return id
}

export type PhaseChange = {
  start: number | undefined
  end: number | undefined
  priceId: string
  quantity: number
  iterations: number
}

/** Replaces the phases. One without an end lasts its number of periods. The current one must stay as it is. */
export function updateSchedule(
  draft: State,
  id: string,
  {
    phases,
    endBehavior,
    metadata,
  }: Partial<Pick<Schedule, 'endBehavior' | 'metadata'>> & { phases?: PhaseChange[] | undefined },
): void {
  const schedule = rowOf(draft.schedules, id)
  if (schedule.status !== 'active')
    throw invalid(`You cannot update a subscription schedule that is currently in the \`${schedule.status}\` status.`)
  const { anchor, periodStart, priceId, quantity } = rowOf(draft.subscriptions, schedule.subscriptionId)
  const changed = phases && toPhases(draft, phases, anchor)
  const current = changed?.find(({ start, end }) => start <= draft.now && draft.now < end)
  if (changed && current?.start !== periodStart)
    throw invalid('You can not modify the start date of the current phase.', { param: 'phases[0][start_date]' })
  if (current && (current.priceId !== priceId || current.quantity !== quantity))
    throw invalid('The simulator changes the current phase by the subscription only.', { param: 'phases[0][items]' })
  draft.schedules[id] = {
    ...schedule,
    phases: changed ?? schedule.phases,
    endBehavior: endBehavior ?? schedule.endBehavior,
    metadata: metadata ?? schedule.metadata,
  }
  recordSchedule(draft, id, 'updated')
}

function toPhases(draft: State, changes: PhaseChange[], anchor: number): Schedule['phases'] {
  let from: number | undefined
  return changes.map(({ start = from, end, priceId, quantity, iterations }, index) => {
    if (start === undefined)
      throw invalid('The start date of the first phase is required.', { param: 'phases[0][start_date]' })
    if (from !== undefined && start !== from)
      throw invalid('A phase must start when the one before ends.', { param: `phases[${index}][start_date]` })
    const { interval } = rowOf(draft.prices, priceId)
    let last = end ?? start
    if (end === undefined)
      for (let left = iterations; left > 0; left -= 1) last = periodEndOf({ anchor, start: last }, interval)
    from = last
    return { start, end: last, priceId, quantity }
  })
}
