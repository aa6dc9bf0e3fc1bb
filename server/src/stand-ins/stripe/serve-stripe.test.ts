import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSimulatedStripe } from '../../choose-integrations.ts'
import { freePort } from '../../testing/spawned-product.ts'
import { openSimulator, serveStripe } from './serve-stripe.ts'
import { day } from './state.ts'

const folder = mkdtempSync(join(tmpdir(), 'loadping-stripe-'))
const secret = 'whsec_of_this_test'
const received: Stripe.Event[] = []

let world: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  world = await start()
})
afterAll(async () => {
  await world.stop()
  rmSync(folder, { recursive: true })
})

async function start() {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  const app = Fastify()
  const simulator = openSimulator(app, { baseUrl, folder, now: () => new Date() })
  serveStripe(app, simulator, baseUrl)
  app.register((hook, _options, done) => {
    hook.removeAllContentTypeParsers()
    hook.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => body)
    hook.post('/hook', (request) => {
      const event = stripe.webhooks.constructEvent(
        String(request.body),
        String(request.headers['stripe-signature']),
        secret,
      )
      received.push(event)
      return 'ok'
    })
    done()
  })
  app.get('/billing', () => 'back')
  await app.listen({ port, host: '127.0.0.1' })
  const stripe = createSimulatedStripe(baseUrl)
  simulator.connect({ url: `${baseUrl}/hook`, secret })
  return { baseUrl, simulator, stripe, stop: () => app.close() }
}

const submit = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

async function openCheckout(): Promise<Stripe.Checkout.Session & { url: string }> {
  const { stripe, baseUrl } = world
  const { id } = await stripe.customers.create({ email: '<maria>@redbud.example', metadata: { holder: 'maria' } })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: id,
    line_items: [{ price: 'price_pro_month', quantity: 1 }],
    success_url: `${baseUrl}/billing?session={CHECKOUT_SESSION_ID}`,
    cancel_url: `${baseUrl}/billing`,
  })
  return { ...session, url: session.url ?? expect.fail('no url') }
}

const pays = '4242424242424242'
const asks = '4000002500003155'

test('a person pays on the page of Checkout, and comes back after the webhooks', async () => {
  const session = await openCheckout()
  const page = await (await fetch(session.url)).text()
  const declined = await (await submit(session.url, { card: '4000000000000002', action: 'pay' })).text()
  const asked = await (await submit(session.url, { card: asks, action: 'pay' })).text()
  const abandoned = await (await submit(session.url, { card: asks, authentication: 'abandoned' })).text()
  const before = received.length
  const paid = await submit(session.url, { card: asks, authentication: 'completed' })

  expect(page).toContain('SIMULATOR')
  expect(page).toContain('&#60;maria&#62;@redbud.example')
  expect(declined).toContain('role="alert"')
  expect(asked).toContain('Your bank asks you to confirm')
  expect(abandoned).toContain('role="alert"')
  expect([paid.status, paid.headers.get('location')]).toEqual([303, `${world.baseUrl}/billing?session=${session.id}`])
  expect(received.slice(before).map(({ type }) => type)).toContain('checkout.session.completed')
  expect(await (await fetch(session.url)).text()).toContain('This purchase is complete.')
})

test('the portal changes the card, cancels at the end of the period, and takes that back', async () => {
  const { stripe } = world
  const session = await openCheckout()
  await submit(session.url, { card: pays })
  const customer = String(session.customer)
  const { url } = await stripe.billingPortal.sessions.create({ customer, return_url: `${world.baseUrl}/billing` })
  const read = async () => (await stripe.subscriptions.list({ customer })).data[0] ?? expect.fail('none')
  const { id } = await read()
  const stranger = await openCheckout()
  const other = await stripe.billingPortal.sessions.create({ customer: String(stranger.customer) })

  await submit(other.url, { cancel: id })
  expect((await read()).cancel_at).toBeNull()
  expect((await submit(url, { cancel: id })).status).toBe(303)
  expect(await (await fetch(url)).text()).toContain('Don’t cancel')
  expect((await read()).cancel_at).toBe((await read()).items.data[0]?.current_period_end)
  await submit(url, { keep: id })
  await submit(url, { card: '4000000000000341' })
  const changed = await stripe.subscriptions.list({ customer, expand: ['data.default_payment_method'] })
  expect(changed.data[0]).toMatchObject({ cancel_at: null, default_payment_method: { card: { last4: '0341' } } })
})

