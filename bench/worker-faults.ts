import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
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

// node bench/worker-faults.ts [seconds]: how two processes that send emails get over faults of one of them.

type FaultResult = {
  fault: string
  passed: boolean
  accepted: number
  sent: number
  lost: number
  twice: number
  unknown: number
  /** The emails that workers had when one of them was stopped or cut off: no others may be unknown in the end. */
  claimed: number
  /** How long the latest email took from its acceptance until it was sent, or known to be unknown. */
  latestSeconds: number
}

type Bench = {
  /** Starts a process that reaches the database directly, or through the line. */
  start: (through?: 'line') => Promise<SpawnedProduct>
  line: Line
  pool: ReturnType<typeof createPool>
  sink: MailSink
  /** How long a fault lasts after which the worker goes on with what it has. */
  faultMs: number
  /** How long a fault lasts in which others take over what the worker has claimed; it then goes on where it was. */
  takeoverMs: number
}

/** Injects a fault into the worker while it sends, and ends it. Returns the processes that run then. */
type Fault = (bench: Bench, worker: SpawnedProduct, other: SpawnedProduct) => Promise<SpawnedProduct[]>

const faults: Record<string, Fault> = {
  async kill(bench, worker, other) {
    worker.child.kill('SIGKILL')
    await worker.ended
    return [other, await bench.start('line')]
  },
  async pause({ takeoverMs }, worker, other) {
    worker.child.kill('SIGSTOP')
    await sleep(takeoverMs)
    worker.child.kill('SIGCONT')
    return [other, worker]
  },
  async partition({ line, takeoverMs }, worker, other) {
    line.cut()
    await sleep(takeoverMs)
    line.mend()
    return [other, worker]
  },
  async 'slow database'({ line, faultMs }, worker, other) {
    line.delay(300)
    await sleep(faultMs)
    line.delay(0)
    return [other, worker]
  },
  async clock({ faultMs }, worker, other) {
    worker.child.kill('SIGUSR2')
    await sleep(faultMs)
    worker.child.kill('SIGUSR2')
    return [other, worker]
  },
}

const interrupting = new Set(['kill', 'pause', 'partition'])
/** While the clock is an hour ahead, emails are too late. */
const failing = new Set(['clock'])

/** Tries each fault while two processes send. `resendsInterrupted` is an error that it must find. */
export async function tryWorkerFaults({
  faultMs = 4_000,
  resendsInterrupted = false,
  which = Object.keys(faults),
} = {}): Promise<FaultResult[]> {
  const path = sharedTempFolder()
  const folder = lockDataFolder(withoutDemo(join(path, 'data')))
  const embedded = await startEmbedded(folder)
  const { connection } = embedded
  const line = await openLine(join(connection.host, `.s.PGSQL.${connection.port}`))
  const sink = await startMailSink({ slowestMs: 1_500 })
  const pool = createPool({ ...connection, max: 2 })
  const port = { line: await freePort(), direct: await freePort() }
  const start = async (through?: 'line') =>
    spawnProduct(
      {
        PORT: String(through ? port.line : port.direct),
        BASE_URL: 'http://127.0.0.1:8080', // the same for both, which tokens name
        DATABASE_URL: databaseUrlOf({ ...connection, ...(through && { host: '127.0.0.1', port: line.port }) }),
        AUTH_SECRET: 'a secret of a harness that is thrown away afterwards 0123456789',
        SMTP_URL: sink.smtpUrl,
        UNDO_SECONDS: '0',
        RELAY_EMAILS_PER_DAY: '1000000',
        LOG_LEVEL: 'silent',
        DATA_DIR: join(path, 'none'),
      },
      join(import.meta.dirname, 'shifted-clock.ts'),
    )
  const bench: Bench = { start, line, pool, sink, faultMs, takeoverMs: resendsInterrupted ? 6_000 : 20_000 }
  let running: SpawnedProduct[] = [await start()]
  try {
    running.push(await start('line'))
    if (resendsInterrupted) await pool.query(resendInterrupted)
    const results: FaultResult[] = []
    for (const fault of which) {
      const [other, worker] = running
      const inject = faults[fault]
      if (!other || !worker || !inject) break
      const senders = await signUpMany(other, sink, 16)
      const accepted: Accepted = new Map()
      const watching = new AbortController()
      const watched = watch(pool, accepted, watching.signal)
      const sending = new AbortController()
      const clients = senders.map((sender) => sendUntil(other.address, sender, accepted, sending.signal))
      await sleep(1_500)
      // The worker that accepts emails looks for them first, so that the fault meets it while it sends these.
      await Promise.all(senders.map((sender) => sendOnce(worker.address, sender, accepted)))
      await sleep(300)
      const claimed = sleep(300).then(() => (interrupting.has(fault) ? countClaimed(pool) : 0))
      running = await inject(bench, worker, other)
      sending.abort()
      await Promise.all(clients)
      await waitUntilFinal(bench)
      watching.abort()
      await watched
      results.push(await judge(bench, fault, accepted, await claimed))
    }
    return results
  } finally {
    for (const { child, ended } of running) {
      child.kill('SIGKILL')
      await ended
    }
    await pool.end()
    sink.stop()
    line.close()
    await embedded.stop()
    folder.release()
    rmSync(path, { recursive: true, force: true })
  }
}

