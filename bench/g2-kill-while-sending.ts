import { randomInt, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../contract/src/client.ts'
import { lockDataFolder } from '../server/src/db/data-folder.ts'
import { createPool } from '../server/src/db/db.ts'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { fetchSend } from '../server/src/testing/fetch-send.ts'
import { buildLoad } from '../server/src/testing/inquiries.ts'
import { type MailSink, type Sender, signUpSender, startMailSink } from '../server/src/testing/mail-sink.ts'
import { freePort, type SpawnedProduct, sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'

export type SendingResult = {
  rounds: number
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
 * Kills the product again and again while it sends inquiries, and compares the email states with what the mail server
 * got. `resendsInterrupted` resends the emails that a kill interrupted, which the comparison must find.
 */
export async function killWhileSending(
  rounds: number,
  {
    resendsInterrupted = false,
    log = (_line: string) => {},
    isEnough = (_result: SendingResult): boolean => false,
  } = {},
): Promise<SendingResult> {
  const path = sharedTempFolder()
  const folder = lockDataFolder(join(path, 'data'))
  const embedded = await startEmbedded(folder)
  const sink = await startMailSink({ slowestMs: 30 })
  const { host, port, user, password, database: name } = embedded.connection
  const env = {
    PORT: String(await freePort()),
    DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
    AUTH_SECRET: 'a secret of a harness that is thrown away afterwards 0123456789',
    SMTP_URL: sink.smtpUrl,
    UNDO_SECONDS: '0',
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
  let maxUnknownPerKill = 0
  const interrupted = new Set<string>()
  let senders: Sender[] = []
  try {
    for (let round = 1; round <= rounds; round++) {
      if (round % 25 === 1) senders = await signUpMany(bench, 24)
      await sendUntilKilled(bench, senders)
      const { rows } = await bench.database.query<{ id: string }>(`select id from email where state = 'sending'`)
      maxUnknownPerKill = Math.max(maxUnknownPerKill, rows.filter(({ id }) => !interrupted.has(id)).length)
      for (const { id } of rows) interrupted.add(id)
      if (resendsInterrupted) await bench.database.query(`update email set state = 'queued' where state = 'sending'`)
      await endLeases(bench)
      bench.product = await spawnProduct(env)
      const isReport = round % 10 === 0
      if (!isReport) continue
      await waitUntilIdle(bench)
      const result = {
        ...(await countResults(bench)),
        rounds: round,
        maxUnknownPerKill,
        seconds: Math.round((performance.now() - startedAt) / 1000),
      }
      log(JSON.stringify(result))
      if (isEnough(result)) break
    }
    await waitUntilIdle(bench)
    return {
      ...(await countResults(bench)),
      rounds,
      maxUnknownPerKill,
      seconds: Math.round((performance.now() - startedAt) / 1000),
    }
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

/** All users send until the product is killed. A send without a response is repeated with its key in the next round. */
async function sendUntilKilled({ product, accepted }: BenchEnv, senders: Sender[]): Promise<void> {
  const deadline = performance.now() + 300 + randomInt(700)
  const sending = Promise.all(
    senders.map((sender) => sendSome(product, sender, accepted, () => performance.now() > deadline)),
  )
  await sleep(Math.max(0, deadline - performance.now() - randomInt(60)))
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
    const response = await client.emails.sendEmail({ headers: { 'idempotency-key': key }, body }).catch(() => undefined)
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
const endLeases = ({ database }: BenchEnv) => database.query('update job set leased_until = null')

/** Waits until nothing is in flight. Shortens throttle and retry delays, which are not under test. */
async function waitUntilIdle({ database }: BenchEnv): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const { rows } = await database.query(
      `select count(*)::int as count from email where state in ('queued', 'sending')`,
    )
    if (rows[0].count === 0) return
    if (attempt % 20 === 0)
      await database.query(
        `update job set due_at = least(due_at, now()) where kind = 'email' and due_at < now() + interval '60 s'`,
      )
    await sleep(100)
  }
}

async function countResults({ database, sink, accepted }: BenchEnv) {
  const { rows } = await database.query<{ id: string; state: string }>('select id, state from email')
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  const arrivals = new Map(
    [...(await sink.arrived())].map(([messageId, times]) => [messageId.split('@')[0] ?? '', times]),
  )
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