test('the portal offers what its configuration says, seats only if that names them', async () => {
  const { stripe } = world
  const session = await openCheckout()
  await submit(session.url, { card: pays })
  const customer = String(session.customer)
  const seats = { enabled: true, default_allowed_updates: ['quantity' as const] }
  const { id } = await stripe.billingPortal.configurations.create({ features: { subscription_update: seats } })
  const usual = await stripe.billingPortal.sessions.create({ customer })
  const other = await stripe.billingPortal.sessions.create({ customer, configuration: id })
  const subscription = async () => (await stripe.subscriptions.list({ customer })).data[0] ?? expect.fail('none')
  const change = { change: (await subscription()).id, seats: '4' }
  const page = async ({ url }: { url: string }) => (await fetch(url)).text()

  expect([await page(usual), await page(other)].map((text) => text.includes('Change seats'))).toEqual([false, true])
  expect([await page(usual), await page(other)].map((text) => text.includes('Change the card'))).toEqual([true, false])
  await submit(usual.url, change)
  expect((await subscription()).items.data[0]?.quantity).toBe(1)
  await submit(other.url, { cancel: change.change })
  expect((await subscription()).cancel_at).toBeNull()
  await submit(other.url, change)
  expect((await subscription()).items.data[0]?.quantity).toBe(4)
  const list = await stripe.billingPortal.configurations.list({ is_default: false })
  expect(list.data.map((one) => one.id)).toEqual([id])
})

test('a failed renewal is paid on the page of its invoice, whose PDF is one', async () => {
  const { stripe, simulator } = world
  const session = await openCheckout()
  await submit(session.url, { card: '4000000000000341' })
  simulator.advance(32 * day)
  const { data } = await stripe.invoices.list({ customer: String(session.customer), status: 'open' })
  const [{ hosted_invoice_url, invoice_pdf } = expect.fail('none')] = data
  const page = hosted_invoice_url ?? ''

  expect(await (await fetch(page)).text()).toContain('Pay $15.00 (simulated)')
  expect((await submit(page, { card: pays })).status).toBe(303)
  expect(await (await fetch(page)).text()).toContain('This invoice is paid.')
  const pdf = await (await fetch(invoice_pdf ?? '')).text()
  const start = Number(/startxref\n(\d+)/.exec(pdf)?.[1])
  expect([pdf.slice(0, 5), pdf.slice(start, start + 4)]).toEqual(['%PDF-', 'xref'])
})

test('the page of the simulator moves the clock, and sets disorder and faults', async () => {
  const { baseUrl, simulator, stripe } = world
  const before = simulator.state().now
  const moved = await submit(`${baseUrl}/dev/stripe/clock`, { days: '7', back: '//evil.example' })
  await submit(`${baseUrl}/dev/stripe/settings`, { drop: '50', fault: 'no-connection', afterDunning: 'unpaid' })

  expect(moved.headers.get('location')).toBe('/dev/stripe')
  expect(simulator.state().now - before).toBeGreaterThanOrEqual(7 * day)
  expect(simulator.state()).toMatchObject({ disorder: { drop: 0.5 }, afterDunning: 'unpaid' })
  const page = await (await fetch(`${baseUrl}/dev/stripe`)).text()
  expect(page).toContain('No connection')
  await expect(stripe.customers.list({}, { maxNetworkRetries: 0 })).rejects.toThrow(Stripe.errors.StripeConnectionError)
  await submit(`${baseUrl}/dev/stripe/settings`, {})
  expect((await stripe.customers.list()).data.length).toBeGreaterThan(0)
})

test('what was paid survives a restart, in a private folder', async () => {
  const session = await openCheckout()
  await submit(session.url, { card: pays })
  const customer = String(session.customer)
  await world.stop()
  world = await start()

  expect((await world.stripe.subscriptions.list({ customer })).data).toMatchObject([{ status: 'active' }])
  expect(statSync(join(folder, 'stripe.sqlite')).isFile()).toBe(true)
  expect((await fetch(`${world.baseUrl}/dev/stripe/checkout/cs_unknown`)).status).toBe(404)
})
