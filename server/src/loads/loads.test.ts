import type { LoadFacts } from '@loadping/contract/boards/posted-load'
import type { LoadStatus } from '@loadping/contract/loads/load-status'
import type { LoadChange, LoadCorrection } from '@loadping/contract/loads/loads.api'
import { beforeAll, expect, test } from 'vitest'
import { codesOf } from '../testing/codes-of.ts'
import { buildLoad } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
let limited: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp()
  limited = await testApp({ change: (deps) => ({ ...deps, limits: { ...deps.limits, exemptLoopback: false } }) })
  user = await app.signUp()
})

const save = (by: TestUser, overrides: Partial<LoadFacts> = {}) =>
  by.loads.saveLoad({ body: { load: { ...buildLoad(), ...overrides } } })

const withoutBoard = (): LoadFacts => {
  const { board, boardLoadId, ...load } = buildLoad()
  return load
}

test('[3.7] [D5.1] a saved load has an id and keeps what the posting stated', async () => {
  const load = buildLoad({
    pickupTime: '08:00',
    deliveryDay: '2026-11-23',
    fullPartial: 'full',
    lengthFeet: 53,
    weightPounds: 42_000,
    phone: '(555) 010-0123',
    mc: '871204',
    dot: '2871204',
    commodity: 'Paper',
    postedAt: '2026-11-20T11:00:00Z',
  })

  const saved = await save(user, load)

  expect(saved).toMatchObject({
    userId: user.userId,
    facts: load,
    equipmentClass: 'van',
    status: 'saved',
    askCents: null,
  })
  const page = await user.loads.getLoad({ params: { id: saved.id } })
  expect(page.load).toEqual(saved)
  expect(page.history).toMatchObject([{ kind: 'saved', cents: 231_500, userId: user.userId }])
  expect(page.distance).toMatchObject({ miles: 926, source: 'board', origin: { city: 'Joliet' } })
})

test('[D5.1] [7.31] a posting saved again is the same load with newer facts; a new rate is kept', async () => {
  const load = buildLoad({ rate: { cents: 200_000, basis: 'flat' } })
  const first = await save(user, load)
  app.clock.advance(60_000)

  const { reference: _, ...newer } = load
  const again = await save(user, { ...newer, rate: { cents: 240, basis: 'per-mile' }, weightPounds: 40_000 })

  expect(again).toMatchObject({ id: first.id, firstSeenAt: first.firstSeenAt })
  expect(again.facts).toEqual({ ...load, rate: { cents: 240, basis: 'per-mile' }, weightPounds: 40_000 })
  const { history } = await user.loads.getLoad({ params: { id: first.id } })
  expect(history.map(({ kind, cents }) => [kind, cents])).toEqual([
    ['rate-changed', 222_240],
    ['saved', 200_000],
  ])
})

test('[D5.1] two loads without a posting ID are two loads', async () => {
  const one = await user.loads.saveLoad({ body: { load: withoutBoard() } })
  const other = await user.loads.saveLoad({ body: { load: withoutBoard() } })

  expect(one.id).not.toBe(other.id)
})

test('[D12.3] comments, credit score and days to pay of a saved load are stored nowhere', async () => {
  const { id } = await save(user, { comments: 'zebra crossing', creditScore: 987, daysToPay: 876 })

  const { rows } = await app.pool.query(
    `select row_to_json(load)::text || (select string_agg(row_to_json(load_event)::text, '') from load_event where user_id = load.user_id and load_id = load.id) as text
     from load where id = $1`,
    [id],
  )
  expect(rows[0].text).not.toMatch(/zebra|\b987\b|\b876\b|creditScore|daysToPay|comments/)
})

test('[D5.2] statuses change in bulk, and are put back with what they replaced', async () => {
  const one = await save(user)
  const other = await save(user)
  const ids = [one.id, other.id]

  await user.loads.changeLoads({ body: { ids: [one.id], change: { kind: 'status', status: 'replied' } } })
  const { before } = await user.loads.changeLoads({ body: { ids, change: { kind: 'status', status: 'booked' } } })

  expect(before).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: one.id, status: 'replied', outcome: null }),
      expect.objectContaining({ id: other.id, status: 'saved', outcome: null }),
    ]),
  )
  await user.loads.undoLoadChange({ body: { before } })
  const { load, history } = await user.loads.getLoad({ params: { id: one.id } })
  expect(load.status).toBe('replied')
  expect(history.map(({ status }) => status)).toEqual(['replied', 'booked', 'replied', null])
})

const setStatus = (ids: string[], status: LoadStatus) =>
  user.loads.changeLoads({ body: { ids, change: { kind: 'status', status } } })

