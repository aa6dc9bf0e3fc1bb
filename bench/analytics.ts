import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { analyticsApi } from '../contract/src/analytics.ts'
import { createClientFor } from '../contract/src/api-calls.ts'
import { addDays, newYorkDay } from '../contract/src/rules/new-york-days.ts'
import { signInApi } from '../contract/src/sign-in.ts'
import { recordContact } from '../server/src/analytics/analytics.service.ts'
import { countEvents, type DayRow } from '../server/src/analytics/analytics.store.ts'
import { findDifferences } from '../server/src/analytics/check-counts.service.ts'
import { createDb, createPool } from '../server/src/db/db.ts'
import { connectionOf } from '../server/src/db/embedded.ts'
import { writeTogether } from '../server/src/db/write-together.ts'
import { fetchSend } from '../server/src/testing/fetch-send.ts'
import { buildLoad } from '../server/src/testing/inquiries.ts'
import { makeRandomContacts } from '../server/src/testing/random-contacts.ts'
import { sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'

// node bench/analytics.ts [events] [contacts of the exactness check]

const users = 500
const teamUsers = 50
const days = 730

type Pool = ReturnType<typeof createPool>
type Db = ReturnType<typeof createDb>
type Ask = (path: string) => Promise<void>

type AnalyticsTimes = { question: string; days: number; events: number; p50Ms: number; p99Ms: number }

/**
 * Measures the questions of a team of 50 among events of 500 users in two years: through the API, and as SQL beside the
 * same question to the events.
 */
export async function measureAnalytics(events = 1_000_000, exactContacts = 20_000): Promise<object[]> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const settings = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' }
  const product = await spawnProduct(settings)
  const pool = createPool({ ...connectionOf({ path: settings.DATA_DIR }), statement_timeout: 0, query_timeout: 0 })
  const db = createDb(pool)
  try {
    const ask = await signIn(product.address)
    const began = performance.now()
    const team = await addEvents(pool, db, events)
    const loadedSeconds = Math.round((performance.now() - began) / 1_000)
    const { rows } = await pool.query(
      `select pg_size_pretty(pg_table_size('contact_event')) as events, pg_size_pretty(pg_total_relation_size('contact_day')) as days`,
    )
    const measured: object[] = [{ events, loadedSeconds, size: rows[0] }]
    for (const span of [30, 365]) measured.push(...(await measureQuestions(ask, events, span)))
    for (const span of [30, 365]) measured.push(...(await compareWithEvents(pool, team, span)))
    measured.push(await measureIntake(pool, db))
    measured.push(await checkExactness(db, pool, exactContacts))
    return measured
  } finally {
    await pool.end()
    product.child.kill('SIGTERM')
    await product.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Signs in as the manager of the demo's team. Returns a function that asks and reads the whole answer. */
async function signIn(address: string): Promise<Ask> {
  const { headers } = await fetch(`${address}/dev/sign-in/carrier-manager`, { redirect: 'manual' })
  const { searchParams } = new URL(headers.get('location') ?? '')
  const proof = { email: searchParams.get('email') ?? '', token: searchParams.get('token') ?? '' }
  const { signIn } = createClientFor({ signIn: signInApi }, fetchSend(address))
  const { accessToken } = await signIn.verifyLink({ body: proof })
  return async (path) => {
    const response = await fetch(`${address}${path}`, {
      headers: { authorization: `Bearer ${accessToken}`, 'accept-encoding': 'identity' },
    })
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${path} answers ${response.status}`)
  }
}

type Team = { organizationId: string; userIds: string[] }

/** Makes the demo's team 50 users, adds events of them and 450 others in the order of time, and counts their days. */
async function addEvents(pool: Pool, db: Db, count: number): Promise<Team> {
  const { rows } = await pool.query(`select id from organization`)
  const organizationId = rows[0].id
  await pool.query('truncate contact_event, contact_day')
  await pool.query(
    `with added as (
       insert into account (id, email, created_at, user_type)
       select gen_random_uuid(), 'user' || n || '@carrier.example', now(), 'carrier' from generate_series(1, $2::int) n
       returning id
     ) insert into membership select id, $1, 'USER', now() from added`,
    [organizationId, teamUsers - 5],
  )
  const members = await pool.query(`select user_id from membership where organization_id = $1`, [organizationId])
  const userIds: string[] = members.rows.map(({ user_id }) => user_id)
  const everyone = [...userIds, ...Array.from({ length: users - teamUsers }, () => randomUUID())]
  await pool.query(
    `insert into contact_event
       (user_id, id, type, contact_time, day, post_to_contact_seconds, rate_cents, email_id, load, organization_id)
     select user_id, id, case when is_email then 'EMAIL' else 'PHONE' end, at, (at at time zone 'America/New_York')::date,
       case when random() < 0.9 then floor(-ln(1 - random()) * 900) end,
       case when random() < 0.8 then floor(100000 + random() * 300000) end,
       case when is_email then id end, $4, case when user_id = any($5) then $6::uuid end
     from (
       select ($1::uuid[])[1 + n % $2] as user_id, gen_random_uuid() as id, random() < 0.8 as is_email,
         now() - interval '1 day' * $7::int * (1 - n::float8 / $3) as at
       from generate_series(1, $3::int) n
     ) as made`,
    [everyone, users, count, JSON.stringify(buildLoad()), userIds, organizationId, days],
  )
  await addDayRows(db, everyone)
  await pool.query('vacuum analyze')
  return { organizationId, userIds }
}

/** Adds the counts in the order of time, in which they come. */
async function addDayRows(db: Db, everyone: string[]): Promise<void> {
  const rows: DayRow[] = []
  for (let from = 0; from < everyone.length; from += 10)
    rows.push(...(await countEvents(db, everyone.slice(from, from + 10))))
  rows.sort((one, other) => (one.day < other.day ? -1 : 1))
  for (let from = 0; from < rows.length; from += 5_000)
    await db
      .insertInto('contactDay')
      .values(rows.slice(from, from + 5_000))
      .execute()
}

const roundsPerQuestion = 200

async function measureQuestions(ask: Ask, events: number, span: number): Promise<AnalyticsTimes[]> {
  const { getTotalInquiries, getAvgPostToContactTime, getAvgRate, getDispatchList, getDispatchGraph, getContactTimes } =
    analyticsApi
  const endpoints = [getTotalInquiries, getAvgPostToContactTime, getAvgRate, getDispatchList, getDispatchGraph]
  const measured: AnalyticsTimes[] = []
  for (const endpoint of [...endpoints, getContactTimes]) {
    const bucket = endpoint === getDispatchGraph ? `&bucket=${span > 92 ? 'week' : 'day'}` : ''
    const times: number[] = []
    for (let round = -20; round < roundsPerQuestion; round++) {
      const end = addDays(newYorkDay(new Date()), -(Math.abs(round) % 30))
      const began = performance.now()
      await ask(`${endpoint.path}?startDate=${addDays(end, 1 - span)}&endDate=${end}${bucket}`)
      if (round >= 0) times.push(performance.now() - began)
    }
    const [p50Ms, p99Ms] = [quantile(times, 0.5), quantile(times, 0.99)]
    measured.push({ question: `${endpoint.path}${bucket}`, days: span, events, p50Ms, p99Ms })
  }
  return measured
}

const quantile = (times: number[], share: number): number =>
  Math.round((times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? 0) * 100) / 100

/** Compares the median time of sums of counts with that of the same sums of events. */
async function compareWithEvents(pool: Pool, { organizationId, userIds }: Team, span: number): Promise<object[]> {
  const end = newYorkDay(new Date())
  const values = [userIds, organizationId, addDays(end, 1 - span), end]
  const ofDays = 'from contact_day where user_id = any($1) and holder = $2 and day between $3 and $4'
  const ofEvents = `from contact_event where user_id = any($1) and organization_id = $2 and day between $3 and $4
    and contact_time >= $3::date and contact_time < $4::date + interval '2 days'`
  const counts = 'sum(email_sent), sum(phone_call)'
  const eventCounts = `count(*) filter (where type = 'EMAIL'), count(*) filter (where type = 'PHONE')`
  const pairs = {
    totals: [`select ${counts} ${ofDays}`, `select ${eventCounts} ${ofEvents}`],
    averages: [
      `select sum(rate_cents_sum), sum(rate_count) ${ofDays}`,
      `select sum(rate_cents), count(rate_cents) ${ofEvents}`,
    ],
    list: [`select user_id, ${counts} ${ofDays} group by 1`, `select user_id, ${eventCounts} ${ofEvents} group by 1`],
    'graph by week': [
      `select date_trunc('week', day::timestamp), user_id, ${counts} ${ofDays} group by 1, 2`,
      `select date_trunc('week', day::timestamp), user_id, ${eventCounts} ${ofEvents} group by 1, 2`,
    ],
  }
  const measured: object[] = []
  for (const [question, [fromDays = '', fromEvents = '']] of Object.entries(pairs)) {
    const [countsMs, eventsMs] = [
      await medianMs(() => pool.query(fromDays, values)),
      await medianMs(() => pool.query(fromEvents, values)),
    ]
    measured.push({ sqlOf: question, days: span, countsMs, eventsMs, ratio: Math.round(eventsMs / countsMs) })
  }
  return measured
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 9; round++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  return quantile(times, 0.5)
}

/** Measures contacts a second of eight writers, with their counts and as plain inserts, in turns. */
async function measureIntake(pool: Pool, db: Db) {
  const userIds = Array.from({ length: 100 }, () => randomUUID())
  const write = (parts: 1 | 2) => async (index: number) => {
    const contact = {
      ...{ id: randomUUID(), userId: userIds[index % userIds.length] ?? '', organizationId: null, loadId: null },
      ...{ type: 'EMAIL' as const, load: buildLoad({ postedAt: new Date().toISOString() }), askCents: 240_000 },
    }
    await writeTogether(db, recordContact({ db, now: () => new Date() }, contact).slice(0, parts))
  }
  const rates = { withCounts: [] as number[], plain: [] as number[] }
  for (let round = 0; round < 4; round++) {
    rates.withCounts.push(await perSecond(write(2)))
    rates.plain.push(await perSecond(write(1)))
  }
  await pool.query('delete from contact_event where user_id = any($1)', [userIds])
  await pool.query('delete from contact_day where user_id = any($1)', [userIds])
  const [withCounts, plain] = [quantile(rates.withCounts, 0.5), quantile(rates.plain, 0.5)]
  return { intakePerSecond: withCounts, plainInserts: plain, ratio: Math.round((withCounts / plain) * 100) / 100 }
}

async function perSecond(work: (index: number) => Promise<void>): Promise<number> {
  const [began, until] = [performance.now(), performance.now() + 3_000]
  let done = 0
  const run = async () => {
    while (performance.now() < until) await work(done++)
  }
  await Promise.all(Array.from({ length: 8 }, run))
  return Math.round(done / ((performance.now() - began) / 1_000))
}

/** Makes random contacts of the team's users, undoes some, and counts the days that differ from their events. */
async function checkExactness(db: Db, pool: Pool, count: number) {
  const { rows } = await pool.query('select user_id from membership limit 20')
  const userIds = rows.map(({ user_id }) => user_id)
  const undone = await makeRandomContacts({ db }, { count, userIds })
  return { randomContacts: count, undone, differingDays: (await findDifferences({ db })).length }
}

if (import.meta.main) {
  const [events, exactContacts] = process.argv.slice(2).map(Number)
  for (const figures of await measureAnalytics(events, exactContacts)) console.log(JSON.stringify(figures))
}
