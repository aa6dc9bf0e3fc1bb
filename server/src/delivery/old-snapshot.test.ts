import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp({ max: 1 }) // one connection, so that its statistics are complete
  user = await app.signUp()
})

/** Counts the rows of the queue that are read while an email leaves. */
async function countReadRows(): Promise<number> {
  const read = async () => {
    await app.pool.query('select pg_stat_force_next_flush()')
    const { rows } = await app.pool.query(
      "select heap_blks_read + heap_blks_hit as read from pg_statio_user_tables where relname = 'delivery'",
    )
    return rows[0].read
  }
  const before = await read()
  const { id } = await sendInquiry(user)
  await app.runDueJobs()
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'sent' })
  return (await read()) - before
}

/** What the watch finds. */
const observe = (seconds: number) => {
  app.deps.observed.oldestSnapshotSeconds = seconds
}

test('[K15] an email leaves without a read of those that left since an old snapshot', async () => {
  const quiet = await countReadRows()
  const holder = new pg.Client(app.connection)
  await holder.connect()
  await holder.query('begin isolation level repeatable read')
  await holder.query('select from account limit 1')
  await app.pool.query(
    `insert into delivery (id, user_id, due_at, created_at, mailbox_kind, mailbox, limit_scope, sell_by, to_new_recipient)
     select gen_random_uuid(), $1, at, at, 'relay', 'relay a@carrier.example', $1, at + interval '15 minutes', true
     from (select $2::timestamptz - interval '6 seconds' - number * interval '90 ms' as at
           from generate_series(1, 20000) as number) as times`,
    [user.userId, app.clock.now],
  )
  await app.pool.query("delete from delivery where mailbox = 'relay a@carrier.example'")
  await app.pool.query('analyze delivery') // as autovacuum does: the queue seems to be a table of few rows

  observe(1_800)
  const during = await countReadRows()

  await holder.query('commit')
  await holder.end()
  expect(during).toBeLessThan(quiet + 100)
})

test('beside an old snapshot, an email that waits long is found in ten seconds', async () => {
  observe(1_800)
  const { id } = await sendInquiry(user)
  await app.pool.query('update delivery set due_at = $1', [new Date(app.clock.now.getTime() - 6_000)])
  await app.runDueJobs()
  const stateOf = async () => (await user.emails.getEmail({ params: { id } })).state
  expect(await stateOf()).toBe('queued')

  app.clock.advance(10_000)
  await app.runDueJobs()

  expect(await stateOf()).toBe('sent')
})
