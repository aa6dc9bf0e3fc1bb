import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createAdmission, type RequestClass } from '../admission.ts'
import { webhookPath } from '../billing/webhook.routes.ts'
import type { Deps } from '../context.ts'
import { messageIdOf } from '../emails/email-text.ts'
import { createStripe } from '../integrations/stripe.ts'
import { webhookSecret } from '../testing/billing.ts'
import { everySample } from '../testing/every-endpoint.ts'
import { buildLoad } from '../testing/inquiries.ts'
import { problemError, rawRequest, rawRequestFor } from '../testing/raw-request.ts'
import { createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { createRequestTurns } from '../turns.ts'
import { classOf } from './overload.ts'

/** What this process admits. */
let admitted: RequestClass[] = []
const stripe = createStripe('sk_test_none')
let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp({
    change: (deps) => ({
      ...deps,
      metricsToken: 'a token for the metrics',
      payments: { stripe, webhookSecrets: [webhookSecret], isLivemode: false, simulatorUrl: undefined },
      admission: { ...deps.admission, admits: (requestClass) => admitted.includes(requestClass) },
    }),
  })
  admitted = ['page', 'read', 'change']
  user = await createOwner(app)
})

test('[O01] what is not admitted is refused before anything is done', async () => {
  admitted = []
  app.log.length = 0
  app.deps.observed.shed.clear()
  for (const sample of everySample) {
    const answer = await rawRequest(app.app, rawRequestFor(sample, {}, user.accessToken))

    expect(answer, sample.name).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    expect(answer.text, sample.name).toContain('Too much is going on right now')
    expect(problemError(answer)).toBeUndefined()
  }

  expect(app.log.filter(({ msg }) => msg !== 'request completed')).toEqual([])
  expect([...app.deps.observed.shed.values()].reduce((sum, count) => sum + count, 0)).toBe(everySample.length)
})

test('[O01] health checks and metrics are always answered', async () => {
  admitted = []
  const bearer = 'a token for the metrics'
  for (const url of ['/healthz', '/readyz', '/metrics'])
    expect(await rawRequest(app.app, { method: 'GET', url, bearer }), url).toMatchObject({ status: 200 })
})

test('[O01] while pages and reads are shed, emails are sent and users sign in', async () => {
  admitted = ['page', 'read', 'change']
  const [template] = await user.templates.listTemplates()
  admitted = ['change']
  await expect(user.templates.listTemplates()).rejects.toMatchObject({ code: 'unavailable' })

  const other = await app.signUp()
  const { id } = await user.inquiries.sendEmail({
    headers: { 'idempotency-key': randomUUID() },
    body: { templateId: template?.id ?? '', load: buildLoad() },
  })

  expect(other.accessToken).toBeTruthy()
  await expect(user.emails.getEmail({ params: { id } })).rejects.toMatchObject({ code: 'unavailable' })
  await app.runDueJobs()
  expect(app.sent.map(({ messageId }) => messageId)).toContain(messageIdOf(id))
})

test('[O01] what Stripe tells is shed last, and then with 503, so that Stripe repeats it', async () => {
  const payload = JSON.stringify({ id: 'evt_1', type: 'customer.created', livemode: false, data: { object: null } })
  const timestamp = Math.floor(app.clock.now.getTime() / 1_000)
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: webhookSecret, timestamp })
  const tell = () =>
    rawRequest(app.app, { method: 'POST', url: webhookPath, payload, headers: { 'stripe-signature': signature } })

  admitted = ['change']
  expect(await tell()).toMatchObject({ status: 200, text: '{"received":"ignored"}' })
  admitted = []
  expect(await tell()).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
})

test('[O01] a page that waits is answered when another request ends, a change at once', async () => {
  let calls = 6
  const busy = await testApp({ change: (deps) => ({ ...deps, admission: createAdmission(() => calls) }) })
  const carrier = await busy.signUp()
  let isAnswered = false
  const page = carrier.templates.listTemplates().then(() => {
    isAnswered = true
  })
  await expect.poll(busy.deps.admission.countWaiting).toBe(1)
  const change = () => carrier.account.saveUserInfo({ body: { userType: 'carrier', trucksAmount: 5, loadboards: [] } })
  await change()
  expect(isAnswered).toBe(false)

  calls = 5
  await change()
  await page
  expect(busy.deps.admission.countWaiting()).toBe(0)
})

test('[O07] of one user four pages stand before the database, and the others behind them', async () => {
  let calls = 6
  const change = (deps: Deps) => ({ ...deps, turns: createRequestTurns(), admission: createAdmission(() => calls) })
  const busy = await testApp({ change })
  const carrier = await busy.signUp()
  const other = await busy.signUp()
  const pages = Array.from({ length: 10 }, () => carrier.templates.listTemplates())
  await expect.poll(busy.deps.admission.countWaiting).toBe(4)
  const another = other.templates.listTemplates()
  await expect.poll(busy.deps.admission.countWaiting).toBe(5)

  calls = 0
  busy.deps.admission.look(0, 1)
  await Promise.all([...pages, another])
  expect(busy.deps.admission.countWaiting()).toBe(0)
})

test('[O01] each endpoint is a page, a read or a change', () => {
  const named = (name: string) => everySample.find((sample) => sample.name === name)?.endpoint
  const classes = Object.fromEntries(
    [
      'getHome',
      'listTemplates',
      'getMe',
      'getEmail',
      'sendEmail',
      'undoEmail',
      'requestLink',
      'verifyLink',
      'refresh',
      'exportActivity',
    ]
      .map((name) => [name, named(name)])
      .map(([name, endpoint]) => [name, endpoint && classOf(endpoint as Parameters<typeof classOf>[0])]),
  )

  expect(classes).toEqual({
    getHome: 'page',
    listTemplates: 'page',
    getMe: 'page',
    getEmail: 'read',
    sendEmail: 'change',
    undoEmail: 'change',
    requestLink: 'change',
    verifyLink: 'change',
    refresh: 'change',
    exportActivity: 'page',
  })
})
