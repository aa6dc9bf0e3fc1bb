import { randomUUID } from 'node:crypto'
import { noCosts } from '@loadping/contract/trucks/trucks'
import type { KyselyPlugin } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { setBoardSettings } from './board-settings.service.ts'

let app: TestApp
let owner: TestUser
let mate: TestUser
let statements = 0

/** Counts statements as their results arrive, prepared ones too. */
const countStatements: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    statements += 1
    return result
  },
}

beforeAll(async () => {
  app = await testApp({ change: (deps) => ({ ...deps, db: deps.db.withPlugin(countStatements) }) })
  owner = await createOwner(app)
  mate = await createMember(app, owner)
})
beforeEach(() => app.clock.advance(11_000))

async function read(user: TestUser, version?: string) {
  const state = await user.extension.getPageState({ query: version === undefined ? {} : { version } })
  if (!state) throw new Error('Nothing changed.')
  return state
}
const draft = { subject: 'Load', template: '<p>Hi</p>', cc: [], labels: [] }
const truck = {
  id: randomUUID(),
  name: 'Blue',
  equipment: 'van' as const,
  place: { city: 'Joliet', state: 'IL' },
  emptyAt: null,
  driveMinutes: null,
  windowMinutes: null,
  cycleMinutes: null,
  isCurrent: true,
}

test('an unchanged state is a 304 without a body, by one statement beside authorization', async () => {
  for (const user of [await app.signUp(), mate]) {
    const { version } = await read(user)
    statements = 0

    const answer = await app.app.inject({
      url: `/extension/state?version=${version}`,
      headers: { authorization: `Bearer ${user.accessToken}` },
    })

    expect({ status: answer.statusCode, body: answer.body, statements }).toEqual({
      status: 304,
      body: '',
      statements: 2,
    })
  }
})

test('a changed state takes one statement too, and names what changed', async () => {
  const { version } = await read(mate)
  const load = buildLoad()
  await sendInquiry(owner, { load })
  statements = 0

  const state = await read(mate, version)

  expect(statements).toBe(2)
  expect(state.marks).toMatchObject({
    isComplete: false,
    removed: [],
    marks: [{ type: 'EMAIL', userId: owner.userId }],
  })
})

const changes: [string, (user: TestUser, teammate: TestUser) => Promise<unknown>][] = [
  ['an email', (user) => sendInquiry(user, { load: buildLoad(), confirmed: true })],
  ['a failed email', (user) => failEmail(user)],
  ['a new template', (user) => user.templates.createTemplate({ body: { name: 'Reefer', ...draft } })],
  [
    'another default template',
    (user) => addTemplate(user).then((id) => user.templates.setDefaultTemplate({ params: { id } })),
  ],
  [
    'a template that a teammate shares',
    (_, by) => addTemplate(by).then((id) => by.templates.shareTemplate({ params: { id } })),
  ],
  [
    'the name of a teammate who shares one',
    (_, by) => by.account.saveProfile({ body: { name: `Rosa ${randomUUID()}` } }),
  ],
  ['the profile', (user) => user.account.saveProfile({ body: { phone: '(815) 555-0142' } })],
  ['a snippet', (user) => user.snippets.saveSnippet({ params: { name: 'van' }, body: { text: randomUUID() } })],
  ['the current truck', (user) => user.trucks.saveTrucks({ body: { trucks: [truck] } })],
  [
    'the costs',
    async (user) => user.trucks.saveCosts({ body: { ...(await user.trucks.getCosts()), perMileCents: 185 } }),
  ],
  ['the sell-by', (user) => user.inquiries.saveSendSettings({ body: { sellByMinutes: 30 } })],
  [
    'the mailbox',
    ({ userId }) => app.pool.query(`update mailbox set connection_error = 'x' where user_id = $1`, [userId]),
  ],
  ['a setting of the operator', () => setBoardSettings(app.deps, [])],
  ["a teammate's call", (_, by) => recordCall(by)],
]
test.each(changes)('the version changes with %s', async (_, change) => {
  const { version } = await read(mate)
  expect(await mate.extension.getPageState({ query: { version } })).toBeNull()

  await change(mate, owner)

  const after = await read(mate, version)
  expect(after.version).not.toBe(version)
  expect(await mate.extension.getPageState({ query: { version: after.version } })).toBeNull()
})

test('the version changes at midnight in New York, and with the month', async () => {
  const late = await testApp()
  late.clock.now = new Date('2026-11-30T20:00:00Z')
  const user = await late.signUp()
  await sendInquiry(user, {}).catch(() => undefined)
  late.clock.now = new Date('2026-12-01T04:59:50Z')
  const again = await late.signUp(user.email)
  const before = await read(again)
  late.clock.advance(5_000)
  expect(await again.extension.getPageState({ query: { version: before.version } })).toBeNull()

  late.clock.advance(10_000)

  const after = await read(again, before.version)
  expect(after.memoryVersion).not.toBe(before.memoryVersion)
  expect(after.account.emails).toBe(50)
})

test('a member of a team that changed is read again, in the same answer', async () => {
  const { id } = await owner.templates.createTemplate({ body: { name: 'Team van', ...draft } })
  await owner.templates.shareTemplate({ params: { id } })
  await read(mate)

  const joined = await createMember(app, owner)
  await owner.account.saveProfile({ body: { name: 'Rosa Ortiz' } })

  const shared = { id, name: 'Team van', isDefault: false, owner: 'Rosa Ortiz' }
  expect((await read(joined)).templates).toContainEqual(expect.objectContaining(shared))
  expect((await read(mate)).templates).toContainEqual(expect.objectContaining(shared))
  await owner.team.removeMember({ query: { userId: joined.userId } })
  expect((await read(joined)).templates).not.toContainEqual(expect.objectContaining({ id }))
})

