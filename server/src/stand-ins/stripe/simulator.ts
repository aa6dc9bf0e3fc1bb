import { randomBytes } from 'node:crypto'
import { apiVersion } from '../../integrations/stripe.ts'
import { answerRequest } from './api.ts'
import { advance, nextTime } from './clock.ts'
import { simulatedPrices } from './prices.ts'
import { emptyState, newId, type Price, type State, transition } from './state.ts'
import { retryLater, takeDue, type Webhook } from './webhooks.ts'

export type StripeSimulator = {
  /** Answers what the SDK asks, like `fetch` at Stripe. */
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Returns everything it knows, at the time of its clock. */
  state: () => State
  /** Does something that a person does at Stripe. Throws what Stripe would refuse. */
  change: <T>(work: (draft: State) => T) => T
  /** Sets the disorder of webhooks, the faults of the API, what follows dunning, or the tax. */
  configure: (settings: Partial<Pick<State, 'disorder' | 'fault' | 'afterDunning' | 'taxPercent'>>) => void
  /** Moves the clock ahead; all that is due until then happens. */
  advance: (seconds: number) => void
  /** Moves the clock to the next thing that happens by itself. Returns whether there is one. */
  advanceToNext: () => boolean
  /** Sends all events to an address, signed with a secret, from now on. */
  connect: (endpoint: { url: string; secret: string; apiVersion?: string }) => void
  /** Takes out the webhooks that are due, to deliver them oneself. */
  takeWebhooks: () => Webhook[]
  /** Delivers the webhooks that are due. One that is not accepted is tried again later. */
  deliver: () => Promise<void>
}

type Options = {
  /** The machine's clock, of which the simulator's is ahead. */
  now: () => Date
  /** The address of the hosted pages. */
  pages: string
  prices?: Price[]
  /** Part of all ids; random by default. */
  seed?: string
  /** Posts a webhook. Returns whether it was accepted. */
  send?: (webhook: Webhook) => Promise<boolean>
  /** What `save` got last. */
  saved?: State | undefined
  save?: (state: State) => void
}

/** Starts a simulator of Stripe, without a network. */
export function createSimulator(options: Options): StripeSimulator {
  const { now, pages, prices = simulatedPrices, save, send = postWebhook } = options
  const seconds = () => Math.floor(now().getTime() / 1_000)
  const seed = options.seed ?? randomBytes(4).toString('hex')
  const empty = emptyState({ seed, now: seconds(), pages }, prices)
  let state: State = options.saved
    ? { ...options.saved, pages, prices: { ...options.saved.prices, ...empty.prices } }
    : empty

  const keep = (next: State) => {
    const isOnlyLater = next.events === state.events && next.offset === state.offset && next.fault === state.fault
    state = next
    if (!isOnlyLater) save?.(state)
  }
  const tick = () => keep(advance(state, seconds() + state.offset))
  const change = <T>(work: (draft: State) => T): T => {
    tick()
    const done = transition(state, work)
    keep(done.state)
    return done.result
  }
  const moveAhead = (by: number) => {
    keep({ ...state, offset: state.offset + by })
    tick()
  }
  const takeWebhooks = (): Webhook[] => {
    tick()
    if (!state.deliveries.some(({ dueAt }) => dueAt <= state.now)) return []
    return change((draft) => takeDue(draft, seconds()))
  }

  return {
    async fetch(url, init) {
      tick()
      const done = answerRequest(state, readRequest(url, init))
      keep(done.state)
      const { status, body, headers, connection } = done.answer
      if (connection === 'hangs') await untilAborted(init.signal)
      if (connection) throw new TypeError('fetch failed')
      const type = body.startsWith('<') ? 'text/html' : 'application/json'
      return new Response(body, { status, headers: { ...headers, 'content-type': type, 'stripe-version': apiVersion } })
    },
    state: () => {
      tick()
      return state
    },
    change,
    configure: (settings) => change((draft) => void Object.assign(draft, settings)),
    advance: moveAhead,
    advanceToNext() {
      tick()
      const next = nextTime(state)
      if (next !== undefined) moveAhead(next - state.now)
      return next !== undefined
    },
    connect: (endpoint) => change((draft) => connectEndpoint(draft, endpoint)),
    takeWebhooks,
    async deliver() {
      const deliverOne = async (webhook: Webhook) => {
        const isAccepted = await send(webhook).catch(() => false)
        if (!isAccepted) change((draft) => retryLater(draft, webhook.delivery))
      }
      await Promise.all(takeWebhooks().map(deliverOne)) // at the same time, as Stripe does
    },
  }
}

function connectEndpoint(draft: State, endpoint: { url: string; secret: string; apiVersion?: string }): void {
  const { url, secret, apiVersion: version = apiVersion } = endpoint
  const known = Object.values(draft.endpoints).find((one) => one.url === url)
  const id = known?.id ?? newId(draft, 'we')
  draft.endpoints[id] = { id, url, secret, apiVersion: version, events: ['*'], created: draft.now, isOn: true }
}

function readRequest(url: string, { method = 'GET', headers, body }: RequestInit) {
  const { pathname, search } = new URL(url)
  return {
    method: method.toUpperCase(),
    path: pathname.slice(Math.max(0, pathname.indexOf('/v1/'))),
    query: search.slice(1),
    body: typeof body === 'string' ? body : '',
    headers: new Headers(headers),
  }
}

const untilAborted = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_resolve, reject) => {
    const end = () => reject(signal?.reason ?? new TypeError('fetch failed'))
    if (!signal || signal.aborted) end()
    else signal.addEventListener('abort', end)
  })

async function postWebhook({ url, body, headers }: Webhook): Promise<boolean> {
  const answer = await fetch(url, {
    method: 'POST',
    body,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  })
  await answer.body?.cancel()
  return answer.ok
}
