import { randomInt, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../contract/src/client.ts'
import { lockDataFolder } from '../server/src/db/data-folder.ts'
import { createPool } from '../server/src/db/db.ts'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { databaseUrlOf } from '../server/src/testing/database-url.ts'
import { fetchSend } from '../server/src/testing/fetch-send.ts'
import { type Sender, signUpCarrier, startMailSink } from '../server/src/testing/mail-sink.ts'
import {
  freePort,
  type SpawnedProduct,
  sharedTempFolder,
  spawnProduct,
  withoutDemo,
} from '../server/src/testing/spawned-product.ts'
import { endLeases, waitUntilIdle } from './g2-kill-while-sending.ts'

export type TakeBackResult = {
  kills: number
  /** Kills after the booking was stored and before the withdrawals were. */
  between: number
  /** Asks that were to be taken back. */
  asks: number
  /** Asks with one withdrawal that was sent or may have been. */
  withdrawnOnce: number
  /** Withdrawals that arrived more than once, or of which an ask has several. */
  duplicates: number
  seconds: number
}

const asksPerTruck = 6

/** Kills the product while it books trucks and takes back their asks, and counts the withdrawals of each ask. */
export async function killWhileTakingBack(kills: number): Promise<TakeBackResult> {
  const path = sharedTempFolder()
  const folder = lockDataFolder(withoutDemo(join(path, 'data')))
  const embedded = await startEmbedded(folder)
  const sink = await startMailSink()
  const env = {
    PORT: String(await freePort()),
    DATABASE_URL: databaseUrlOf(embedded.connection),
    AUTH_SECRET: 'a secret of a harness that is thrown away afterwards 0123456789',
    SMTP_URL: sink.smtpUrl,
    UNDO_SECONDS: '0',
    RELAY_EMAILS_PER_DAY: '1000000',
    LOG_LEVEL: 'silent',
    DATA_DIR: join(path, 'none'),
  }
  const startedAt = performance.now()
  const database = createPool({ ...embedded.connection, max: 2 })
  let product = await spawnProduct(env)
  let between = 0
  try {
    let sender: Sender | undefined
    for (let kill = 0; kill < kills; kill++) {
      if (kill % 20 === 0) sender = await signUpCarrier(product.address, sink, `${randomUUID()}@carrier.example`)
      if (!sender) continue
      const truck = await addTruck(database, sender)
      const first = takeBack(product, sender, truck)
      await sleep(randomInt(120))
      product.child.kill('SIGKILL')
      await Promise.all([product.ended, first])
      if (await isBetween(database, truck)) between++
      await endLeases({ database })
      product = await spawnProduct(env)
      if (!(await takeBack(product, sender, truck))) throw new Error('The asks could not be taken back.')
    }
    await waitUntilIdle({ database })
    const arrivals = await sink.arrived()
    return { kills, between, ...(await countWithdrawals(database, arrivals)), seconds: secondsSince(startedAt) }
  } finally {
    product.child.kill('SIGKILL')
    await product.ended
    await database.end()
    sink.stop()
    await embedded.stop()
    folder.release()
    rmSync(path, { recursive: true, force: true })
  }
}

const secondsSince = (startedAt: number): number => Math.round((performance.now() - startedAt) / 1_000)

type Pool = ReturnType<typeof createPool>
type BookedTruck = { id: string; loadIds: string[] }

/** Gives the user one more truck, with asks that were sent. */
async function addTruck(database: Pool, { email }: Sender): Promise<BookedTruck> {
  const { rows } = await database.query<{ truckId: string; loadIds: string[] }>(
    `with owner as (select id from account where email = $1),
       truck as (
         insert into truck (user_id, id, position, name, equipment, city, state, empty_at, is_current)
         select id, gen_random_uuid(), (select count(*) from truck), 'Truck', 'van', 'Olathe', 'KS', now(), false from owner
         returning user_id, id
       ),
       added as (
         insert into load (user_id, id, load_key, facts, origin, dest, pickup_day, status, ask_cents, contacted_at, first_seen_at,
           posted_at, updated_at, truck_ids)
         select user_id, gen_random_uuid(), gen_random_uuid()::text,
           jsonb_build_object('origin', jsonb_build_object('city', 'Olathe', 'state', 'KS'), 'dest',
             jsonb_build_object('city', 'Tulsa', 'state', 'OK'), 'pickupDay', (current_date + 2)::text, 'tripMiles', 215),
           'olathe, ks', 'tulsa, ok', current_date + 2, 'contacted', 90000, now() - interval '1 minute', now(), now(), now(), array[id]
         from truck, generate_series(0, $2)
         returning user_id, id, load_key, facts, truck_ids
       ),
       sent as (
         insert into email (user_id, id, state, template_id, template_version, template_name, from_address, from_name, reply_to,
           to_address, cc, subject, html, load, created_at, sent_at, mailbox_kind, load_key, load_id, template_inputs, truck_id)
         select user_id, gen_random_uuid(), 'sent', gen_random_uuid(), 1, 'Default', 'relay@loadping.example', 'A', $1,
           'desk' || left(load_key, 8) || '@broker.example', '{}', 'A load', '<p>A load</p>', facts, now(), now(), 'relay', load_key,
           id, '{"values": {}, "formula": null}', truck_ids[1]
         from added
       )
     select (select id from truck) as "truckId", (select array_agg(id) from added) as "loadIds"`,
    [email, asksPerTruck],
  )
  const { truckId = '', loadIds = [] } = rows[0] ?? {}
  return { id: truckId, loadIds }
}

/** Books the truck with its first load and takes back the others. Returns whether all was answered. */
async function takeBack(product: SpawnedProduct, sender: Sender, { id, loadIds }: BookedTruck): Promise<boolean> {
  const { truckBoard } = createClient(fetchSend(product.address, sender.accessToken))
  const params = { id }
  const [loadId = '', ...others] = loadIds
  try {
    await truckBoard.bookTruck({ params, body: { loadId, after: null } })
    const { ready, withdrawn } = await truckBoard.sendWithdrawals({
      params,
      body: { loadIds: others, text: 'Booked.' },
    })
    return ready.length === 0 && withdrawn.length === asksPerTruck
  } catch {
    return false
  }
}

async function isBetween(database: Pool, { id }: BookedTruck): Promise<boolean> {
  const { rows } = await database.query<{ between: boolean }>(
    `select exists (select from truck_booking where truck_id = $1)
       and not exists (select from email where truck_id = $1 and withdrawal_of is not null) as between`,
    [id],
  )
  return rows[0]?.between === true
}

async function countWithdrawals(database: Pool, arrivals: Map<string, number>) {
  const { rows } = await database.query<{ withdrawals: string[] }>(
    `select (select coalesce(array_agg(id::text), '{}') from email as taken
       where taken.withdrawal_of = email.id and state in ('sent', 'unknown')) as withdrawals
     from email join truck_booking on email.truck_id = truck_booking.truck_id and email.load_id <> truck_booking.load_id
     where withdrawal_of is null`,
  )
  const timesOf = (id: string) => [...arrivals].find(([messageId]) => messageId.startsWith(id))?.[1] ?? 0
  return {
    asks: rows.length,
    withdrawnOnce: rows.filter(({ withdrawals }) => withdrawals.length === 1).length,
    duplicates: rows.filter(({ withdrawals }) => withdrawals.length > 1 || withdrawals.some((id) => timesOf(id) > 1))
      .length,
  }
}

// node bench/take-back-kills.ts [kills]
if (import.meta.main) console.log(JSON.stringify(await killWhileTakingBack(Number(process.argv[2] ?? 200))))
