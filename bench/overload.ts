import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { createClient } from '../contract/src/client.ts'
import { createPool } from '../server/src/db/db.ts'
import { connectionOf } from '../server/src/db/embedded.ts'
import { fetchSend } from '../server/src/testing/fetch-send.ts'
import { buildLoad } from '../server/src/testing/inquiries.ts'
import { type MailSink, type Sender, signUpSender, startMailSink } from '../server/src/testing/mail-sink.ts'
import {
  processesOf,
  type SpawnedProduct,
  sharedTempFolder,
  spawnProduct,
  withoutDemo,
} from '../server/src/testing/spawned-product.ts'
import { cpuMs } from './requests.ts'

// node bench/overload.ts [seconds] [clients] [quiet clients] [other checkout]: clients that pause only when refused, beside a
// quiet time. node bench/overload.ts soak [seconds]: a steady load of half of that. node bench/overload.ts capacity [seconds]:
// five times as many clients as are answered most, who never pause but when refused. node bench/overload.ts snapshot [seconds]:
// a steady load while a transaction keeps each version of each row, beside the time before and after.

const root = join(import.meta.dirname, '..')

const Settings = z.object({
  address: z.string(),
  senders: z.array(z.object({ email: z.string(), accessToken: z.string(), templateId: z.string() })),
  clients: z.int(),
  seconds: z.number(),
  /** How long each client waits between two requests. */
  pauseMs: z.number(),
})
type Settings = z.infer<typeof Settings>

/** Clients that never pause begin one after the other, as people come. */
const beginMs = 5_000

type Kind = 'page' | 'read' | 'send'
type Times = Record<Kind, { admitted: number[]; refused: number[]; others: number[] }>

