import { execFile, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { lockDataFolder } from '../server/src/db/data-folder.ts'
import { createPool } from '../server/src/db/db.ts'
import { type EmbeddedDatabase, startEmbedded } from '../server/src/db/embedded.ts'
import { databaseUrlOf } from '../server/src/testing/database-url.ts'
import { fetchSend } from '../server/src/testing/fetch-send.ts'
import { statementsOf } from '../server/src/testing/floor.ts'
import { type MailSink, startMailSink } from '../server/src/testing/mail-sink.ts'
import { processesOf, sharedTempFolder, spawnProduct } from '../server/src/testing/spawned-product.ts'

// node bench/requests.ts [other checkout] compares two versions of the product; CPU_PROFILES=folder also profiles them.

const root = join(import.meta.dirname, '..')
const connections = 32
const templates = 20
const routes = ['/templates', '/users/me'] as const
const rounds = 5
const seconds = 3
const baseUrl = 'https://loadping.test'

type Target = { name: string; address: string; accessToken: string; pids: () => number[]; stop: () => Promise<void> }
type Rate = { perSecond: number; p50Ms: number; p99Ms: number; serverCpuMs: number; databaseCpuMs: number }
export type RequestRates = { route: string; connections: number; of: string; ratioToFloor: number } & Rate

/**
 * Measures requests a second of products in production mode in turns, beside bare Fastify and pg with the same
 * statements on the same PostgreSQL.
 */
export async function measureRequests(checkouts: string[] = [root]): Promise<RequestRates[]> {
  const folder = sharedTempFolder({ isOnDisk: true })
  const data = join(folder, 'data')
  const lock = lockDataFolder(data)
  const database = await startEmbedded(lock)
  const sink = await startMailSink()
  const targets: Target[] = []
  try {
    for (const checkout of checkouts) targets.push(await startProduct(checkout, database, sink))
    const [first] = targets
    if (first) targets.push(await startFloor(first, database))
    return await measureInTurns(targets, () => processesOf(data))
  } finally {
    for (const target of targets) await target.stop()
    sink.stop()
    await database.stop()
    lock.release()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts a checkout as docs/operations/install.md says, with a database and a user of its own who has the templates. */
async function startProduct(checkout: string, { connection }: EmbeddedDatabase, sink: MailSink): Promise<Target> {
  const name = databaseOf(checkout)
  const pool = createPool({ ...connection, max: 1 })
  await pool.query(`create database ${name}`)
  await pool.end()
  const settings = {
    NODE_ENV: 'production',
    BASE_URL: baseUrl,
    DATABASE_URL: databaseUrlOf({ ...connection, database: name }),
    AUTH_SECRET: randomUUID() + randomUUID(),
    SMTP_URL: sink.smtpUrl,
    MAIL_FROM: 'hello@loadping.test',
    SUPPORT_ADDRESS: 'support@loadping.test',
    BILLING: 'off',
    LOG_LEVEL: 'info', // the default in production
    ...cpuProfileOf(name),
  }
  const { status } = spawnSync(process.execPath, ['scripts/prepare.mjs', '--build'], {
    cwd: checkout,
    env: { ...process.env, ...settings, NODE_OPTIONS: '' },
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error(`${checkout} cannot be prepared`)

  const product = await spawnProduct(settings, join(checkout, 'server/src/main.ts'))
  const stop = async () => {
    product.child.kill('SIGTERM')
    await product.ended
  }
  try {
    const accessToken = await signUpWithTemplates(checkout, product.address, sink)
    const pids = () => [product.child.pid ?? 0]
    return { name: checkout === root ? 'product' : checkout, address: product.address, accessToken, pids, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type SignUp = Pick<typeof import('../server/src/testing/mail-sink.ts'), 'signUpSender'>
type ClientOf = Pick<typeof import('../contract/src/client.ts'), 'createClient'>

/** Imports the functions that sign up users of a checkout, whose contract may differ from ours. */
export const importSignUp = (checkout: string): Promise<SignUp> =>
  import(join(checkout, 'server/src/testing/mail-sink.ts'))

async function signUpWithTemplates(checkout: string, address: string, sink: MailSink): Promise<string> {
  const { signUpSender } = await importSignUp(checkout)
  const { createClient }: ClientOf = await import(join(checkout, 'contract/src/client.ts'))
  const { accessToken } = await signUpSender(address, sink, `${randomUUID()}@carrier.example`)
  const client = createClient(fetchSend(address, accessToken))
  const [template] = await client.templates.listTemplates()
  if (!template) throw new Error('The first template is missing')
  const { subject, template: body, cc, labels } = template
  for (let count = 1; count < templates; count++)
    await client.templates.createTemplate({ body: { name: `Template ${count}`, subject, template: body, cc, labels } })
  return accessToken
}

/** Starts the floor with the database and the user of a product. */
async function startFloor({ accessToken }: Target, { connection }: EmbeddedDatabase): Promise<Target> {
  const { sub, sid } = readClaims(accessToken)
  const options = {
    connection: { ...connection, database: databaseOf(root) },
    routes: await statementsOf({ userId: sub, sessionId: sid }),
  }
  const child = spawn(
    process.execPath,
    [fileURLToPath(import.meta.resolve('../server/src/testing/floor-process.ts')), JSON.stringify(options)],
    {
      env: { ...process.env, NODE_OPTIONS: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const address = await new Promise<string>((done) => createInterface({ input: child.stdout }).once('line', done))
  return {
    name: 'floor',
    address,
    accessToken,
    pids: () => [child.pid ?? 0],
    stop: async () => void child.kill(),
  }
}

const databaseOf = (checkout: string): string => `bench_${resolve(checkout).replace(/\W/g, '_').toLowerCase()}`
const readClaims = (token: string) =>
  z
    .object({ sub: z.string(), sid: z.string() })
    .parse(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()))

/** Returns settings that make a product write a profile of its CPU time, if CPU_PROFILES names a folder. */
export const cpuProfileOf = (name: string): Record<string, string> => {
  const folder = process.env['CPU_PROFILES']
  return folder ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${join(resolve(folder), name.replaceAll('/', '_'))}` } : {}
}

async function measureInTurns(targets: Target[], databasePids: () => number[]): Promise<RequestRates[]> {
  const measured = new Map<string, Rate[]>()
  for (let round = 0; round <= rounds; round++) {
    for (const route of routes) {
      for (const target of targets) {
        const rate = await load(target, route, databasePids)
        const key = `${target.name} ${route}`
        if (round > 0) measured.set(key, [...(measured.get(key) ?? []), rate]) // the first round warms up
      }
    }
  }
  return routes.flatMap((route) => {
    const medians = targets.map(({ name }) => ({ of: name, ...median(measured.get(`${name} ${route}`) ?? []) }))
    const floor = medians.at(-1)?.perSecond ?? 0
    return medians.map((rate) => ({
      route,
      connections,
      ratioToFloor: Math.round((rate.perSecond / floor) * 100) / 100,
      ...rate,
    }))
  })
}

const Report = z.object({
  requests: z.object({ average: z.number(), total: z.number() }),
  latency: z.object({ p50: z.number(), p99: z.number() }),
  errors: z.number(),
  non2xx: z.number(),
})

async function load(
  { name, address, accessToken, pids }: Target,
  route: string,
  databasePids: () => number[],
): Promise<Rate> {
  const before = [cpuMs(pids()), cpuMs(databasePids())]
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(import.meta.resolve('autocannon')),
    '--json',
    '--no-progress',
    '-c',
    String(connections),
    '-d',
    String(seconds),
    '-H',
    `authorization=Bearer ${accessToken}`,
    `${address}${route}`,
  ])
  const after = [cpuMs(pids()), cpuMs(databasePids())]
  const { requests, latency, errors, non2xx } = Report.parse(JSON.parse(stdout))
  if (errors + non2xx > 0) throw new Error(`${name} ${route}: ${errors} errors, ${non2xx} failed requests`)
  const [serverCpuMs = 0, databaseCpuMs = 0] = after.map((ms, index) => (ms - (before[index] ?? 0)) / requests.total)
  return { perSecond: requests.average, p50Ms: latency.p50, p99Ms: latency.p99, serverCpuMs, databaseCpuMs }
}

const median = (rates: Rate[]): Rate => {
  const of = (pick: (rate: Rate) => number, digits: number) => {
    const sorted = rates.map(pick).sort((one, other) => one - other)
    return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 10 ** digits) / 10 ** digits
  }
  return {
    perSecond: of(({ perSecond }) => perSecond, 0),
    p50Ms: of(({ p50Ms }) => p50Ms, 1),
    p99Ms: of(({ p99Ms }) => p99Ms, 1),
    serverCpuMs: of(({ serverCpuMs }) => serverCpuMs, 3),
    databaseCpuMs: of(({ databaseCpuMs }) => databaseCpuMs, 3),
  }
}

const tickMs = 10

/** Sums the CPU time of processes and of their ended children. */
export const cpuMs = (pids: number[]): number => pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0)

function cpuMsOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return fields.slice(11, 15).reduce((ticks, field) => ticks + Number(field), 0) * tickMs
  } catch {
    return 0 // it has ended, and its parent counts its time
  }
}

if (import.meta.main) {
  const checkouts = [root, ...process.argv.slice(2).map((path) => resolve(path))]
  for (const rates of await measureRequests(checkouts)) console.log(JSON.stringify(rates))
}
