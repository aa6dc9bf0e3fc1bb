import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../contract/src/client.ts'
import { createPool } from '../server/src/db/db.ts'
import { connectionOf } from '../server/src/db/embedded.ts'
import { fetchSend } from '../server/src/testing/fetch-send.ts'
import { buildLoad } from '../server/src/testing/inquiries.ts'
import { type MailSink, type Sender, signUpSender, startMailSink } from '../server/src/testing/mail-sink.ts'
import { measureSmtpBaseline } from '../server/src/testing/smtp-baseline.ts'
import { type SpawnedProduct, sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'

type BenchEnv = { product: SpawnedProduct; sink: MailSink; pool: ReturnType<typeof createPool> }

/** Runs the work with a product that delivers to a mail sink, each in its own process. */
async function withBenchEnv<T>(env: Record<string, string>, work: (bench: BenchEnv) => Promise<T>): Promise<T> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const sink = await startMailSink()
  const product = await spawnProduct({
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: sink.smtpUrl,
    LOG_LEVEL: 'silent',
    ...env,
  })
  const pool = createPool({ ...connectionOf({ path: join(folder, 'data') }), max: 16 })
  try {
    return await work({ product, sink, pool })
  } finally {
    await pool.end()
    product.child.kill('SIGTERM')
    await product.ended
    sink.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function signUpMany({ product, sink }: BenchEnv, count: number): Promise<Sender[]> {
  const senders: Sender[] = []
  while (senders.length < count)
    senders.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(20, count - senders.length) }, () =>
          signUpSender(product.address, sink, `${randomUUID()}@carrier.example`),
        ),
      )),
    )
  return senders
}

export type Acceptance = {
  situation: string
  users: number
  clicks: number
  p50Ms: number
  p99Ms: number
  insertP50Ms: number
  insertP99Ms: number
}

/**
 * Measures the time from click to acceptance, next to plain inserts: of users who click twice a second, and of users
 * who never pause.
 */
export const measureAcceptance = (users = 50, clicksEach = 40): Promise<Acceptance[]> =>
  withBenchEnv({ UNDO_SECONDS: '60', RELAY_EMAILS_PER_DAY: '1000000' }, async (bench) => {
    const senders = await signUpMany(bench, users)
    const click = async (sender: Sender) => {
      const client = createClient(fetchSend(bench.product.address, sender.accessToken))
      await client.inquiries.sendEmail({
        headers: { 'idempotency-key': randomUUID() },
        body: { templateId: sender.templateId, load: buildLoad() },
      })
    }
    await bench.pool.query('create table baseline (id uuid primary key, load jsonb not null, at timestamptz not null)')
    const insert = () =>
      bench.pool.query('insert into baseline values ($1, $2, now())', [randomUUID(), JSON.stringify(buildLoad())])

    await timeAll(senders, 10, 0, click) // warm-up
    const situations: [situation: string, pauseMs: number][] = [
      ['two clicks a second each', 500],
      ['without a pause', 0],
    ]
    const measured: Acceptance[] = []
    for (const [situation, pauseMs] of situations) {
      const clicks = await timeAll(senders, clicksEach, pauseMs, click)
      const inserts = await timeAll(senders, clicksEach, pauseMs, insert)
      const [p50Ms, p99Ms, insertP50Ms, insertP99Ms] = [clicks, inserts].flatMap((times) => [
        quantile(times, 0.5),
        quantile(times, 0.99),
      ])
      measured.push({
        situation,
        users,
        clicks: clicks.length,
        p50Ms: p50Ms ?? 0,
        p99Ms: p99Ms ?? 0,
        insertP50Ms: insertP50Ms ?? 0,
        insertP99Ms: insertP99Ms ?? 0,
      })
    }
    return measured
  })

/** Measures many runs of the work in ms, sorted. Each user starts a run every `pauseMs`, from a random start. */
async function timeAll(
  senders: Sender[],
  each: number,
  pauseMs: number,
  work: (sender: Sender) => Promise<unknown>,
): Promise<number[]> {
  const times = await Promise.all(
    senders.map(async (sender) => {
      const ownTimes: number[] = []
      await sleep(Math.random() * pauseMs)
      while (ownTimes.length < each) {
        const startedAt = performance.now()
        await work(sender)
        const took = performance.now() - startedAt
        ownTimes.push(took)
        if (took < pauseMs) await sleep(pauseMs - took)
      }
      return ownTimes
    }),
  )
  return times.flat().sort((one, other) => one - other)
}

const quantile = (sorted: number[], share: number): number =>
  Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10

export type Throughput = { mailboxes: number; emails: number; perSecond: number; rawPerSecond: number; ratio: number }

/**
 * Measures deliveries per second over many throttled mailboxes, next to plain pooled nodemailer with the same mail
 * sink.
 */
export const measureThroughput = (mailboxes = 1_000, emailsEach = 4): Promise<Throughput> =>
  withBenchEnv({ UNDO_SECONDS: '60', RELAY_EMAILS_PER_DAY: '1000000' }, async (bench) => {
    const senders = await signUpMany(bench, mailboxes)
    for (let email = 0; email < emailsEach; email++) {
      for (let done = 0; done < senders.length; done += 50) {
        await Promise.all(
          senders.slice(done, done + 50).map(({ accessToken, templateId }) => {
            const client = createClient(fetchSend(bench.product.address, accessToken))
            return client.inquiries.sendEmail({
              headers: { 'idempotency-key': randomUUID() },
              body: { templateId, load: buildLoad() },
            })
          }),
        )
        // No delivery before all are accepted.
        await bench.pool.query(`update delivery set due_at = now() + interval '1 day'`)
      }
    }
    const emails = mailboxes * emailsEach
    const before = await bench.sink.count()
    await bench.pool.query(`update delivery set due_at = now()`)
    // From the first delivery: until then a worker, which does not know that they are due, sleeps for up to a second.
    while ((await bench.sink.count()) === before) await sleep(5)
    const startedAt = performance.now()
    const first = await bench.sink.count()
    while ((await bench.sink.count()) - before < emails) await sleep(50)
    const perSecond = (emails - (first - before)) / ((performance.now() - startedAt) / 1_000)

    const { rows } = await bench.pool.query<{ subject: string; html: string }>(
      'select subject, html from email limit 1',
    )
    const rawPerSecond = await measureSmtpBaseline(bench.sink.smtpUrl, emails, rows[0] ?? { subject: '', html: '' })
    return {
      mailboxes,
      emails,
      perSecond: Math.round(perSecond),
      rawPerSecond: Math.round(rawPerSecond),
      ratio: Math.round((perSecond / rawPerSecond) * 100) / 100,
    }
  })