/** Half of what clients ask are pages, a quarter are looks at one email, a quarter sends. Each is one user, or several in turn. */
async function load({ address, senders, clients, seconds, pauseMs }: Settings) {
  const times: Times = { page: none(), read: none(), send: none() }
  const accepted: string[] = []
  /** Sends that began when all clients had come. */
  const settledSends: number[] = []
  // What a new thread takes for its first requests is no time of the server.
  await Promise.all(Array.from({ length: clients }, async () => (await fetch(`${address}/healthz`)).text()))
  const start = performance.now()
  const end = start + seconds * 1_000
  const ask = async (kind: Kind, path: string, sender?: Sender, body?: object): Promise<unknown> => {
    const begun = performance.now()
    const headers = {
      ...(sender && { authorization: `Bearer ${sender.accessToken}` }),
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    }
    const answer = await fetch(`${address}${path}`, {
      method: body ? 'POST' : 'GET',
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    const took = performance.now() - begun
    const { admitted, refused, others } = times[kind]
    ;(answer.ok ? admitted : answer.status === 503 ? refused : others).push(took)
    if (kind === 'send' && answer.ok && begun > start + beginMs) settledSends.push(took)
    // As the dashboard and the extension do.
    const seconds = Number(answer.headers.get('retry-after') ?? 0)
    if (answer.status === 503) await sleep(seconds * 1_000 * (1 + Math.random()))
    return answer.ok ? JSON.parse(text) : undefined
  }
  const Accepted = z.object({ id: z.string() })
  const client = async (index: number) => {
    let number = index
    let last = ''
    await sleep(Math.random() * (pauseMs || beginMs))
    for (let count = Math.floor(Math.random() * 4); performance.now() < end; count++) {
      if (count % 4 === 3) number += clients
      const sender = senders[number % senders.length] as Sender
      if (count % 4 === 3) {
        const { data } = Accepted.safeParse(
          await ask('send', '/emails', sender, { templateId: sender.templateId, load: buildLoad() }),
        )
        if (data) accepted.push(data.id)
        last = data?.id ?? last
      } else if (count % 4 === 2 && last) await ask('read', `/emails/${last}`, sender)
      else await ask('page', count % 4 === 0 ? '/emails' : '/templates', sender)
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)))
  return { times, settledSends, accepted }
}

const none = () => ({ admitted: [], refused: [], others: [] })
const Report = z.object({
  times: z.record(
    z.enum(['page', 'read', 'send']),
    z.object({ admitted: z.array(z.number()), refused: z.array(z.number()), others: z.array(z.number()) }),
  ),
  settledSends: z.array(z.number()),
  accepted: z.array(z.string()),
})

/** Runs the clients in a thread of their own, so that what is counted here doesn't delay them. */
async function runClients(settings: Settings) {
  const worker = new Worker(new URL(import.meta.url), { workerData: settings })
  return Report.parse(
    await new Promise((resolve, reject) => void worker.once('message', resolve).once('error', reject)),
  )
}

type Figures = { admitted: number; refused: number; p50Ms: number; p99Ms: number }

const settings = {
  LOG_LEVEL: 'silent',
  UNDO_SECONDS: '0',
  RELAY_EMAILS_PER_DAY: '1000000',
  TEAM_EMAILS_PER_HOUR: '1000000',
  TOTAL_EMAILS_PER_MINUTE: '1000000',
}

/** Is told what each part measured as soon as it ended. */
type OnRun = (figures: object) => void

/** Starts the product of a checkout, with senders and a mail server that counts what arrives. */
async function startLoaded(checkout: string, senderCount: number, onRun: OnRun = () => {}) {
  const folder = sharedTempFolder({ isOnDisk: true })
  const data = withoutDemo(join(folder, 'data'))
  const sink = await startMailSink()
  const env = { ...settings, DATA_DIR: data, SMTP_URL: sink.smtpUrl }
  const product = await spawnProduct(env, join(checkout, 'server/src/main.ts'))
  const pool = createPool({ ...connectionOf({ path: data }), max: 2 })
  const senders = await signUpMany(product, sink, senderCount)
  const processorMs = () => [cpuMs([product.child.pid ?? 0]), cpuMs(processesOf(data)), cpuMs([process.pid])]
  let renewedAt = performance.now()
  const run = async (situation: string, clients: number, pauseMs: number, seconds: number) => {
    if (performance.now() - renewedAt > 300_000) {
      await renewTokens(product, senders)
      renewedAt = performance.now()
    }
    const before = processorMs()
    const begun = performance.now()
    const load = { address: product.address, senders, clients, seconds, pauseMs }
    const [{ times, settledSends, accepted }, healthP99Ms] = await Promise.all([
      runClients(load),
      askHealth(product, seconds),
    ])
    const took = performance.now() - begun
    const processors = processorMs().map((ms, index) => Math.round(((ms - (before[index] ?? 0)) / took) * 100) / 100)
    const memoryMb = Math.round(memoryKb(product) / 1_024)
    const descriptors = readdirSync(`/proc/${product.child.pid}/fd`).length
    const figures = { situation, clients, seconds, ...summarize(times, seconds) }
    const settledP99Ms = quantile(settledSends, 0.99)
    const measured = { ...figures, settledP99Ms, healthP99Ms, processors, memoryMb, descriptors }
    onRun(measured)
    return { figures: measured, accepted }
  }
  const stop = async () => {
    await pool.end()
    product.child.kill('SIGTERM')
    await product.ended
    sink.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const hold = () => askWhileHeld(product.address, pool, senders[0]?.accessToken ?? '')
  return { run, hold, pool, countEmails: (accepted: string[]) => countEmails(pool, sink, accepted), stop }
}

/** Lets all of the product's connections wait for a lock, and asks for one more page and for its health meanwhile. */
async function askWhileHeld(address: string, pool: ReturnType<typeof createPool>, accessToken: string) {
  const ask = (path: string) => fetch(`${address}${path}`, { headers: { authorization: `Bearer ${accessToken}` } })
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table session in access exclusive mode') // which tells who a caller is
    const waiting = Array.from({ length: 30 }, () => ask('/templates'))
    await sleep(1_500)
    const [page, health] = await Promise.all([ask('/templates'), ask('/healthz')])
    await holder.query('rollback')
    const waited = await Promise.all(waiting)
    return {
      page: { status: page.status, retryAfter: page.headers.get('retry-after'), text: await page.text() },
      health: health.status,
      waited: waited.map(({ status }) => status),
    }
  } finally {
    holder.release()
  }
}

/**
 * Measures sends and pages of few clients with pauses, then of many without one, then of few again; whether memory comes back;
 * what is answered while no connection is free; and whether each accepted email arrived once.
 */
export async function measureOverload(
  { seconds = 60, clients = 200, quietClients = 10, checkout = root } = {},
  onRun?: OnRun,
) {
  const { run, hold, countEmails, stop } = await startLoaded(checkout, Math.min(clients, 50), onRun)
  try {
    await run('warm-up', quietClients, 200, 10)
    const runs = [
      await run('quiet', quietClients, 1_000, Math.min(seconds, 60)),
      await run('overload', clients, 0, seconds),
      await run('quiet again', quietClients, 1_000, Math.min(seconds, 60)),
    ]
    const accepted = runs.flatMap((one) => one.accepted)
    return { runs: runs.map(({ figures }) => figures), held: await hold(), emails: await countEmails(accepted) }
  } finally {
    await stop()
  }
}

/** Measures ten equal parts of a steady load: whether times, memory and descriptors stay as they were after the first two. */
export async function measureSoak({ seconds = 300, clients = 20, pauseMs = 200 } = {}, onRun?: OnRun) {
  const { run, countEmails, stop } = await startLoaded(root, clients, onRun)
  try {
    const parts: Awaited<ReturnType<typeof run>>[] = []
    for (let part = 1; part <= 10; part += 1)
      parts.push(await run(`part ${part} of 10`, clients, pauseMs, seconds / 10))
    const emails = await countEmails(parts.flatMap(({ accepted }) => accepted))
    const figures = parts.map((part) => part.figures)
    return { parts: figures, begun: levelOf(figures.slice(2, 5)), ended: levelOf(figures.slice(-3)), emails }
  } finally {
    await stop()
  }
}

/** Measures how much is answered with ever more clients, then with five times as many as were answered most. */
async function measureCapacity(seconds: number, onRun: OnRun) {
  const { run, countEmails, stop } = await startLoaded(root, 50, onRun)
  try {
    await run('warm-up', 10, 200, 10)
    const quiet = await run('quiet', 10, 1_000, 60)
    const steps: Awaited<ReturnType<typeof run>>[] = []
    for (const clients of [5, 10, 20, 40]) steps.push(await run('capacity', clients, 0, 20))
    const [best] = steps.toSorted((one, other) => other.figures.perSecond - one.figures.perSecond)
    const runs = [quiet, ...steps, await run('overload', 5 * (best?.figures.clients ?? 0), 0, seconds)]
    return await countEmails(runs.flatMap(({ accepted }) => accepted))
  } finally {
    await stop()
  }
}

/** Measures a steady load in parts of two minutes: before a transaction sees the database as it was, while it does, and after. */
async function measureSnapshot(seconds: number, onRun: OnRun) {
  const { run, pool, countEmails, stop } = await startLoaded(root, 300, onRun)
  const runs: Awaited<ReturnType<typeof run>>[] = []
  const part = async (situation: string) => runs.push(await run(situation, 10, 50, Math.min(seconds, 120)))
  const old = await pool.connect()
  try {
    await run('warm-up', 10, 50, 30)
    for (const number of [1, 2]) await part(`before, ${number}`)
    await old.query('begin isolation level repeatable read')
    await old.query('set local idle_in_transaction_session_timeout = 0')
    const countSeen = async () => (await old.query<{ count: string }>('select count(*) from email')).rows[0]?.count
    const seen = await countSeen()
    for (const begun = performance.now(); performance.now() - begun < seconds * 1_000; )
      await part(`held for ${Math.round((performance.now() - begun) / 1_000)} s`)
    const isSame = (await countSeen()) === seen
    await old.query('rollback')
    for (const number of [1, 2, 3]) await part(`after, ${number}`)
    return { isSame, emails: await countEmails(runs.flatMap(({ accepted }) => accepted)) }
  } finally {
    old.release()
    await stop()
  }
}

const levelOf = (parts: { memoryMb: number; descriptors: number }[]) => ({
  memoryMb: mean(parts.map(({ memoryMb }) => memoryMb)),
  descriptors: mean(parts.map(({ descriptors }) => descriptors)),
})

const mean = (values: number[]): number => Math.round(values.reduce((sum, value) => sum + value, 0) / values.length)

/** Asks from this thread, which does little else. */
async function askHealth({ address }: SpawnedProduct, seconds: number): Promise<number> {
  const times: number[] = []
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; ) {
    const begun = performance.now()
    await (await fetch(`${address}/healthz`)).arrayBuffer()
    times.push(performance.now() - begun)
    await sleep(50)
  }
  return quantile(times, 0.99)
}