test('[D5.2] [D5.3] the undo of a status leaves a load deleted since; that of the deletion brings it back', async () => {
  const { id } = await save(user)
  const { before: saved } = await setStatus([id], 'replied')
  const { before: replied } = await user.loads.changeLoads({ body: { ids: [id], change: { kind: 'delete' } } })

  await user.loads.undoLoadChange({ body: { before: saved } })
  await expect(user.loads.getLoad({ params: { id } })).rejects.toMatchObject({ code: 'not-found' })
  await user.loads.undoLoadChange({ body: { before: replied } })
  expect((await user.loads.getLoad({ params: { id } })).load.status).toBe('replied')

  await user.loads.deleteLoad({ params: { id } })
  const { before: deleted } = await user.loads.changeLoads({ body: { ids: [id], change: { kind: 'restore' } } })
  await user.loads.undoLoadChange({ body: { before: deleted } })
  await expect(user.loads.getLoad({ params: { id } })).rejects.toMatchObject({ code: 'not-found' })
})

test('a user makes 120 bulk changes a minute, undos included, beside those of others', async () => {
  const busy = await limited.signUp()
  const other = await limited.signUp()
  const body = { ids: [crypto.randomUUID()], change: { kind: 'status', status: 'replied' } as const }
  const change = () => busy.loads.changeLoads({ body: { ...body, ids: [] } })
  expect(await codesOf(Array.from({ length: 120 }, change))).toEqual(['invalid-input'])

  const refusal = { code: 'too-many', message: 'Too many changes at once. Try again in a minute.' }
  await expect(busy.loads.changeLoads({ body })).rejects.toMatchObject(refusal)
  await expect(busy.loads.undoLoadChange({ body: { before: [] } })).rejects.toMatchObject(refusal)
  expect(await other.loads.changeLoads({ body })).toEqual({ before: [] })
})

test.each([
  ['booked', 'booked', 245_000],
  ['countered', 'negotiating', 260_000],
  ['covered', 'gone', undefined],
  ['declined', 'refused', undefined],
  ['no-answer', 'saved', undefined],
] as const)('[D12.11] the outcome %s makes the status %s', async (outcome, status, cents) => {
  const { id } = await save(user)

  await user.loads.changeLoads({ body: { ids: [id], change: { kind: 'outcome', outcome, ...(cents && { cents }) } } })

  const { load, history } = await user.loads.getLoad({ params: { id } })
  expect(load).toMatchObject({ status, outcome: { kind: outcome, cents: cents ?? null } })
  expect(history[0]).toMatchObject({ kind: 'outcome', outcome, cents: cents ?? null })
})

test('[D12.11] the undo of an outcome leaves a load deleted since, with its outcome', async () => {
  const { id } = await save(user)
  const change = (change: LoadChange) => user.loads.changeLoads({ body: { ids: [id], change } })
  const { before } = await change({ kind: 'outcome', outcome: 'booked', cents: 245_000 })
  await change({ kind: 'delete' })

  await user.loads.undoLoadChange({ body: { before } })

  await expect(user.loads.getLoad({ params: { id } })).rejects.toMatchObject({ code: 'not-found' })
  await change({ kind: 'restore' })
  expect((await user.loads.getLoad({ params: { id } })).load).toMatchObject({
    status: 'booked',
    outcome: { kind: 'booked', cents: 245_000 },
  })
})

test('[D12.11] a covered outcome takes no amount, also where one is stated', async () => {
  const { id } = await save(user)

  const change = { kind: 'outcome', outcome: 'covered', cents: 245_000 } as const
  await user.loads.changeLoads({ body: { ids: [id], change } })

  const { load, history } = await user.loads.getLoad({ params: { id } })
  expect([load.outcome?.cents, history[0]?.cents]).toEqual([null, null])
})

test('[D5.3] a deleted load is not found, and can be restored', async () => {
  const { id } = await save(user)
  await user.loads.deleteLoad({ params: { id } })

  await expect(user.loads.getLoad({ params: { id } })).rejects.toMatchObject({ code: 'not-found' })
  await expect(user.loads.deleteLoad({ params: { id } })).rejects.toMatchObject({ code: 'not-found' })
  await user.loads.changeLoads({ body: { ids: [id], change: { kind: 'restore' } } })
  expect((await user.loads.getLoad({ params: { id } })).load.id).toBe(id)
})

test('[D5.3] facts are corrected: null removes one, absent ones stay, the board cannot change', async () => {
  const { id, facts } = await save(user)
  const change = (changes: LoadCorrection) => user.loads.changeLoad({ params: { id }, body: { facts: changes } })

  const changed = await change({ reference: null, weightPounds: 12_000 })

  const { reference: _, ...kept } = facts
  expect(changed.facts).toEqual({ ...kept, weightPounds: 12_000 })
  for (const wrong of [
    { board: 'truckstop' },
    { boardLoadId: 'x' },
    { origin: null },
    { comments: 'x' },
    { tripMiles: -1 },
  ])
    await expect(change(wrong as LoadCorrection)).rejects.toMatchObject({ code: 'invalid-input' })
})