/** Lets who takes an email over send it again, which needs no check by its sender. Leases are short, to save time. */
const resendInterrupted = `
  create function resend() returns trigger language plpgsql as $$ begin
    if old.leased_until <= now() and new.claims > old.claims then
      update email set state = 'queued' where id = new.id and state = 'sending';
    end if;
    if new.leased_until > now() + interval '3 s' then new.leased_until = now() + interval '3 s'; end if;
    return new;
  end $$;
  create trigger resend before update on delivery for each row execute function resend()`

const countClaimed = async (pool: Bench['pool']): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from delivery where leased_until is not null',
  )
  return rows[0]?.count ?? 0
}

const signUpMany = ({ address }: SpawnedProduct, sink: MailSink, count: number): Promise<Sender[]> =>
  Promise.all(Array.from({ length: count }, () => signUpSender(address, sink, `${randomUUID()}@carrier.example`)))

/** When emails were accepted, and when they were first seen in their final state. */
type Accepted = Map<string, { acceptedAt: number; settledAt?: number }>

/** Looks which emails are in their final state until told to stop, and once more then. */
async function watch(pool: Bench['pool'], accepted: Accepted, signal: AbortSignal): Promise<void> {
  for (let isLast = false; !isLast; await sleep(100)) {
    isLast = signal.aborted
    const lookedAt = performance.now()
    const { rows } = await pool.query<{ id: string }>(`select id from email where state in ('queued', 'sending')`)
    const open = new Set(rows.map(({ id }) => id))
    for (const [id, email] of accepted)
      if (email.acceptedAt < lookedAt && !open.has(id)) email.settledAt ??= performance.now()
  }
}

/** Sends until told to stop, each with the same key until it is answered; slower than the throttle of its mailbox. */
async function sendUntil(address: string, sender: Sender, accepted: Accepted, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const key = randomUUID()
    for (let isAnswered = false; !isAnswered; ) {
      const isAccepted = await sendOnce(address, sender, accepted, key)
      isAnswered = isAccepted || signal.aborted
      await sleep(isAccepted ? 2_100 : 300, undefined, { signal }).catch(() => {})
    }
  }
}

/** Returns whether the inquiry was accepted. */
async function sendOnce(
  address: string,
  { accessToken, templateId }: Sender,
  accepted: Accepted,
  key = randomUUID(),
): Promise<boolean> {
  const { inquiries } = createClient(fetchSend(address, accessToken))
  const request = { headers: { 'idempotency-key': key }, body: { templateId, load: buildLoad({ boardLoadId: key }) } }
  const answer = await inquiries.sendEmail(request).catch(() => undefined)
  if (answer) accepted.set(answer.id, { acceptedAt: performance.now() })
  return answer !== undefined
}

