import { beforeAll, expect, test } from 'vitest'
import { goalSize } from '../testing/goal-size.ts'
import { buildLoad, callAbout, sendInquiry } from '../testing/inquiries.ts'
import { chooseSeed, makeRandomContacts } from '../testing/random-contacts.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import * as store from './analytics.store.ts'
import { findDifferences, repair } from './check-counts.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const at = (instant: string) => {
  app.clock.now = new Date(instant)
}

/** Signs up a user shortly before this time, so that the session is still valid then. */
async function personAt(instant: string): Promise<TestUser> {
  at(instant)
  return app.signUp()
}

test('[3.14] [D13.9] [D6.1] an event has user, time, age of the posting, ask and posted rate', async () => {
  const user = await personAt('2026-11-20T20:00:00Z')
  const load = buildLoad({ postedAt: '2026-11-20T19:53:18.000Z', rate: { cents: 250, basis: 'per-mile' } })
  const unposted = buildLoad({ postedAt: undefined, rate: undefined, tripMiles: undefined })

  await sendInquiry(user, { load })
  await sendInquiry(user, { load: unposted })
  for (const called of [load, unposted]) {
    const { id } = await user.loads.saveLoad({ body: { load: called } })
    await callAbout(user, id, 245_000)
  }

  const { rows } = await app.pool.query(
    `select type, user_id, contact_time, post_to_contact_seconds, ask_cents, posted_cents, load from contact_event
     where user_id = $1 order by type, posted_cents nulls last`,
    [user.userId],
  )
  const about = { user_id: user.userId, contact_time: app.clock.now }
  const posted = { post_to_contact_seconds: 402, posted_cents: 231_500, load }
  const unknown = { post_to_contact_seconds: null, posted_cents: null }
  expect(rows).toMatchObject([
    { type: 'EMAIL', ask_cents: 250_000, ...about, ...posted },
    { type: 'EMAIL', ask_cents: null, ...about, ...unknown },
    { type: 'PHONE', ask_cents: 245_000, ...about, ...posted },
    { type: 'PHONE', ask_cents: 245_000, ...about, ...unknown },
  ])
})

test('the daily summary equals the sum of its events, also after failed emails', async () => {
  const user = await personAt('2026-11-18T20:00:00Z')
  for (let day = 0; day < 3; day++) {
    for (let count = 0; count < 5; count++) {
      const isPosted = count % 2 === 0
      await sendInquiry(user, {
        load: buildLoad({
          ...(isPosted && { postedAt: new Date(app.clock.now.getTime() - 60_000 * (count + 1)).toISOString() }),
          ...(count === 3 && { rate: undefined }),
        }),
      })
    }
    app.mailbox.answer = () => (day === 1 ? { outcome: 'rejected', reason: '550' } : { outcome: 'accepted' })
    await app.runDueJobs()
    app.mailbox.answer = undefined
    app.clock.advance(86_400_000)
    user.accessToken = (
      await app
        .as(user.accessToken)
        .signIn.refresh({ query: { refreshToken: user.refreshToken } })
        .then((pair) => Object.assign(user, pair, app.as(pair.accessToken)))
    ).accessToken
  }

  const days = (await store.listCounts(app.db, [user.userId])).filter(({ bucket }) => bucket === 'day')

  expect(await findDifferences(app)).toEqual([])
  expect(days.map(({ day, emailSent }) => [day, emailSent]).sort()).toEqual([
    ['2026-11-18', 5],
    ['2026-11-20', 5],
  ])
})