test('[D5.4] [T02] teammates read a load, add notes and copy its link, others find nothing', async () => {
  const owner = await createOwner(app)
  const mate = await createMember(app, owner)
  const stranger = await app.signUp()
  const { id } = await save(owner)
  const params = { id }

  await mate.loads.addLoadNote({ params, body: { text: 'Call after 2 PM' } })

  const { load, history, people } = await mate.loads.getLoad({ params })
  expect(load).toMatchObject({ userId: owner.userId, note: 'Call after 2 PM' })
  expect(history[0]).toMatchObject({ kind: 'note', userId: mate.userId, text: 'Call after 2 PM' })
  expect(people.map(({ userId }) => userId).sort()).toEqual([owner.userId, mate.userId].sort())
  const outcome = { kind: 'outcome', outcome: 'booked' } as const
  expect(await mate.loads.changeLoads({ body: { ids: [id], change: outcome } })).toEqual({ before: [] })
  await expect(mate.loads.changeLoad({ params, body: { facts: {} } })).rejects.toMatchObject({ code: 'not-found' })
  const { expiresAt } = await mate.loads.createLoadLink({ params })
  expect((await owner.loads.getLoad({ params })).linkExpiresAt).toBe(expiresAt)
  await expect(stranger.loads.createLoadLink({ params })).rejects.toMatchObject({ code: 'not-found' })
  await expect(stranger.loads.getLoad({ params })).rejects.toMatchObject({ code: 'not-found' })
  await expect(stranger.loads.addLoadNote({ params, body: { text: 'x' } })).rejects.toMatchObject({ code: 'not-found' })
  await owner.team.removeMember({ query: { userId: mate.userId } })
  await expect(mate.loads.getLoad({ params })).rejects.toMatchObject({ code: 'not-found' })
})

test('[D5.4] a caller who is removed from the team in the middle of a call finds nothing', async () => {
  const owner = await createOwner(app)
  const mate = await createMember(app, owner)
  const { id } = await save(owner)
  const other = await app.pool.connect()
  await other.query('begin')
  await other.query('lock table load')

  const refusal = expect(mate.loads.getLoad({ params: { id } })).rejects.toMatchObject({ code: 'not-found' })
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await app.pool.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1)
  await owner.team.removeMember({ query: { userId: mate.userId } })
  await other.query('commit')
  other.release()

  await refusal
})

test('[D5.4] [D12.3] a link shows anyone the plan of a load without people, rate and history', async () => {
  const { id } = await save(user, { rate: { cents: 231_500, basis: 'flat' }, mc: '871204', phone: '(555) 010-0123' })
  const params = { id }
  const { key: revoked } = await user.loads.createLoadLink({ params })
  const { key, expiresAt } = await user.loads.createLoadLink({ params })
  const open = (key: string) => app.as().loads.getSharedLoad({ params: { key } })

  const shared = await open(key)

  expect(Buffer.from(key, 'base64url')).toHaveLength(16)
  expect(Object.keys(shared)).toEqual(['facts', 'distance', 'expiresAt'])
  expect(shared.facts).toEqual({
    origin: { city: 'Joliet', state: 'IL' },
    dest: { city: 'Dallas', state: 'TX' },
    equipment: 'Van',
    pickupDay: '2082-11-21',
    tripMiles: 926,
  })
  expect(JSON.stringify(shared)).not.toMatch(/dat-one|2315|871204|Quillon|0123|Q48213/)
  expect((await user.loads.getLoad({ params })).linkExpiresAt).toBe(expiresAt)
  await expect(open(revoked)).rejects.toMatchObject({ code: 'not-found' })
  await expect(open('A'.repeat(22))).rejects.toMatchObject({ code: 'not-found' })
  const { rows } = await app.pool.query('select * from load_link where load_id = $1', [id])
  expect(JSON.stringify(rows)).not.toContain(key)
  await user.loads.revokeLoadLink({ params })
  await expect(open(key)).rejects.toMatchObject({ code: 'not-found' })
})

test('[D5.4] a link ends after 72 hours', async () => {
  const owner = await limited.signUp()
  const { id } = await save(owner)
  const { key } = await owner.loads.createLoadLink({ params: { id } })

  limited.clock.advance(72 * 3_600_000 + 1)

  await expect(limited.as().loads.getSharedLoad({ params: { key } })).rejects.toMatchObject({ code: 'not-found' })
})

test('[D5.3] a broker has no loads', async () => {
  const broker = await app.signUp()
  await broker.account.saveUserInfo({ body: { userType: 'broker' } })

  await expect(broker.loads.listLoads({ query: {} })).rejects.toMatchObject({ code: 'not-allowed' })
  await expect(save(broker)).rejects.toMatchObject({ code: 'not-allowed' })
})

test('views of the list keep their order', async () => {
  const views = [
    { name: 'Vans today', query: 'equipment=van' },
    { name: 'Asked', query: 'status=contacted' },
  ]

  await user.loads.saveLoadViews({ body: { views } })

  expect(await user.loads.listLoadViews()).toEqual(views)
  expect(await user.loads.saveLoadViews({ body: { views: [] } })).toEqual([])
})
