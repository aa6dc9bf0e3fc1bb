import { Stripe } from 'stripe'
import { type Breaker, fetchThrough } from './breaker.ts'

/** The version of Stripe's API that we speak. An SDK with another one does not compile. */
export const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive'

/** Where Stripe answers, if not at its own address: a local simulator, reached by `fetch`. */
export type StripeAddress = { url: string; fetch: (url: string, init: RequestInit) => Promise<Response> }

/** Two attempts and the pause between them take less than the 10 seconds that a call may take. */
export const attemptMs = 4_500

/** Creates the official client for a secret key, at Stripe or at another address. */
export function createStripe(
  key: string,
  { address, retries = 1, breaker }: { address?: StripeAddress; retries?: number; breaker?: Breaker } = {},
) {
  const common = { apiVersion, timeout: attemptMs, maxNetworkRetries: retries, telemetry: false } as const
  // The client on `fetch` limits the whole of an attempt; the other one begins anew with each part of an answer.
  const through = (send: typeof fetch) => Stripe.createFetchHttpClient(breaker ? fetchThrough(breaker, send) : send)
  if (!address) return new Stripe(key, { ...common, httpClient: through(fetch) })
  const { protocol, hostname, port, pathname } = new URL(address.url)
  // The SDK has no setting for a path, so the simulator's is put before that of every request.
  const send = (asked: string | URL | Request, init: RequestInit = {}) => {
    const { pathname: path, search } = new URL(asked instanceof Request ? asked.url : asked)
    return address.fetch(new URL(`${pathname.replace(/\/$/, '')}${path}${search}`, address.url).href, init)
  }
  return new Stripe(key, {
    ...common,
    host: hostname,
    port,
    protocol: protocol === 'https:' ? 'https' : 'http',
    httpClient: through(send),
  })
}
