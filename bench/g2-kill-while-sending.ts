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
import { buildLoad } from '../server/src/testing/inquiries.ts'
import { type MailSink, type Sender, signUpSender, startMailSink } from '../server/src/testing/mail-sink.ts'
import {
  freePort,
  type SpawnedProduct,
  sharedTempFolder,
  spawnProduct,
  withoutDemo,
} from '../server/src/testing/spawned-product.ts'

export type SendingResult = {
  rounds: number
  /** Kills between the arrival of an email and its record, the window in which a naive server sends twice. */
  hits: number
  /** Inquiries that were accepted. */
  accepted: number
  sent: number
  unknown: number
  /** Emails that arrived more than once. */
  duplicates: number
  /** Accepted emails that are missing, or not in a final state. */
  lost: number
  /** Emails in state sent that never arrived, or in state failed that did. */
  misreported: number
  /** The most unknown emails after one kill. The relay's concurrency is 64. */
  maxUnknownPerKill: number
  seconds: number
}

type BenchEnv = {
  product: SpawnedProduct
  sink: MailSink
  database: ReturnType<typeof createPool>
  accepted: Map<string, Sender>
}

/**
 * Kills the product while it sends inquiries, until enough kills hit the window, and compares the email states with
 * what the mail server got.
 */
export async function killWhileSending(
  maxRounds: number,
  // `resendsInterrupted` makes a broken variant: it resends the emails that a kill interrupted.
  { resendsInterrupted = false, enoughHits = Number.POSITIVE_INFINITY, log = (_line: string) => {} } = {},
): Promise<SendingResult> {
  const path = sharedTempFolder()
  const folder = lockDataFolder(withoutDemo(join(path, 'data')))
  const embedded = await startEmbedded(folder)
  const sink = await startMailSink({ slowestMs: 30 })
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
  const bench: BenchEnv = {
    product: await spawnProduct(env),
    sink,
    database: createPool({ ...embedded.connection, max: 2 }),
    accepted: new Map(),
  }
  const done = { rounds: 0, hits: 0, maxUnknownPerKill: 0 }
  const interrupted = new Set<string>()
  let senders: Sender[] = []
  const result = async (): Promise<SendingResult> => ({
    ...(await countResults(bench)),
    ...done,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  })
  try {
    while (done.rounds < maxRounds && done.hits < enoughHits) {
      if (done.rounds++ % 25 === 0) senders = await signUpMany(bench, 24)
      await sendUntilKilled(bench, senders)
      const { rows } = await bench.database.query<{ id: string }>(`select id from email where state = 'sending'`)
      const cutOff = rows.filter(({ id }) => !interrupted.has(id))
      const arrived = await countArrivals(bench)
      if (cutOff.some(({ id }) => arrived.has(id))) done.hits++
      done.maxUnknownPerKill = Math.max(done.maxUnknownPerKill, cutOff.length)
      for (const { id } of cutOff) interrupted.add(id)
      if (resendsInterrupted) await bench.database.query(`update email set state = 'queued' where state = 'sending'`)
      await endLeases(bench)
      bench.product = await spawnProduct(env)
      if (done.rounds % 10 !== 0) continue
      await waitUntilIdle(bench)
      log(JSON.stringify(await result()))
    }
    await waitUntilIdle(bench)
    return await result()
  } finally {
    bench.product.child.kill('SIGKILL')
    await bench.product.ended
    await bench.database.end()
    sink.stop()
    await embedded.stop()
    folder.release()
    rmSync(path, { recursive: true, force: true })
  }
}

const signUpMany = ({ product, sink }: BenchEnv, count: number): Promise<Sender[]> =>
  Promise.all(
    Array.from({ length: count }, () => signUpSender(product.address, sink, `${randomUUID()}@carrier.example`)),
  )

/**
 * Sends for all users and kills the product soon after the first emails arrived. The next round repeats sends without a
 * response.
 */
async function sendUntilKilled({ product, sink, accepted }: BenchEnv, senders: Sender[]): Promise<void> {
  const before = await sink.count()
  let isOver = false
  const sending = Promise.all(senders.map((sender) => sendSome(product, sender, accepted, () => isOver)))
  for (let tries = 0; tries < 500 && (await sink.count()) < before + 3; tries++) await sleep(5)
  await sleep(randomInt(60))
  isOver = true
  product.child.kill('SIGKILL')
  await product.ended
  await sending
}

async function sendSome(
  product: SpawnedProduct,
  sender: Sender,
  accepted: Map<string, Sender>,
  isOver: () => boolean,
): Promise<void> {
  const client = createClient(fetchSend(product.address, sender.accessToken))
  const pending = unanswered.get(sender.email)
  for (let intent = pending ?? newIntent(sender); !isOver(); intent = newIntent(sender)) {
    unanswered.set(sender.email, intent)
    const { key, body } = intent
    const response = await client.inquiries
      .sendEmail({ headers: { 'idempotency-key': key }, body })
      .catch(() => undefined)
    if (!response) return
    unanswered.delete(sender.email)
    accepted.set(response.id, sender)
    await sleep(randomInt(120))
  }
}

type Intent = { key: string; body: { templateId: string; load: ReturnType<typeof buildLoad> } }
const unanswered = new Map<string, Intent>()
const newIntent = ({ templateId }: Sender): Intent => ({ key: randomUUID(), body: { templateId, load: buildLoad() } })

/** Ends the leases of the killed worker, as time would. */
export const endLeases = ({ database }: Pick<BenchEnv, 'database'>) =>
  database.query('update delivery set leased_until = null; update job set leased_until = null')

/**
 * Waits until nothing is in flight, or for a minute in which nothing left. Shortens throttle and retry delays, which are
 * not under test.
 */
export async function waitUntilIdle({ database }: Pick<BenchEnv, 'database'>): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 600; attempt++) {
    const { rows } = await database.query(
      `select count(*)::int as count from email where state in ('queued', 'sending')`,
    )
    const { count } = rows[0]
    if (count === 0) return
    if (count < least) [least, attempt] = [count, 0]
    if (attempt % 5 === 0)
      await database.query(
        `update delivery set due_at = least(due_at, now()) where id in (
           select id from delivery where due_at < now() + interval '60 s' for update skip locked)`,
      )
    await sleep(100)
  }
}

/** Returns how often each email arrived, by its id. */
const countArrivals = async ({ sink }: BenchEnv): Promise<Map<string, number>> =>
  new Map([...(await sink.arrived())].map(([messageId, times]) => [messageId.split('@')[0] ?? '', times]))

async function countResults(bench: BenchEnv) {
  const { database, accepted } = bench
  const { rows } = await database.query<{ id: string; state: string }>('select id, state from email')
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  const arrivals = await countArrivals(bench)
  const ids = [...new Set([...accepted.keys(), ...states.keys()])]
  const count = (isOne: (state: string | undefined, times: number) => boolean) =>
    ids.filter((id) => isOne(states.get(id), arrivals.get(id) ?? 0)).length
  return {
    accepted: accepted.size,
    sent: count((state) => state === 'sent'),
    unknown: count((state) => state === 'unknown'),
    duplicates: count((_state, times) => times > 1),
    lost: count((state) => !['sent', 'failed', 'unknown'].includes(state ?? '')),
    misreported: count((state, times) => (state === 'sent' && times === 0) || (state === 'failed' && times > 0)),
  }
}
