import { setTimeout as sleep } from 'node:timers/promises'
import { maxSeats } from '@loadping/contract/billing/plans'
import { beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { type BillingApp, billingApp, buy } from '../testing/billing.ts'
import { everyEndpoint } from '../testing/every-endpoint.ts'
import { goalSize } from '../testing/goal-size.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { longestTurn } from '../testing/longest-turn.ts'
import { addManyRows } from '../testing/many-rows.ts'
import { rawRequest } from '../testing/raw-request.ts'
import type { TestUser } from '../testing/test-app.ts'
import { query } from '../testing/test-cluster.ts'

let app: BillingApp
let user: TestUser
beforeAll(async () => {
  app = await billingApp({ max: 1 }) // one connection, so that its statistics are complete
  user = await app.signUp()
  app.deps.administrators.push(user.email) // some endpoints exist for administrators only
  await buy(app, user, { plan: 'BUSINESS' })
  await app.settle()
  await user.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } })
  await sendInquiry(user)
  await addManyRows(app.connection, { userId: user.userId, emails: 100_000, entries: 100_000 })
  if (workers.length > 0) await app.pool.query('set citus.max_cached_conns_per_worker = 0') // they count when they end
})

/** The machines that keep the rows of users, if the database is a cluster. */
const workers = inject('machines').slice(1)

/** Reads statistics of all machines; a shard of `load` is a table such as `load_102010` of one of them. */
async function readStatistics<Row extends object>(statement: string): Promise<Row[]> {
  await app.pool.query('select pg_stat_force_next_flush()')
  const { rows } = await app.pool.query<Row>(statement)
  if (workers.length > 0) await sleep(200)
  const { database } = app.connection
  const ofShards = await Promise.all(workers.map((worker) => query<Row>({ ...worker, database }, statement)))
  return [...rows, ...ofShards.flatMap((answer) => answer.rows)]
}

/** Twice the goal. CI judges nothing by its time, but all rows in one piece take a slow machine many seconds. */
const maxTurnMs = goalSize({ full: 100, tenth: 2_000, quick: 500 })

const request = async (url: string, method: 'GET' | 'POST' = 'GET') => {
  const answer = await rawRequest(app.app, { method, url, bearer: user.accessToken })
  expect(answer.status, url).toBe(200)
  return answer
}

const searches = [
  '/emails?search=nowhere',
  '/emails?search=zq',
  '/emails?search=desk9',
  '/emails?search=nowhere&group=failed',
  '/loads?search=nowhere',
  '/loads?sort=rpm&descending=true',
  '/loads?sort=age&limit=200',
  '/loads/summary?search=desk+9',
  ...['attention', 'waiting', 'sent', 'failed', 'unknown', 'undone'].map((group) => `/emails?group=${group}`),
]
const lists = everyEndpoint
  .map(({ endpoint }) => endpoint)
  .filter(({ access, method, params }) => !['public', 'broker'].includes(access) && method === 'GET' && !params)
  .filter(({ query }) => !query || z.safeParse(query, {}).success)
  .map(({ path }) => path)

test('a long activity log is exported whole, and leaves room for other requests', async () => {
  let csv = ''
  const turn = await longestTurn(async () => {
    csv = (await request('/api/management/manager/log/export', 'POST')).text
  })

  const numbers = csv
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number(line.split(',')[0]))
  expect(numbers).toEqual([...Array.from({ length: 100_001 }, (_, index) => 101_001 - index), 1])
  expect(turn).toBeLessThan(maxTurnMs)
})

const listIn = (answer: unknown): unknown[] =>
  Array.isArray(answer) ? answer : Object.values(Object(answer)).flatMap((value) => (Array.isArray(value) ? value : []))

test.for([...lists, ...searches])(
  '[O05] GET %s of a large account scans no large table, is bounded, and leaves room for others',
  async (path) => {
    const scans = () =>
      readStatistics<{ table: string; scans: number }>(
        `select regexp_replace(relname, '_\\d+$', '') as table, seq_scan::float8 as scans from pg_stat_user_tables
         where (select reltuples from pg_class where oid = relid) > 10000 order by relname`,
      )
    const before = await scans()

    let answer = { text: '', contentType: '' }
    const turn = await longestTurn(async () => {
      answer = await request(path)
    })

    expect(turn).toBeLessThan(maxTurnMs)
    expect(await scans()).toEqual(before)
    expect(before.map(({ table }) => table)).toEqual(expect.arrayContaining(['load', 'session', 'team_activity']))
    if (/json/.test(answer.contentType)) expect(listIn(JSON.parse(answer.text)).length).toBeLessThanOrEqual(maxSeats)
  },
)

test.for(['/home', '/emails/counts', ...searches.filter((path) => path.startsWith('/emails'))])(
  'GET %s reads few of 100,000 emails',
  async (path) => {
    const readBlocks = async () => {
      const machines = await readStatistics<{ read: number; all: number }>(
        `select sum(heap_blks_read + heap_blks_hit)::float8 as read, sum(pg_relation_size(relid) / 8192)::float8 as all
         from pg_statio_user_tables where relname ~ '^email(_\\d+)?$'`,
      )
      const sum = (figures: number[]) => figures.reduce((one, other) => one + other, 0)
      return { read: sum(machines.map(({ read }) => read)), all: sum(machines.map(({ all }) => all)) }
    }
    const before = await readBlocks()

    await request(path)

    const after = await readBlocks()
    expect(after.read - before.read).toBeLessThanOrEqual(after.all / 10)
  },
)
