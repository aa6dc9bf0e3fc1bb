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

/** Runs with a product that hands its mail over to a sink, both as processes of their own. */
async function withBenchEnv<T>(env: Record<string, string>, work: (stage: BenchEnv) => Promise<T>): Promise<T> {
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
  floorP50Ms: number
  floorP99Ms: number
}

/**
 * From the click to the answer "accepted", beside a bare insert by as many in the same run: by people who each click as fast as a mailbox lets
 * mail out, twice a second; and by people who never wait, so that as many requests as there are people are always under way.
 */
export const measureAcceptance = (users = 50, clicksEach = 40): Promise<Acceptance[]> =>
  withBenchEnv({ UNDO_SECONDS: '60' }, async (stage) => {
    const senders = await signUpMany(stage, users)
    const click = async (sender: Sender) => {
      const client = createClient(fetchSend(stage.product.address, sender.accessToken))
      await client.emails.sendEmail({
        headers: { 'idempotency-key': randomUUID() },
        body: { templateId: sender.templateId, load: buildLoad() },
      })
    }
    await stage.pool.query('create table floor (id uuid primary key, load jsonb not null, at timestamptz not null)')
    const insert = () =>
      stage.pool.query('insert into floor values ($1, $2, now())', [randomUUID(), JSON.stringify(buildLoad())])

    await timeAll(senders, 10, 0, click) // warm
    const situations: [situation: string, pauseMs: number][] = [
      ['two clicks a second each', 500],
      ['without a pause', 0],
    ]
    const measured: Acceptance[] = []
    for (const [situation, pauseMs] of situations) {
      const [clicks, floor] = [
        await timeAll(senders, clicksEach, pauseMs, click),
        await timeAll(senders, clicksEach, pauseMs, insert),
      ]
      const [p50Ms, p99Ms, floorP50Ms, floorP99Ms] = [clicks, floor].flatMap((times) => [
        quantile(times, 0.5),
        quantile(times, 0.99),
      ])
      measured.push({
        situation,
        users,
        clicks: clicks.length,
        p50Ms: p50Ms ?? 0,
        p99Ms: p99Ms ?? 0,
        floorP50Ms: floorP50Ms ?? 0,
        floorP99Ms: floorP99Ms ?? 0,
      })
    }
    return measured
  })

/** How long each of many pieces of work took; each person begins one so long after the last began, at moments of their own. */
async function timeAll(
  senders: Sender[],
  each: number,
  pauseMs: number,
  work: (sender: Sender) => Promise<unknown>,
): Promise<number[]> {
  const times = await Promise.all(
    senders.map(async (sender) => {
      const own: number[] = []
      await sleep(Math.random() * pauseMs)
      while (own.length < each) {
        const begun = performance.now()
        await work(sender)
        const took = performance.now() - begun
        own.push(took)
        if (took < pauseMs) await sleep(pauseMs - took)
      }
      return own
    }),
  )
  return times.flat().sort((one, other) => one - other)
}

const quantile = (sorted: number[], share: number): number =>
  Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10

export type Throughput = { mailboxes: number; mails: number; perSecond: number; rawPerSecond: number; ratio: number }

/** Mails handed over per second over many mailboxes with the pace on, beside raw pooled nodemailer with the same receiving server in the same run. */
export const measureThroughput = (mailboxes = 1_000, mailsEach = 4): Promise<Throughput> =>
  withBenchEnv({ UNDO_SECONDS: '60' }, async (stage) => {
    const senders = await signUpMany(stage, mailboxes)
    for (let mail = 0; mail < mailsEach; mail++) {
      for (let done = 0; done < senders.length; done += 50) {
        await Promise.all(
          senders.slice(done, done + 50).map(({ accessToken, templateId }) => {
            const client = createClient(fetchSend(stage.product.address, accessToken))
            return client.emails.sendEmail({
              headers: { 'idempotency-key': randomUUID() },
              body: { templateId, load: buildLoad() },
            })
          }),
        )
        await stage.pool.query(`update job set due_at = now() + interval '1 day' where kind = 'email'`) // nothing leaves while they are written
      }
    }
    const mails = mailboxes * mailsEach
    const before = await stage.sink.count()
    const begun = performance.now()
    await stage.pool.query(`update job set due_at = now() where kind = 'email'`)
    while ((await stage.sink.count()) - before < mails) await sleep(50)
    const perSecond = mails / ((performance.now() - begun) / 1_000)

    const { rows } = await stage.pool.query<{ subject: string; html: string }>(
      'select subject, html from email limit 1',
    )
    const rawPerSecond = await measureSmtpBaseline(stage.sink.smtpUrl, mails, rows[0] ?? { subject: '', html: '' })
    return {
      mailboxes,
      mails,
      perSecond: Math.round(perSecond),
      rawPerSecond: Math.round(rawPerSecond),
      ratio: Math.round((perSecond / rawPerSecond) * 100) / 100,
    }
  })
