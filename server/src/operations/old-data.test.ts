import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { newYorkDay } from '@loadping/contract/format/new-york-days'
import { expect, test, vi } from 'vitest'
import { deleteDueAccounts } from '../account-deletion/final-deletion.service.ts'
import { removeContact } from '../analytics/analytics.service.ts'
import { findDifferences } from '../analytics/check-counts.service.ts'
import { keepFrom } from '../analytics/old-contacts.service.ts'
import type { Retention } from '../context.ts'
import { setSwitch } from '../kill-switches/kill-switches.service.ts'
import { deleteAccount } from '../testing/deletion.ts'
import { buildLoad, callAbout, sendInquiry } from '../testing/inquiries.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { removeOldData } from './old-data.service.ts'

const metricsToken = 'a-token-of-the-tests'

/** Starts at noon, because days end at midnight in New York. */
async function appThatKeeps(retention: Partial<Retention> = {}): Promise<TestApp> {
  const app = await testApp({
    max: 4, // the apps of this file stay open until its end
    change: (deps) => ({ ...deps, metricsToken, retention: { ...deps.retention, ...retention } }),
  })
  app.clock.now = new Date('2026-11-20T17:00:00Z')
  return app
}

const dayMs = 86_400_000
const today = ({ clock }: TestApp) => newYorkDay(clock.now)
const daysAgo = ({ clock }: TestApp, days: number) => newYorkDay(new Date(clock.now.getTime() - days * dayMs))

/** Sends an email about a load of a company. */
async function contact(app: TestApp, user: TestUser, company: string, load: Partial<PostedLoad> = {}) {
  const { id } = await sendInquiry(user, { load: buildLoad({ company, ...load }) })
  await app.runDueJobs()
  return id
}

/** Advances the clock, and signs the user in again. */
function afterDays(app: TestApp, { email }: TestUser, days: number): Promise<TestUser> {
  app.clock.advance(days * dayMs)
  return app.signUp(email)
}

const countOf = async ({ pool }: TestApp, table: string, { userId }: TestUser): Promise<number> =>
  (await pool.query(`select count(*)::int as count from ${table} where user_id = $1`, [userId])).rows[0].count

const idOf = async (user: TestUser, company: string) =>
  (await user.loads.listLoads({ query: {} })).loads.find(({ facts }) => facts.company === company)?.id ?? ''

const book = async (user: TestUser, company: string) =>
  user.loads.changeLoads({
    body: { ids: [await idOf(user, company)], change: { kind: 'outcome', outcome: 'booked', cents: 250_000 } },
  })

test('[R07] loads unchanged for 730 days are removed, with their history and names', async () => {
  const app = await appThatKeeps()
  const first = await app.signUp()
  await contact(app, first, 'Gone Freight', { origin: { city: 'Omaha', state: 'NE' } })
  for (const company of ['Noted Freight', 'Called Freight']) await contact(app, first, company)
  const later = await afterDays(app, first, 700)
  const noted = await idOf(later, 'Noted Freight')
  await later.loads.addLoadNote({ params: { id: noted }, body: { text: 'Call them.' } })
  await callAbout(later, await idOf(later, 'Called Freight'))
  const gone = await idOf(later, 'Gone Freight')

  const user = await afterDays(app, first, 31)
  await removeOldData(app.deps)

  const { loads } = await user.loads.listLoads({ query: {} })
  expect(loads.map(({ facts }) => facts.company).sort()).toEqual(['Called Freight', 'Noted Freight'])
  await expect(user.loads.getLoad({ params: { id: gone } })).rejects.toMatchObject({ code: 'not-found' })
  expect((await app.pool.query('select from load_event where load_id = $1', [gone])).rowCount).toBe(0)
  const { rows: names } = await app.pool.query('select distinct name from load_name order by name')
  expect(names.map(({ name }) => name)).toEqual(['called freight', 'dallas, tx', 'joliet, il', 'noted freight'])
  expect(await user.loads.findLoads({ query: { text: 'gone freight' } })).toMatchObject({ loads: [] })
  expect(await countOf(app, 'contact_event', user)).toBe(4)
})

