import { createHash, randomUUID } from 'node:crypto'
import { markKey, markKeysOf } from '@loadping/contract/extension/mark-keys'
import type { MarkChanges } from '@loadping/contract/extension/marks'
import { beforeAll, expect, test } from 'vitest'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { deleteOldMarks } from './marks.service.ts'

let app: TestApp
let owner: TestUser
let mate: TestUser
beforeAll(async () => {
  app = await testApp()
  owner = await createOwner(app)
  mate = await createMember(app, owner)
})

async function poll(user: TestUser, before?: { version: string }): Promise<MarkChanges & { version: string }> {
  const state = await user.extension.getPageState({ query: before ? { version: before.version } : {} })
  if (!state) throw new Error('Nothing changed.')
  return { ...state.marks, version: state.version }
}
const call = (user: TestUser, load = buildLoad(), key: string = randomUUID()) =>
  user.loads.recordCall({ headers: { 'idempotency-key': key }, body: { about: { load }, askCents: 240_000 } })

test("[D12.3] a teammate's email, call and save are marks at the next poll, matched by salted keys", async () => {
  const before = await poll(mate)
  const emailed = buildLoad()
  const called = buildLoad()
  const saved = buildLoad({ company: 'CANARY-1', comments: 'CANARY-2' })
  await sendInquiry(owner, { load: emailed })
  await call(owner, called)
  await owner.loads.saveLoad({ body: { load: saved } })

  const { salt, marks, isComplete } = await poll(mate, before)

  expect(isComplete).toBe(false)
  const known = marks.map(({ type, userId, askCents, postedCents, postingKey, laneKey }) => ({
    type,
    userId,
    askCents,
    postedCents,
    postingKey,
    laneKey,
  }))
  const by = { userId: owner.userId }
  expect(known).toEqual(
    expect.arrayContaining([
      { ...by, type: 'EMAIL', askCents: 250_000, postedCents: 231_500, ...markKeysOf(salt, emailed) },
      { ...by, type: 'PHONE', askCents: 240_000, postedCents: 231_500, ...markKeysOf(salt, called) },
      { ...by, type: 'SAVED', askCents: null, postedCents: null, ...markKeysOf(salt, saved) },
    ]),
  )
  expect(JSON.stringify(marks)).not.toMatch(/CANARY|quillon|joliet|dallas|dat-one/i)
})

test('[D12.3] an undone email and a deleted load are no longer marked, and an outcome shows', async () => {
  const emailed = buildLoad()
  const saved = buildLoad()
  const called = buildLoad()
  const { id } = await sendInquiry(owner, { load: emailed })
  const { id: loadId } = await owner.loads.saveLoad({ body: { load: saved } })
  await call(owner, called)
  const before = await poll(mate)
  await owner.inquiries.undoEmail({ params: { id } })
  await owner.loads.deleteLoad({ params: { id: loadId } })
  const { board, boardLoadId } = called
  await owner.extension.setOutcome({
    headers: { 'idempotency-key': randomUUID() },
    body: { about: { board, boardLoadId }, outcome: 'booked', cents: 245_000 },
  })

  const after = await poll(mate, before)

  expect(after.removed).toEqual(expect.arrayContaining([id, loadId]))
  expect(after.marks.map(({ id: known }) => known)).not.toContain(id)
  const { postingKey = '' } = markKeysOf(after.salt, called)
  expect(after.marks.find((mark) => mark.postingKey === postingKey)).toMatchObject({ outcome: 'booked' })
  expect((await poll(mate)).marks.map(({ id: known }) => known)).not.toContain(loadId)
})

test('[D12.3] strangers see no marks, nor does a user who left the team, from the next poll on', async () => {
  const stranger = await app.signUp()
  const leaver = await createMember(app, owner)
  await call(owner)
  const before = await poll(leaver)
  expect((await poll(stranger)).marks).toEqual([])
  expect(before.marks).not.toEqual([])

  await owner.team.removeMember({ query: { userId: leaver.userId } })
  const after = await poll(leaver, before)

  expect(after).toMatchObject({ isComplete: true, marks: [] })
  expect(after.salt).not.toBe(before.salt)
})

test("a mark ends after 24 hours, one's own after 48, and the cleanup deletes it", async () => {
  const late = await testApp()
  const user = await late.signUp()
  await call(user)
  late.clock.advance(47 * 3_600_000)
  const again = await late.signUp(user.email)
  expect((await poll(again)).marks).toHaveLength(1)
  await deleteOldMarks(late.deps)
  expect((await poll(again)).marks).toHaveLength(1)

  late.clock.advance(3_600_001)
  const last = await late.signUp(user.email)
  expect((await poll(last)).marks).toEqual([])
  await deleteOldMarks(late.deps)
  expect((await late.pool.query('select * from mark')).rows).toEqual([])
})

test('[D12.3] the key of a mark is the beginning of a SHA-256 hash, and another team has another key', () => {
  for (const text of ['', 'dat-one DL1', 'Montréal,QC|😀', 'x'.repeat(500), '\ud800']) {
    const known = createHash('sha256').update(`salt ${text}`).digest('hex')
    expect(markKey('salt', text)).toBe(known.slice(0, 16))
    expect(markKey('other', text)).not.toBe(markKey('salt', text))
  }
})

test('a mark that commits after a newer one is still listed', async () => {
  const user = await app.signUp()
  await call(user)
  const before = await poll(user)
  const late = new Date(app.clock.now.getTime() - 5_000)
  await app.pool.query(
    `insert into mark (holder, load_key, id, user_id, type, at, changed_at) values ($1, 'late', $2, $1, 'PHONE', $3, $3)`,
    [user.userId, randomUUID(), late],
  )

  const after = await poll(user, before)

  expect(after).toMatchObject({ isComplete: false })
  expect(after.marks.map(({ at }) => at)).toContain(late.toISOString())
  expect(await user.extension.getPageState({ query: { version: after.version } })).toBeNull()
})
