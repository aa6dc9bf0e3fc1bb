import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../contract/src/client.ts'
import { lockDataFolder } from '../server/src/db/data-folder.ts'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { fetchSend } from '../server/src/testing/fetch-send.ts'
import { buildLoad } from '../server/src/testing/inquiries.ts'
import { type Sender, signUpSender, startMailSink } from '../server/src/testing/mail-sink.ts'
import { sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'

// node bench/sends.ts [other checkout] compares two versions of the product.

const root = join(import.meta.dirname, '..')
const rounds = 3
const senderCount = 50
const sendsEach = 40

export type SendRates = { of: string; senders: number; perSecond: number[]; roundTrips: number[] }

/**
 * Measures sends a second and round trips per send, the workers' included. Measures several versions in turns, each
 * time on a new database.
 */
export async function measureSendRates(checkouts: string[] = [root]): Promise<SendRates[]> {
  const rates = checkouts.map((of): SendRates => ({ of, senders: senderCount, perSecond: [], roundTrips: [] }))
  for (let round = 0; round < rounds; round++) {
    for (const rate of rates) {
      const { perSecond, roundTrips } = await measureSends(rate.of)
      rate.perSecond.push(Math.round(perSecond))
      rate.roundTrips.push(Math.round(roundTrips * 10) / 10)
    }
  }
  return rates
}

/** Measures sends per second of many senders without a pause, and round trips to the database of one sender's sends. */
async function measureSends(checkout: string): Promise<{ perSecond: number; roundTrips: number }> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const dataFolder = lockDataFolder(join(folder, 'data'))
  const { connection, stop } = await startEmbedded(dataFolder)
  const trips = await countTrips(join(connection.host, `.s.PGSQL.${connection.port}`))
  const sink = await startMailSink()
  const product = await spawnProduct(
    {
      DATABASE_URL: `postgres://${connection.user}:${connection.password}@127.0.0.1:${trips.port}/${connection.database}`,
      DATA_DIR: join(folder, 'other'),
      SMTP_URL: sink.smtpUrl,
      LOG_LEVEL: 'silent',
      UNDO_SECONDS: '60',
    },
    join(checkout, 'server/src/main.ts'),
  )
  const send = ({ accessToken, templateId }: Sender) =>
    createClient(fetchSend(product.address, accessToken)).emails.sendEmail({
      headers: { 'idempotency-key': randomUUID() },
      body: { templateId, load: buildLoad() },
    })
  const sendAll = (senders: Sender[], each: number) =>
    Promise.all(
      senders.map(async (sender) => {
        for (let sent = 0; sent < each; sent++) await send(sender)
      }),
    )
  try {
    const senders: Sender[] = []
    while (senders.length < senderCount) {
      const signUps = Array.from({ length: 10 }, () =>
        signUpSender(product.address, sink, `${randomUUID()}@carrier.example`),
      )
      senders.push(...(await Promise.all(signUps)))
    }
    await sendAll(senders, 10) // warm-up

    const startedAt = performance.now()
    await sendAll(senders, sendsEach)
    const perSecond = (senderCount * sendsEach) / ((performance.now() - startedAt) / 1_000)

    const idlePerMs = await tripsPerMs(trips.count, () => sleep(3_000))
    const [one] = senders
    const sends = 200
    const [begun, before] = [performance.now(), trips.count()]
    if (one) await sendAll([one], sends)
    const roundTrips = (trips.count() - before - idlePerMs * (performance.now() - begun)) / sends
    return { perSecond, roundTrips }
  } finally {
    product.child.kill('SIGTERM')
    await product.ended
    sink.stop()
    trips.close()
    await stop()
    dataFolder.release()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function tripsPerMs(count: () => number, work: () => Promise<unknown>): Promise<number> {
  const [begun, before] = [performance.now(), count()]
  await work()
  return (count() - before) / (performance.now() - begun)
}

/** Forwards connections to a database socket and counts how often a client asks after an answer. */
async function countTrips(path: string): Promise<{ port: number; count: () => number; close: () => void }> {
  let count = 0
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(path)
    let hasAnswered = true
    client.on('data', () => {
      if (hasAnswered) count++
      hasAnswered = false
    })
    upstream.on('data', () => {
      hasAnswered = true
    })
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => {})
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  return { port: (server.address() as AddressInfo).port, count: () => count, close }
}

if (import.meta.main) {
  for (const rate of await measureSendRates([...process.argv.slice(2).map((path) => resolve(path)), root]))
    console.log(JSON.stringify({ name: 'sends', ...rate }))
}
