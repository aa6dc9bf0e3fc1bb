import { isDeepStrictEqual } from 'node:util'
import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { goalSize } from '../../testing/goal-size.ts'
import { startStripe } from '../../testing/stripe.ts'
import { testCards } from './cards.ts'
import { changeCardInPortal, payHostedInvoice, paySession } from './checkout.ts'
import { subscriptionObject } from './objects.ts'
import { refusalOf } from './refusal.ts'
import { chance, day, emptyState, hour, type State } from './state.ts'
import { hasEnded } from './subscription-ends.ts'
import { setCancelAt } from './subscriptions.ts'

type World = ReturnType<typeof startStripe> & { customer: string; pick: <T>(from: readonly T[]) => T | undefined }

const cardNumbers = Object.keys(testCards)
const live = (state: State) => Object.values(state.subscriptions).filter((one) => !hasEnded(one))
const entry = ({ pick }: World) => ({ number: pick(cardNumbers) ?? '', authentication: 'completed' }) as const

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

/** What people, the product and time do, each with one random subscription or invoice. */
const actions: ((world: World) => unknown)[] = [
  (world) => buy(world, 0),
  (world) => buy(world, 14),
  ({ stripe, customer, pick }) =>
    stripe.subscriptions.create({
      customer,
      items: [{ price: 'price_pro_month' }],
      payment_behavior: pick(['default_incomplete', 'allow_incomplete']) ?? 'allow_incomplete',
    }),
  ({ stripe, simulator, pick }) => {
    const one = pick(live(simulator.state()))
    const items = [{ id: one?.itemId ?? '', quantity: pick([1, 2, 5, 9]) ?? 1 }]
    const payment_behavior = pick(['pending_if_incomplete', 'allow_incomplete', 'error_if_incomplete'] as const)
    const proration_behavior = pick(['always_invoice', 'create_prorations', 'none'] as const)
    return (
      one &&
      stripe.subscriptions.update(one.id, {
        items,
        ...(payment_behavior && { payment_behavior }),
        ...(proration_behavior && { proration_behavior }),
      })
    )
  },
  ({ stripe, simulator, pick }) => {
    const one = pick(live(simulator.state()))
    const price = pick(['price_pro_month', 'price_pro_year']) ?? ''
    return one && stripe.subscriptions.update(one.id, { items: [{ id: one.itemId, price }] })
  },
  async ({ stripe, simulator, pick }) => {
    const one = pick(live(simulator.state()))
    if (!one) return
    const { id } = await stripe.subscriptionSchedules.create({ from_subscription: one.id })
    const now = { start_date: one.periodStart, end_date: one.periodEnd }
    const items = [{ price: one.priceId, quantity: one.quantity }]
    await stripe.subscriptionSchedules.update(id, {
      phases: [{ items, ...now }, { items: [{ price: one.priceId, quantity: 1 }] }],
      end_behavior: pick(['release', 'cancel'] as const) ?? 'release',
    })
  },
  ({ simulator, pick }) => {
    const one = pick(live(simulator.state()))
    const at = pick([null, one?.periodEnd ?? null])
    return one && simulator.change((draft) => setCancelAt(draft, one.id, at ?? null))
  },
  ({ stripe, simulator, pick }) => {
    const one = pick(live(simulator.state()))
    return one && stripe.subscriptions.cancel(one.id)
  },
  (world) => world.simulator.change((draft) => changeCardInPortal(draft, world.customer, entry(world))),
  (world) => {
    const open = world.pick(Object.values(world.simulator.state().invoices).filter(({ status }) => status === 'open'))
    return open && world.simulator.change((draft) => payHostedInvoice(draft, open.id, entry(world)))
  },
  ...[hour, day, 8 * day, 31 * day, 31 * day].map(
    (wait) =>
      ({ simulator }: World) =>
        simulator.advance(wait),
  ),
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
    const dice = emptyState({ seed: '', now: 0, pages: '' }, [])
    dice.random = seed
    const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(chance(dice) * from.length)]
    const started = startStripe()
    const { id } = await started.stripe.customers.create({ email: 'maria@redbud.example' })
    const world: World = { ...started, customer: id, pick }
    world.simulator.configure({ afterDunning: pick(['cancel', 'unpaid', 'past_due'] as const) ?? 'cancel' })
    for (let step = 0; step < 25; step += 1) {
      try {
        await pick(actions)?.(world)
      } catch (error) {
        const isRefused = refusalOf(error) !== undefined || (error instanceof Error && 'requestId' in error)
        if (!isRefused) throw error
      }
      expectSound(world.simulator.state())
    }
  }
})
