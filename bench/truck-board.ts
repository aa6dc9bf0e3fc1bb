import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { truckBoardApi } from '../contract/src/truck-board/truck-board.api.ts'
import { createClientFor } from '../contract/src/wire/api-calls.ts'
import { createPool } from '../server/src/db/db.ts'
import { connectionOf } from '../server/src/db/embedded.ts'
import { fetchSend } from '../server/src/testing/fetch-send.ts'
import { startMailSink } from '../server/src/testing/mail-sink.ts'
import { sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'
import { signInAsManager } from './demo-manager.ts'

const truckCount = 300
const askCount = 5_000

export type BoardTimes = { call: string; p50Ms: number; p95Ms: number }

/** Reads whose token it is. */
const userIdOf = (accessToken: string): string =>
  JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString()).sub

/** Measures the truck board of a dispatcher with 300 trucks and 5,000 open asks, and taking back 50 asks at once. */
export async function measureTruckBoard(rounds = 40): Promise<BoardTimes[]> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const sink = await startMailSink()
  const settings = {
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: sink.smtpUrl,
    RELAY_EMAILS_PER_DAY: '1000000',
    LOG_LEVEL: 'silent',
  }
  const product = await spawnProduct(settings)
  try {
    const accessToken = await signInAsManager(product)
    const { truckBoard } = createClientFor({ truckBoard: truckBoardApi }, fetchSend(product.address, accessToken))
    const userId = userIdOf(accessToken)
    const trucks = await addTrucksAndAsks(connectionOf({ path: settings.DATA_DIR }), userId)
    const board = await time('board', rounds, () => truckBoard.getTruckBoard())
    const due = await time('due calls', rounds, () => truckBoard.listDueCalls())
    const asks = await time('asks of a truck', rounds, (round) =>
      truckBoard.listOpenAsks({ query: { truckId: trucks[round % trucks.length]?.id ?? '' } }),
    )
    const busy = trucks.filter(({ asks: count }) => count > 50).slice(0, 20)
    const book = await time('book a truck', busy.length, (round) => {
      const { id = '', loadId = '' } = busy[round] ?? {}
      return truckBoard.bookTruck({ params: { id }, body: { loadId, after: null } })
    })
    const takeBack = await time('take back 50', busy.length, async (round) => {
      const id = busy[round]?.id ?? ''
      const loadIds = busy[round]?.others.slice(0, 50) ?? []
      const { withdrawn } = await truckBoard.sendWithdrawals({
        params: { id },
        body: { loadIds, text: 'Our truck is booked, thank you.' },
      })
      if (withdrawn.length !== 50) throw new Error(`${withdrawn.length} of 50 asks were taken back.`)
    })
    return [board, due, asks, book, takeBack]
  } finally {
    product.child.kill('SIGTERM')
    await product.ended
    sink.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

type BenchTruck = { id: string; asks: number; loadId: string; others: string[] }

/** Gives the user 300 trucks, and 5,000 asks of today: 60 each for the first 25, the rest spread over all. */
async function addTrucksAndAsks(connection: ReturnType<typeof connectionOf>, userId: string): Promise<BenchTruck[]> {
  const pool = createPool({ ...connection, max: 1, statement_timeout: 0, query_timeout: 0 })
  try {
    await pool.query('delete from truck where user_id = $1', [userId])
    await pool.query(
      `insert into truck (user_id, id, position, name, equipment, city, state, empty_at, drive_minutes, window_minutes, cycle_minutes, is_current)
       select $1, gen_random_uuid(), n, 'Truck ' || n, 'van', 'Olathe', 'KS', now() + n * interval '7 minutes', 400, 600, 2400, n = 1
       from generate_series(1, $2) n`,
      [userId, truckCount],
    )
    await pool.query(
      `with named as (
         select n, (select array_agg(id order by position) from truck where user_id = $1) as trucks from generate_series(1, $2) n
       ), example as (select * from load where user_id = $1 and facts ? 'contactEmail' order by id limit 1),
       added as (
         insert into load (user_id, id, load_key, facts, origin, dest, company, pickup_day, equipment_class, trip_miles, status,
           ask_cents, contacted_at, first_seen_at, posted_at, updated_at, truck_ids, lane_key)
         select $1, gen_random_uuid(), 'bench ' || n,
           facts || jsonb_build_object('pickupDay', current_date + 2, 'boardLoadId', 'bench' || n, 'company', 'Broker ' || n % 900),
           origin, dest, 'broker ' || n % 900, current_date + 2, 'van', 450 + n % 700, 'contacted', 100000 + n * 10,
           now() - n * interval '2 seconds', now(), now(), now(),
           array[trucks[case when n <= 1500 then 1 + n % 25 else 1 + n % $3 end]], null
         from named, example
         returning id, load_key, facts, truck_ids, contacted_at, ask_cents
       )
       insert into email (user_id, id, state, template_id, template_version, template_name, from_address, from_name, reply_to,
         to_address, cc, subject, html, ask_cents, load, created_at, sent_at, mailbox_kind, load_key, load_id, template_inputs, truck_id)
       select $1, gen_random_uuid(), 'sent', gen_random_uuid(), 1, 'Default', 'a@redbud.example', 'Grace', 'a@redbud.example',
         'desk' || right(load_key, 5) || '@broker.example', '{}', 'A load', '<p>A load</p>', ask_cents, facts, contacted_at, contacted_at,
         'relay', load_key, id, '{"values": {}, "formula": null}', truck_ids[1]
       from added`,
      [userId, askCount, truckCount],
    )
    await pool.query('vacuum analyze') // as autovacuum does
    const { rows } = await pool.query<{ id: string; loads: string[] | null }>(
      `select truck.id, (select array_agg(load.id order by contacted_at desc) from load where load.user_id = $1 and truck_ids @> array[truck.id]) as loads
       from truck where user_id = $1 order by position`,
      [userId],
    )
    return rows.map(({ id, loads }) => {
      const [loadId = '', ...others] = loads ?? []
      return { id, asks: others.length, loadId, others }
    })
  } finally {
    await pool.end()
  }
}

async function time(call: string, rounds: number, work: (round: number) => Promise<unknown>): Promise<BoardTimes> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await work(round)
    times.push(performance.now() - startedAt)
  }
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round((sorted[Math.ceil(sorted.length * share) - 1] ?? 0) * 10) / 10
  return { call, p50Ms: at(0.5), p95Ms: at(0.95) }
}

// node bench/truck-board.ts
if (import.meta.main) for (const times of await measureTruckBoard()) console.log(JSON.stringify(times))
