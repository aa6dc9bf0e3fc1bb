import type { LoadFacts } from '@loadping/contract/boards/posted-load'
import { readCell } from '@loadping/contract/format/csv'
import { type LoadFilter, LoadSort, type SavedLoad } from '@loadping/contract/loads/saved-loads'
import { beforeAll, expect, test } from 'vitest'
import { buildLoad } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
let owner: TestUser
let mate: TestUser
beforeAll(async () => {
  app = await testApp()
  owner = await createOwner(app)
  mate = await createMember(app, owner)
  for (const [index, facts] of mixed.entries()) await save(index % 2 === 0 ? owner : mate, facts)
})

const save = (by: TestUser, facts: Partial<LoadFacts>) => {
  app.clock.advance(1_000)
  return by.loads.saveLoad({ body: { load: { ...buildLoad(), ...facts } } })
}

const without = (...names: (keyof LoadFacts)[]): Partial<LoadFacts> =>
  Object.fromEntries(names.map((name) => [name, undefined]))

/** Loads with and without each value, some of them equal. */
const mixed: Partial<LoadFacts>[] = [
  {},
  { rate: { cents: 180, basis: 'per-mile' }, tripMiles: 500, deadheadMiles: 0, equipment: 'R' },
  { ...without('rate', 'company', 'equipment', 'deadheadMiles', 'tripMiles', 'pickupDay') },
  { ...without('board', 'boardLoadId'), company: 'Émile & Søn', dest: { city: 'Québec', state: 'QC' } },
  { tripMiles: 0, rate: { cents: 10_000_000, basis: 'flat' }, company: '100% Freight_Co \\ Sons' },
  { origin: { city: 'Monterrey', state: 'NL' }, dest: { city: 'Nowhereville', state: 'TX' }, mc: '871204' },
  { pickupDay: '2020-01-01', postedAt: '2026-01-01T00:00:00Z', board: 'truckstop', reference: 'ZX-991' },
  { pickupDay: '2026-11-08', postedAt: '2026-01-01T00:00:00Z', equipment: 'F' },
]

/** Reads all pages of a list. */
async function listAll(by: TestUser, query: LoadFilter & { sort?: LoadSort; descending?: 'true' }, limit = '3') {
  const loads: SavedLoad[] = []
  let after: string | undefined
  do {
    const page = await by.loads.listLoads({ query: { ...query, limit, ...(after && { after }) } })
    expect(page.loads.length).toBeLessThanOrEqual(Number(limit))
    loads.push(...page.loads)
    after = page.next ?? undefined
  } while (after)
  return loads
}

test.each(LoadSort.options)(
  '[D5.3] pages by %s hold each load once, those without a value last both ways',
  async (sort) => {
    const up = await listAll(owner, { sort })
    const down = await listAll(owner, { sort, descending: 'true' })

    expect(new Set(up.map(({ id }) => id)).size).toBe(mixed.length)
    expect(new Set(down.map(({ id }) => id)).size).toBe(mixed.length)
    expect((await listAll(mate, { sort }, '200')).map(({ id }) => id)).toEqual(up.map(({ id }) => id))
    const read = values[sort]
    if (!read) return
    const known = (loads: SavedLoad[]) => loads.map(read).filter((value) => value !== undefined)
    const sorted = known(up).toSorted((one, other) => (one < other ? -1 : Number(one > other)))
    expect(up.map(read).slice(0, sorted.length)).toEqual(sorted)
    expect(down.map(read).slice(0, sorted.length)).toEqual(sorted.toReversed())
  },
)

const values: Partial<Record<LoadSort, (load: SavedLoad) => string | number | undefined>> = {
  pickup: ({ facts }) => facts.pickupDay,
  origin: ({ facts }) => facts.origin.city.toLowerCase(),
  trip: ({ facts }) => facts.tripMiles,
  deadhead: ({ facts }) => facts.deadheadMiles,
  company: ({ facts }) => facts.company?.toLowerCase(),
  equipment: ({ equipmentClass }) => equipmentClass ?? undefined,
  rpm: ({ facts: { rate, tripMiles } }) =>
    rate && tripMiles ? (rate.basis === 'flat' ? rate.cents / tripMiles : rate.cents) : undefined,
}

