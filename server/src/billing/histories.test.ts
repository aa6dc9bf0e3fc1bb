import { randomUUID } from 'node:crypto'
import type { PaidPlan } from '@loadping/contract/billing/plans'
import { Problem } from '@loadping/contract/wire/problem'
import type { Stripe } from 'stripe'
import { beforeAll, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { createStripe } from '../integrations/stripe.ts'
import { paySession } from '../stand-ins/stripe/checkout.ts'
import { createSimulator } from '../stand-ins/stripe/simulator.ts'
import { day, noDisorder, type State, type Subscription } from '../stand-ins/stripe/state.ts'
import { goalSize } from '../testing/goal-size.ts'
import { actions, attempt, createDice, entry, type World } from '../testing/stripe-actions.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { listPlans, removePlan, savePlan } from './billing.store.ts'
import { upgrade } from './checkout.service.ts'
import { listCustomers } from './customers.store.ts'
import { changePlan, changeSeatsTo } from './plan-changes.service.ts'
import { syncBilling } from './sync.service.ts'

let app: TestApp
let withoutNumbers: TestApp
beforeAll(async () => {
  app = await testApp({ max: 20 })
  withoutNumbers = await testApp({ max: 20 })
  await withoutNumbers.pool.query(`
    create function forget() returns trigger language plpgsql as $$ begin new.stored := -1; return new; end $$;
    create trigger forget before update on customer for each row execute function forget()`)
})

const start = new Date('2026-11-24T15:00:00Z')

/** What a subscription gives, computed from the simulator's own rows. */
function planOf({ invoices, now }: State, { id, status, priceId, periodStart }: Subscription): PaidPlan | null {
  const plan = priceId.includes('business') ? 'BUSINESS' : 'PRO'
  if (status === 'active' || status === 'trialing') return plan
  if (status !== 'past_due' && status !== 'unpaid') return null
  const failed = Object.values(invoices)
    .filter((one) => one.subscriptionId === id && one.status === 'open' && one.attempts > 0)
    .map((one) => one.finalizedAt ?? one.created)
  return now < Math.min(...(failed.length > 0 ? failed : [periodStart])) + 7 * day ? plan : null
}

const planIn = (state: State): PaidPlan | null =>
  Object.values(state.subscriptions)
    .map((subscription) => planOf(state, subscription))
    .toSorted((one, other) => (one ?? 'z').localeCompare(other ?? 'z'))[0] ?? null

const liveIn = ({ subscriptions }: State) =>
  Object.values(subscriptions).filter(({ status }) => ['trialing', 'active', 'past_due', 'unpaid'].includes(status))

type Variant = 'as it is' | 'without numbers' | 'trusts payloads'
type History = World & {
  ctx: Context
  /** Answers of Stripe to it arrive when they are released, some at once. */
  slow: Context
  release: (share: number) => void
  /** Comparisons that wait for an answer. */
  inFlight: Promise<unknown>[]
}

/** Starts a simulator, a user, and clients for both. */
function begin(seed: number, variant: Variant): History {
  const pick = createDice(seed)
  const url = 'https://loadping.test/dev/stripe'
  const simulator = createSimulator({ now: () => start, pages: url, seed: `${variant[0]}${seed}` })
  simulator.connect({ url: 'https://loadping.test/webhooks/stripe', secret: 'whsec_test' })
  const held: (() => void)[] = []
  const fetchLate: typeof simulator.fetch = async (address, init) => {
    const answer = await simulator.fetch(address, init)
    const isHeld = address.includes('/v1/subscriptions?') && pick([true, false])
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
    return answer
  }
  const release = (share: number) => {
    const arriving = Math.ceil(held.length * share)
    for (const resolve of held.splice(held.length - arriving).reverse()) resolve() // the newest first
  }
  const clientOf = (fetch: typeof simulator.fetch) =>
    createStripe('sk_test_simulator', { address: { url, fetch }, retries: 0 })
  const contextOf = (stripe: Stripe) =>
    ({
      ...(variant === 'without numbers' ? withoutNumbers : app).deps,
      now: () => new Date(simulator.state().now * 1_000),
      payments: { stripe, webhookSecrets: [], isLivemode: false, simulatorUrl: `${url}/` },
      caller: { userId, email: `${userId}@redbud.example`, organizationId: null, role: 'USER' },
    }) as unknown as Context // what a purchase needs of it
  const userId = randomUUID()
  const stripe = clientOf(simulator.fetch)
  const slow = contextOf(clientOf(fetchLate))
  return { simulator, stripe, customer: '', pick, ctx: contextOf(stripe), slow, release, inFlight: [] }
}

/** Lets every answer arrive until all comparisons have ended. */
async function finish({ release, inFlight }: History): Promise<void> {
  let isDone = false
  const all = Promise.all(inFlight.splice(0)).finally(() => {
    isDone = true
  })
  while (!isDone) {
    release(1)
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await all
}

/** Two tabs buy at once, and pay whatever they are led to, with any card. */
async function buyTwice(history: History): Promise<void> {
  const { ctx, simulator, pick } = history
  const buy = async () => {
    const plan = pick(['PRO', 'PRO', 'BUSINESS'] as const) ?? 'PRO'
    const { url } = await upgrade(ctx, { plan, interval: pick(['month', 'year'] as const) ?? 'month' })
    const [, id] = /\/checkout\/(\w+)$/.exec(url) ?? []
    if (id && pick([true, true, false]))
      await attempt(() => simulator.change((draft) => paySession(draft, id, entry(history))))
  }
  for (const tab of await Promise.allSettled([buy(), buy()]))
    if (tab.status === 'rejected' && !(tab.reason instanceof Problem)) throw tab.reason
}

/** Changes what is paid for to a random plan and interval, or to other seats. */
async function changeTerms({ ctx, pick }: History): Promise<void> {
  const seats = pick([undefined, 1, 2, 3, 5])
  const plan = pick(['PRO', 'PRO', 'BUSINESS'] as const) ?? 'PRO'
  const interval = pick(['month', 'year'] as const) ?? 'month'
  const work = seats === undefined ? changePlan(ctx, { plan, interval }) : changeSeatsTo(ctx, seats)
  await work.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
  })
}

