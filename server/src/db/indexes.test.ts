import { beforeAll, expect, test } from 'vitest'
import { firstColumnsOf, planOf, wholeScans } from '../testing/cluster-check.ts'
import { emptyDb, type TestDatabase } from '../testing/test-database.ts'

let database: TestDatabase
let canPlan = false
beforeAll(async () => {
  database = await emptyDb()
  const { rows } = await database.pool.query(`select current_setting('server_version_num')::int as version`)
  canPlan = rows[0].version >= 160_000
})

const scansOf = async (text: string): Promise<string[]> =>
  wholeScans(await planOf(database.pool, text), await firstColumnsOf(database.pool))

test.each([
  ['select id from account where name = $1', 'account'],
  ['select id from email where subject = $1 order by user_id, id', 'email_pkey'],
  ['select count(*) from session where expires_at > $1', 'session'],
  ['update invitation set ended_at = $1 where delivery_error = $2', 'invitation'],
  ['delete from contact where created_at < $1', 'contact_by_age'],
  ['select a.id from account a join membership m on m.user_id = a.id where m.role = $1', 'membership_with_role_key'],
  ['select id from template where user_id = $1 and exists (select 1 from delivery where mailbox = $2)', 'delivery'],
])('[O05] a statement that reads a growing table as a whole is found: %s', async (text, relation) => {
  if (canPlan) expect(await scansOf(text)).toContain(`reads all of ${relation}`)
})

test.each([
  'select id from account where email = $1',
  'select id from email where user_id = $1 order by created_at desc, id desc limit 50',
  'select count(*) from membership where organization_id = $1',
  'select min(due_at) from delivery',
  'select name from kill_switch where off_since > $1',
])('a statement with an index, or on a small table, passes: %s', async (text) => {
  if (canPlan) expect(await scansOf(text)).toEqual([])
})
