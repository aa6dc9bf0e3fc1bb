import { randomUUID } from 'node:crypto'
import type { LoadFacts, PostedLoad } from '@loadping/contract/boards/posted-load'
import { markKeysOf } from '@loadping/contract/extension/mark-keys'
import type { LoadChange } from '@loadping/contract/loads/loads.api'
import type { LoadFilter } from '@loadping/contract/loads/saved-loads'
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

/** A second later, so that it is known what came last. */
const later = () => app.clock.advance(1_000)
const save = (by: TestUser, load: LoadFacts, note?: string) => {
  later()
  return by.loads.saveLoad({ body: { load, ...(note && { note }) } })
}
const change = (by: TestUser, id: string, what: LoadChange) => {
  later()
  return by.loads.changeLoads({ body: { ids: [id], change: what } })
}
const list = async (by: TestUser, query: LoadFilter = {}) => (await by.loads.listLoads({ query })).loads
/** A company of its own tells the loads of a test from others. */
const newPosting = (facts: Partial<PostedLoad> = {}) => {
  const company = `Broker ${randomUUID()}`
  return { load: buildLoad({ company, ...facts }), filter: { broker: company } }
}
const withoutBoard = ({ board: _, boardLoadId: __, ...load }: LoadFacts): LoadFacts => load

test('[D13.16] a posting that two save at once is one load of both in list, count and export', async () => {
  const { load, filter } = newPosting()
  const [own, theirs] = await Promise.all([save(owner, load), save(mate, load)])

  const [seen, ...more] = await list(owner, filter)
  expect(more).toEqual([])
  expect(seen).toMatchObject({ id: own.id, userId: owner.userId, savedBy: [owner.userId, mate.userId] })
  expect(await list(mate, filter)).toMatchObject([{ id: theirs.id, savedBy: [mate.userId, owner.userId] }])
  for (const by of [owner, mate]) {
    expect((await by.loads.summarizeLoads({ query: filter })).total).toBe(1)
    expect((await list(by, { ...filter, by: owner.userId })).length).toBe(1)
    expect((await list(by, { ...filter, by: mate.userId })).length).toBe(1)
  }
  expect((await owner.loads.exportLoads({ query: filter })).trimEnd().split('\r\n')).toHaveLength(2)
})

test('[T04] of a load whose person changed the team, what the first team wrote and sent stays there', async () => {
  const first = await createOwner(app)
  const second = await createOwner(app)
  const person = await createMember(app, first)
  const { id: emailId } = await sendInquiry(person)
  const [load] = await list(person)
  const id = load?.id ?? ''
  await person.loads.addLoadNote({ params: { id }, body: { text: 'Own note' } })
  await first.loads.addLoadNote({ params: { id }, body: { text: 'Note of the first team' } })
  await person.team.leaveTeam()
  await createMember(app, second, { user: person })
  await second.loads.addLoadNote({ params: { id }, body: { text: 'Note of the second team' } })
  const historyOf = async (by: TestUser) => {
    const { history } = await by.loads.getLoad({ params: { id } })
    return history.flatMap(({ id: entry, kind, text }) => (kind === 'emailed' ? entry : (text ?? [])))
  }

  expect(await historyOf(second)).toEqual(['Note of the second team', 'Own note'])
  expect(await historyOf(person)).toEqual(['Note of the second team', 'Note of the first team', 'Own note', emailId])
})

test('[D13.16] without a posting ID company, lane, day and equipment join loads, of two people only', async () => {
  const { load, filter } = newPosting()
  const pasted = withoutBoard(load)
  await save(owner, pasted)
  await save(owner, { ...pasted, reference: 'Another' })
  expect((await list(owner, filter)).length).toBe(2)
  await save(mate, { ...load, boardLoadId: randomUUID() })
  await save(mate, { ...pasted, pickupDay: '2082-11-22' })
  expect((await list(owner, filter)).length).toBe(4)

  await save(mate, { ...pasted, origin: { city: 'JOLIET ', state: 'IL' } })

  expect((await list(mate, filter)).length).toBe(4)
})

test('[D13.16] either records the outcome: the last one counts, with its author, in filters too', async () => {
  const { load, filter } = newPosting()
  const own = await save(owner, load)
  const theirs = await save(mate, load)
  await change(owner, own.id, { kind: 'outcome', outcome: 'countered', cents: 240_000 })
  expect(await list(mate, filter)).toMatchObject([
    { id: theirs.id, status: 'negotiating', outcome: { kind: 'countered', cents: 240_000 }, outcomeBy: owner.userId },
  ])

  const { before } = await change(mate, theirs.id, { kind: 'outcome', outcome: 'booked', cents: 250_000 })

  for (const by of [owner, mate])
    expect(await list(by, filter)).toMatchObject([
      { status: 'booked', outcome: { kind: 'booked', cents: 250_000 }, outcomeBy: mate.userId },
    ])
  expect((await list(owner, { ...filter, status: 'negotiating' })).length).toBe(0)
  expect((await list(owner, { ...filter, status: 'booked' })).length).toBe(1)
  expect((await owner.loads.summarizeLoads({ query: filter })).byStatus).toMatchObject({ booked: 1 })
  await mate.loads.undoLoadChange({ body: { before } })
  expect(await list(owner, filter)).toMatchObject([{ status: 'negotiating', outcomeBy: owner.userId }])
})

