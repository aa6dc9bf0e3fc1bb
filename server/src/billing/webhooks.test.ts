import { createHmac, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { setCancelAt } from '../stand-ins/stripe/subscriptions.ts'
import { type BillingApp, billingApp, buy, webhookSecret } from '../testing/billing.ts'
import { goalSize } from '../testing/goal-size.ts'
import { type TestUser, testApp } from '../testing/test-app.ts'
import { webhookPath } from './webhook.routes.ts'

let app: BillingApp
beforeAll(async () => {
  app = await billingApp({ max: 20 })
})

const sign = (body: string, { secret = webhookSecret, at = app.clock.now } = {}) => {
  const seconds = Math.floor(at.getTime() / 1_000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

const post = (body: string | Buffer, signature: string | undefined, on = app.app) =>
  on.inject({
    method: 'POST',
    url: webhookPath,
    headers: { 'content-type': 'application/json', ...(signature !== undefined && { 'stripe-signature': signature }) },
    payload: body,
  })

const eventOf = (changes: object = {}, object: object = {}) =>
  JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    type: 'customer.subscription.updated',
    livemode: false,
    data: { object: { object: 'subscription', id: 'sub_1', customer: 'cus_unknown', ...object } },
    ...changes,
  })

const jobsOf = async () =>
  Number((await app.pool.query("select count(*) from job where kind = 'billing-sync'")).rows[0].count)
const customerOf = async ({ userId }: TestUser): Promise<string> =>
  (await app.pool.query('select id from customer where holder_id = $1', [userId])).rows[0].id

/** Signs up a user who has bought Pro. */
async function createPayer(): Promise<TestUser> {
  const user = await app.signUp()
  await buy(app, user)
  await app.settle()
  return user
}

test('[G12] [B01] a webhook with any bit changed, in its body or its signature, is refused', async () => {
  const body = eventOf()
  const signature = sign(body)
  expect((await post(body, signature)).statusCode).toBe(200)
  const size = goalSize({ full: 10_000, tenth: 1_000, quick: 200 })
  let accepted = 0
  for (let index = 0; index < size; index += 1) {
    const isBody = index % 2 === 0
    const bytes = Buffer.from(isBody ? body : signature)
    const at = Math.floor(index / 2) % bytes.length
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (index % 7))
    const isSendable = isBody || bytes.every((byte) => byte > 31 && byte < 127)
    if (!isSendable) continue
    const answer = await post(isBody ? bytes : body, isBody ? signature : bytes.toString())
    accepted += Number(answer.statusCode !== 400)
  }
  expect(accepted).toBe(0)
  for (const wrong of [undefined, '', 't=1', sign(body, { secret: 'whsec_other' }), `t=1,v1=${'0'.repeat(64)}`])
    expect((await post(body, wrong)).statusCode).toBe(400)
  expect((await post('', sign(''))).statusCode).toBe(400)
})

test.each([
  [299, 200],
  [301, 400],
])('[B01] a webhook that was signed %i seconds ago is answered %i', async (seconds, status) => {
  const body = eventOf()
  const at = new Date(app.clock.now.getTime() - seconds * 1_000)

  expect((await post(body, sign(body, { at }))).statusCode).toBe(status)
})

test('[B01] a webhook whose header cannot be a signature of now is refused unread', async () => {
  const tooLarge = ' '.repeat(600 * 1_024) // which a read refuses as that
  const old = new Date(app.clock.now.getTime() - 301_000)
  const digest = 'a'.repeat(64)
  const now = Math.floor(app.clock.now.getTime() / 1_000)
  const unsigned = [undefined, '', 'v1', `v1=${digest}`, `t=${now}`, `t=${now},v1=${digest}0`, `t=now,v1=${digest}`]
  for (const wrong of [...unsigned, `t=${now},v0=${digest}`, sign('', { at: old })])
    expect((await post(tooLarge, wrong)).statusCode).toBe(400)

  expect((await post(tooLarge, sign('another body'))).statusCode).toBe(413)
})

