import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { clusterProblems, distributedBy, movedTables, planOf } from '../testing/cluster-check.ts'
import { emptyDb, type TestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let canPlan = false
beforeAll(async () => {
  database = await emptyDb({ isMigrated: false }) // as the script finds it, not distributed yet
  const client = new pg.Client(database.connection)
  await client.connect()
  await migrate(client).finally(() => client.end())
  const { rows } = await database.pool.query(`select current_setting('server_version_num')::int as version`)
  canPlan = rows[0].version >= 160_000
})

test('[K14] tables that grow with users are distributed by user, as a cluster accepts it', async () => {
  const script = readFileSync(join(import.meta.dirname, 'distribute.sql'), 'utf8')
  const { rows } = await database.pool.query<{ name: string; key: string; unique_keys: string[]; others: string[] }>(
    `select c.relname as name,
       (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary) as key,
       array(select pg_get_indexdef(i.indexrelid) from pg_index i where i.indrelid = c.oid and i.indisunique) as unique_keys,
       array(select conname::text from pg_constraint where contype = 'f' and c.oid in (conrelid, confrelid))
         || array(select tgname::text from pg_trigger where tgrelid = c.oid)
         || array(select attname::text from pg_attribute where attrelid = c.oid and attidentity <> '') as others
     from pg_class c where relkind = 'r' and relname = any($1)`,
    [[...distributedBy.keys()]],
  )

  expect([...distributedBy.keys()].sort()).toEqual([
    'allowance',
    'board_health',
    'contact',
    'contact_count',
    'contact_event',
    'cost_profile',
    'due_setting',
    'email',
    'idempotency_key',
    'live_version',
    'load',
    'load_event',
    'load_name',
    'load_view',
    'mark',
    'offer_answer',
    'offer_posting',
    'recipient',
    'snippet',
    'suppressed_recipient',
    'template',
    'template_use',
    'truck',
    'truck_absence',
    'truck_booking',
    'truck_note',
  ])
  for (const { name, key, unique_keys, others } of rows) {
    const column = distributedBy.get(name) ?? ''
    expect({ name, key, others }).toEqual({ name, key: column, others: [] })
    for (const unique of unique_keys) expect(unique).toMatch(new RegExp(`\\((.*, )?${column}\\b`))
  }
  expect(rows).toHaveLength(distributedBy.size)
  expect(script).toContain("citus_add_local_table_to_metadata('delivery')")
  expect(script).not.toContain('create_reference_table')
})

test.each([
  ['select id from email where id = $1', 'reads email without user_id'],
  ['select id from email where user_id = $1 or organization_id = $2', 'reads email without user_id'],
  ['delete from email where created_at < $1', 'reads email without user_id'],
  ['select id from email where user_id in ($1, $2) for update', 'locks email for many users'],
  [
    'insert into allowance (user_id, month, used) select user_id, $1, 1 from membership where user_id = $2',
    'inserts a query into allowance',
  ],
  [
    'insert into allowance (user_id, month, used) values ($1, $2, (select 1 from plan))',
    'inserts a query into allowance',
  ],
  [
    'select (select name from account where account.id = email.user_id and name = email.subject) from email where user_id = $1',
    'reads account for each row',
  ],
  [
    'select state, grouping(state) from email where user_id = any($1) group by grouping sets ((), (state))',
    'groups email by sets',
  ],
])('[K14] a statement that a cluster refuses or sends to all machines is found: %s', async (text, problem) => {
  if (canPlan) expect(clusterProblems(await planOf(database.pool, text))).toContain(problem)
})

test.each([
  'select id from email where user_id = $1 and id = $2',
  'select id from email where user_id = $1 for update',
  'select count(*) from email where user_id in (select user_id from membership where organization_id = $1)',
  'select e.id from contact_event c left join email e on e.user_id = c.user_id and e.id = c.email_id where c.user_id = $1',
  'insert into allowance (user_id, month, used) values ($1, $2, 1) on conflict (user_id, month) do update set used = allowance.used + 1',
  'insert into contact (holder, to_address, load_key, id, user_id, created_at) values ($1, $2, $3, $4, $1, $5), ($6, $2, $3, $4, $1, $5)',
  'with emails as materialized (select state from email where user_id = any($1)) select state, grouping(state) from emails group by grouping sets ((), (state))',
  'select 1 from account where email = $1 for update',
])('a statement that reaches one machine, or those of the users it names, passes: %s', async (text) => {
  if (canPlan) expect(clusterProblems(await planOf(database.pool, text))).toEqual([])
})

test.each([
  ['insert into "email" ("user_id") values ($1) on conflict ("id") do update set "id" = $2, "user_id" = $3', ['email']],
  ['update email set user_id = $1 where id = $2', ['email']],
  ['insert into "email" ("user_id") values ($1) on conflict ("id") do update set "id" = $2', []],
  ['update "email" set "state" = $1 where "user_id" = $2', []],
])('[K14] a statement that sets whose row it is is found, since a cluster refuses it: %s', (text, tables) => {
  expect(movedTables(text)).toEqual(tables.map((table) => `moves rows of ${table}`))
})
