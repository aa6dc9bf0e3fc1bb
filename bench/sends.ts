import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { lockDataFolder } from '../server/src/db/data-folder.ts'
import { startEmbedded } from '../server/src/db/embedded.ts'
import { databaseUrlOf } from '../server/src/testing/database-url.ts'
import { buildLoad } from '../server/src/testing/inquiries.ts'
import { type MailSink, type Sender, startMailSink } from '../server/src/testing/mail-sink.ts'
import {
  processesOf,
  type SpawnedProduct,
  sharedTempFolder,
  spawnProduct,
} from '../server/src/testing/spawned-product.ts'
import { cpuMs, cpuProfileOf, importSignUp } from './requests.ts'

// node bench/sends.ts [other checkout] compares two versions of the product; CPU_PROFILES=folder also profiles them.

const root = join(import.meta.dirname, '..')
const rounds = 3
const senderCount = 50
const sendsEach = 100

export type SendRates = { of: string; senders: number } & Record<
  'perSecond' | 'serverCpuMs' | 'databaseCpuMs' | 'roundTrips',
  number[]
>

/**
 * Measures sends a second, the CPU time of each, and its round trips with the workers' included. Measures several
 * versions in turns, each time on a new database.
 */
export async function measureSendRates(checkouts: string[] = [root]): Promise<SendRates[]> {
  const rates = checkouts.map(
    (of): SendRates => ({
      of,
      senders: senderCount,
      perSecond: [],
      serverCpuMs: [],
      databaseCpuMs: [],
      roundTrips: [],
    }),
  )
  for (let round = 0; round < rounds; round++) {
    for (const rate of rates) {
      const { perSecond, serverCpuMs, databaseCpuMs } = await withProduct(rate.of, measureManySenders)
      rate.perSecond.push(Math.round(perSecond))
      rate.serverCpuMs.push(rounded(serverCpuMs))
      rate.databaseCpuMs.push(rounded(databaseCpuMs))
      rate.roundTrips.push(rounded(await withProduct(rate.of, measureTrips, { countsTrips: true })))
    }
  }
  return rates
}

const rounded = (value: number): number => Math.round(value * 100) / 100

type Bench = {
  checkout: string
  product: SpawnedProduct
  sink: MailSink
  databasePids: () => number[]
  trips: () => number
}

/** Runs the work with a product on a new database, which it reaches directly or through a proxy that counts. */
async function withProduct<T>(
  checkout: string,
  work: (bench: Bench) => Promise<T>,
  { countsTrips = false } = {},
): Promise<T> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const data = join(folder, 'data')
  const dataFolder = lockDataFolder(data)
  const { connection, stop } = await startEmbedded(dataFolder)
  const proxy = await countTrips(join(connection.host, `.s.PGSQL.${connection.port}`))
  const sink = await startMailSink()
  const product = await spawnProduct(
    {
      DATABASE_URL: databaseUrlOf({ ...connection, ...(countsTrips && { host: '127.0.0.1', port: proxy.port }) }),
      DATA_DIR: join(folder, 'other'),
      SMTP_URL: sink.smtpUrl,
      LOG_LEVEL: 'silent',
      UNDO_SECONDS: '60',
      RELAY_EMAILS_PER_DAY: '1000000',
      ...cpuProfileOf(checkout),
    },
    join(checkout, 'server/src/main.ts'),
  )
  try {
    return await work({ checkout, product, sink, databasePids: () => processesOf(data), trips: proxy.count })
  } finally {
    product.child.kill('SIGTERM')
    await product.ended
    sink.stop()
    proxy.close()
    await stop()
    dataFolder.release()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures sends a second of many senders without a pause. */
async function measureManySenders(bench: Bench) {
  const { product, databasePids } = bench
  const senders = await signUp(bench, senderCount)
  await sendAll(product, senders, 20) // warm-up
  const pids = () => [product.child.pid ?? 0]
  const begun = performance.now()
  const server = cpuMs(pids())
  const database = cpuMs(databasePids())
  await sendAll(product, senders, sendsEach)
  const sends = senderCount * sendsEach
  return {
    perSecond: sends / ((performance.now() - begun) / 1_000),
    serverCpuMs: (cpuMs(pids()) - server) / sends,
    databaseCpuMs: (cpuMs(databasePids()) - database) / sends,
  }
}

/** Counts the round trips to the database of one sender's sends. */
async function measureTrips(bench: Bench): Promise<number> {
  const { product, trips } = bench
  const senders = await signUp(bench, 1)
  await sendAll(product, senders, 10) // warm-up
  const idlePerMs = await tripsPerMs(trips, () => sleep(3_000))
  const begun = performance.now()
  const before = trips()
  await sendAll(product, senders, 200)
  return (trips() - before - idlePerMs * (performance.now() - begun)) / 200
}

async function signUp({ checkout, product, sink }: Bench, count: number): Promise<Sender[]> {
  const { signUpSender } = await importSignUp(checkout)
  const senders: Sender[] = []
  while (senders.length < count) {
    const signUps = Array.from({ length: Math.min(10, count - senders.length) }, () =>
      signUpSender(product.address, sink, `${randomUUID()}@carrier.example`),
    )
    senders.push(...(await Promise.all(signUps)))
  }
  return senders
}

/** Lets each sender send one email after the other on one connection. Uses little of the product's processor time. */
async function sendAll({ address }: SpawnedProduct, senders: Sender[], each: number): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const send = ({ accessToken, templateId }: Sender) =>
    new Promise<void>((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      }
      const call = request(`${address}/emails`, { method: 'POST', agent, headers }, (response) => {
        response.resume().once('end', resolve)
        if (response.statusCode !== 200) reject(new Error(`A send answered ${response.statusCode}`))
      })
      call.once('error', reject).end(JSON.stringify({ templateId, load: buildLoad() }))
    })
  const run = async (sender: Sender) => {
    for (let sent = 0; sent < each; sent++) await send(sender)
  }
  await Promise.all(senders.map(run)).finally(() => agent.destroy())
}

async function tripsPerMs(count: () => number, work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  const before = count()
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
