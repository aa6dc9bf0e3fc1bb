import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { analyticsApi } from '../contract/src/analytics/analytics.api.ts'
import { addDays, newYorkDay } from '../contract/src/format/new-york-days.ts'
import { recordContact } from '../server/src/analytics/analytics.service.ts'
import { findDifferences } from '../server/src/analytics/check-counts.service.ts'
import { createDb, createPool } from '../server/src/db/db.ts'
import { connectionOf } from '../server/src/db/embedded.ts'
import { writeTogether } from '../server/src/db/write-together.ts'
import { buildLoad } from '../server/src/testing/inquiries.ts'
import { signUpCarrier, startMailSink } from '../server/src/testing/mail-sink.ts'
import { chooseSeed, makeRandomContacts } from '../server/src/testing/random-contacts.ts'
import { sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'
import { type EventPlan, replaceEvents } from './analytics-events.ts'

// [DATABASE_URL=…] node bench/analytics.ts [--events 1000000] [--contacts 20000]: contacts are those of the check of
// exactness, 0 for none.

const users = 500
const teamUsers = 50
const days = 730

const forLongQueries = {
  statement_timeout: 0,
  query_timeout: 0,
  options: '-c maintenance_work_mem=1GB -c work_mem=256MB',
}

type Pool = ReturnType<typeof createPool>
type Db = ReturnType<typeof createDb>
type Ask = (path: string) => Promise<void>

type Times = Record<'p50Ms' | 'p99Ms' | 'eventsMs' | 'ratio', number>
type AnalyticsTimes = Times & { question: string; days: number; events: number }

type Options = { events?: number; contacts?: number; databaseUrl?: string | undefined }

/**
 * Measures the questions of a team of 50 among events of 500 users in two years. Another database must be migrated and
 * have no users.
 */
export async function measureAnalytics({
  events = 1_000_000,
  contacts = 20_000,
  databaseUrl,
}: Options = {}): Promise<object[]> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const sink = await startMailSink()
  const settings = {
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    SMTP_URL: sink.smtpUrl,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  }
  const product = await spawnProduct(settings)
  const connection = databaseUrl ? { connectionString: databaseUrl } : connectionOf({ path: settings.DATA_DIR })
  const pool = createPool({ ...connection, ...forLongQueries })
  const db = createDb(pool)
  try {
    const plan = await createTeam(pool, events)
    const loaded = await replaceEvents(pool, db, plan)
    const { rows } = await pool.query(
      `select pg_size_pretty(pg_table_size('contact_event')) as events,
         pg_size_pretty(pg_indexes_size('contact_event')) as indexes,
         pg_size_pretty(pg_total_relation_size('contact_count')) as counts`,
    )
    const measured: object[] = [{ events, ...loaded, sizes: rows[0] }]
    const { accessToken } = await signUpCarrier(product.address, sink, manager)
    const ask = asking(product.address, accessToken)
    for (const span of [30, 365]) measured.push(...(await measureQuestions(ask, pool, plan, span)))
    measured.push(await measureIntake(pool, db))
    if (contacts > 0) measured.push(await checkExactness(db, pool, contacts))
    return measured
  } finally {
    await pool.end()
    product.child.kill('SIGTERM')
    await product.ended
    sink.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns a function that asks and reads the whole answer. */
const asking = (address: string, accessToken: string) => async (path: string) => {
  const response = await fetch(`${address}${path}`, {
    headers: { authorization: `Bearer ${accessToken}`, 'accept-encoding': 'identity' },
  })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path} answers ${response.status}`)
}

const manager = 'manager@analytics.example'

/** Creates a team of 50 users, and plans events of them and 450 others. */
async function createTeam(pool: Pool, count: number): Promise<EventPlan> {
  const { rowCount } = await pool.query('select from account where not is_demo limit 1')
  if (rowCount !== 0) throw new Error('The database has users. This needs one of its own.')
  const organizationId = randomUUID()
  const members = Array.from({ length: teamUsers }, () => randomUUID())
  await pool.query(
    `with users as (
       insert into account (id, email, created_at, user_type)
       select id, case n when 1 then $3 else 'user' || n || '@analytics.example' end, now(), 'carrier'
       from unnest($2::uuid[]) with ordinality as made (id, n)
     ), members as (
       insert into membership
       select id, $1, case id when $4 then 'MANAGER' else 'USER' end, now() from unnest($2::uuid[]) as made (id)
     ), business as (
       insert into plan values ($1, 'BUSINESS', cardinality($2::uuid[]), now())
     ) insert into organization (id, name, owner_id, created_at, updated_at)
       values ($1, 'Redbud Carriers LLC', $4, now(), now())`,
    [organizationId, members, manager, members[0]],
  )
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
    {
      path: getAvgRate.path,
      ofEvents: 'avg(coalesce(ask_cents, posted_cents)), count(coalesce(ask_cents, posted_cents))',
    },
    { path: getDispatchList.path, ofEvents: emailsAndCalls, by: 'user_id' },
    {
      path: getDispatchGraph.path,
      ofEvents: emailsAndCalls,
      options: `&bucket=${bucket}`,
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
    const p50Ms = quantile(times, 0.5)
    const p99Ms = quantile(times, 0.99)
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
      id: randomUUID(),
      userId: userIds[index % userIds.length] ?? '',
      organizationId: null,
      loadId: null,
      type: 'EMAIL' as const,
      load: buildLoad({ postedAt: new Date().toISOString() }),
      askCents: 240_000,
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
  const withCounts = quantile(rates.withCounts, 0.5)
  const plain = quantile(rates.plain, 0.5)
  return { intakePerSecond: withCounts, plainInserts: plain, ratio: Math.round((withCounts / plain) * 100) / 100 }
}

async function perSecond(work: (index: number) => Promise<void>): Promise<number> {
  const began = performance.now()
  const until = performance.now() + 3_000
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
  const seed = chooseSeed()
  const undone = await makeRandomContacts({ db }, { count, userIds, seed })
  return { randomContacts: count, seed, undone, differences: (await findDifferences({ db })).length }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { events: { type: 'string' }, contacts: { type: 'string' } } })
  const [events, contacts] = [values.events, values.contacts].map((value) => (value ? Number(value) : undefined))
  const options = { ...(events && { events }), ...(contacts !== undefined && { contacts }) }
  for (const figures of await measureAnalytics({ ...options, databaseUrl: process.env['DATABASE_URL'] }))
    console.log(JSON.stringify(figures))
}
