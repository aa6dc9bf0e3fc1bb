import { createStripe } from '../integrations/stripe.ts'
import { createSimulator } from '../stand-ins/stripe/simulator.ts'
import type { Price } from '../stand-ins/stripe/state.ts'

type Options = { seed?: string; prices?: Price[] }

/** Starts a simulator of Stripe in this process, with the official client for it, at a time that stands still. */
export function startStripe({ seed = 'test', ...options }: Options = {}) {
  const url = 'http://127.0.0.1:8080/dev/stripe'
  const now = new Date('2026-11-24T15:00:00Z')
  const simulator = createSimulator({ now: () => now, pages: url, seed, ...options })
  const address = { url, fetch: simulator.fetch }
  return { now, simulator, stripe: createStripe('sk_test_simulator', { address, retries: 0 }) }
}