test('[R07] contacts are removed after 1,096 days, and their counts stay', async () => {
  const app = await appThatKeeps({ loadDays: 0 })
  const first = await app.signUp()
  await contact(app, first, 'Old Freight')
  await callAbout(first, await idOf(first, 'Old Freight'))
  const day = today(app)
  await contact(app, await afterDays(app, first, 1_000), 'New Freight')

  const user = await afterDays(app, first, 97)
  const query = { query: { startDate: day, endDate: day } }
  const before = await user.analytics.getTotalInquiries(query)
  await removeOldData(app.deps)

  expect(await countOf(app, 'contact', user)).toBe(1)
  expect(await countOf(app, 'contact_event', user)).toBe(1)
  expect(before).toMatchObject({ emailSent: 1, phoneCall: 1 })
  expect(await user.analytics.getTotalInquiries(query)).toEqual(before)
  expect(await findDifferences(app)).toEqual([])
  expect((await user.loads.listLoads({ query: {} })).loads).toHaveLength(2)
})

test('[R07] what was asked and booked begins on the first day whose contacts are kept', async () => {
  const app = await appThatKeeps({ loadDays: 0 })
  const first = await app.signUp()
  await contact(app, first, 'Old Freight')
  await book(first, 'Old Freight')
  const startDate = today(app)
  await contact(app, await afterDays(app, first, 1_000), 'New Freight')
  const newDay = today(app)

  const user = await afterDays(app, first, 97)
  await removeOldData(app.deps)

  const funnelFrom = (from: string) => user.analytics.getFunnel({ query: { startDate: from, endDate: newDay } })
  const total = { asked: 1, answered: 0, booked: 0 }
  expect(await funnelFrom(startDate)).toMatchObject({ beginsOn: daysAgo(app, 1_096), total })
  expect(await funnelFrom(daysAgo(app, 1_096))).toMatchObject({ beginsOn: null, total })
  const old = await user.analytics.getFunnel({ query: { startDate, endDate: startDate } })
  expect(old).toMatchObject({ beginsOn: daysAgo(app, 1_096), total: { asked: 0, answered: 0, booked: 0 } })
})

test('[R07] what was asked and booked begins on the first day whose loads are kept', async () => {
  const app = await appThatKeeps({ contactDays: 0 })
  const first = await app.signUp()
  await contact(app, first, 'Old Freight')
  await book(first, 'Old Freight')
  const startDate = today(app)
  const later = await afterDays(app, first, 700)
  await contact(app, later, 'New Freight')
  await book(later, 'New Freight')

  const user = await afterDays(app, first, 31)
  await removeOldData(app.deps)

  expect(await user.analytics.getFunnel({ query: { startDate, endDate: today(app) } })).toMatchObject({
    beginsOn: daysAgo(app, 730),
    total: { asked: 1, answered: 1, booked: 1 },
  })
})

test('[R07] a day whose contacts were removed is one bar, without hours', async () => {
  const app = await appThatKeeps()
  const first = await app.signUp()
  await contact(app, first, 'Old Freight')
  const day = today(app)
  const query = { query: { startDate: day, endDate: day, bucket: 'hour' as const } }
  const before = await first.analytics.getDispatchGraph(query)

  const user = await afterDays(app, first, 1_097)
  await removeOldData(app.deps)

  expect(before.days).toHaveLength(24)
  expect((await user.analytics.getDispatchGraph(query)).days).toEqual([
    { date: day, users: { [user.userId]: { emailSent: 1, phoneCall: 0, totalInquiries: 1 } } },
  ])
})

test('[R07] an email that comes back changes no count of a day that is being removed', async () => {
  const app = await appThatKeeps()
  const user = await app.signUp()
  const id = await contact(app, user, 'One Freight')
  const other = await contact(app, user, 'Other Freight')
  await keepFrom(app.deps, { kind: 'contacts', day: daysAgo(app, -1) })
  await app.pool.query('delete from contact_event where email_id = $1', [other])

  await removeContact(app.deps, user.userId, id)

  expect(await user.analytics.getTotalInquiries({ query: {} })).toMatchObject({ emailSent: 2 })
})