async function signUpMany(product: SpawnedProduct, sink: MailSink, count: number): Promise<Sender[]> {
  const senders: Sender[] = []
  while (senders.length < count) {
    const signUps = Array.from({ length: Math.min(5, count - senders.length) }, () =>
      signUpSender(product.address, sink, `${randomUUID()}@carrier.example`),
    )
    senders.push(...(await Promise.all(signUps)))
  }
  return senders
}

/** Access tokens end after 15 minutes. */
async function renewTokens({ address }: SpawnedProduct, senders: Sender[]): Promise<void> {
  for (const sender of senders) {
    const { signIn } = createClient(fetchSend(address, sender.accessToken))
    Object.assign(sender, await signIn.refresh({ query: { refreshToken: sender.refreshToken } }))
  }
}

const memoryKb = ({ child }: SpawnedProduct): number =>
  Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1])

function summarize(times: z.infer<typeof Report>['times'], seconds: number) {
  const figuresOf = ({ admitted, refused }: Times[Kind]): Figures => ({
    admitted: admitted.length,
    refused: refused.length,
    p50Ms: quantile(admitted, 0.5),
    p99Ms: quantile(admitted, 0.99),
  })
  const all = [times.page, times.read, times.send]
  return {
    perSecond: Math.round(all.reduce((sum, { admitted }) => sum + admitted.length, 0) / seconds),
    sends: figuresOf(times.send),
    pages: figuresOf(times.page),
    refusedP99Ms: quantile(
      all.flatMap(({ refused }) => refused),
      0.99,
    ),
    others: all.reduce((sum, { others }) => sum + others.length, 0),
  }
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10
}

