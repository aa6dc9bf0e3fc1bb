import { isDeepStrictEqual } from 'node:util'
import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { goalSize } from '../../testing/goal-size.ts'
import { startStripe } from '../../testing/stripe.ts'
import { actions, attempt, createDice, entry, type World } from '../../testing/stripe-actions.ts'
import { paySession } from './checkout.ts'
import { subscriptionObject } from './objects.ts'
import { hour, type State } from './state.ts'
import { hasEnded } from './subscription-ends.ts'

const buy = async (world: World, trialDays: number) => {
  const { simulator, stripe, customer, pick } = world
  const { id } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: pick(['price_pro_month', 'price_business_month']) ?? '', quantity: pick([1, 3, 6]) ?? 1 }],
    success_url: 'http://127.0.0.1:8080/billing',
    ...(trialDays > 0 && { subscription_data: { trial_period_days: trialDays } }),
  })
  simulator.change((draft) => paySession(draft, id, entry(world)))
}

const purchases: ((world: World) => unknown)[] = [
  (world) => buy(world, 0),
  (world) => buy(world, 14),
  ({ stripe, customer, pick }) =>
    stripe.subscriptions.create({
      customer,
      items: [{ price: 'price_pro_month' }],
      payment_behavior: pick(['default_incomplete', 'allow_incomplete']) ?? 'allow_incomplete',
    }),
]

/** What every event says of a subscription last, by its id. */
function lastTold({ events }: State): Map<string, Stripe.Subscription> {
  const told = events
    .filter(({ type }) => type.startsWith('customer.subscription.'))
    .map(({ object }): Stripe.Subscription => JSON.parse(object))
  return new Map(told.map((subscription) => [subscription.id, subscription]))
}

function expectSound(state: State): void {
  const told = lastTold(state)
  for (const subscription of Object.values(state.subscriptions)) {
    const { id, status, periodEnd, cancelAt, created, pendingUpdate, scheduleId } = subscription
    const truth = { ...told.get(id), ...JSON.parse(JSON.stringify(subscriptionObject(state, subscription))) }
    const said = told.has(id) ? { ...told.get(id), latest_invoice: truth.latest_invoice } : truth
    if (!isDeepStrictEqual(said, truth)) expect(said).toEqual(truth) // which is slow, and names the difference
    if (hasEnded(subscription)) expect([pendingUpdate, scheduleId]).toEqual([null, null])
    else expect(cancelAt ?? Number.POSITIVE_INFINITY).toBeGreaterThan(state.now)
    if (['active', 'past_due', 'unpaid', 'trialing'].includes(status)) expect(periodEnd).toBeGreaterThan(state.now)
    if (status === 'incomplete') expect(created + 23 * hour).toBeGreaterThan(state.now)
  }
  for (const { status, paidAt, nextAttemptAt, subscriptionId } of Object.values(state.invoices)) {
    expect(status === 'paid').toBe(paidAt !== null)
    const subscription = subscriptionId === null ? undefined : state.subscriptions[subscriptionId]
    if (subscription && hasEnded(subscription)) expect(nextAttemptAt).toBeNull()
  }
}

test('in random histories every change of a subscription is told, and nothing stays overdue', async () => {
  for (let seed = 1; seed <= goalSize({ full: 3_000, tenth: 300, quick: 50 }); seed += 1) {
    const pick = createDice(seed)
    const started = startStripe()
    const { id } = await started.stripe.customers.create({ email: 'maria@redbud.example' })
    const world: World = { ...started, customer: id, pick }
    world.simulator.configure({ afterDunning: pick(['cancel', 'unpaid', 'past_due'] as const) ?? 'cancel' })
    for (let step = 0; step < 25; step += 1) {
      await attempt(() => pick([...purchases, ...actions])?.(world))
      expectSound(world.simulator.state())
    }
  }
})
