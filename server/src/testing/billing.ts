import type { Purchase } from '@loadping/contract/billing/billing'
import { webhookPath } from '../billing/webhook.routes.ts'
import type { Deps } from '../context.ts'
import { createStripe } from '../integrations/stripe.ts'
import { paySession } from '../stand-ins/stripe/checkout.ts'
import { createSimulator, type StripeSimulator } from '../stand-ins/stripe/simulator.ts'
import type { Price } from '../stand-ins/stripe/state.ts'
import type { Webhook } from '../stand-ins/stripe/webhooks.ts'
import { type TestApp, type TestUser, testApp } from './test-app.ts'

export type BillingApp = TestApp & {
  simulator: StripeSimulator
  /** Delivers the webhooks that are due, and runs what they queued. */
  settle: () => Promise<void>
}

export const webhookSecret = 'whsec_test'
const pages = 'https://loadping.test/dev/stripe'

/** Builds the app with a simulator of Stripe, whose clock is the app's. */
export async function billingApp(options: { max?: number; seed?: string; prices?: Price[] } = {}): Promise<BillingApp> {
  let simulator: StripeSimulator | undefined
  let deliver = async (_webhook: Webhook) => false
  const app = await testApp({
    ...options,
    change(deps: Deps) {
      const { now } = deps
      const { seed = 'test', prices } = options
      const send = (webhook: Webhook) => deliver(webhook)
      simulator = createSimulator({ now, pages, seed, send, ...(prices && { prices }) })
      const stripe = createStripe('sk_test_simulator', { address: { url: pages, fetch: simulator.fetch }, retries: 0 })
      const payments = { stripe, webhookSecrets: [webhookSecret], isLivemode: false, simulatorUrl: `${pages}/` }
      return { ...deps, payments }
    },
  })
  if (!simulator) throw new Error('The app was built without a simulator.')
  const { connect, deliver: deliverDue } = simulator
  connect({ url: `https://loadping.test${webhookPath}`, secret: webhookSecret })
  deliver = async ({ body, headers }) => {
    const { statusCode } = await app.app.inject({ method: 'POST', url: webhookPath, headers, payload: body })
    return statusCode === 200
  }
  const settle = async () => {
    await deliverDue()
    await app.runDueJobs()
  }
  return { ...app, simulator, settle }
}

/** Opens a checkout as a user, and returns its id at Stripe. */
export async function openCheckout(user: TestUser, purchase: Partial<Purchase> = {}): Promise<string> {
  const { url } = await user.billing.upgrade({ query: { plan: 'PRO', interval: 'month', ...purchase } })
  return /\/checkout\/(\w+)$/.exec(url)?.[1] ?? ''
}

/** Buys a plan with a test card, without telling the app. */
export async function buy(
  { simulator }: BillingApp,
  user: TestUser,
  { card = '4242424242424242', ...purchase }: Partial<Purchase> & { card?: string } = {},
): Promise<void> {
  const id = await openCheckout(user, purchase)
  simulator.change((draft) => paySession(draft, id, { number: card }))
}
