import { randomUUID } from 'node:crypto'
import type { OutcomeKind } from '@loadping/contract/loads/outcomes'
import { beforeAll, expect, test } from 'vitest'
import { recordContact } from '../analytics/analytics.service.ts'
import { writeTogether } from '../db/write-together.ts'
import { buildLoad, callAbout, sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const at = (instant: string) => {
  app.clock.now = new Date(instant)
}

/** Signs a user in at this time, since access tokens expire. */
async function signInAt(instant: string, email?: string): Promise<TestUser> {
  at(instant)
  return app.signUp(email)
}

const homeOf = (user: TestUser) => user.home.getHome({ query: {} })

type Past = { seconds?: number; team?: string | null }

async function contactAt(user: TestUser, instant: string, { seconds, team = null }: Past = {}) {
  const now = new Date(instant)
  const postedAt = seconds === undefined ? undefined : new Date(now.getTime() - seconds * 1_000).toISOString()
  const load = buildLoad({ postedAt })
  const contact = {
    id: randomUUID(),
    userId: user.userId,
    organizationId: team,
    type: 'EMAIL',
    load,
    loadId: null,
    askCents: null,
  } as const
  await writeTogether(app.db, recordContact({ ...app.deps, now: () => now }, contact))
}

/** Asks about a load, and records what came of it. */
async function askAbout(user: TestUser, outcome?: OutcomeKind, cents?: number, load = buildLoad()): Promise<string> {
  const { id } = await user.loads.saveLoad({ body: { load } })
  await callAbout(user, id)
  if (outcome)
    await user.loads.changeLoads({ body: { ids: [id], change: { kind: 'outcome', outcome, ...(cents && { cents }) } } })
  return id
}

test('[D9.2] today stands beside the same weekday a week before, until the same time of day', async () => {
  const before = await signInAt('2026-11-17T14:00:00Z')
  for (const [instant, seconds] of [
    ['2026-11-17T13:10:00Z', 60],
    ['2026-11-17T14:41:30Z', 120],
    ['2026-11-17T14:42:30Z', 999], // after 9:42 AM
    ['2026-11-17T21:00:00Z', 999],
    ['2026-11-16T14:00:00Z', 999],
  ] as const)
    await contactAt(before, instant, { seconds })
  const user = await signInAt('2026-11-24T14:42:20Z', before.email)
  await contactAt(user, '2026-11-24T11:00:00Z', { seconds: 30 })
  await contactAt(user, '2026-11-24T14:42:00Z')

  const home = await homeOf(user)

  expect(home).toMatchObject({ day: '2026-11-24', dayBefore: '2026-11-17', asOf: '2026-11-24T14:42:20.000Z' })
  expect(home.mine.now).toMatchObject({ inquiries: 2, avgPostToContactSeconds: 30 })
  expect(home.mine.before).toMatchObject({ inquiries: 2, avgPostToContactSeconds: 90 })
  const hours = (counts: Record<number, number>) => Array.from({ length: 24 }, (_, hour) => counts[hour] ?? 0)
  expect(home.mine.hours).toEqual(hours({ 6: 1, 9: 1 }))
  expect(home.mine.hoursBefore).toEqual(hours({ 8: 1, 9: 2, 16: 1 }))
  expect(home.team).toBeNull()
})

test.each([
  ['2026-03-15T13:30:00Z', '2026-03-08T13:00:00Z', '2026-03-08T14:00:00Z'],
  ['2026-11-08T14:30:00Z', '2026-11-01T14:00:00Z', '2026-11-01T15:00:00Z'],
])('at %s, a week after a clock change, the same time is by the clock', async (now, earlier, later) => {
  const before = await signInAt(earlier)
  await contactAt(before, earlier)
  await contactAt(before, later)
  const user = await signInAt(now, before.email)

  expect((await homeOf(user)).mine.before.inquiries).toBe(1)
})

test('[D9.2] answers count until now today, and until the same time a week before', async () => {
  const before = await signInAt('2026-11-17T14:00:00Z')
  await askAbout(before, 'declined')
  const late = await askAbout(before)
  await askAbout(before, 'no-answer')
  at('2026-11-17T14:10:00Z')
  await before.loads.changeLoads({ body: { ids: [late], change: { kind: 'status', status: 'replied' } } })
  const user = await signInAt('2026-11-24T14:05:00Z', before.email)
  await askAbout(user, 'countered', 240_000)
  await askAbout(user)

  const { now, before: then } = (await homeOf(user)).mine

  expect(now).toMatchObject({ asked: 2, answered: 1 })
  expect(then).toMatchObject({ asked: 3, answered: 1 })
})

test('[D9.2] what was booked today is listed with its rate, beside what was booked by that time', async () => {
  const before = await signInAt('2026-11-17T14:00:00Z')
  await askAbout(before, 'booked', 148_000)
  const user = await signInAt('2026-11-24T14:05:00Z', before.email)
  const loadId = await askAbout(user, 'booked', 172_500)
  app.clock.advance(60_000)
  await askAbout(user, 'booked')
  await askAbout(user, 'declined')

  const { mine } = await homeOf(user)

  expect(mine.now).toMatchObject({ booked: 2, bookedCents: 172_500 })
  expect(mine.before).toMatchObject({ booked: 1, bookedCents: 148_000 })
  expect(mine.bookings).toEqual([
    expect.objectContaining({ cents: null, at: '2026-11-24T14:06:00.000Z' }),
    {
      loadId,
      userId: user.userId,
      at: '2026-11-24T14:05:00.000Z',
      origin: { city: 'Joliet', state: 'IL' },
      dest: { city: 'Dallas', state: 'TX' },
      company: 'Quillon Logistics',
      tripMiles: 926,
      cents: 172_500,
    },
  ])
})

test('[D9.2] a manager sees what each of the team did today, other members only their own day', async () => {
  at('2026-11-24T14:00:00Z')
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const { id: team } = await owner.team.getTeam()
  await contactAt(owner, '2026-11-24T13:00:00Z', { team })
  await contactAt(member, '2026-11-24T13:00:00Z', { team })
  await contactAt(member, '2026-11-17T13:00:00Z', { team })
  await contactAt(member, '2026-11-24T13:00:00Z') // before joining
  await askAbout(member, 'booked', 100_000)

  const home = await homeOf(owner)

  expect(home.mine.now.inquiries).toBe(1)
  expect(home.team?.now).toMatchObject({ inquiries: 3, booked: 1, bookedCents: 100_000 })
  expect(home.team?.before.inquiries).toBe(1)
  expect(home.team?.people).toEqual([
    { userId: member.userId, name: member.email, emailSent: 1, phoneCall: 1, booked: 1, bookedCents: 100_000 },
    { userId: owner.userId, name: owner.email, emailSent: 1, phoneCall: 0, booked: 0, bookedCents: 0 },
  ])
  expect(await homeOf(member)).toMatchObject({ team: null, mine: { now: { inquiries: 3 } } })
})

test('[D9.2] [T04] what former members book and do elsewhere is not on the Dashboard of the team', async () => {
  at('2026-11-24T14:00:00Z')
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  await askAbout(member, 'booked', 100_000)
  app.clock.advance(1_000)
  await member.team.leaveTeam()
  const before = await homeOf(owner)
  await createMember(app, await createOwner(app), { user: member })
  app.clock.advance(60_000)
  await askAbout(member, 'booked', 250_000)

  const { team, version } = await homeOf(owner)

  expect(team).toMatchObject({ bookings: [{ cents: 100_000 }], now: { booked: 1, bookedCents: 100_000 } })
  expect(version).toBe(before.version)
})

test('[D9.2] a load that two of a team booked counts once for the team', async () => {
  at('2026-11-24T14:00:00Z')
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const load = buildLoad()
  await askAbout(owner, 'booked', 100_000, load)
  app.clock.advance(1_000)
  await askAbout(member, 'booked', 110_000, load)

  const home = await homeOf(owner)

  expect(home.team?.now).toMatchObject({ booked: 1, bookedCents: 110_000 })
  expect(home.mine.now).toMatchObject({ booked: 1, bookedCents: 100_000 })
})

test('[D9.2] asks of more than an hour ago without an outcome wait for the caller, the newest first', async () => {
  const first = await signInAt('2026-11-23T11:00:00Z')
  await askAbout(first, undefined, undefined, buildLoad({ company: 'Northgate' }))
  await askAbout(first, 'covered')
  const second = await signInAt('2026-11-23T13:00:00Z', first.email)
  await askAbout(second, undefined, undefined, buildLoad({ company: 'Hollis' }))
  const user = await signInAt('2026-11-23T13:50:00Z', first.email)
  expect((await homeOf(user)).openAsks).toEqual({ count: 1, companies: ['Northgate'] })

  at('2026-11-23T14:01:00Z')
  expect((await homeOf(user)).openAsks).toEqual({ count: 2, companies: ['Hollis', 'Northgate'] })
  const later = await signInAt('2026-11-25T11:30:00Z', first.email)
  expect((await homeOf(later)).openAsks).toEqual({ count: 1, companies: ['Hollis'] })
})

test('[D9.2] a mailbox to reconnect is named with its failure', async () => {
  const user = await signInAt('2026-11-24T14:00:00Z')
  await app.pool.query("update mailbox set connection_error = 'Sign in again.' where user_id = $1", [user.userId])

  expect((await homeOf(user)).brokenMailboxes).toEqual([
    { kind: 'relay', address: user.email, isDefault: true, failure: 'Sign in again.' },
  ])
})

test('[D8.10] a broker sees their own day', async () => {
  const user = await signInAt('2026-11-24T14:00:00Z')
  await user.account.saveUserInfo({ body: { userType: 'broker' } })
  await sendInquiry(user)

  expect(await homeOf(user)).toMatchObject({
    mine: { now: { inquiries: 1, asked: 0, booked: 0 } },
    team: null,
    openAsks: { count: 0 },
  })
})

test('[D9.2] the plan comes along as Billing shows it, but not to a broker or the extension', async () => {
  const user = await signInAt('2026-11-24T14:00:00Z')
  const { content } = await user.billing.getBilling()
  const { extensionToken } = await user.account.getMe()
  const { accessToken } = await app.as().extension.openSession({ body: { code: extensionToken ?? '' } })

  expect((await homeOf(user)).billing).toEqual(content)
  expect((await app.as(accessToken).home.getHome({ query: {} })).billing).toBeNull()
  await user.account.saveUserInfo({ body: { userType: 'broker' } })
  expect((await homeOf(user)).billing).toBeNull()
})