test('the state holds no body of a template, and bodies go to those who may send with them', async () => {
  const { id } = await owner.templates.createTemplate({ body: { name: 'Own', ...draft, template: '<p>CANARY</p>' } })
  const stranger = await app.signUp()

  expect(JSON.stringify(await read(owner))).not.toContain('CANARY')
  const query = { ids: `${randomUUID()},${id}` }
  expect(await owner.extension.listTemplateBodies({ query })).toEqual([
    { id, version: 1, subject: 'Load', template: '<p>CANARY</p>' },
  ])
  expect(await mate.extension.listTemplateBodies({ query })).toEqual([])
  expect(await stranger.extension.listTemplateBodies({ query })).toEqual([])
})

test('[D13.14] the state has all trucks of a carrier with their place and hours', async () => {
  const carrier = await app.signUp()
  await carrier.account.saveUserInfo({ body: { userType: 'carrier', trucksAmount: 2 } })
  const trucks = [
    { ...truck, id: randomUUID() },
    { ...truck, id: randomUUID(), name: 'Second', isCurrent: false },
  ]
  await carrier.trucks.saveTrucks({ body: { trucks } })

  expect((await read(carrier)).trucks).toEqual(trucks)
})

test('[D13.11] the state of who counts fuel apart has what diesel costs in each state', async () => {
  const carrier = await app.signUp()
  expect(await read(carrier)).not.toHaveProperty('diesel')
  await carrier.trucks.saveCosts({ body: { ...noCosts, basis: 'detailed' } })

  const { diesel } = await read(carrier)
  expect(Object.keys(diesel ?? {})).toHaveLength(51)
  for (const state of ['IL', 'TX', 'CA', 'AK'])
    expect(diesel?.[state]).toBe((await app.as().fuel.getFuelPrices({ query: { city: 'Springfield', state } })).diesel)
})

test('a broker has a state without truck and costs', async () => {
  const broker = await app.signUp()
  await broker.trucks.saveTrucks({ body: { trucks: [{ ...truck, id: randomUUID() }] } })
  await broker.account.saveUserInfo({ body: { userType: 'broker', trucksAmount: 1, loadboards: [] } })

  expect(await read(broker)).toMatchObject({
    truck: null,
    trucks: [],
    account: { userType: 'broker', limitEmails: null },
  })
})

const addTemplate = async (user: TestUser): Promise<string> =>
  (await user.templates.createTemplate({ body: { name: `Van ${randomUUID()}`, ...draft } })).id

async function failEmail(user: TestUser): Promise<void> {
  app.mailbox.answer = () => ({ outcome: 'rejected', reason: 'No such address' })
  await sendInquiry(user, { load: buildLoad({ contactEmail: `${randomUUID()}@quillon.example` }), confirmed: true })
  await app.runDueJobs()
  app.mailbox.answer = undefined
}

const recordCall = (user: TestUser) =>
  user.loads.recordCall({ headers: { 'idempotency-key': randomUUID() }, body: { about: { load: buildLoad() } } })

test('a clock that is set back misses no mark', async () => {
  await sendInquiry(owner, { load: buildLoad({ boardLoadId: 'clock-1' }) })
  const { version } = await read(mate)
  app.clock.advance(-600_000)
  const fresh = await read(mate, version).catch(() => ({ version }))

  await sendInquiry(owner, { load: buildLoad({ boardLoadId: 'clock-2' }) })

  for (const known of [version, fresh.version])
    expect((await read(mate, known)).marks.marks.filter(({ type }) => type === 'EMAIL').length).toBeGreaterThan(0)
  app.clock.advance(600_000)
})

test("a teammate's new name is on the marks of before", async () => {
  await sendInquiry(owner, { load: buildLoad({ boardLoadId: 'renamed-1' }) })
  const { version, marks } = await read(mate)
  const [first] = marks.marks
  expect(first?.userId).toBe(owner.userId)

  await owner.account.saveProfile({ body: { name: 'Rosa Newname' } })

  const renamed = await read(mate, version)
  expect(renamed.marks.marks.find(({ id }) => id === first?.id)?.name).toBe('Rosa Newname')
})

test('[D13.10] the state names the postings whose asks are due for a call, until these are called', async () => {
  app.clock.now = new Date('2026-11-23T18:00:00Z') // noon in Chicago
  const user = await app.signUp()
  const load = buildLoad({ pickupDay: '2026-11-24' })
  await sendInquiry(user, { load })
  const { version, due, marks } = await read(user)
  expect(due).toEqual([])

  app.clock.advance(14 * 60_000)
  expect(await user.extension.getPageState({ query: { version } })).toBeNull()
  app.clock.advance(7 * 60_000)
  const { accessToken } = await user.signIn.refresh({ query: { refreshToken: user.refreshToken } })
  const later = { ...user, ...app.as(accessToken) }
  const after = await read(later, version)
  expect(after.due).toEqual([marks.marks[0]?.postingKey])

  await later.loads.recordCall({ headers: { 'idempotency-key': randomUUID() }, body: { about: { load } } })
  expect((await read(later, after.version)).due).toEqual([])
})
