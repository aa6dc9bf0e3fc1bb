import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { addDays, newYorkDay, startOfNewYorkDay } from '../contract/src/format/new-york-days.ts'
import { countsOfEvents } from '../server/src/analytics/analytics.store.ts'
import type { createDb, createPool } from '../server/src/db/db.ts'

// node bench/analytics-events.ts PLAN: prints events for COPY, the oldest first.

/** Events of so many users in the last days, the first users in an organization. */
export type EventPlan = { count: number; days: number; organizationId: string; members: string[]; others: string[] }

type Pool = ReturnType<typeof createPool>

/** Replaces all events by random ones, and their counts. Returns the seconds that both took. */
export async function replaceEvents(pool: Pool, db: ReturnType<typeof createDb>, plan: EventPlan) {
  const began = performance.now()
  await pool.query('truncate contact_event, contact_count')
  const restoreIndexes = await dropIndexes(pool)
  const encoded = Buffer.from(JSON.stringify(plan)).toString('base64url')
  await pool.query(
    `copy contact_event (${columns}) from program '${process.execPath} ${import.meta.filename} ${encoded}'`,
  )
  await restoreIndexes()
  const copied = performance.now()
  const counts = countsOfEvents().compile(db).sql
  await pool.query(`insert into contact_count select * from (${counts}) as counted order by day`)
  const counted = performance.now()
  await pool.query('vacuum analyze')
  return { copySeconds: seconds(copied - began), countSeconds: seconds(counted - copied) }
}

const seconds = (milliseconds: number): number => Math.round(milliseconds / 100) / 10

/** Drops the indexes of the events, which are faster to build at once. Returns a function that builds them. */
async function dropIndexes(pool: Pool): Promise<() => Promise<void>> {
  const { rows } = await pool.query(
    `select indexrelid::regclass as name, indisprimary as is_key, pg_get_indexdef(indexrelid) as definition,
       (select pg_get_constraintdef(oid) from pg_constraint where conindid = indexrelid) as key
     from pg_index where indrelid = 'contact_event'::regclass`,
  )
  for (const { name, is_key } of rows)
    await pool.query(is_key ? `alter table contact_event drop constraint ${name}` : `drop index ${name}`)
  return async () => {
    for (const { name, is_key, definition, key } of rows)
      await pool.query(is_key ? `alter table contact_event add constraint ${name} ${key}` : definition)
  }
}

const load = JSON.stringify({ origin: { city: 'Joliet', state: 'IL' }, dest: { city: 'Dallas', state: 'TX' } })
const columns =
  'user_id, id, type, contact_time, day, post_to_contact_seconds, ask_cents, email_id, load, organization_id'
const eventsPerWrite = 2_000

async function printEvents({ count, days, organizationId, members, others }: EventPlan): Promise<void> {
  const userIds = [...members, ...others]
  const end = Date.now()
  const step = (days * 86_400_000) / count
  let day = ''
  let nextDay = 0
  let lines = ''
  for (let index = 0; index < count; index++) {
    const at = Math.floor(end - (count - index) * step)
    if (at >= nextDay) {
      day = newYorkDay(new Date(at))
      nextDay = startOfNewYorkDay(addDays(day, 1)).getTime()
    }
    const user = index % userIds.length
    lines += `${line({ userId: userIds[user] ?? '', at, day, organizationId: user < members.length ? organizationId : '\\N' })}\n`
    if ((index + 1) % eventsPerWrite === 0 || index === count - 1) {
      if (!process.stdout.write(lines)) await once(process.stdout, 'drain')
      lines = ''
    }
  }
}

type Event = { userId: string; at: number; day: string; organizationId: string }

/** Makes a line of an event: four of five are emails, nine of ten have a posting time, four of five a rate. */
function line({ userId, at, day, organizationId }: Event): string {
  const id = randomUUID()
  const isEmail = Math.random() < 0.8
  const waited = Math.random() < 0.9 ? Math.floor(-Math.log(1 - Math.random()) * 900) : '\\N'
  const rate = Math.random() < 0.8 ? randomInt(100_000, 400_000) : '\\N'
  const values = [userId, id, isEmail ? 'EMAIL' : 'PHONE', new Date(at).toISOString(), day, waited, rate]
  return [...values, isEmail ? id : '\\N', load, organizationId].join('\t')
}

if (import.meta.main)
  await printEvents(JSON.parse(Buffer.from(process.argv[2] ?? '', 'base64url').toString()) as EventPlan)