test('[B01] a signature may have its time behind its digest', async () => {
  const body = eventOf()
  const [time = '', digest = ''] = sign(body).split(',')

  expect((await post(body, `${digest},${time}`)).statusCode).toBe(200)
})

test('[B01] two secrets are accepted while one is replaced', async () => {
  const { buildApp } = await import('../app.ts')
  const { payments } = app.deps
  const rotating = await buildApp({
    ...app.deps,
    payments: payments && { ...payments, webhookSecrets: ['whsec_new', webhookSecret] },
  })
  const body = eventOf()

  expect((await post(body, sign(body), rotating)).statusCode).toBe(200)
  expect((await post(body, sign(body, { secret: 'whsec_new' }), rotating)).statusCode).toBe(200)
  expect((await post(body, sign(body, { secret: 'whsec_third' }), rotating)).statusCode).toBe(400)
  await rotating.close()
})

test('[B02] [K11] the same event fifty times at once has one effect', async () => {
  const customer = await customerOf(await createPayer())
  const before = await jobsOf()
  const body = eventOf({}, { customer })

  const answers = await Promise.all(Array.from({ length: 50 }, () => post(body, sign(body))))

  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 50 }, () => 200))
  expect(answers.filter((answer) => answer.json().received === 'queued')).toHaveLength(1)
  expect((await jobsOf()) - before).toBe(1)
  await app.runDueJobs()
})

test('[G12] [B03] six events of a life in any order, some twice, end in the same plan', async () => {
  const user = await createPayer()
  const customer = await customerOf(user)
  const types = [
    'customer.subscription.created',
    'invoice.paid',
    'checkout.session.completed',
    'customer.subscription.updated',
    'invoice.payment_failed',
    'customer.subscription.deleted',
  ]
  const bodies = types.map((type) => eventOf({ type }, { customer }))
  const orders = ordersOf(bodies).slice(0, goalSize({ full: 720, tenth: 72, quick: 12 }))
  for (const order of orders) {
    await app.pool.query('delete from plan where holder_id = $1', [user.userId]) // so that only what is told brings it back
    const told = order.map((body) => JSON.stringify({ ...JSON.parse(body), id: `evt_${randomUUID()}` }))
    const received: string[] = []
    for (const body of [...told, ...told.slice(0, 2)]) received.push((await post(body, sign(body))).json().received)
    await app.runDueJobs()
    expect(received).toEqual([...told.map(() => 'queued'), 'repeated', 'repeated'])
    expect((await user.account.getMe()).billingPlan).toBe('PRO')
  }
})

const ordersOf = <T>(all: T[]): T[][] =>
  all.length < 2
    ? [all]
    : all.flatMap((one, index) => ordersOf(all.filter((_, at) => at !== index)).map((rest) => [one, ...rest]))

test('[B04] an event of an unknown type is accepted', async () => {
  const body = eventOf({ type: 'issuing_card.created' })

  expect((await post(body, sign(body))).json()).toEqual({ received: 'ignored' })
})

test('[B04] a customer that cannot be read is tried again later, and the others go on', async () => {
  const users = [await createPayer(), await createPayer()]
  for (const user of users) {
    const body = eventOf({}, { customer: await customerOf(user) })
    await post(body, sign(body))
  }
  app.simulator.configure({ fault: { kind: 'server-error', left: 1 } })
  await app.runDueJobs()

  expect(await jobsOf()).toBe(1)
  app.clock.advance(60_000)
  await app.runDueJobs()
  expect(await jobsOf()).toBe(0)
})

