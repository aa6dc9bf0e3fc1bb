import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { newYorkDay, startOfNewYorkDay } from '../contract/src/format/new-york-days.ts'
import { homeApi } from '../contract/src/home/home.api.ts'
import { loadsApi } from '../contract/src/loads/loads.api.ts'
import { createClientFor } from '../contract/src/wire/api-calls.ts'
import { recordPastContacts } from '../server/src/analytics/analytics.service.ts'
import { createDb, createPool } from '../server/src/db/db.ts'
import { connectionOf } from '../server/src/db/embedded.ts'
import { misspelledLoadQueries } from '../server/src/loads/misspelled.cases.ts'
import { getGazetteer } from '../server/src/places/gazetteer.ts'
import { fetchSend } from '../server/src/testing/fetch-send.ts'
import { buildLoad } from '../server/src/testing/inquiries.ts'
import { startMailSink } from '../server/src/testing/mail-sink.ts'
import { sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'
import { signInAsManager } from './demo-manager.ts'

const loadCount = 100_000

/** `firstMs` is the time of the first call. */
export type LoadListTimes = { query: string; loads: number; firstMs: number; p50Ms: number; p95Ms: number }

type Query = Parameters<Client['listLoads']>[0]['query']
type Client = ReturnType<typeof clientOf>['loads']

const clientOf = (address: string, accessToken: string) =>
  createClientFor({ loads: loadsApi, home: homeApi }, fetchSend(address, accessToken))

const queries: Record<string, Query[]> = {
  'first page': [{}],
  search: ['dallas', 'quillon', 'Q4', '871204', 'tarps', 'no such city', '100%'].map((search) => ({ search })),
  filter: [
    { status: 'booked' },
    { status: 'saved,contacted', equipment: 'reefer' },
    { board: 'none' },
    { minRpm: '290' },
    { pickupFrom: '2026-01-01', pickupUntil: '2099-01-01' },
    { status: 'refused', equipment: 'step-deck', board: 'truckstop', search: 'fargo' },
  ],
  sort: (['origin', 'rpm', 'rate', 'company', 'status', 'pickup'] as const).map((sort) => ({
    sort,
    descending: 'true',
  })),
}

/** Texts of the palette: misspelled, frequent, of several words, short, and without loads. */
const palette = misspelledLoadQueries
  .map(([typed]) => typed)
  .concat('kansas city', 'dallas', 'quillon logistics', 'logistics', 'olathe to houston', 'kansas freight')
  .concat('sa', 'k', 'tx', '871204', 'Q4', 'no such city')

/** Measures the list of a team's 100,000 loads through the API. A larger team than the demo's shares as many loads. */
export async function measureLoads(rounds = 10, teamSize = 0): Promise<LoadListTimes[]> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const sink = await startMailSink()
  const settings = { DATA_DIR: join(folder, 'data'), SMTP_URL: sink.smtpUrl, LOG_LEVEL: 'silent' }
  const product = await spawnProduct(settings)
  try {
    const { loads, home } = clientOf(product.address, await signInAsManager(product))
    const connection = connectionOf({ path: settings.DATA_DIR })
    await multiplyLoads(connection, teamSize)
    await addContacts(connection)
    const measured: LoadListTimes[] = []
    for (const [query, variants] of Object.entries(queries))
      measured.push(
        await time(query, rounds, variants, async (variant) =>
          loads.listLoads({ query: { ...variant, limit: '100' } }),
        ),
      )
    measured.push(await time('a page far down', rounds, await cursorsOf(loads), (query) => loads.listLoads({ query })))
    await addNames(connection)
    measured.push(await time('palette', rounds, palette, (text) => loads.findLoads({ query: { text } })))
    measured.push(await time('save', rounds * 20, [undefined], () => loads.saveLoad({ body: { load: buildLoad() } })))
    measured.push(await time('summary', rounds, [{}], () => loads.summarizeLoads({ query: {} })))
    measured.push(await time('dashboard', rounds * 10, [{}], () => home.getHome({ query: {} })))
    measured.push(await time('export of all', 1, [{}], () => loads.exportLoads({ query: {} })))
    return measured
  } finally {
    product.child.kill('SIGTERM')
    await product.ended
    sink.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const columns = `board, origin, dest, company, equipment_class, trip_miles, deadhead_miles, company_key, mc,
  origin_latitude, origin_longitude, dest_latitude, dest_longitude, status, outcome, outcome_cents, outcome_at,
  ask_cents, contacted_at, note`

/**
 * Copies the loads of the demo's team into the past until there are 100,000, as many of each member; what two people
 * saved, two people have.
 */
async function multiplyLoads(connection: ReturnType<typeof connectionOf>, teamSize: number): Promise<void> {
  const pool = createPool({ ...connection, max: 1, statement_timeout: 0, query_timeout: 0 })
  try {
    await addMembers(pool, teamSize)
    await pool.query(
      `insert into load (user_id, id, load_key, facts, pickup_day, rate_cents, first_seen_at, posted_at, updated_at, ${columns})
       select ((select array_agg(user_id) from membership))[1 + (number + n) % (select count(*) from membership)],
         gen_random_uuid(), load_key || ' ' || n, facts, pickup_day - n, rate_cents + n * 7,
         first_seen_at - n * interval '1 day', posted_at - n * interval '1 day 3 minutes', updated_at, ${columns}
       from generate_series(1, 1000) n,
         (select load.*, dense_rank() over (order by load_key) + row_number() over (partition by load_key) as number
          from load join membership using (user_id)) as load
       limit $1 - (select count(*) from load join membership using (user_id))`,
      [loadCount],
    )
    await pool.query('vacuum analyze') // as autovacuum does
  } finally {
    await pool.end()
  }
}

/** Adds members to the demo's team until it has this many. */
const addMembers = (pool: ReturnType<typeof createPool>, teamSize: number) =>
  pool.query(
    `with added as (
       insert into account (id, email, created_at)
       select gen_random_uuid(), 'member' || n || '@redbud.example', now()
       from generate_series(1, $1 - (select count(*) from membership)::int) n
       returning id
     )
     insert into membership (user_id, organization_id, role, joined_at)
     select id, (select organization_id from membership limit 1), 'USER', now() from added`,
    [teamSize],
  )

/** Adds the names of the copied loads, and as many of other places and brokers as a busy team has in years. */
async function addNames(connection: ReturnType<typeof connectionOf>): Promise<void> {
  const { names, states } = getGazetteer()
  const cities = names.map((name, index) => `${name}, ${states[index]}`.toLowerCase())
  const brokers = Array.from({ length: 1_000 }, (_, index) =>
    `${names[index * 17]} ${names[index * 5]} Logistics`.toLowerCase(),
  )
  const others = cities.filter((_, index) => index % Math.ceil(cities.length / 5_000) === 0).concat(brokers)
  const pool = createPool({ ...connection, max: 1, statement_timeout: 0, query_timeout: 0 })
  try {
    await pool.query(
      `insert into load_name (user_id, word, name, broker)
       select distinct user_id, word, name, '' from membership,
         (select distinct unnest(array[origin, dest, company]) as name from load union select unnest($1::text[])) as names,
         regexp_split_to_table(name, '[ -/:-@[-\`{-~]+') as word
       where word <> '' on conflict do nothing`,
      [others],
    )
    await pool.query('vacuum analyze load_name')
  } finally {
    await pool.end()
  }
}

/** Lets each of the team who has done nothing ask about 40 of their loads on each of eight days until the same time. */
async function addContacts(connection: ReturnType<typeof connectionOf>): Promise<void> {
  const now = Date.now()
  const sinceMidnight = now - startOfNewYorkDay(newYorkDay(new Date(now))).getTime()
  const timeOf = (number: number) => now - Math.floor(number / 40) * 86_400_000 - ((number % 40) / 40) * sinceMidnight
  const pool = createPool({ ...connection, max: 1, statement_timeout: 0, query_timeout: 0 })
  try {
    const { rows } = await pool.query<{ userId: string; organizationId: string; loadId: string; number: number }>(
      `select load.user_id as "userId", organization_id as "organizationId", id as "loadId",
         row_number() over (partition by load.user_id)::int - 1 as number
       from load join membership using (user_id)
       where not exists (select from contact_event where contact_event.user_id = load.user_id)`,
    )
    const contacts = rows
      .filter(({ number }) => number < 8 * 40)
      .map(({ number, ...of }) => ({
        ...of,
        id: randomUUID(),
        type: 'EMAIL' as const,
        load: buildLoad(),
        askCents: null,
        contactTime: new Date(timeOf(number)),
      }))
    const deps = { db: createDb(pool), now: () => new Date() }
    for (const ofUser of Map.groupBy(contacts, ({ userId }) => userId).values()) await recordPastContacts(deps, ofUser)
    await pool.query('vacuum analyze')
  } finally {
    await pool.end()
  }
}

/** Returns queries for pages after the first 1,000 loads in several orders. */
async function cursorsOf(loads: Client): Promise<Query[]> {
  const found: Query[] = []
  for (const sort of ['age', 'origin', 'rpm'] as const) {
    let after: string | undefined
    for (let page = 0; page < 5; page++)
      after = (await loads.listLoads({ query: { sort, limit: '200', ...(after && { after }) } })).next ?? undefined
    found.push({ sort, limit: '100', ...(after && { after }) })
  }
  return found
}

async function time<Variant>(
  query: string,
  rounds: number,
  variants: Variant[],
  call: (variant: Variant) => Promise<unknown>,
): Promise<LoadListTimes> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    for (const variant of variants) {
      const startedAt = performance.now()
      await call(variant)
      times.push(performance.now() - startedAt)
    }
  }
  const [first = 0] = times
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10
  return { query, loads: loadCount, firstMs: Math.round(first * 10) / 10, p50Ms: at(0.5), p95Ms: at(0.95) }
}

// node bench/loads.ts [size of the team]
if (import.meta.main)
  for (const times of await measureLoads(10, Number(process.argv[2] ?? 0))) console.log(JSON.stringify(times))