/** Waits until nothing is in flight, or for a minute in which nothing left. Shortens throttle and retry delays. */
async function waitUntilFinal(bench: Bench): Promise<void> {
  let least = Number.POSITIVE_INFINITY
  for (let quiet = 0; quiet < 240; quiet++) {
    const { rows } = await bench.pool.query<{ left: number }>(
      `select count(*)::int as left from email where state in ('queued', 'sending')`,
    )
    const left = rows[0]?.left ?? 0
    if (left === 0) return
    if (left < least) quiet = 0
    least = Math.min(least, left)
    await bench.pool.query(
      `update delivery set due_at = least(due_at, now()) where id in (
         select id from delivery where due_at < now() + interval '60 s' for update skip locked)`,
    )
    await sleep(250)
  }
}

async function judge({ pool, sink }: Bench, fault: string, accepted: Accepted, claimed: number): Promise<FaultResult> {
  const { rows } = await pool.query<{ id: string; state: string }>('select id, state from email where id = any($1)', [
    [...accepted.keys()],
  ])
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  const arrived = new Map([...(await sink.arrived())].map(([messageId, times]) => [messageId.split('@')[0], times]))
  const count = (isOne: (state: string, times: number) => boolean) =>
    [...accepted.keys()].filter((id) => isOne(states.get(id) ?? '', arrived.get(id) ?? 0)).length
  // What is told to have failed is not lost, unless it arrived.
  const lost = count(
    (state, times) =>
      !['sent', 'failed', 'unknown'].includes(state) ||
      (state === 'sent' && times === 0) ||
      (state === 'failed' && times > 0),
  )
  const twice = count((_state, times) => times > 1)
  const unknown = count((state) => state === 'unknown')
  const sent = count((state) => state === 'sent')
  const times = [...accepted.values()].map(
    ({ acceptedAt, settledAt = Number.POSITIVE_INFINITY }) => settledAt - acceptedAt,
  )
  const latestSeconds = Math.round(Math.max(0, ...times) / 100) / 10
  const isSent = sent > 0 && (sent + unknown === accepted.size || failing.has(fault))
  const passed = lost === 0 && twice === 0 && unknown <= claimed && isSent
  return { fault, passed, accepted: accepted.size, sent, lost, twice, unknown, claimed, latestSeconds }
}

type Line = { port: number; cut: () => void; mend: () => void; delay: (ms: number) => void; close: () => void }

/** Opens a line to the database that can be cut, so that neither side learns of it, and delayed. */
async function openLine(path: string): Promise<Line> {
  const sockets = new Set<Socket>()
  let isCut = false
  let delayMs = 0
  const forward = (from: Socket, to: Socket) => {
    let last = Promise.resolve()
    from.on('data', (bytes) => {
      if (isCut) return
      const wait = delayMs > 0 ? sleep(delayMs) : undefined
      last = last.then(() => wait).then(() => void (to.writable && to.write(bytes)))
    })
    from.on('close', () => void last.then(() => to.destroy()))
    from.on('error', () => {})
    sockets.add(from)
  }
  const server = createServer((client) => {
    const upstream = connect(path)
    forward(client, upstream)
    forward(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
    },
    mend() {
      isCut = false
      endAll() // what was lost meanwhile is not told later
    },
    delay(ms) {
      delayMs = ms
    },
    close() {
      server.close()
      endAll()
    },
  }
}

/** Writes results as a table of text. */
export function formatFaults(results: FaultResult[]): string {
  const rows = [
    ['fault', 'passed', 'accepted', 'sent', 'lost', 'twice', 'unknown', 'claimed', 'latest'],
    ...results.map(({ fault, passed, accepted, sent, lost, twice, unknown, claimed, latestSeconds }) =>
      [fault, passed ? 'yes' : 'no', accepted, sent, lost, twice, unknown, claimed, `${latestSeconds} s`].map(String),
    ),
  ]
  return rows
    .map((row) =>
      row
        .map((cell) => cell.padEnd(14))
        .join('')
        .trimEnd(),
    )
    .join('\n')
}

if (import.meta.main) {
  const [seconds = 4] = process.argv.slice(2).map(Number)
  const results = await tryWorkerFaults({ faultMs: seconds * 1_000 })
  console.log(formatFaults(results))
  process.exit(results.every(({ passed }) => passed) ? 0 : 1)
}
