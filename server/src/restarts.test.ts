import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { messageIdOf } from './emails/email-text.ts'
import { afterFile } from './testing/after-file.ts'
import { databaseUrlOf } from './testing/database-url.ts'
import { goalSize } from './testing/goal-size.ts'
import { buildLoad } from './testing/inquiries.ts'
import { type Sender, signUpSender, startMailSink } from './testing/mail-sink.ts'
import { freePort, sharedTempFolder, spawnProduct } from './testing/spawned-product.ts'
import { emptyDb } from './testing/test-database.ts'

const restarts = goalSize({ full: 200, tenth: 20, quick: 4 })
const senderCount = 8
const maxDrainMs = 25_000

/** Sends one email on a connection of its own. Returns undefined if the server took no more requests. */
const send = (address: string, key: string, { accessToken, templateId }: Sender): Promise<number | undefined> =>
  new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    }
    const call = request(`${address}/emails`, { method: 'POST', agent: false, headers }, (response) =>
      response.resume().once('close', () => resolve(response.complete ? response.statusCode : 500)),
    )
    call.once('error', () => resolve(undefined)).end(JSON.stringify({ templateId, load: buildLoad() }))
  })

test(`[G13] [P02] ${restarts} stops under load fail no admitted request and leave no email unknown`, {
  timeout: restarts * 20_000,
}, async () => {
  const { pool, connection } = await emptyDb()
  const folder = sharedTempFolder()
  const sink = await startMailSink({ slowestMs: 50 })
  afterFile(() => sink.stop())
  const port = String(await freePort()) // part of the address that tokens name
  const start = () =>
    spawnProduct({
      PORT: port,
      DATABASE_URL: databaseUrlOf(connection),
      DATA_DIR: join(folder, 'data'),
      SMTP_URL: sink.smtpUrl,
      UNDO_SECONDS: '0',
    })
  const senders: Sender[] = []
  const answered: string[] = []
  const failures: unknown[] = []

  for (let stops = 0; stops < restarts; stops++) {
    const product = await start()
    while (senders.length < senderCount)
      senders.push(await signUpSender(product.address, sink, `${randomUUID()}@carrier.example`))
    let isStopping = false
    const load = senders.map(async (sender) => {
      for (let status: number | undefined = 200; status !== undefined; ) {
        const key = randomUUID()
        status = await send(product.address, key, sender)
        if (status === 200) answered.push(key)
        else if (status !== undefined || !isStopping) failures.push({ status, isStopping })
      }
    })
    await sleep(100 + Math.random() * 400)

    isStopping = true
    const stoppedAt = performance.now()
    product.child.kill('SIGTERM')
    const code = await product.ended
    const drainMs = performance.now() - stoppedAt
    await Promise.all(load)
    if (code !== 0 || drainMs > maxDrainMs) failures.push({ code, drainMs, output: product.output() })
  }

  const { rows: keys } = await pool.query<{ key: string }>('select key from idempotency_key')
  const { rows: emails } = await pool.query<{ id: string; state: string }>('select id, state from email')
  const arrived = await sink.arrived()
  expect(failures).toEqual([])
  expect(keys.map(({ key }) => key).sort()).toEqual(answered.sort())
  expect(emails.filter(({ state }) => state !== 'queued' && state !== 'sent')).toEqual([])
  for (const { id, state } of emails)
    expect(arrived.get(messageIdOf(id).slice(1, -1)) ?? 0).toBe(state === 'sent' ? 1 : 0)
})
