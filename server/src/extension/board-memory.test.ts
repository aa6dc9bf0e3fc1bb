import { randomUUID } from 'node:crypto'
import { indexMemory } from '@loadping/contract/extension/lane-memory'
import { beforeAll, expect, test } from 'vitest'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
let owner: TestUser
let mate: TestUser
beforeAll(async () => {
  app = await testApp()
  owner = await createOwner(app)
  mate = await createMember(app, owner)
})

const memoryOf = async (user: TestUser) => {
  const memory = await user.extension.getMemory({ query: {} })
  if (!memory) throw new Error('There is no memory.')
  return memory
}

test("[D12.12] a row knows the team's asks on its lane and with its broker, by city, MC and domain", async () => {
  const posted = { board: 'dat-one' as const, mc: '482130', tripMiles: 1_000, comments: 'CANARY' }
  await sendInquiry(mate, { load: buildLoad(posted) })
  app.clock.advance(1_000)
  const called = buildLoad({
    ...posted,
    board: 'truckstop',
    company: 'CANARY',
    origin: { city: 'JOLIET', state: 'IL' },
  })
  const { board, boardLoadId } = called
  const headers = { 'idempotency-key': randomUUID() }
  await owner.loads.recordCall({ headers, body: { about: { load: called }, askCents: 300_000 } })
  await owner.extension.setOutcome({
    headers: { 'idempotency-key': randomUUID() },
    body: { about: { board, boardLoadId }, outcome: 'booked', cents: 290_000 },
  })
  await sendInquiry(await app.signUp(), { load: buildLoad(posted) })

  const memory = await memoryOf(owner)
  const index = indexMemory(memory)

  expect(index.recall(buildLoad({ mc: '482130' }))).toMatchObject({
    lane: {
      asks: 2,
      lastAskCents: 300_000,
      lastByName: owner.email,
      medianPerMileCents: 275,
      booked: 1,
      lastBookedCents: 290_000,
    },
    broker: { broker: '482130', asks: 2, booked: 1 },
  })
  expect(index.recall(buildLoad({ contactEmail: 'other@mail.quillon.example', equipment: 'R' }))).toMatchObject({
    lane: undefined,
    broker: { broker: 'quillon.example', asks: 2 },
  })
  expect(memory.recipients).toEqual([
    { domain: 'quillon.example', mc: '482130', companyKey: 'quillon logistics', sent: 1 },
  ])
  expect(JSON.stringify(memory)).not.toContain('CANARY')
  expect(JSON.stringify((await memoryOf(await app.signUp())).lanes)).toBe('[]')
})

test('[D12.12] the memory is sent again only after it changed', async () => {
  const { version } = await memoryOf(mate)
  expect(await mate.extension.getMemory({ query: { version } })).toBeNull()
  app.clock.advance(1_000)
  await sendInquiry(owner, { confirmed: true })

  expect(await mate.extension.getMemory({ query: { version } })).toMatchObject({
    version: expect.not.stringContaining(version),
  })
})

test('[D12.12] the memory of a large team has at most 5,000 entries and 300 KB', async () => {
  const user = await app.signUp()
  await app.pool.query(
    `insert into load (user_id, id, load_key, facts, origin, dest, status, contacted_at, first_seen_at, posted_at,
       updated_at, equipment_class, mc)
     select $1, gen_random_uuid(), n, json_build_object('origin', json_build_object('city', repeat('x', 75) || n, 'state',
       'IL'), 'dest', json_build_object('city', 'Dallas', 'state', 'TX'), 'contactEmail', 'a@' || repeat('y', 60) || n || '.com'),
       'x', 'y', 'contacted', $2, $2, $2, $2, 'van', n from generate_series(1, 6000) n`,
    [user.userId, app.clock.now],
  )
  await app.pool.query(
    `insert into recipient select $1, repeat('y', 60) || n || '.com', n, repeat('z', 100), 1, $2 from generate_series(1, 6000) n`,
    [user.userId, app.clock.now],
  )

  const memory = await memoryOf(user)

  expect(memory.lanes.length + memory.brokers.length + memory.recipients.length).toBeLessThanOrEqual(5_000)
  expect(memory.lanes.length).toBeGreaterThan(500)
  expect(Buffer.byteLength(JSON.stringify(memory))).toBeLessThan(300_000)
})
