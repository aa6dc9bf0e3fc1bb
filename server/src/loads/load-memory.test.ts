import type { LoadFacts } from '@loadping/contract/boards/posted-load'
import { beforeAll, expect, test } from 'vitest'
import { buildLoad, callAbout } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { removeDeletedLoads } from './load-changes.service.ts'
import { removeExpiredLinks } from './load-links.service.ts'

let app: TestApp
let owner: TestUser
let mate: TestUser
beforeAll(async () => {
  app = await testApp()
  owner = await createOwner(app)
  mate = await createMember(app, owner)
})

const save = (by: TestUser, facts: Partial<LoadFacts> = {}) =>
  by.loads.saveLoad({ body: { load: { ...buildLoad(), ...facts } } })

/** Saves a load of 1,000 miles and asks for it by phone. */
async function ask(by: TestUser, askCents: number, facts: Partial<LoadFacts> = {}) {
  const load = await save(by, { tripMiles: 1_000, ...facts })
  await callAbout(by, load.id, askCents)
  app.clock.advance(1_000)
  return load.id
}

test('[D12.12] a load page shows what the team asked and got on this lane and with this broker', async () => {
  const elsewhere = { origin: { city: 'Fresno', state: 'CA' }, dest: { city: 'Reno', state: 'NV' } }
  await ask(owner, 240_000)
  // Within 50 miles of both ends.
  const near = await ask(mate, 260_000, {
    origin: { city: 'Chicago', state: 'IL' },
    dest: { city: 'Fort Worth', state: 'TX' },
    company: 'Other Brokers',
  })
  await mate.loads.changeLoads({
    body: { ids: [near], change: { kind: 'outcome', outcome: 'booked', cents: 250_000 } },
  })
  await ask(owner, 900_000, { equipment: 'R', company: 'Other Brokers' }) // another trailer
  // Farther than 50 miles from one end, though about as far north.
  await ask(owner, 800_000, { dest: { city: 'Tyler', state: 'TX' }, company: 'Other Brokers' })
  await ask(owner, 800_000, { origin: { city: 'Davenport', state: 'IA' }, company: 'Other Brokers' })
  await ask(owner, 300_000, { ...elsewhere, company: 'QUILLON LOGISTICS LLC' })
  await ask(await app.signUp(), 100_000) // a stranger
  const { id } = await save(owner)

  const { lane, broker } = await owner.loads.getLoadMemory({ params: { id } })

  expect(lane).toMatchObject({ asks: 2, medianAskPerMileCents: 250, booked: 1, medianBookedPerMileCents: 250 })
  expect(lane.latest).toMatchObject([
    { loadId: near, userId: mate.userId, askCents: 260_000, outcome: { kind: 'booked', cents: 250_000 } },
    { userId: owner.userId, askCents: 240_000, outcome: null },
  ])
  expect(broker).toMatchObject({ asks: 2, medianAskPerMileCents: 270, booked: 0, medianBookedPerMileCents: null })
})

test("[D12.12] a load without known places or trailer has no lane memory, without company no broker's", async () => {
  const user = await app.signUp()
  const { equipment: _, company: __, ...bare } = buildLoad()
  const unknown = { city: 'Nowhereville', state: 'TX' }
  const { id } = await user.loads.saveLoad({
    body: { load: { ...bare, origin: unknown, board: 'dat-one', boardLoadId: 'x1' } },
  })

  const memory = await user.loads.getLoadMemory({ params: { id } })

  expect(memory).toMatchObject({ lane: { asks: 0, medianAskPerMileCents: null, latest: [] }, broker: null })
})

test('[D5.3] [D5.4] the cleanup removes loads deleted a day ago and links that ended', async () => {
  const late = await testApp()
  const user = await late.signUp()
  const gone = await save(user)
  const kept = await save(user)
  await user.loads.createLoadLink({ params: { id: kept.id } })
  await user.loads.deleteLoad({ params: { id: gone.id } })
  const rows = async () => {
    const { rows: loads } = await late.pool.query('select id from load')
    const { rows: events } = await late.pool.query('select distinct load_id as id from load_event')
    const { rows: links } = await late.pool.query('select load_id as id from load_link')
    return [loads, events, links].map((found) => found.map(({ id }) => id).sort())
  }
  const both = [gone.id, kept.id].sort()
  await removeDeletedLoads(late.deps)
  await removeExpiredLinks(late.deps)
  expect(await rows()).toEqual([both, both, [kept.id]])

  late.clock.advance(72 * 3_600_000 + 1)
  await late.pool.query('create rule fail as on delete to load_event do instead select 1 / 0')
  await expect(removeDeletedLoads(late.deps)).rejects.toThrow('division by zero')
  expect(await rows()).toEqual([both, both, [kept.id]])
  await late.pool.query('drop rule fail on load_event')
  await removeDeletedLoads(late.deps)
  await removeExpiredLinks(late.deps)

  expect(await rows()).toEqual([[kept.id], [kept.id], []])
})