test('pages and export of a team of 25 hold each load once, in order', async () => {
  const { rows } = await app.pool.query(
    `with added as (
       insert into account (id, email, created_at)
       select gen_random_uuid(), 'many' || n || '@redbud.example', now() from generate_series(1, 23) n returning id
     ), joined as (
       insert into membership (user_id, organization_id, role, joined_at)
       select id, (select organization_id from membership where user_id = $1), 'USER', now() from added returning user_id
     )
     insert into load (user_id, id, load_key, facts, origin, dest, status, first_seen_at, posted_at, updated_at)
     select user_id, gen_random_uuid(), user_id || ' ' || n, facts, origin, dest, 'saved', now(), $2::timestamptz + (n % 3) * interval '1 s', now()
     from joined, generate_series(1, 2) n, (select facts, origin, dest from load where user_id = $1 limit 1) as one
     returning id`,
    [owner.userId, app.clock.now],
  )
  const ids = rows.map(({ id }) => id)

  const down = await listAll(owner, {}, '7')
  const up = await listAll(owner, { descending: 'true' }, '200')

  expect(new Set(down.map(({ id }) => id))).toEqual(new Set([...ids, ...up.map(({ id }) => id)]))
  expect(down.length).toBe(mixed.length + ids.length)
  expect(up.toReversed().map(({ id }) => id)).toEqual(down.map(({ id }) => id))
  const lines = (await owner.loads.exportLoads({ query: {} })).trimEnd().split('\r\n')
  expect(lines).toHaveLength(down.length + 1)
  await app.pool.query('delete from load where id = any($1)', [ids])
})

test('the list begins with what was posted last', async () => {
  const loads = await listAll(owner, {})
  const postedAt = loads.map(({ facts, firstSeenAt }) => facts.postedAt ?? firstSeenAt)

  expect(postedAt).toEqual(postedAt.toSorted().reverse())
})

test.each([
  ['joliet', 7],
  ['JOLIET, IL', 7],
  ['QUILLON', 5],
  ['émile', 1],
  ['zx-991', 1],
  ['871204', 1],
  ['100%', 1],
  ['freight_co', 1],
  ['\\', 1],
  ['%', 1],
  ['_', 1],
  ['joliet%dallas', 0],
  ['jolie_', 0],
])('[I13] [D5.3] the search "%s" finds text as it is, without wildcards', async (search, count) => {
  expect((await listAll(owner, { search })).length).toBe(count)
  expect((await owner.loads.summarizeLoads({ query: { search } })).total).toBe(count)
})

test.each(['-10 °F', '-10f', 'continuous'])(
  '[D13.27] the search "%s" finds a load by its temperature',
  async (search) => {
    const saved = await save(owner, { temperature: { lowF: -10, isContinuous: true } })

    expect((await listAll(owner, { search })).map(({ id }) => id)).toEqual([saved.id])
    expect((await owner.loads.exportLoads({ query: { search } })).split('\r\n')[1]).toContain(',-10,,continuous,')
    await owner.loads.changeLoad({
      params: { id: saved.id },
      body: { facts: { temperature: { lowF: 34, highF: 36 } } },
    })
    expect(await listAll(owner, { search })).toEqual([])
    expect((await listAll(owner, { search: '34-36F' })).map(({ id }) => id)).toEqual([saved.id])
    await owner.loads.deleteLoad({ params: { id: saved.id } })
  },
)

test('[D5.3] a search finds the newest note', async () => {
  const saved = await save(owner, {})
  await mate.loads.addLoadNote({ params: { id: saved.id }, body: { text: 'Gate 3, ask for Wanda' } })

  expect((await listAll(owner, { search: 'wanda' })).map(({ id }) => id)).toEqual([saved.id])
  await owner.loads.deleteLoad({ params: { id: saved.id } })
  expect(await listAll(owner, { search: 'wanda' })).toEqual([])
})

test.each<[LoadFilter, number]>([
  [{ equipment: 'reefer' }, 1],
  [{ equipment: 'van,flatbed' }, 6],
  [{ board: 'none' }, 1],
  [{ board: 'truckstop,none' }, 2],
  [{ status: 'booked' }, 0],
  [{ status: 'saved,booked' }, 8],
  [{ minRpm: '250' }, 5],
  [{ search: 'dallas', equipment: 'reefer' }, 1],
  [{ origin: 'joliet, il' }, 7],
  [{ origin: 'Chicago, IL', originMiles: '50' }, 7],
  [{ origin: 'Chicago, IL', originMiles: '10' }, 0],
  [{ origin: 'Monterrey, NL', originMiles: '50' }, 1],
  [{ dest: 'tx' }, 7],
  [{ dest: 'Fort Worth, TX', destMiles: '40' }, 6],
  [{ origin: 'IL', dest: 'Dallas, TX', destMiles: '0' }, 6],
  [{ broker: 'ÉMILE' }, 1],
  [{ broker: '100%' }, 1],
  [{ minRateCents: '10000000' }, 1],
  [{ maxRateCents: '90000' }, 1],
  [{ minRateCents: '90001', maxRateCents: '9999999' }, 5],
  [{ maxAgeHours: '24' }, 6],
])('[D5.3] the filter %o holds %i loads', async (filter, count) => {
  expect((await listAll(mate, filter)).length).toBe(count)
  expect((await mate.loads.summarizeLoads({ query: filter })).total).toBe(count)
  expect((await mate.loads.exportLoads({ query: filter })).trimEnd().split('\r\n')).toHaveLength(count + 1)
})

