import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { beforeAll, expect, test } from 'vitest'
import { migrations } from '../db/migrate.ts'
import { buildLoad, callAbout, sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { misspelledLoadQueries } from './misspelled.cases.ts'

const lanes = [
  ['Joliet, IL', 'Dallas, TX', 'Quillon Logistics'],
  ['Minneapolis, MN', 'Louisville, KY', 'Northgate Produce Transport'],
  ['Charlotte, NC', 'Milwaukee, WI', 'Tarnbrook Freight'],
  ['Houston, TX', 'Indianapolis, IN', 'Copperline Carriers Group'],
  ['San Antonio, TX', 'Denver, CO', 'Marrow Creek Brokerage'],
  ['Omaha, NE', 'Fargo, ND', 'Hollis & Wren 3PL'],
]
const placeOf = (name = '') => ({ city: name.slice(0, -4), state: name.slice(-2) })

let app: TestApp
let owner: TestUser
let mate: TestUser
beforeAll(async () => {
  app = await testApp()
  owner = await createOwner(app)
  mate = await createMember(app, owner)
  for (const [origin, dest, company = ''] of lanes)
    await save(owner, { origin: placeOf(origin), dest: placeOf(dest), company })
})

const save = (by: TestUser, facts: Partial<PostedLoad>) => by.loads.saveLoad({ body: { load: buildLoad(facts) } })
const find = (by: TestUser, text: string) => by.loads.findLoads({ query: { text } })
const lanesOf = async (by: TestUser, text: string) =>
  (await find(by, text)).loads.map(({ facts }) => `${facts.origin.city} ${facts.dest.city} ${facts.company}`)

test.each(misspelledLoadQueries)('[D9.3] the text "%s" finds the load of %s, and no other', async (typed, meant) => {
  expect(await lanesOf(mate, typed)).toEqual([expect.stringContaining(meant.replace(/, ..$/, ''))])
})

test.each([
  ['joliet', 1],
  ['JOLIET, IL', 1],
  ['joliet to dallas', 1],
  ['dallas quilon', 1],
  ['joliet milwaukee', 0],
  ['joliet zzzzzz', 0],
  ['logistics quillon', 1],
  ['dlalas', 1],
  ['mliwaukee', 1],
  ['joliet tx', 1],
  ['antonio', 1],
  ['tx', 3],
  ['huoston', 1],
  ['jo', 1],
  ['sa', 1],
  ['x', 0],
  ['%', 0],
  ['_', 0],
  ["'", 0],
  ['\\', 0],
  ['🚚', 0],
  ['zzzzzz', 0],
])('[D9.3] the text "%s" finds %i loads', async (text, count) => {
  expect(await lanesOf(owner, text)).toHaveLength(count)
})

test('[D9.3] a reference finds its load by its beginning', async () => {
  const saved = await save(owner, { reference: 'ZX-991-A', origin: placeOf('Reno, NV') })

  expect((await find(mate, 'zx-991')).loads.map(({ id }) => id)).toEqual([saved.id])
  expect((await find(mate, '991')).loads).toEqual([])
  await owner.loads.deleteLoad({ params: { id: saved.id } })
  expect((await find(mate, 'zx-991')).loads).toEqual([])
})

test('[D9.3] a load is found by its corrected places, and no longer by the earlier ones', async () => {
  const saved = await save(owner, { origin: placeOf('Amarillo, TX'), dest: placeOf('Boise, ID') })
  await owner.loads.changeLoad({
    params: { id: saved.id },
    body: { facts: { origin: placeOf('Spokane, WA') } },
  })

  expect((await find(owner, 'spokan')).loads.map(({ id }) => id)).toEqual([saved.id])
  expect((await find(owner, 'amarilo')).loads).toEqual([])
})

test('[D9.3] the newest of many loads are found, each once for a team', async () => {
  const facts = { origin: placeOf('Tulsa, OK'), dest: placeOf('Tulsa, OK'), company: 'Tulsa Freight' }
  for (let minute = 0; minute < 10; minute++) {
    app.clock.advance(60_000)
    const posting = { ...facts, boardLoadId: `tulsa-${minute}` }
    await save(owner, posting)
    await save(mate, posting)
  }

  const { loads } = await find(owner, 'tusla')

  expect(loads.map(({ facts: { boardLoadId } }) => boardLoadId)).toEqual(
    [9, 8, 7, 6, 5, 4, 3, 2].map((minute) => `tulsa-${minute}`),
  )
  expect(loads[0]?.savedBy?.toSorted()).toEqual([owner.userId, mate.userId].toSorted())
})

test('[D9.3] of many names the newest loads are found, also if few are of the last days', async () => {
  const team = await createOwner(app)
  for (let member = 1; member < 4; member++) await createMember(app, team)
  await app.pool.query(
    `insert into load_name (user_id, word, name, broker)
     select $1, word, word || ' ' || n, '' from generate_series(1, 290) n, unnest(array['yarrow', 'sorrel']) word`,
    [team.userId],
  )
  const saveMany = async (city: string, count: number, from: number) => {
    for (let minute = 0; minute < count; minute++) {
      const postedAt = new Date(from + minute * 60_000).toISOString()
      await save(team, { origin: { city, state: 'TX' }, boardLoadId: `${city} ${minute}`, postedAt })
    }
  }
  const anHourAgo = app.clock.now.getTime() - 3_600_000
  await saveMany('Sorrel', 9, anHourAgo - 8 * 86_400_000)
  await saveMany('Yarrow', 30, anHourAgo)

  const idsOf = async (text: string) => (await find(team, text)).loads.map(({ facts }) => facts.boardLoadId)
  expect(await idsOf('yarrow')).toEqual([29, 28, 27, 26, 25, 24, 23, 22].map((minute) => `Yarrow ${minute}`))
  expect(await idsOf('sorrel')).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((minute) => `Sorrel ${minute}`))
})