/** Hears the webhooks that are due, and compares for each without waiting. */
async function hear({ simulator, ctx, slow, inFlight }: History, variant: Variant): Promise<void> {
  for (const { body } of simulator.takeWebhooks()) {
    const { object } = JSON.parse(body).data
    const customerId = object.object === 'customer' ? object.id : object.customer
    if (typeof customerId !== 'string') continue
    if (variant !== 'trusts payloads') inFlight.push(syncBilling(slow, customerId).catch(() => {}))
    else if (object.object === 'subscription') await trust(ctx, object)
  }
}

/** What a naive webhook does: stores what the event says. */
async function trust(ctx: Context, { status, customer, items }: Stripe.Subscription): Promise<void> {
  const plan = items.data[0]?.price.lookup_key?.startsWith('business') ? 'BUSINESS' : 'PRO'
  const given = { holderId: ctx.caller.userId, source: String(customer), plan, since: ctx.now(), until: null } as const
  if (status === 'active') await savePlan(ctx.db, { ...given, seats: plan === 'BUSINESS' ? 3 : null })
  else await removePlan(ctx.db, given.holderId, given.source)
}

/** Runs one history. Returns what was wrong, before and after a comparison of all customers, and whether something was paid. */
async function run(seed: number, variant: Variant): Promise<{ wrong: string[]; isPaid: boolean }> {
  const history = begin(seed, variant)
  const { simulator, pick, ctx, release } = history
  const { userId: id, email } = ctx.caller
  await ctx.db.insertInto('account').values({ id, email, createdAt: start }).execute()
  const isLossy = pick([true, false]) ?? false
  simulator.configure({
    afterDunning: pick(['cancel', 'unpaid', 'past_due'] as const) ?? 'cancel',
    disorder: { ...noDisorder, reorder: 0.5, duplicate: 0.3, drop: isLossy ? 0.4 : 0 },
  })
  const wrong: string[] = []
  const check = async (when: string) => {
    const [held] = await listPlans(ctx.db, { holderId: ctx.caller.userId, now: ctx.now() })
    const expected = planIn(simulator.state())
    if ((held?.plan ?? null) !== expected) wrong.push(`${when}: ${held?.plan ?? null}, Stripe says ${expected}`)
  }
  const steps = [buyTwice, changeTerms, ...actions.map((act) => (world: History) => attempt(() => act(world)))]
  for (let step = 0; step < 12; step += 1) {
    await (step === 0 ? buyTwice : pick(steps))?.(history)
    history.customer = Object.keys(simulator.state().customers)[0] ?? ''
    if (pick([true, true, false])) await hear(history, variant)
    if (pick([true, false, false])) release(0.3)
    const live = liveIn(simulator.state()).length
    if (live > 1) wrong.push(`${live} live subscriptions`)
  }
  await hear(history, variant)
  if (!isLossy) {
    await finish(history)
    await check('without losses')
  }
  // Older answers are still on their way while all are compared, and arrive after it.
  for (const { id } of await listCustomers(ctx.db, ctx.caller.userId)) await syncBilling(ctx, id)
  await finish(history)
  await check('after the sweep')
  return { wrong, isPaid: Object.keys(simulator.state().subscriptions).length > 0 }
}

const size = goalSize({ full: 10_000, tenth: 1_000, quick: 60 })

test('[B03] [B11] in random histories the plan is what Stripe says, after losses by one comparison', async () => {
  const failures: string[] = []
  let paid = 0
  let seed = 0
  const next = async (): Promise<void> => {
    while (seed < size) {
      seed += 1
      const own = seed
      const { wrong, isPaid } = await run(own, 'as it is')
      failures.push(...wrong.map((what) => `seed ${own}: ${what}`))
      paid += Number(isPaid)
    }
  }
  await Promise.all(Array.from({ length: 16 }, next))

  expect(failures).toEqual([])
  expect(paid).toBeGreaterThan(size / 2)
}, 10_800_000)

test.each(['without numbers', 'trusts payloads'] as const)(
  '[B03] a variant that is broken is found: %s',
  async (variant) => {
    let found = 0
    // About one history in thirty finds the variant without numbers; which one depends on when answers arrive.
    for (let seed = 1; seed <= 1_000 && found === 0; seed += 1) found += (await run(seed, variant)).wrong.length

    expect(found).toBeGreaterThan(0)
  },
  300_000,
)