test('[D5.3] a rate per mile counts in filter and order without trip miles too', async () => {
  const rate = { cents: 1_235, basis: 'per-mile' as const }
  const saved = await save(owner, { rate, ...without('tripMiles', 'deadheadMiles') })

  expect((await listAll(owner, { minRpm: '1235' })).map(({ id }) => id)).toContain(saved.id)
  expect((await listAll(owner, { minRpm: '1236' })).map(({ id }) => id)).not.toContain(saved.id)
  const known = (await listAll(owner, { sort: 'rpm' })).map(({ id }) => id)
  expect(known.indexOf(saved.id)).toBeLessThan(mixed.length - 1)
  await owner.loads.deleteLoad({ params: { id: saved.id } })
})

test('[D5.3] a filter by person holds the loads that they saved', async () => {
  const byMate = await listAll(owner, { by: mate.userId })

  expect(byMate.map(({ userId }) => userId)).toEqual([mate.userId, mate.userId, mate.userId, mate.userId])
  expect(await listAll(owner, { by: (await app.signUp()).userId })).toEqual([])
})

test('[T04] a filter by somebody of no team of theirs shows nothing of a posting that both saved', async () => {
  const stranger = await app.signUp()
  const load = buildLoad()
  const { id } = await owner.loads.saveLoad({ body: { load } })
  await stranger.loads.saveLoad({ body: { load } })
  const query = { by: stranger.userId }

  expect(await listAll(owner, query)).toEqual([])
  expect(await owner.loads.summarizeLoads({ query })).toMatchObject({ total: 0, byStatus: {} })
  expect((await owner.loads.exportLoads({ query })).trim().split('\n')).toHaveLength(1)
  expect((await listAll(owner, { by: owner.userId })).map((shown) => shown.id)).toContain(id)
  await owner.loads.deleteLoad({ params: { id } })
})

test('[I15] a range of pickup days holds both ends, over the change of the clocks too', async () => {
  const daysIn = async (pickupFrom: string, pickupUntil: string) =>
    (await listAll(owner, { pickupFrom, pickupUntil })).map(({ facts }) => facts.pickupDay)

  expect(await daysIn('2026-11-08', '2026-11-08')).toEqual(['2026-11-08'])
  expect(await daysIn('2020-01-01', '2026-11-07')).toEqual(['2020-01-01'])
  expect(await daysIn('2026-11-09', '2026-11-07')).toEqual([])
})

test.each([
  { after: 'x' },
  { after: Buffer.from('["2026-11-21","not-an-id"]').toString('base64url') },
  { after: Buffer.from('[7,"40000000-0000-4000-8000-000000000001"]').toString('base64url') },
  { after: Buffer.from('["x","40000000-0000-4000-8000-000000000001"]').toString('base64url'), sort: 'trip' as const },
  { after: Buffer.from('["x","40000000-0000-4000-8000-000000000001"]').toString('base64url'), sort: 'pickup' as const },
])('a cursor that no page returned is rejected: %o', async (query) => {
  await expect(owner.loads.listLoads({ query })).rejects.toMatchObject({ code: 'invalid-input' })
})

test.each([
  { limit: '201' },
  { limit: '0' },
  { status: 'nope' },
  { pickupFrom: '1999-12-31' },
  { minRpm: '-1' },
  { origin: 'Joliet' },
  { destMiles: '501' },
  { maxAgeHours: '0' },
])('[I13] a page of more than 200 loads or an unknown filter is rejected: %o', async (query) => {
  await expect(owner.loads.listLoads({ query: query as object })).rejects.toMatchObject({ code: 'invalid-input' })
})

test('[I12] [D5.3] the export holds every load, and no cell that a spreadsheet would run', async () => {
  const formula = '=HYPERLINK("http://evil.example")'
  const saved = await save(owner, { company: formula, reference: '+1', commodity: '@SUM(A1)' })
  await owner.loads.addLoadNote({ params: { id: saved.id }, body: { text: '-2;=3' } })

  const csv = await owner.loads.exportLoads({ query: {} })

  const lines = csv.trimEnd().split('\r\n')
  expect(lines).toHaveLength(mixed.length + 2)
  expect(lines[0]).toMatch(/^status,posted,pickup,origin city/)
  expect(csv).not.toMatch(/(^|[,;"])[=+@-]/m)
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  expect(readCell("'=HYPERLINK")).toBe('=HYPERLINK')
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const answer = await app.app.inject({ method: 'GET', url: '/loads/export', headers })
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  await owner.loads.deleteLoad({ params: { id: saved.id } })
})
