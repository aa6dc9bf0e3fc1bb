import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { messageIdOf } from '../emails/email-text.ts'
import { databaseUrlOf } from '../testing/database-url.ts'
import { goalSize } from '../testing/goal-size.ts'
import { buildLoad } from '../testing/inquiries.ts'
import { type Sender, signUpSender, startMailSink } from '../testing/mail-sink.ts'
import { sharedTempFolder, spawnProduct } from '../testing/spawned-product.ts'
import { lockDataFolder } from './data-folder.ts'
import { startEmbedded } from './embedded.ts'

const parent = sharedTempFolder()
const sink = await startMailSink({ slowestMs: 30 })
afterAll(() => {
  sink.stop()
  rmSync(parent, { recursive: true, force: true })
})

const restarts = goalSize({ full: 50, tenth: 5, quick: 3 })
const maxReconnectMs = 5_000

test(`[K13] through ${restarts} database restarts it goes on within 5 s, and sends nothing twice`, {
  timeout: 60_000 + restarts * 30_000,
}, async () => {
  const folder = lockDataFolder(join(parent, 'database'))
  let database = await startEmbedded(folder)
  const product = await spawnProduct({
    DATABASE_URL: databaseUrlOf(database.connection),
    DATA_DIR: join(parent, 'data'),
    SMTP_URL: sink.smtpUrl,
    UNDO_SECONDS: '0',
    LOG_LEVEL: 'silent',
  })
  const sender = await signUpSender(product.address, sink, 'maria@carrier.example')
  const acknowledged = new Set<string>()
  let isRunning = true
  const load = Array.from({ length: 4 }, async () => {
    while (isRunning) await sendUntilAnswered(product.address, sender, () => isRunning, acknowledged)
  })

  const slow: number[] = []
  for (let count = 0; count < restarts; count++) {
    await sleep(300 + Math.random() * 700)
    if (count % 2 === 0) await database.stop()
    else process.kill(database.pid, 'SIGKILL')
    await database.stop()
    database = await startEmbedded(folder)
    const acceptsAt = performance.now()
    const before = acknowledged.size
    while (acknowledged.size === before && performance.now() - acceptsAt < 30_000) await sleep(20)
    const tookMs = performance.now() - acceptsAt
    if (tookMs > maxReconnectMs) slow.push(Math.round(tookMs))
  }
  isRunning = false
  await Promise.all(load)
  product.child.kill('SIGTERM')
  const code = await product.ended

  const client = new pg.Client(database.connection)
  await client.connect()
  const { rows } = await client.query<{ id: string; state: string }>('select id, state from email')
  const { rows: held } = await client.query('select from delivery where held_at is not null')
  await client.end()
  await database.stop()
  folder.release()
  const arrived = await sink.arrived()
  const arrivalsOf = (id: string) => arrived.get(messageIdOf(id).slice(1, -1)) ?? 0
  const ids = new Set(rows.map(({ id }) => id))

  expect({ code, slow, held: held.length }).toEqual({ code: 0, slow: [], held: 0 })
  expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([])
  expect(ids.size).toBe(acknowledged.size)
  for (const { id, state } of rows) {
    expect(arrivalsOf(id)).toBeLessThanOrEqual(1)
    if (state === 'sent') expect(arrivalsOf(id)).toBe(1)
    if (state === 'queued') expect(arrivalsOf(id)).toBe(0)
  }
})

/** Sends one email, with the same key until it is answered, as the extension does. */
async function sendUntilAnswered(
  address: string,
  { accessToken, templateId }: Sender,
  mayGoOn: () => boolean,
  acknowledged: Set<string>,
): Promise<void> {
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  }
  const body = JSON.stringify({ templateId, load: buildLoad() })
  for (;;) {
    const answer = await fetch(`${address}/emails`, { method: 'POST', headers, body }).catch(() => undefined)
    if (answer?.status === 200) {
      acknowledged.add(String(Object(await answer.json()).id))
      return
    }
    if (!mayGoOn() && answer && answer.status < 500) return
    await sleep(100)
  }
}
