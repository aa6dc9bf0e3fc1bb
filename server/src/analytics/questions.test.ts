import { randomUUID } from 'node:crypto'
import { addDays } from '@loadping/contract/format/new-york-days'
import { beforeAll, expect, test } from 'vitest'
import { writeTogether } from '../db/write-together.ts'
import { buildLoad, callAbout, sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { recordContact } from './analytics.service.ts'
import { findDifferences } from './check-counts.service.ts'

let app: TestApp
let owner: TestUser
let member: TestUser
let organizationId: string
beforeAll(async () => {
  app = await testApp()
  app.clock.now = new Date('2026-11-20T20:00:00Z')
  owner = await createOwner(app)
  member = await createMember(app, owner)
  const { id } = await owner.team.getTeam()
  organizationId = id ?? ''
})

type Past = { type?: 'EMAIL' | 'PHONE'; seconds?: number; askCents?: number | null; team?: string | null; id?: string }

/** Records a contact at this time, with its posting so many seconds before. */
async function contactAt(user: TestUser, at: string, { type = 'EMAIL', seconds, askCents = null, ...of }: Past = {}) {
  const contactTime = new Date(at)
  const { team = organizationId, id = randomUUID() } = of
  const postedAt = seconds === undefined ? undefined : new Date(contactTime.getTime() - seconds * 1_000).toISOString()
  const load = buildLoad({ postedAt, ...(type === 'PHONE' && { rate: { cents: 250, basis: 'per-mile' } }) })
  const contact = { id, userId: user.userId, organizationId: team, type, load, loadId: null, askCents }
  await writeTogether(app.db, recordContact({ ...app.deps, now: () => contactTime }, contact))
}

const counts = (emailSent: number, phoneCall: number) => ({
  emailSent,
  phoneCall,
  totalInquiries: emailSent + phoneCall,
})
const between = (startDate: string, endDate: string) => ({ query: { startDate, endDate } })

test('[D6.3] [7.30] [3.15] the five questions answer a range and as many days before', async () => {
  await contactAt(owner, '2025-03-04T15:00:00Z', { seconds: 90, askCents: 200_000 })
  await contactAt(owner, '2025-03-04T16:00:00Z', { seconds: 31, askCents: 200_001 })
  await contactAt(owner, '2025-03-05T16:00:00Z', { type: 'PHONE' })
  await contactAt(member, '2025-03-05T17:00:00Z')
  await contactAt(member, '2025-03-03T17:00:00Z', { type: 'PHONE', seconds: 600 })
  const query = between('2025-03-04', '2025-03-05')
  const mine = owner.userId
  const theirs = member.userId

  expect(await owner.analytics.getTotalInquiries(query)).toEqual({ ...counts(3, 1), old: counts(0, 1) })
  expect(await owner.analytics.getAvgPostToContactTime(query)).toEqual({
    value: 60.5,
    count: 2,
    old: { value: 600, count: 1 },
  })
  // What was posted where nothing was asked: a call per mile times the trip, and an email in whole dollars.
  const posted = { called: 250 * 926, emailed: 231_500 }
  expect(await owner.analytics.getAvgRate(query)).toEqual({
    value: (200_000 + 200_001 + posted.called + posted.emailed) / 4,
    count: 4,
    asked: { value: (200_000 + 200_001) / 2, count: 2 },
    posted: { value: (posted.called + posted.emailed) / 2, count: 2 },
    old: {
      value: posted.called,
      count: 1,
      asked: { value: null, count: 0 },
      posted: { value: posted.called, count: 1 },
    },
  })
  expect(await owner.analytics.getDispatchList(query)).toEqual({
    rows: [
      { userId: mine, ...counts(2, 1) },
      { userId: theirs, ...counts(1, 0) },
    ],
    old: { rows: [{ userId: theirs, ...counts(0, 1) }] },
  })
  expect(await owner.analytics.getUserAverages(query)).toEqual(
    [
      { userId: mine, postToContactSeconds: 60.5, rateCents: (200_000 + 200_001 + posted.called) / 3 },
      { userId: theirs, postToContactSeconds: null, rateCents: posted.emailed },
    ].sort((one, other) => one.userId.localeCompare(other.userId)),
  )
  expect(await owner.analytics.getDispatchGraph(query)).toEqual({
    days: [
      { date: '2025-03-04', users: { [mine]: counts(2, 0) } },
      { date: '2025-03-05', users: { [mine]: counts(0, 1), [theirs]: counts(1, 0) } },
    ],
    old: {
      days: [
        { date: '2025-03-02', users: {} },
        { date: '2025-03-03', users: { [theirs]: counts(0, 1) } },
      ],
    },
  })
  expect(await owner.analytics.getTotalInquiries({ query: { ...query.query, userIds: theirs } })).toMatchObject(
    counts(1, 0),
  )
})

test('[3.13] [D6.3] without dates the questions are about today in New York, and the day before', async () => {
  const user = await app.signUp()
  const { userId } = user
  await contactAt(user, '2026-11-20T05:00:00Z', { team: null, seconds: 60, askCents: 200_000 })
  await contactAt(user, '2026-11-20T04:59:59Z', { type: 'PHONE', team: null, seconds: 90, askCents: 100_000 })

  expect(await user.analytics.getTotalInquiries({ query: {} })).toEqual({ ...counts(1, 0), old: counts(0, 1) })
  expect(await user.analytics.getAvgPostToContactTime({ query: {} })).toMatchObject({ value: 60, old: { value: 90 } })
  expect(await user.analytics.getAvgRate({ query: {} })).toMatchObject({ value: 200_000, old: { value: 100_000 } })
  expect(await user.analytics.getDispatchList({ query: {} })).toEqual({
    rows: [{ userId, ...counts(1, 0) }],
    old: { rows: [{ userId, ...counts(0, 1) }] },
  })
  expect((await user.analytics.getDispatchGraph({ query: {} })).old.days).toEqual([
    { date: '2026-11-19', users: { [userId]: counts(0, 1) } },
  ])
  expect((await user.analytics.getDispatchGraph({ query: {} })).days.map(({ date }) => date)).toEqual(['2026-11-20'])
})

test('[3.13] a graph by the hour counts one day and the day before by the clock of New York', async () => {
  const user = await app.signUp()
  const alone = { team: null }
  await contactAt(user, '2025-11-02T05:30:00Z', alone) // 1:30, before the clocks went back
  await contactAt(user, '2025-11-02T06:30:00Z', { ...alone, type: 'PHONE' }) // 1:30 again
  await contactAt(user, '2025-11-03T04:59:00Z', alone)
  await contactAt(user, '2025-11-01T04:00:00Z', alone)
  await contactAt(user, '2025-11-03T05:00:00Z', alone)
  const { query } = between('2025-11-02', '2025-11-02')

  const { days, old } = await user.analytics.getDispatchGraph({ query: { ...query, bucket: 'hour' } })

  const known = (entries: typeof days) => entries.filter(({ users }) => Object.keys(users).length > 0)
  expect(days.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour))
  expect(known(days)).toEqual([
    { date: '2025-11-02', hour: 1, users: { [user.userId]: counts(1, 1) } },
    { date: '2025-11-02', hour: 23, users: { [user.userId]: counts(1, 0) } },
  ])
  expect(known(old.days)).toEqual([{ date: '2025-11-01', hour: 0, users: { [user.userId]: counts(1, 0) } }])
  await expect(
    user.analytics.getDispatchGraph({ query: { ...between('2025-11-02', '2025-11-03').query, bucket: 'hour' } }),
  ).rejects.toMatchObject({ code: 'invalid-input', message: 'A graph by the hour shows one day.' })
})

