import type { ServerResponse } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type JsonServer, startJsonServer } from '../testing/json-server.ts'
import { createUpstream } from './upstream.ts'

let server: JsonServer
beforeAll(async () => {
  server = await startJsonServer(() => undefined)
})

const Good = z.object({ good: z.boolean() })
const good = () => ({ good: true })
const ask = (upstream: ReturnType<typeof createUpstream>) => upstream.get(new URL(`${server.url}/?key=secret`), Good)

const failures: Record<string, JsonServer['answer']> = {
  'an error': (_url, response: ServerResponse) => void response.writeHead(500).end('{"good":true}'),
  'a redirect': (_url, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
  'text that is no JSON': (_url, response) => void response.end('secret'),
  'another shape': () => ({ good: 'yes' }),
  'no end': (_url, response) => void response.write('{"good":'),
  silence: () => undefined,
  'a closed connection': (_url, response) => void response.destroy(),
  'three megabytes': (_url, response) => void response.end(`{"good":true${' '.repeat(3_000_000)}}`),
}

test.each(Object.keys(failures))(
  '[O06] a service that answers with %s fails in time, without a crash',
  async (name) => {
    server.answer = failures[name] ?? good
    const reasons: string[] = []
    const upstream = createUpstream({ timeoutMs: 200, onFailure: (reason) => reasons.push(reason) })

    const started = performance.now()
    expect(await ask(upstream)).toBeUndefined()

    expect(performance.now() - started).toBeLessThan(2_000)
    expect(reasons).toHaveLength(1)
    expect(reasons.join()).not.toContain('secret')
  },
)

test('[O06] after five failures in a row, a service is asked again only after 30 seconds', async () => {
  let now = 0
  const upstream = createUpstream({ timeoutMs: 1_000, now: () => now })
  server.answer = () => ({ good: 'yes' })
  server.requests.length = 0
  for (let count = 0; count < 9; count++) await ask(upstream)
  expect(server.requests).toHaveLength(5)

  server.answer = good
  now = 29_999
  expect(await ask(upstream)).toBeUndefined()
  now = 30_000
  expect(await ask(upstream)).toEqual({ good: true })
  expect(await ask(upstream)).toEqual({ good: true })
})

test('a service that has no answer to a request is not paused', async () => {
  const upstream = createUpstream({ timeoutMs: 1_000 })
  server.answer = (_url, response) => void response.writeHead(400).end('{"code":"NoRoute"}')
  for (let count = 0; count < 6; count++) expect(await ask(upstream)).toBeUndefined()

  server.answer = good
  expect(await ask(upstream)).toEqual({ good: true })
})

test('[O06] above 20 requests at once to a service more fail at once; others wait for none', async () => {
  const held: ServerResponse[] = []
  server.answer = (_url, response) => void held.push(response)
  server.requests.length = 0
  const upstream = createUpstream({ timeoutMs: 60_000 })
  const asked = Array.from({ length: 20 }, () => ask(upstream))

  expect(await ask(upstream)).toBeUndefined()

  await expect.poll(() => held.length, { timeout: 60_000 }).toBe(20)
  for (const response of held) response.end('{"good":true}')
  expect(await Promise.all(asked)).toEqual(asked.map(good))
  expect(server.requests).toHaveLength(20)
})