test('[D13.16] the page of a load has one history of both, with authors, under the id of either', async () => {
  const { load } = newPosting({ contactEmail: 'joined@quillon.example' })
  later()
  await sendInquiry(owner, { load })
  const theirs = await save(mate, load, 'Gate 7, ask for Wanda')
  const [own] = await list(owner, { search: 'ask for wanda' })
  await change(mate, theirs.id, { kind: 'outcome', outcome: 'covered' })

  const pages = await Promise.all([
    owner.loads.getLoad({ params: { id: own?.id ?? '' } }),
    owner.loads.getLoad({ params: { id: theirs.id } }),
  ])

  for (const { load: shown, history } of pages) {
    expect(shown).toMatchObject({ id: own?.id, userId: owner.userId, status: 'gone', outcomeBy: mate.userId })
    expect(shown.note).toBe('Gate 7, ask for Wanda')
    const ofMate = ['outcome', 'note', 'saved'].map((kind) => [kind, mate.userId])
    const ofOwner = ['emailed', 'saved'].map((kind) => [kind, owner.userId])
    expect(history.map(({ kind, userId }) => [kind, userId])).toEqual(expect.arrayContaining([...ofMate, ...ofOwner]))
    expect(history.map(({ userId }) => userId)).toEqual([...ofMate, ...ofOwner].map(([, userId]) => userId))
  }
})

test("[D13.16] deleting takes one's own row only, and its undo joins it again", async () => {
  const { load, filter } = newPosting()
  const own = await save(owner, load)
  const theirs = await save(mate, load)
  const { before } = await change(owner, own.id, { kind: 'delete' })

  expect(await list(owner, filter)).toMatchObject([{ id: theirs.id, userId: mate.userId, savedBy: [mate.userId] }])
  expect((await owner.loads.summarizeLoads({ query: filter })).total).toBe(1)
  expect(await change(owner, theirs.id, { kind: 'delete' })).toEqual({ before: [] })

  await owner.loads.undoLoadChange({ body: { before } })
  expect(await list(owner, filter)).toMatchObject([{ id: own.id, savedBy: [owner.userId, mate.userId] }])
})

test('[D13.16] who leaves the team takes their row, and sees nothing of the others any longer', async () => {
  const leaver = await createMember(app, owner)
  const { load, filter } = newPosting()
  const own = await save(leaver, load)
  const theirs = await save(owner, load, 'Wanda pays quickly')
  await change(owner, theirs.id, { kind: 'outcome', outcome: 'booked', cents: 250_000 })
  expect(await list(leaver, filter)).toMatchObject([{ status: 'booked', note: 'Wanda pays quickly' }])

  await owner.team.removeMember({ query: { userId: leaver.userId } })
  const alone = await app.signUp(leaver.email)

  const left = { id: own.id, savedBy: [leaver.userId], status: 'saved', outcome: null, outcomeBy: null, note: null }
  expect(await list(alone, filter)).toMatchObject([left])
  const { load: shown, history } = await alone.loads.getLoad({ params: { id: own.id } })
  expect(shown).toMatchObject(left)
  expect(history.map(({ kind }) => kind)).toEqual(['saved'])
  expect(await list(alone, { search: 'wanda pays' })).toEqual([])
  expect((await alone.loads.summarizeLoads({ query: filter })).byStatus).toEqual({ saved: 1 })
  await expect(alone.loads.getLoad({ params: { id: theirs.id } })).rejects.toMatchObject({ code: 'not-found' })
  expect(await list(owner, filter)).toMatchObject([{ id: theirs.id, savedBy: [owner.userId], status: 'booked' }])
})

test('[D13.16] the outcome of one marks the posting for the other, whose own marks stay without it', async () => {
  const { load } = newPosting()
  const own = await save(owner, load)
  const theirs = await save(mate, load)
  await change(owner, own.id, { kind: 'outcome', outcome: 'booked', cents: 250_000 })

  const marksOf = async (user: TestUser) => {
    const state = await user.extension.getPageState({ query: {} })
    const { salt = '', marks = [] } = state?.marks ?? {}
    return marks.filter(({ postingKey }) => postingKey === markKeysOf(salt, load).postingKey)
  }
  expect((await marksOf(mate)).map(({ outcome }) => outcome)).toEqual(['booked', 'booked'])
  const { rows } = await app.pool.query('select outcome from mark where holder = $1 and id = $2', [
    mate.userId,
    theirs.id,
  ])
  expect(rows).toEqual([{ outcome: null }])
})

test('[D13.16] a page is as long as asked where joined rows are left out, and no load is missed', async () => {
  const company = `Broker ${randomUUID()}`
  const facts = Array.from({ length: 7 }, () => buildLoad({ company }))
  for (const load of facts) await save(owner, load)
  for (const load of facts.slice(0, 5)) await save(mate, load)
  for (const sort of ['age', 'company'] as const) {
    const ids: string[] = []
    let after: string | undefined
    do {
      const page = await owner.loads.listLoads({
        query: { broker: company, sort, limit: '3', ...(after && { after }) },
      })
      expect(page.loads).toHaveLength(Math.min(3, 7 - ids.length))
      ids.push(...page.loads.map(({ id }) => id))
      after = page.next ?? undefined
    } while (after)
    expect(new Set(ids).size).toBe(7)
  }
})