test('[D6.3] a graph by week or month begins with the first day of the range', async () => {
  const dates = async (bucket: 'week' | 'month') => {
    const { query } = between('2025-01-15', '2025-02-04')
    const { days, old } = await owner.analytics.getDispatchGraph({ query: { ...query, bucket } })
    return [days, old.days].map((entries) => entries.map(({ date }) => date))
  }

  expect(await dates('week')).toEqual([
    ['2025-01-15', '2025-01-20', '2025-01-27', '2025-02-03'],
    ['2024-12-25', '2024-12-30', '2025-01-06', '2025-01-13'],
  ])
  expect(await dates('month')).toEqual([
    ['2025-01-15', '2025-02-01'],
    ['2024-12-25', '2025-01-01'],
  ])
})

test('[T05] the server leaves out users whom the caller may not see', async () => {
  const stranger = await app.signUp()
  for (const user of [owner, member, stranger])
    await contactAt(user, '2024-05-06T15:00:00Z', user === stranger ? { team: null } : {})
  const everyone = [owner, member, stranger].map(({ userId }) => userId).join(',')
  const ask = async (user: TestUser, userIds: string) => {
    const { query } = between('2024-05-06', '2024-05-06')
    const { rows } = await user.analytics.getDispatchList({ query: { ...query, userIds } })
    return rows.map(({ userId }) => userId).sort()
  }

  expect(await ask(owner, everyone)).toEqual([owner.userId, member.userId].sort())
  expect(await ask(owner, stranger.userId)).toEqual([])
  expect(await ask(member, everyone.toUpperCase())).toEqual([member.userId])
  expect(await ask(member, owner.userId)).toEqual([])
  expect((await member.analytics.listAnalyticsPeople()).map(({ userId }) => userId)).toEqual([member.userId])
})