test.each([
  ['2026-11-20T04:30:00Z', '2026-11-19'],
  ['2026-11-20T05:30:00Z', '2026-11-20'],
  ['2026-03-08T04:59:59Z', '2026-03-07'],
  ['2026-03-09T03:59:00Z', '2026-03-08'],
  ['2026-11-01T04:30:00Z', '2026-11-01'],
  ['2026-11-02T04:59:00Z', '2026-11-01'],
])('a contact at %s counts for the New York day %s', async (instant, day) => {
  const user = await personAt(instant)

  await sendInquiry(user)

  expect(await store.listCounts(app.db, [user.userId])).toContainEqual(
    expect.objectContaining({ bucket: 'day', day, emailSent: 1 }),
  )
  expect(await user.home.getHome({ query: {} })).toMatchObject({
    day,
    today: { emailSent: 1, phoneCall: 0, totalInquiries: 1 },
  })
})

test("the Dashboard shows the day's counts and the caller's newest contacts with their outcome", async () => {
  const user = await personAt('2026-11-20T20:00:00Z')
  const other = await app.signUp()
  await sendInquiry(other)
  await sendInquiry(user, { load: buildLoad({ postedAt: '2026-11-20T19:50:00.000Z' }) })
  await app.runDueJobs()

  expect(await user.home.getHome({ query: {} })).toMatchObject({
    day: '2026-11-20',
    today: { emailSent: 1, phoneCall: 0, totalInquiries: 1 },
    emails: { waiting: 0, failed: 0, unknown: 0 },
    mailbox: expect.objectContaining({ kind: 'relay', address: user.email, use: expect.objectContaining({ sent: 1 }) }),
    avgPostToContactSeconds: 600,
    recentContacts: [
      {
        id: expect.any(String),
        type: 'EMAIL',
        contactTime: '2026-11-20T20:00:00.000Z',
        origin: { city: 'Joliet', state: 'IL' },
        dest: { city: 'Dallas', state: 'TX' },
        company: 'Quillon Logistics',
        rateCents: 250_000,
        rateIs: 'asked',
        postToContactSeconds: 600,
        email: { id: expect.any(String), state: 'sent', templateName: 'Default', failure: null },
        load: { id: expect.any(String), outcome: null },
      },
    ],
    blindBoards: [],
  })
})

test('a failed email stays visible after its contact is removed', async () => {
  const user = await personAt('2026-11-20T20:00:00Z')
  await sendInquiry(user)
  app.mailbox.answer = () => ({ outcome: 'rejected', reason: '550 no such user' })
  await app.runDueJobs()
  app.mailbox.answer = undefined

  const { today, recentContacts } = await user.home.getHome({ query: {} })

  expect(today.emailSent).toBe(0)
  expect(recentContacts).toEqual([
    expect.objectContaining({ email: expect.objectContaining({ state: 'failed', failure: '550 no such user' }) }),
  ])
})

const contacts = goalSize({ full: 1_000_000, tenth: 10_000, quick: 1_200 })
const people = goalSize({ full: 50, tenth: 3, quick: 3 })
const longest = goalSize({ full: 2 * 3_600_000, tenth: 300_000, quick: 60_000 })

test(
  '[D6.2] after random contacts, late arrivals, undos and team changes the counts equal the contacts',
  async ({ annotate }) => {
    const seed = chooseSeed()
    await annotate(`SEED=${seed}`)
    const user = await app.signUp()
    const userIds = [user.userId]
    while (userIds.length < people) userIds.push((await app.signUp()).userId)
    const undone = await makeRandomContacts(app, { count: contacts, userIds, seed })

    expect(undone).toBeGreaterThan(contacts / 15)
    expect(await findDifferences(app)).toEqual([])

    await app.pool.query(
      `update contact_count set email_sent = email_sent + 1 where user_id = $1 and day in ('2025-03-09', '2025-11-01')`,
      [user.userId],
    )
    const found = await findDifferences(app)
    expect(new Set(found.map(({ userId, bucket, day }) => `${userId} ${bucket} ${day}`))).toEqual(
      new Set(['day 2025-03-09', 'day 2025-11-01', 'month 2025-11-01'].map((place) => `${user.userId} ${place}`)),
    )
    for (const difference of found) await repair(app, difference)
    expect(await findDifferences(app)).toEqual([])
  },
  longest,
)