test('[D9.3] brokers are found once somebody of the team contacted them, also by MC number', async () => {
  const load = { company: 'Ember Prairie Logistics', mc: '834219' }
  const saved = await save(owner, load)
  expect((await find(mate, 'embr prarie')).brokers).toEqual([])

  await callAbout(owner, saved.id)
  await sendInquiry(mate, { load: buildLoad({ company: 'Oxbow River Brokers', mc: '789465' }) })

  expect((await find(mate, 'embr prarie')).brokers).toEqual(['Ember Prairie Logistics'])
  expect((await find(mate, '834219')).brokers).toEqual(['Ember Prairie Logistics'])
  expect((await find(owner, 'oxbow')).brokers).toEqual(['Oxbow River Brokers'])
  expect((await find(owner, 'em')).brokers).toEqual(['Ember Prairie Logistics'])
})

test('[D9.3] nobody finds loads and brokers of others, nor of a team that they left', async () => {
  const stranger = await app.signUp()
  const member = await createMember(app, owner)
  const nothing = { loads: [], brokers: [] }
  const texts = ['joliet', 'jo', 'oxbow', 'Q48213']

  for (const text of texts) {
    expect(await find(member, text)).not.toEqual(nothing)
    expect(await find(stranger, text)).toEqual(nothing)
  }
  await owner.team.removeMember({ query: { userId: member.userId } })
  for (const text of texts) expect(await find(member, text)).toEqual(nothing)
})

test('[D9.3] without the extensions the migration succeeds, and names are found by their beginnings', async () => {
  const other = await testApp()
  const { sql = '' } = migrations.find(({ name }) => name.endsWith('load-names.sql')) ?? {}
  await other.pool.query('drop table load_name; drop index load_from, load_to, load_company, load_reference')
  await other.pool.query('drop extension if exists btree_gin, pg_trgm')
  await other.pool.query(sql.replaceAll('pg_trgm', 'no_such_extension'))
  const user = await other.signUp()
  await save(user, { origin: placeOf('San Antonio, TX') })

  expect(await lanesOf(user, 'san ant')).toEqual([expect.stringContaining('San Antonio')])
  expect(await lanesOf(user, 'dallas')).toHaveLength(1)
  expect(await lanesOf(user, 'dalas')).toEqual([])
})

test('[D9.3] loads that were saved before the search are found after its migration', async () => {
  const other = await testApp()
  const user = await other.signUp()
  await save(user, { origin: placeOf('San Antonio, TX'), company: 'Saved Only Freight' })
  await sendInquiry(user, { load: buildLoad({ company: 'Grayling Transport', mc: '745906' }) })
  const { rows: names } = await other.pool.query('select * from load_name order by word, name')
  await other.pool.query('drop table load_name; drop index load_from, load_to, load_company, load_reference')

  await other.pool.query(readFileSync(join(import.meta.dirname, 'load-names.sql'), 'utf8'))

  expect((await other.pool.query('select * from load_name order by word, name')).rows).toEqual(names)
  expect(await lanesOf(user, 'san antono')).toHaveLength(1)
})