test.each(['', 'null', '*', '%25', ',', '[]', `${randomUUID()},`, Array(10_000).fill(randomUUID()).join(',')])(
  '[T05] a bad list of users is refused: %.50s',
  async (userIds) => {
    const url = `/analytics/dispatch-list?userIds=${userIds}`
    const { statusCode } = await app.app.inject({
      method: 'GET',
      url,
      headers: { authorization: `Bearer ${owner.accessToken}` },
    })

    expect(statusCode).toBe(400)
  },
)

test('[D6.3] [D7.6] contacts stay with the organization in which they were made', async () => {
  const leaver = await createMember(app, owner)
  await contactAt(leaver, '2024-06-03T15:00:00Z', { team: null })
  await contactAt(leaver, '2024-06-03T16:00:00Z')
  await owner.team.removeMember({ query: { userId: leaver.userId } })
  const other = await createOwner(app)
  await createMember(app, other, { user: leaver })
  const { id } = await other.team.getTeam()
  await contactAt(leaver, '2024-06-03T17:00:00Z', { team: id, type: 'PHONE' })
  const query = between('2024-06-03', '2024-06-03')

  expect(await owner.analytics.getTotalInquiries(query)).toMatchObject(counts(1, 0))
  expect(await other.analytics.getTotalInquiries(query)).toMatchObject(counts(0, 1))
  expect(await leaver.analytics.getTotalInquiries(query)).toMatchObject(counts(2, 1))
  const former = (await owner.analytics.listAnalyticsPeople()).find(({ userId }) => userId === leaver.userId)
  expect(former).toMatchObject({ isFormer: true, email: leaver.email })
})

test.each(['UTC', 'Asia/Tokyo'])(
  '[I15] [D6.5] days of 23 and 25 hours hold both ends, on a server in %s',
  async (zone) => {
    const before = process.env['TZ']
    process.env['TZ'] = zone
    try {
      const user = await app.signUp()
      const changes = [
        { day: '2025-03-09', first: '2025-03-09T05:30:00Z', last: '2025-03-10T03:59:59Z' },
        { day: '2025-11-02', first: '2025-11-02T04:30:00Z', last: '2025-11-03T04:59:59Z' },
      ]
      for (const { day, first, last } of changes) {
        const dayBefore = new Date(new Date(`${day}T05:00:00Z`).getTime() - 3_601_000).toISOString()
        for (const at of [first, last, dayBefore]) await contactAt(user, at, { team: null, seconds: 60 })

        const query = between(day, day)
        expect(await user.analytics.getTotalInquiries(query)).toEqual({ ...counts(2, 0), old: counts(1, 0) })
        expect((await user.analytics.getContactTimes(query)).hours[6]?.[23]).toBe(1)
      }
      const { days } = await user.analytics.getDispatchGraph(between('2025-03-08', '2025-03-10'))
      expect(days.map(({ users }) => users[user.userId]?.emailSent ?? 0)).toEqual([1, 2, 0])
      expect(await findDifferences(app)).toEqual([])
    } finally {
      process.env['TZ'] = before
    }
  },
)

test.each([
  [between('2025-03-05', '2025-03-04'), 'ends before'],
  [between('2022-01-01', '2025-01-01'), 'up to 1096 days'],
  [{ query: { endDate: '2025-02-29' } }, ''],
  [{ query: { startDate: '2026-11-22' } }, 'ends before'],
])('[I15] a range that is reversed, too long or no range is refused: %j', async (query, message) => {
  await expect(owner.analytics.getDispatchGraph(query)).rejects.toMatchObject({
    code: 'invalid-input',
    message: expect.stringContaining(message),
  })
  await expect(owner.analytics.exportAnalytics(query)).rejects.toMatchObject({ code: 'invalid-input' })
})

