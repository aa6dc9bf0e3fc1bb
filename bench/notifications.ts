import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../contract/src/client.ts'
import { createPool } from '../server/src/db/db.ts'
import { connectionOf } from '../server/src/db/embedded.ts'
import { fetchSend } from '../server/src/testing/fetch-send.ts'
import { signUpCarrier, startMailSink } from '../server/src/testing/mail-sink.ts'
import { sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'

/** How long it takes to look for the news of all, and how long another user waits for an answer meanwhile. */
type NotificationFigures = {
  users: number
  seconds: number
  usersPerSecond: number
  otherP95Ms: number
  emails: number
}

/** Measures the job that queues notifications while it is due for this many users, each with news. */
export async function measureNotifications(users = 10_000): Promise<NotificationFigures> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const sink = await startMailSink()
  const settings = { DATA_DIR: join(folder, 'data'), SMTP_URL: sink.smtpUrl, LOG_LEVEL: 'silent' }
  const product = await spawnProduct(settings)
  const pool = createPool({ ...connectionOf({ path: settings.DATA_DIR }), max: 1, statement_timeout: 0 })
  try {
    const other = await signUpCarrier(product.address, sink, `${randomUUID()}@carrier.example`)
    const client = createClient(fetchSend(product.address, other.accessToken))
    await addUsers(pool, users)
    const countDue = async () => {
      const { rows } = await pool.query("select count(*) from notification where due_at < now() - interval '1 hour'")
      return Number(rows[0]?.count)
    }
    while ((await countDue()) === users) await sleep(50) // until the next look, within a minute
    const startedAt = performance.now()
    const times: number[] = []
    while ((await countDue()) > 0) {
      const askedAt = performance.now()
      await client.account.getMe()
      times.push(performance.now() - askedAt)
      await sleep(100)
    }
    const seconds = (performance.now() - startedAt) / 1_000
    times.sort((one, another) => one - another)
    const { rows } = await pool.query("select count(*) from notification where told <> '{}'")
    return {
      users,
      seconds: Math.round(seconds * 10) / 10,
      usersPerSecond: Math.round(users / seconds),
      otherP95Ms: Math.round(times[Math.floor(times.length * 0.95)] ?? 0),
      emails: Number(rows[0]?.count),
    }
  } finally {
    await pool.end()
    product.child.kill('SIGTERM')
    await product.ended
    sink.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Adds users whose mailbox must be reconnected, and who want to be told of that at once. */
async function addUsers(pool: ReturnType<typeof createPool>, users: number): Promise<void> {
  await pool.query(
    `with added as (
       insert into account (id, email, created_at)
       select gen_random_uuid(), 'reader' || n || '@carrier.example', now() from generate_series(1, $1::int) n
       returning id, email
     ), connected as (
       insert into mailbox (user_id, kind, address, connected_at, default_since, connection_error)
       select id, 'relay', email, now(), now(), 'Sign in again.' from added
     )
     insert into notification (user_id, emails, mailboxes, boards, summary, time_zone, told, looked_at, due_at)
     select id, 'off', 'at-once', 'off', 'off', 'America/Chicago', '{}', now() - interval '1 day',
       now() - interval '1 day'
     from added`,
    [users],
  )
  await pool.query('vacuum analyze')
}

// node bench/notifications.ts [users]
if (import.meta.main) console.log(JSON.stringify(await measureNotifications(Number(process.argv[2] ?? 10_000))))
