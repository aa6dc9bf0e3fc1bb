import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { analyticsApi } from '../contract/src/analytics.ts'
import { createClientFor } from '../contract/src/api-calls.ts'
import { addDays, newYorkDay } from '../contract/src/rules/new-york-days.ts'
import { signInApi } from '../contract/src/sign-in.ts'
import { recordContact } from '../server/src/analytics/analytics.service.ts'
import { findDifferences } from '../server/src/analytics/check-counts.service.ts'
import { createDb, createPool } from '../server/src/db/db.ts'
import { connectionOf } from '../server/src/db/embedded.ts'
import { writeTogether } from '../server/src/db/write-together.ts'
import { fetchSend } from '../server/src/testing/fetch-send.ts'
import { buildLoad } from '../server/src/testing/inquiries.ts'
import { makeRandomContacts } from '../server/src/testing/random-contacts.ts'
import { sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'
import { type EventPlan, replaceEvents } from './analytics-events.ts'

// node bench/analytics.ts [--events 1000000] [--contacts 20000]: contacts are those of the check of exactness.

const users = 500
const teamUsers = 50
const days = 730

const forLongQueries = {
  ...{ statement_timeout: 0, query_timeout: 0 },
  options: '-c maintenance_work_mem=1GB -c work_mem=256MB',
}

type Pool = ReturnType<typeof createPool>
type Db = ReturnType<typeof createDb>
type Ask = (path: string) => Promise<void>

type Times = Record<'p50Ms' | 'p99Ms' | 'eventsMs' | 'ratio', number>
type AnalyticsTimes = Times & { question: string; days: number; events: number }

/** Measures the questions of a team of 50 among events of 500 users in two years, beside the same to the events. */
export async function measureAnalytics(events = 1_000_000, exactContacts = 20_000): Promise<object[]> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const settings = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' }
  const product = await spawnProduct(settings)
  const pool = createPool({ ...connectionOf({ path: settings.DATA_DIR }), ...forLongQueries })
  const db = createDb(pool)
  try {
    const ask = await signIn(product.address)
    const plan = await planEvents(pool, events)
    const loaded = await replaceEvents(pool, db, plan)
    const { rows } = await pool.query(
      `select pg_size_pretty(pg_table_size('contact_event')) as events,
         pg_size_pretty(pg_indexes_size('contact_event')) as indexes,
         pg_size_pretty(pg_total_relation_size('contact_count')) as counts`,
    )
    const measured: object[] = [{ events, ...loaded, sizes: rows[0] }]
    for (const span of [30, 365]) measured.push(...(await measureQuestions(ask, pool, plan, span)))
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

/** Makes the demo's team 50 users, and plans events of them and 450 others. */
async function planEvents(pool: Pool, count: number): Promise<EventPlan> {
  const { rows } = await pool.query(`select id from organization`)
  const organizationId = rows[0].id
  await pool.query(
    `with added as (
       insert into account (id, email, created_at, user_type)
       select gen_random_uuid(), 'user' || n || '@carrier.example', now(), 'carrier' from generate_series(1, $2::int) n
       returning id
     ) insert into membership select id, $1, 'USER', now() from added`,
    [organizationId, teamUsers - 5],
  )
  const { rows: team } = await pool.query(`select user_id from membership where organization_id = $1`, [organizationId])
  const members: string[] = team.map(({ user_id }) => user_id)
  return { count, days, organizationId, members, others: Array.from({ length: users - teamUsers }, () => randomUUID()) }
}

const { getTotalInquiries, getAvgPostToContactTime, getAvgRate, getDispatchList, getDispatchGraph, getContactTimes } =
  analyticsApi
const emailsAndCalls = `count(*) filter (where type = 'EMAIL'), count(*) filter (where type = 'PHONE')`

type Question = { path: string; options?: string; ofEvents: string; by?: string }

/** The questions, and the same asked of the events. */
const questions = (span: number): Question[] => {
  const bucket = span > 92 ? 'week' : 'day'
  return [
    { path: getTotalInquiries.path, ofEvents: emailsAndCalls },
    { path: getAvgPostToContactTime.path, ofEvents: 'avg(post_to_contact_seconds), count(post_to_contact_seconds)' },
    { path: getAvgRate.path, ofEvents: 'avg(rate_cents), count(rate_cents)' },
    { path: getDispatchList.path, ofEvents: emailsAndCalls, by: 'user_id' },
    {
      ...{ path: getDispatchGraph.path, ofEvents: emailsAndCalls, options: `&bucket=${bucket}` },
      by: `user_id, date_trunc('${bucket}', day::timestamp)`,
    },
    {
      path: getContactTimes.path,
      ofEvents: 'percentile_disc(array[0.5, 0.9]) within group (order by post_to_contact_seconds)',
    },
  ]
}

const roundsPerQuestion = 200

/** Asks each question through the API, then the events. */
async function measureQuestions(ask: Ask, pool: Pool, plan: EventPlan, span: number): Promise<AnalyticsTimes[]> {
  const measured: AnalyticsTimes[] = []
  for (const { path, ofEvents, options = '', by } of questions(span)) {
    const times: number[] = []
    for (let round = -20; round < roundsPerQuestion; round++) {
      const end = addDays(newYorkDay(new Date()), -(Math.abs(round) % 30))
      const began = performance.now()
      await ask(`${path}?startDate=${addDays(end, 1 - span)}&endDate=${end}${options}`)
      if (round >= 0) times.push(performance.now() - began)
    }
    const [p50Ms, p99Ms] = [quantile(times, 0.5), quantile(times, 0.99)]
    const eventsMs = await askEvents(pool, plan, { select: ofEvents, by, span })
    const ratio = Math.round(eventsMs / p50Ms)
    measured.push({ question: `${path}${options}`, days: span, events: plan.count, p50Ms, p99Ms, eventsMs, ratio })
  }
  return measured
}

const quantile = (times: number[], share: number): number =>
  Math.round((times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? 0) * 100) / 100

type EventQuestion = { select: string; by: string | undefined; span: number }

/** Returns the median time of a question about a range and the period before, asked of the events. */
async function askEvents(pool: Pool, { members, organizationId }: EventPlan, { select, by, span }: EventQuestion) {
  const end = newYorkDay(new Date())
  const text = `select day >= $3, ${by ? `${by}, ` : ''}${select} from contact_event
    where user_id = any($1) and organization_id = $2 and day between $4 and $5
      and contact_time >= $4::date and contact_time < $5::date + interval '2 days'
    group by 1${by ? `, ${by}` : ''}`
  const values = [members, organizationId, addDays(end, 1 - span), addDays(end, 1 - 2 * span), end]
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    const began = performance.now()
    await pool.query(text, values)
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
  await pool.query('delete from contact_count where user_id = any($1)', [userIds])
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

/** Makes random contacts of the team's users, undoes some, and looks for counts that are not those of their events. */
async function checkExactness(db: Db, pool: Pool, count: number) {
  const { rows } = await pool.query('select user_id from membership')
  const userIds = rows.map(({ user_id }) => user_id)
  const undone = await makeRandomContacts({ db }, { count, userIds })
  return { randomContacts: count, undone, differences: (await findDifferences({ db })).length }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { events: { type: 'string' }, contacts: { type: 'string' } } })
  const [events, contacts] = [values.events, values.contacts].map((value) => (value ? Number(value) : undefined))
  for (const figures of await measureAnalytics(events, contacts)) console.log(JSON.stringify(figures))
}
