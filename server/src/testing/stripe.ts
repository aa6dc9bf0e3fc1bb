import { createStripe } from '../integrations/stripe.ts'
import { createSimulator } from '../stand-ins/stripe/simulator.ts'
import type { Price } from '../stand-ins/stripe/state.ts'

/** Starts a simulator of Stripe in this process, with the official client for it and a clock that stands still. */
export function startStripe({
  start = '2026-11-24T15:00:00Z',
  ...options
}: {
  start?: string
  seed?: string
  prices?: Price[]
} = {}) {
  const clock = { now: new Date(start) }
  const simulator = createSimulator({
    now: () => clock.now,
    pages: 'http://127.0.0.1:8080/dev/stripe',
    seed: 'test',
    ...options,
  })
  const address = { url: 'http://127.0.0.1:8080/dev/stripe', fetch: simulator.fetch }
  return { clock, simulator, stripe: createStripe('sk_test_simulator', { address, retries: 0, timeoutMs: 50 }) }
}
