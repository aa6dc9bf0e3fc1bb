import { testCards } from '../stand-ins/stripe/cards.ts'
import { changeCardInPortal, payHostedInvoice } from '../stand-ins/stripe/checkout.ts'
import { refusalOf } from '../stand-ins/stripe/refusal.ts'
import { chance, day, emptyState, hour, type State } from '../stand-ins/stripe/state.ts'
import { hasEnded } from '../stand-ins/stripe/subscription-ends.ts'
import { setCancelAt } from '../stand-ins/stripe/subscriptions.ts'
import type { startStripe } from './stripe.ts'

export type World = Pick<ReturnType<typeof startStripe>, 'simulator' | 'stripe'> & {
  customer: string
  pick: <T>(from: readonly T[]) => T | undefined
}

const cardNumbers = Object.keys(testCards)
const live = (state: State) => Object.values(state.subscriptions).filter((one) => !hasEnded(one))
export const entry = ({ pick }: World) => ({ number: pick(cardNumbers) ?? '', authentication: 'completed' }) as const

/** Returns dice of a seed, which pick one of a list. */
export function createDice(seed: number): World['pick'] {
  const dice = emptyState({ seed: '', now: 0, pages: '' }, [])
  dice.random = seed
  return (from) => from[Math.floor(chance(dice) * from.length)]
}

/** Does something at the simulator; what Stripe would refuse has no effect. */
export async function attempt(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isRefused = refusalOf(error) !== undefined || (error instanceof Error && 'requestId' in error)
    if (!isRefused) throw error
  }
}

/** What people, the operator and time do to subscriptions, each to a random one or to a random invoice. */
export const actions: ((world: World) => unknown)[] = [
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
