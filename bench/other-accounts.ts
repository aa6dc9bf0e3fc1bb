import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../contract/src/client.ts'
import { createPool } from '../server/src/db/db.ts'
import { connectionOf } from '../server/src/db/embedded.ts'
import { fetchSend } from '../server/src/testing/fetch-send.ts'
import { buildLoad } from '../server/src/testing/inquiries.ts'
import { type MailSink, type Sender, signUpCarrier, startMailSink } from '../server/src/testing/mail-sink.ts'
import { addManyRows } from '../server/src/testing/many-rows.ts'
import { sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'

const situations = [
  'quiet',
  'saves hostile templates',
  'searches 100,000 emails',
  'exports 100,000 log entries',
  'all at once',
] as const

export type OtherAccount = { whileAnother: string; requests: number; p50Ms: number; p99Ms: number; longestMs: number }

/** Measures `/users/me` of one account while another account, which has 100,000 rows, makes work for the server. */
export async function measureOtherAccounts(seconds = 8): Promise<OtherAccount[]> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const sink = await startMailSink()
  const product = await spawnProduct({
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: sink.smtpUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'silent',
  })
  try {
    const bystander = await signUpCarrier(product.address, sink, `${randomUUID()}@carrier.example`)
    const hostile = await signUpLarge(product.address, sink, join(folder, 'data'))
    await measure(product.address, bystander, 2) // warm-up
    const measured: OtherAccount[] = []
    for (const situation of situations) {
      const program = join(import.meta.dirname, 'hostile-account.ts')
      const settings = JSON.stringify({ address: product.address, ...hostile, situation })
      const attacker = spawn(process.execPath, [program, settings], { stdio: 'inherit' })
      await sleep(1_000)
      measured.push({ whileAnother: situation, ...(await measure(product.address, bystander, seconds)) })
      attacker.kill()
    }
    return measured
  } finally {
    product.child.kill('SIGTERM')
    await product.ended
    sink.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Signs up the manager of a team, with 100,000 emails and log entries. */
async function signUpLarge(address: string, sink: MailSink, data: string): Promise<Sender> {
  const sender = await signUpCarrier(address, sink, `${randomUUID()}@carrier.example`)
  const client = createClient(fetchSend(address, sender.accessToken))
  const connection = connectionOf({ path: data })
  const pool = createPool({ ...connection, max: 1 })
  const { rows } = await pool.query<{ id: string }>('select id from account where email = $1', [sender.email])
  const userId = rows[0]?.id ?? ''
  await pool.query(
    `insert into plan (holder_id, source, plan, seats, since) values ($1, 'grant', 'BUSINESS', 1000, now())`,
    [userId],
  )
  await client.team.createOrganization({ body: { name: 'Large' } })
  await client.inquiries.sendEmail({
    headers: { 'idempotency-key': randomUUID() },
    body: { templateId: sender.templateId, load: buildLoad() },
  })
  await pool.end()
  await addManyRows(connection, { userId, emails: 100_000, entries: 100_000 })
  return sender
}

async function measure(address: string, { accessToken }: Sender, seconds: number) {
  const times: number[] = []
  const end = performance.now() + seconds * 1_000
  while (performance.now() < end) {
    const startedAt = performance.now()
    const answer = await fetch(`${address}/users/me`, { headers: { authorization: `Bearer ${accessToken}` } })
    await answer.arrayBuffer()
    times.push(performance.now() - startedAt)
    await sleep(10)
  }
  times.sort((one, other) => one - other)
  const quantile = (share: number) => Math.round((times[Math.floor((times.length - 1) * share)] ?? 0) * 10) / 10
  return { requests: times.length, p50Ms: quantile(0.5), p99Ms: quantile(0.99), longestMs: quantile(1) }
}