test('[R07] with 0 days nothing is removed', async () => {
  const app = await appThatKeeps({ loadDays: 0, contactDays: 0 })
  const user = await app.signUp()
  await contact(app, user, 'Old Freight')
  app.clock.advance(5_000 * dayMs)

  await removeOldData(app.deps)

  for (const table of ['load', 'contact', 'contact_event']) expect(await countOf(app, table, user)).toBe(1)
  expect((await app.pool.query('select from kept_from')).rowCount).toBe(0)
})

test('[R07] who contacted nobody before the first kept day is told of no removal', async () => {
  const app = await appThatKeeps()
  const user = await app.signUp()
  await contact(app, user, 'New Freight')
  await removeOldData(app.deps)

  const query = { startDate: daysAgo(app, 900), endDate: today(app) }

  const total = { asked: 1, answered: 0, booked: 0 }
  expect(await user.analytics.getFunnel({ query })).toMatchObject({ beginsOn: null, total })
})

test('[R07] the first kept day is never set back, also when more days are kept', async () => {
  const app = await appThatKeeps()
  const first = await app.signUp()
  await contact(app, first, 'Old Freight')
  const user = await afterDays(app, first, 800)
  await removeOldData(app.deps)
  const beginsOn = daysAgo(app, 730)

  await removeOldData({ ...app.deps, retention: { ...app.deps.retention, loadDays: 2_000 } })

  const query = { startDate: daysAgo(app, 900), endDate: today(app) }
  expect(await user.analytics.getFunnel({ query })).toMatchObject({ beginsOn })
})

const addOldEvents = ({ pool, clock }: TestApp, { userId }: TestUser, count: number) =>
  pool.query(
    `insert into contact_event (user_id, id, type, contact_time, day, load)
     select $1, gen_random_uuid(), 'PHONE', $2::timestamptz - n * interval '1 minute', $2::timestamptz::date - 1, '{}'
     from generate_series(1, $3) n`,
    [userId, new Date(clock.now.getTime() - 1_200 * dayMs), count],
  )

test('[R07] a run removes at most 10,000 events of a user, the next ones the rest', async () => {
  const app = await appThatKeeps()
  const user = await app.signUp()
  await addOldEvents(app, user, 10_450)
  await setSwitch(app.deps, 'writes', true)
  await removeOldData(app.deps)
  const whileOff = await countOf(app, 'contact_event', user)
  await setSwitch(app.deps, 'writes', false)

  const left: number[] = []
  for (let run = 0; run < 2; run++) {
    await removeOldData(app.deps)
    left.push(await countOf(app, 'contact_event', user))
  }

  expect([whileOff, ...left]).toEqual([10_450, 450, 0])
  const { text } = await rawRequest(app.app, { method: 'GET', url: '/metrics', bearer: metricsToken })
  expect(text).toContain('loadping_old_rows_removed_total{kind="events"} 10450\n')
})

test('[R07] a server that stops ends the removal after the rows that it is removing', async () => {
  const app = await appThatKeeps()
  const user = await app.signUp()
  await addOldEvents(app, user, 10_000)
  const stopping = new AbortController()

  const removing = removeOldData(app.deps, stopping.signal)
  await vi.waitFor(async () => expect(await countOf(app, 'contact_event', user)).toBeLessThan(10_000), { interval: 1 })
  stopping.abort()
  await removing

  expect(await countOf(app, 'contact_event', user)).toBeGreaterThan(0)
})

test('[R07] contacts of an account that is gone are removed from its team, not counts', async () => {
  const app = await appThatKeeps()
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  await contact(app, member, 'Old Freight')
  await member.team.leaveTeam()
  await deleteAccount(member)
  app.clock.advance(8 * dayMs)
  await deleteDueAccounts(app.deps)
  const countAll = () =>
    Promise.all(['contact', 'contact_event', 'contact_count'].map((table) => countOf(app, table, member)))
  const kept = await countAll()
  app.clock.advance(1_097 * dayMs)

  await removeOldData(app.deps)

  expect(kept).toEqual([1, 1, 3])
  expect(await countAll()).toEqual([0, 0, 3])
})
