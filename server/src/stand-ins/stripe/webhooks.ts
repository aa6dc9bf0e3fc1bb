import { createHmac } from 'node:crypto'
import { apiVersion } from '../../integrations/stripe.ts'
import { oldApiVersion, toOldVersion } from './old-version.ts'
import { eventObject } from './session-objects.ts'
import { chance, type Delivery, day, type Event, hour, minute, rowOf, type State } from './state.ts'

/** When a delivery that was not answered with 2xx is tried again, after each attempt. */
const retryAfter = [minute, 10 * minute, hour, 6 * hour, day, 2 * day]

/** A signed request to an endpoint. */
export type Webhook = { url: string; body: string; headers: Record<string, string>; delivery: Delivery }

/** Queues an event for the endpoints that want it, in the disorder that is set. */
export function queueDeliveries(draft: State, { id, type }: Event): void {
  const isStruck = (share: number) => share > 0 && chance(draft) < share
  const { reorder, duplicate, delay, late, drop, oldVersion } = draft.disorder
  for (const endpoint of Object.values(draft.endpoints)) {
    const wants = endpoint.events.includes('*') || endpoint.events.includes(type)
    if (!endpoint.isOn || !wants || isStruck(drop)) continue
    for (let copies = isStruck(duplicate) ? 2 : 1; copies > 0; copies -= 1) {
      const wait = isStruck(late) ? 3 * day : isStruck(delay) ? Math.ceil(chance(draft) * 10 * minute) : 0
      draft.deliveries.push({
        eventId: id,
        endpointId: endpoint.id,
        dueAt: draft.now + wait,
        order: draft.events.length - (isStruck(reorder) ? chance(draft) * 10 : 0),
        attempt: 0,
        apiVersion: isStruck(oldVersion) ? oldApiVersion : (endpoint.apiVersion ?? apiVersion),
      })
    }
  }
}

/** Takes out what is due, in its order, signed at `signedAt` by the receiver's clock. */
export function takeDue(draft: State, signedAt: number): Webhook[] {
  const isDue = ({ dueAt }: Delivery) => dueAt <= draft.now
  const due = draft.deliveries.filter(isDue).sort((one, other) => one.dueAt - other.dueAt || one.order - other.order)
  draft.deliveries = draft.deliveries.filter((delivery) => !isDue(delivery))
  return due.flatMap((delivery) => {
    const endpoint = draft.endpoints[delivery.endpointId]
    const event = draft.events.find(({ id }) => id === delivery.eventId)
    if (!endpoint?.isOn || !event) return []
    const version = delivery.apiVersion
    const convert = version === apiVersion ? (past: object) => past : toOldVersion
    const body = JSON.stringify(eventObject(draft, event, { version, convert }))
    const signature = createHmac('sha256', endpoint.secret).update(`${signedAt}.${body}`).digest('hex')
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (simulator)',
      'stripe-signature': `t=${signedAt},v1=${signature}`,
    }
    return [{ url: endpoint.url, body, headers, delivery }]
  })
}

/** Puts back a delivery that was not accepted, for up to three days. */
export function retryLater(draft: State, delivery: Delivery): void {
  const wait = retryAfter[delivery.attempt]
  const isKnown = draft.endpoints[delivery.endpointId] !== undefined
  if (wait === undefined || !isKnown) return
  draft.deliveries.push({ ...delivery, dueAt: draft.now + wait, attempt: delivery.attempt + 1 })
}

/** Forgets events of more than 30 days ago and keys of more than a day ago, as Stripe does. */
export function forgetOld(draft: State): void {
  const queued = new Set(draft.deliveries.map(({ eventId }) => eventId))
  draft.events = draft.events.filter(({ id, created }) => created > draft.now - 30 * day || queued.has(id))
  for (const key of Object.keys(draft.answers))
    if (rowOf(draft.answers, key).created < draft.now - day) delete draft.answers[key]
}
