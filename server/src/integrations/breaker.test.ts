import { beforeAll, expect, test } from 'vitest'
import { type JsonServer, startJsonServer } from '../testing/json-server.ts'
import { createBreaker } from './breaker.ts'
import { createOpenIdProvider } from './identity-provider-openid.ts'
import { createStripe } from './stripe.ts'

let server: JsonServer
beforeAll(async () => {
  server = await startJsonServer(() => undefined)
})

test('[O06] after five failures Stripe is not asked for 30 seconds', async () => {
  let now = 0
  const address = { url: server.url, fetch: (url: string, init: RequestInit) => fetch(url, init) }
  const stripe = createStripe('sk_test_x', { address, retries: 0, breaker: createBreaker({ now: () => now }) })
  const ask = () => stripe.customers.retrieve('cus_1')
  server.answer = (_url, response) => void response.writeHead(500).end('{"error":{"type":"api_error"}}')
  server.requests.length = 0
  for (let count = 0; count < 8; count++) await expect(ask()).rejects.toThrow()
  expect(server.requests).toHaveLength(5)

  server.answer = () => ({ id: 'cus_1', object: 'customer' })
  await expect(ask()).rejects.toThrow()
  now = 30_000
  await expect(ask()).resolves.toMatchObject({ id: 'cus_1' })
})

test('[O06] a sign-in provider that fails five times is not asked for a while', async () => {
  const client = { clientId: 'x', clientSecret: 'x', issuer: server.url, redirectUri: 'https://loadping.test/back' }
  const provider = createOpenIdProvider(
    { ...client, isPhotoOrigin: () => false },
    {
      scope: 'openid',
      parameters: {},
      accountAndConsent: undefined,
      isSendScope: () => false,
      readIdentity: () => undefined,
      photoSource: () => undefined,
      administratorUrl: 'https://accounts.example',
    },
  )
  server.answer = (_url, response) => void response.writeHead(500).end('{}')
  server.requests.length = 0

  for (let count = 0; count < 8; count++)
    expect(await provider.refreshAccess('kept')).toMatchObject({ outcome: 'unavailable' })

  expect(server.requests).toHaveLength(5)
})

test('[O06] a service that hangs holds at most so many calls', async () => {
  const breaker = createBreaker({ maxInFlight: 3 })
  const hanging = Promise.withResolvers<void>()
  const held = Array.from({ length: 3 }, () => breaker(() => hanging.promise))

  await expect(breaker(async () => {})).rejects.toThrow('too many calls are in flight')

  hanging.resolve()
  await Promise.all(held)
  await breaker(async () => {})
})