test('a signed event without its id, type, mode or data is refused, and not as a failure of ours', async () => {
  const changes = [{ id: undefined }, { id: 5 }, { id: 'evt\0' }, { type: undefined }, { type: 5 }, { livemode: 'no' }]
  const withoutData = [{ data: undefined }, { data: null }, { data: 5 }, { data: {} }]
  const bodies = ['null', '5', '"event"', '[]', '{}', '[[', '['.repeat(400_000)]

  for (const body of [...bodies, ...[...changes, ...withoutData].map((change) => eventOf(change))])
    expect((await post(body, sign(body))).statusCode, body.slice(0, 200)).toBe(400)
})

test('a server that takes no payments tells a webhook so', async () => {
  const plain = await testApp({ max: 2 })

  const answer = await post(eventOf(), sign(eventOf()), plain.app)

  expect(answer.json()).toMatchObject({ code: 'billing-off' })
})

test('a webhook may have 512 KB, and a larger one is told so', async () => {
  const large = (bytes: number) => eventOf({ text: 'x'.repeat(bytes) })
  const fits = large(500 * 1_024)
  expect((await post(fits, sign(fits))).statusCode).toBe(200)

  const answer = await post(large(513 * 1_024), sign('none'))
  expect([answer.statusCode, answer.json().detail]).toEqual([413, 'Request body must be 512 KB or less.'])
})

const alarms = () => app.log.filter((line) => line['security'] === 'billing-alarm').length

test('an event that names no customer, or an odd one, is ignored without an alarm', async () => {
  const before = alarms()
  const customers = [5, null, {}, { id: { id: 'cus_1' } }, ['cus_1'], 'cus\0', '\ud800', 'x'.repeat(9_999)]
  const objects = [null, 5, [], ...customers.map((customer) => ({ object: 'subscription', customer }))]

  for (const object of objects) {
    const body = eventOf({ data: { object } })
    expect((await post(body, sign(body))).json(), body.slice(0, 200)).toEqual({ received: 'ignored' })
  }
  expect(alarms()).toBe(before)
})

test('a new customer, who may not be saved yet, is ignored without an alarm', async () => {
  const before = alarms()
  const body = eventOf({ type: 'customer.created', data: { object: { object: 'customer', id: 'cus_new' } } })

  expect((await post(body, sign(body))).json()).toEqual({ received: 'ignored' })
  expect(alarms()).toBe(before)
})

test('[P05] a webhook without a good signature is a security event', async () => {
  await post('{}', 'none')

  expect(app.log.filter((line) => line['security'] === 'webhook-refused').length).toBeGreaterThan(0)
})

test.each([
  ['of the live mode', { livemode: true }, 'livemode'],
  ['of an unknown customer', {}, 'unknown-customer'],
  ['of a dispute', { type: 'charge.dispute.created' }, 'dispute'],
])('[B05] an event %s changes nothing and is told to the operator', async (_what, changes, reason) => {
  const body = eventOf(changes)
  const before = await jobsOf()

  expect((await post(body, sign(body))).json()).toEqual({ received: 'ignored' })
  expect(await jobsOf()).toBe(before)
  expect(app.log.some((line) => line['security'] === 'billing-alarm' && line['reason'] === reason)).toBe(true)
})

test("[B05] an event that names another team's customer only compares it; metadata counts for nothing", async () => {
  const user = await createPayer()
  const other = await app.signUp()
  const body = eventOf({}, { customer: await customerOf(user), metadata: { holder: other.userId }, status: 'canceled' })
  await post(body, sign(body))
  await app.runDueJobs()

  expect((await user.account.getMe()).billingPlan).toBe('PRO')
  expect((await other.account.getMe()).billingPlan).toBe('TRIAL')
})

test('a cancellation in the portal is known after its webhook', async () => {
  const user = await createPayer()
  const customer = await customerOf(user)
  const subscription = Object.values(app.simulator.state().subscriptions).find((one) => one.customerId === customer)
  const { id, periodEnd } = subscription ?? expect.fail()
  app.simulator.change((draft) => setCancelAt(draft, id, periodEnd))
  await app.settle()

  expect((await user.billing.getBilling()).content.endsAt).toBe(new Date(periodEnd * 1_000).toISOString())
})
