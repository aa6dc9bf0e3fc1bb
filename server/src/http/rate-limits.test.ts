import { beforeAll, expect, test } from 'vitest'
import { webhookPath } from '../billing/webhook.routes.ts'
import { goalSize } from '../testing/goal-size.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { createWindowCounts } from '../window-counts.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

type Call = { method?: 'GET' | 'POST'; url: string; headers?: Record<string, string>; payload?: object }

/** Repeats a call from an address, and returns how many were answered before the first refusal. */
async function countAnswered(call: Call, from: string, times: number): Promise<number> {
  const statuses: number[] = []
  for (let index = 0; index < times; index++)
    statuses.push((await app.app.inject({ method: 'GET', ...call, remoteAddress: from })).statusCode)
  const refused = statuses.indexOf(429)
  return refused === -1 ? times : refused
}

const token = 'a'.repeat(43)
const perCredential: Record<string, Call> = {
  '/fuel2': { url: '/fuel2?city=Joliet&state=IL', headers: { authorization: 'Bearer a.b.c' } },
  '/telemetry': { url: '/telemetry', headers: { authorization: 'Bearer a.b.c' } },
  'verifying a link': { method: 'POST', url: '/auth/verifyLink', payload: { email: 'maria@redbud.example', token } },
  'refreshing a session': { url: `/auth/refresh?refreshToken=${token}` },
  'redeeming a pairing code': { method: 'POST', url: '/extension/session', payload: { code: 'a.b.c' } },
}

test.each(Object.entries(perCredential))('%s with one credential is refused after 60 a minute', async (_name, call) => {
  const from = `203.0.113.${Object.values(perCredential).indexOf(call)}`
  const other = { ...call, headers: { ...call.headers, authorization: 'Bearer d.e.f' } }

  expect(await countAnswered(call, from, 61)).toBe(60)
  expect(await countAnswered(other, from, 1)).toBe(1)
})

test('a webhook that comes often is not taken for a guess', async () => {
  const call: Call = { method: 'POST', url: webhookPath, payload: { id: 'evt_1' } }

  expect(await countAnswered(call, '203.0.113.100', 70)).toBe(70)
})

test('what asks Stripe answers 30 times a minute to one user, and to each other one', async () => {
  const { app: strict, ...rest } = await testApp({
    change: (deps) => ({ ...deps, limits: { ...deps.limits, exemptLoopback: false } }),
  })
  const user = await rest.signUp()
  const other = await rest.signUp()
  const calls = ['/users/billing', '/users/billing-status', '/users/invoices', '/users/upgrade?plan=PRO&interval=month']
  const statusOf = async (accessToken: string, index: number) =>
    (
      await strict.inject({
        method: 'GET',
        url: calls[index % 4] ?? '',
        headers: { authorization: `Bearer ${accessToken}` },
      })
    ).statusCode
  for (let index = 0; index < 30; index += 1) expect(await statusOf(user.accessToken, index)).not.toBe(429)

  for (const index of calls.keys()) expect(await statusOf(user.accessToken, index)).toBe(429)
  expect(await statusOf(other.accessToken, 1)).toBe(200)
})

test('[O02] of many requests at once as many are answered as the limit allows', async () => {
  const call: Call = { url: '/telemetry', headers: { authorization: 'Bearer at.on.ce' } }
  const answers = await Promise.all(
    Array.from({ length: 90 }, () => app.app.inject({ method: 'GET', ...call, remoteAddress: '203.0.113.101' })),
  )

  expect(answers.filter(({ statusCode }) => statusCode !== 429)).toHaveLength(60)
})

const distinctKeys = goalSize({ full: 1_000_000, tenth: 100_000, quick: 60_000 })

test(`[O02] of ${distinctKeys} keys the last 50,000 are counted, others forgotten`, () => {
  const counts = createWindowCounts()
  const isSecond = (key: number) => counts.add(String(key), { max: 1, ms: 3_600_000, now: app.clock.now }) !== undefined
  for (let key = 0; key < distinctKeys; key++) isSecond(key)

  expect([distinctKeys - 1, distinctKeys - 50_000, distinctKeys - 50_001, 0].map(isSecond)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
