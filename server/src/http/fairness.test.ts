import { defineApi } from '@loadping/contract/wire/endpoint'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { findCaller } from '../sessions/sessions.service.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { createRequestTurns } from '../turns.ts'
import { implement } from './implement.ts'

const probe = { method: 'GET', response: z.null() } as const
const probes = defineApi({
  work: { ...probe, access: 'user', path: '/probe/work' },
  lookUp: { ...probe, access: 'user', limit: 'lookups', path: '/probe/look-up' },
  open: { ...probe, access: 'public', path: '/probe/open' },
})
type Probe = keyof typeof probes

/** Who is served now: each waits until the test lets all go. */
let running: Probe[] = []
let gate = Promise.withResolvers<void>()
const serve = (name: Probe) => async () => {
  running.push(name)
  await gate.promise
  return null
}

let app: TestApp
beforeAll(async () => {
  app = await testApp({ change: (deps) => ({ ...deps, turns: createRequestTurns() }) })
  implement(probes, { work: serve('work'), lookUp: serve('lookUp'), open: serve('open') }).mount(
    app.app,
    app.deps,
    findCaller,
  )
})
beforeEach(() => {
  running = []
  gate = Promise.withResolvers()
})

const ask = (times: number, path: string, user?: TestUser) =>
  Array.from({ length: times }, () => rawRequest(app.app, { method: 'GET', url: path, bearer: user?.accessToken }))

/** Waits until so many are served, and no further one is. */
async function runs(count: number): Promise<void> {
  await expect.poll(() => running.length, { timeout: 60_000 }).toBe(count)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(running).toHaveLength(count)
}

async function end(asked: Promise<{ status: number }>[]): Promise<number[]> {
  gate.resolve()
  return (await Promise.all(asked)).map(({ status }) => status)
}

test('[O07] of one user four requests run at once, and others do not wait for them', async () => {
  const hostile = await app.signUp()
  const other = await app.signUp()
  const asked = ask(40, '/probe/work', hostile)
  await runs(4)

  asked.push(...ask(1, '/probe/work', other))
  await runs(5)

  expect(new Set(await end(asked))).toEqual(new Set([200]))
})

test('[O07] what waits for outside services takes no turn of its user', async () => {
  const user = await app.signUp()
  const asked = ask(10, '/probe/look-up', user)
  await runs(10)

  asked.push(...ask(1, '/probe/work', user))
  await runs(11)

  expect(new Set(await end(asked))).toEqual(new Set([200]))
})

test('[O07] of one team twelve requests run at once, and another team does not wait for them', async () => {
  const owner = await createOwner(app)
  const members = [owner]
  for (let count = 0; count < 3; count++) members.push(await createMember(app, owner))
  const other = await createOwner(app, { name: 'Hawthorn Freight' })
  const asked = members.flatMap((member) => ask(10, '/probe/work', member))
  await runs(12)

  asked.push(...ask(1, '/probe/work', other))
  await runs(13)

  expect(new Set(await end(asked))).toEqual(new Set([200]))
})

test('[O07] beyond sixty that wait, more of a user are refused at once', async () => {
  const user = await app.signUp()
  const asked = ask(70, '/probe/work', user)
  await runs(4)

  const statuses = await end(asked)

  expect(statuses.filter((status) => status === 429)).toHaveLength(6)
})

test('[O07] of one network without an account eight run at once', async () => {
  const asked = ask(20, '/probe/open')
  await runs(8)

  expect(new Set(await end(asked))).toEqual(new Set([200]))
})

test('[O04] a public call takes no body of more than 16 KB', async () => {
  const payload = JSON.stringify({ email: 'a@b.example', code: 'x'.repeat(17_000) })

  expect(await rawRequest(app.app, { method: 'POST', url: '/auth/verifyLink', payload })).toMatchObject({ status: 413 })
})