/** Waits until nothing is due, as long as that takes, and counts the accepted emails that arrived never or more than once. */
async function countEmails(pool: ReturnType<typeof createPool>, sink: MailSink, accepted: string[]) {
  const query = `select count(*)::int as count from email where state in ('queued', 'sending')`
  const waiting = async () => (await pool.query<{ count: number }>(query)).rows[0]?.count ?? 0
  for (let left = await waiting(), since = performance.now(); left > 0 && performance.now() - since < 60_000; ) {
    await pool.query(`
      update delivery set due_at = now() where id in (
        select id from delivery where due_at > now() and due_at < now() + interval '1 minute' for update skip locked)`)
    await sleep(500)
    const now = await waiting()
    if (now < left) since = performance.now()
    left = now
  }
  const arrived = new Map([...(await sink.arrived())].map(([messageId, times]) => [messageId.split('@')[0], times]))
  const count = (isOne: (times: number) => boolean) => accepted.filter((id) => isOne(arrived.get(id) ?? 0)).length
  return { accepted: accepted.length, lost: count((times) => times === 0), twice: count((times) => times > 1) }
}

if (!isMainThread) parentPort?.postMessage(await load(Settings.parse(workerData)))
else if (import.meta.main) {
  const print = (figures: object) => console.log(JSON.stringify(figures))
  const [situation, seconds = '300'] = process.argv.slice(2)
  if (situation === 'soak') {
    const { begun, ended, emails } = await measureSoak({ seconds: Number(seconds) }, print)
    print({ begun, ended, emails })
  } else if (situation === 'capacity') print({ emails: await measureCapacity(Number(seconds), print) })
  else if (situation === 'snapshot') print(await measureSnapshot(Number(seconds), print))
  else {
    const [seconds = 60, clients = 200, quietClients = 10] = process.argv.slice(2, 5).map(Number)
    const checkout = resolve(process.argv[5] ?? root)
    print({ emails: (await measureOverload({ seconds, clients, quietClients, checkout }, print)).emails })
  }
}