test('[D6.2] median and 90th percentile come from seconds up to an hour, minutes beyond', async () => {
  const user = await app.signUp()
  const seconds = [5, 61, 61, 300, 3_599, 3_661, 7_500, 90_000, 2, 4]
  for (const one of seconds) await contactAt(user, '2025-07-09T14:00:00Z', { team: null, seconds: one })
  await contactAt(user, '2025-07-12T02:00:00Z', { team: null })

  const times = await user.analytics.getContactTimes(between('2025-07-01', '2025-07-31'))

  expect(times).toMatchObject({
    count: 10,
    medianSeconds: 61,
    p90Seconds: 7_500,
    old: { count: 0, medianSeconds: null },
  })
  expect(times.distribution.filter(({ count }) => count > 0)).toEqual([
    { fromSeconds: 0, count: 3 },
    { fromSeconds: 60, count: 2 },
    { fromSeconds: 300, count: 1 },
    { fromSeconds: 1_800, count: 1 },
    { fromSeconds: 3_600, count: 1 },
    { fromSeconds: 7_200, count: 1 },
    { fromSeconds: 86_400, count: 1 },
  ])
  expect(times.hours[2]?.[10]).toBe(10)
  expect(times.hours[4]?.[22]).toBe(1)
})

test('[D12.11] the funnel counts loads asked, answered and booked by person, template and broker', async () => {
  const dispatcher = await createMember(app, owner)
  const load = buildLoad()
  await sendInquiry(dispatcher, { load })
  await sendInquiry(dispatcher)
  await sendInquiry(dispatcher, { load: buildLoad({ company: 'Pinder Hollow Logistics' }) })
  const { loads } = await dispatcher.loads.listLoads({ query: {} })
  const idOf = (company: string) => loads.find(({ facts }) => facts.company === company)?.id ?? ''
  const outcome = { kind: 'outcome', outcome: 'booked', cents: 250_000 } as const
  await dispatcher.loads.changeLoads({ body: { ids: [idOf('Pinder Hollow Logistics')], change: outcome } })
  const quillon = loads.find(({ facts }) => facts.boardLoadId === load.boardLoadId)?.id ?? ''
  await callAbout(dispatcher, quillon)
  await dispatcher.loads.changeLoads({ body: { ids: [quillon], change: { kind: 'status', status: 'replied' } } })

  const all = { asked: 3, answered: 2, booked: 1 }
  const query = { query: { userIds: dispatcher.userId } }
  expect(await owner.analytics.getFunnel(query)).toEqual({
    beginsOn: null,
    total: all,
    people: [{ userId: dispatcher.userId, ...all }],
    templates: [
      { name: 'Default', ...all },
      { name: null, asked: 1, answered: 1, booked: 0 },
    ],
    brokers: [
      { company: 'Quillon Logistics', asked: 2, answered: 1, booked: 0 },
      { company: 'Pinder Hollow Logistics', asked: 1, answered: 1, booked: 1 },
    ],
  })
})

test('[D6.3] [I12] an export has a row for each user and day, safe to open in a spreadsheet', async () => {
  const user = await app.signUp()
  await app.pool.query(`update account set name = '=1+1' where id = $1`, [user.userId])
  await contactAt(user, '2025-08-04T15:00:00Z', { team: null, seconds: 91, askCents: 245_050 })
  await contactAt(user, '2025-09-15T15:00:00Z', { team: null, type: 'PHONE' })
  const ends = addDays('2025-08-01', 60)

  const csv = await user.analytics.exportAnalytics(between('2025-08-01', ends))

  expect(csv.split('\r\n')).toEqual([
    'day (New York),name,email,emails sent,phone calls,total inquiries,average seconds from posting to contact,contacts with known posting time,average rate,contacts with rate',
    `2025-08-04,'=1+1,${user.email},1,0,1,91,1,2450.50,1`,
    `2025-09-15,'=1+1,${user.email},0,1,1,,0,2315.00,1`,
    '',
  ])
})

test('[D6.1] a contact counts once, however often it is recorded', async () => {
  const user = await app.signUp()
  const id = randomUUID()
  await contactAt(user, '2025-04-01T15:00:00Z', { id, team: null })

  await expect(contactAt(user, '2025-04-01T15:00:00Z', { id, team: null })).rejects.toThrow()

  expect(await user.analytics.getTotalInquiries(between('2025-04-01', '2025-04-01'))).toMatchObject(counts(1, 0))
})
