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
  /** Arrived more than once at the receiving server. */
  duplicates: number
  /** Accepted, and neither sent nor failed nor unknown in the end, or gone. */
  lost: number
  /** Said to be sent, and never arrived; or said to have failed, and arrived. */
  misreported: number
  /** The most that were unknown after one kill; the relay has 64 places. */
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
 * Kills the product again and again while it sends inquiries, and compares the email states with what the mail server got.
 * `resendsInterrupted` resends the emails that a kill interrupted, which the comparison must find.
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
  const begun = performance.now()
  const stage: BenchEnv = {
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
      if (round % 25 === 1) senders = await signUpMany(stage, 24)
      await sendUntilKilled(stage, senders)
      const { rows } = await stage.database.query<{ id: string }>(`select id from email where state = 'sending'`)
      maxUnknownPerKill = Math.max(maxUnknownPerKill, rows.filter(({ id }) => !interrupted.has(id)).length)
      for (const { id } of rows) interrupted.add(id)
      if (resendsInterrupted) await stage.database.query(`update email set state = 'queued' where state = 'sending'`)
      await endLeases(stage)
      stage.product = await spawnProduct(env)
      const isReport = round % 10 === 0
      if (!isReport) continue
      await settle(stage)
      const result = {
        ...(await judge(stage)),
        rounds: round,
        maxUnknownPerKill,
        seconds: Math.round((performance.now() - begun) / 1000),
      }
      log(JSON.stringify(result))
      if (isEnough(result)) break
    }
    await settle(stage)
    return {
      ...(await judge(stage)),
      rounds,
      maxUnknownPerKill,
      seconds: Math.round((performance.now() - begun) / 1000),
    }
  } finally {
    stage.product.child.kill('SIGKILL')
    await stage.product.ended
    await stage.database.end()
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

/** Everybody sends, and once in the middle of it the product is gone; whoever had no answer asks again with the same key in the next round. */
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
  const open = unanswered.get(sender.email)
  for (let intent = open ?? newIntent(sender); !isOver(); intent = newIntent(sender)) {
    unanswered.set(sender.email, intent)
    const { key, body } = intent
    const answer = await client.emails.sendEmail({ headers: { 'idempotency-key': key }, body }).catch(() => undefined)
    if (!answer) return
    unanswered.delete(sender.email)
    accepted.set(answer.id, sender)
    await sleep(randomInt(120))
  }
}

type Intent = { key: string; body: { templateId: string; load: ReturnType<typeof buildLoad> } }
const unanswered = new Map<string, Intent>()
const newIntent = ({ templateId }: Sender): Intent => ({ key: randomUUID(), body: { templateId, load: buildLoad() } })

/** Time passes: whoever was killed holds nothing any more. */
const endLeases = ({ database }: BenchEnv) =>
  database.query(`update job set due_at = least(due_at, now()) where attempts > 0`)

/** Waits until nothing is under way; paces and pauses are shortened, since they are not what is tried here. */
async function settle({ database }: BenchEnv): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { rows } = await database.query(
      `select count(*)::int as count from email where state in ('queued', 'sending')`,
    )
    if (rows[0].count === 0) return
    if (tries % 20 === 0)
      await database.query(
        `update job set due_at = least(due_at, now()) where kind = 'email' and due_at < now() + interval '60 s'`,
      )
    await sleep(100)
  }
}

async function judge({ database, sink, accepted }: BenchEnv) {
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
