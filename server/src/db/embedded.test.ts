import { spawn, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { demoAccounts, demoTeam } from '../demo/demo-accounts.ts'
import { goalSize } from '../testing/goal-size.ts'
import { processesOf, sharedTempFolder, spawnProduct } from '../testing/spawned-product.ts'
import { lockDataFolder } from './data-folder.ts'
import { createFolder, fingerprintFolder, resolveDatabaseLocation } from './database-location.ts'
import { durability, startEmbedded } from './embedded.ts'

const parent = sharedTempFolder()
afterAll(() => rmSync(parent, { recursive: true, force: true }))
const dataDir = (name: string) => join(parent, name)

async function ask(connection: pg.ClientConfig, statement: string) {
  const client = new pg.Client(connection)
  await client.connect()
  return client
    .query(statement)
    .then(
      ({ rows }) => rows,
      (error: Error) => error.message,
    )
    .finally(() => client.end())
}

test('[K01] it runs durably behind a socket and a password, and asserts its settings at each start', async () => {
  const folder = lockDataFolder(dataDir('durable'))
  const first = await startEmbedded(folder)
  const cluster = join(folder.path, 'postgres')
  const settings = await ask(
    first.connection,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses')`,
  )
  const stranger = await ask({ ...first.connection, password: 'guess' }, 'select 1').catch(String)
  await first.stop()
  appendFileSync(
    join(cluster, 'postgresql.conf'),
    `\nfsync = off\nsynchronous_commit = off\nfull_page_writes = off\nlisten_addresses = '*'\n`,
  )
  const edited = await startEmbedded(folder)
  const afterEdit = await ask(
    edited.connection,
    `select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses')`,
  )
  await edited.stop()

  expect(settings).toEqual(
    expect.arrayContaining([
      ...Object.entries(durability).map(([name, setting]) => ({ name, setting })),
      { name: 'listen_addresses', setting: '' },
    ]),
  )
  expect(afterEdit).toEqual(settings)
  expect(stranger).toContain('password authentication failed')
  expect(first.connection.password).toMatch(/^[\w-]{43}$/)
  expect(statSync(cluster).mode & 0o777).toBe(0o700)

  rmSync(cluster, { recursive: true })
  createWithoutChecksums(folder.path)
  await expect(startEmbedded(folder)).rejects.toThrow(
    'The embedded PostgreSQL runs with data_checksums=off; it must be on',
  )
  expect(processesOf(folder.path)).toEqual([])
  folder.release()
})

function createWithoutChecksums(path: string): void {
  const quarters = resolveDatabaseLocation(path)
  createFolder(quarters.cluster, quarters)
  const words = ['-D', quarters.cluster, '-U', 'loadping', '-A', 'trust', '--no-data-checksums']
  const { status, stderr } = spawnSync(join(quarters.binaries, 'bin', 'initdb'), words, {
    ...quarters.identity,
    cwd: '/',
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

const concurrentStarts = goalSize({ full: 100, tenth: 10, quick: 10 })
test(`[K02] of ${concurrentStarts} starters of one folder one opens it, and the others name its owner`, async () => {
  const path = dataDir('raced')
  const script = `
    import { lockDataFolder } from ${JSON.stringify(join(import.meta.dirname, 'data-folder.ts'))}
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    try {
      const folder = lockDataFolder(${JSON.stringify(path)})
      const { stop } = await startEmbedded(folder)
      process.once('SIGTERM', () => stop().then(() => process.exit(0)))
      console.log('open')
      setInterval(() => {}, 1000)
    } catch (error) { console.log(error.message); process.exit(1) }`
  const children = Array.from({ length: concurrentStarts }, () =>
    spawn(process.execPath, ['--input-type=module-typescript', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] }),
  )

  const outputs = await Promise.all(
    children.map(
      (child) => new Promise<string>((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk).trim()))),
    ),
  )
  const winner = children[outputs.indexOf('open')]

  expect(outputs.filter((output) => output === 'open')).toHaveLength(1)
  for (const output of outputs.filter((other) => other !== 'open'))
    expect(output).toMatch(
      new RegExp(`^The data folder ${path} is in use by (process ${winner?.pid}|another process)\\.`),
    )
  winner?.kill('SIGTERM')
  await new Promise((resolve) => winner?.once('close', resolve))
  expect(processesOf(path)).toEqual([])
})

test('[K02] a PID file whose number was reused does not block the start or harm that process', async () => {
  const folder = lockDataFolder(dataDir('reused'))
  const database = await startEmbedded(folder)
  await database.stop()
  const bystander = spawn('sleep', ['60'])
  writeFileSync(
    join(folder.path, 'postgres', 'postmaster.pid'),
    `${bystander.pid}\n${join(folder.path, 'postgres')}\n0\n5432\n\n\n`,
  )

  const again = await startEmbedded(folder)

  expect(await ask(again.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null])
  bystander.kill()
  await again.stop()
  folder.release()
})

test('[K02] a server orphaned by a killed owner is stopped, and its data is kept', async () => {
  const path = dataDir('orphaned')
  const product = await spawnProduct({ DATA_DIR: path })
  const [orphan] = processesOf(path)
  product.child.kill('SIGKILL')
  await product.ended
  expect(processesOf(path)).toContain(orphan)

  const folder = lockDataFolder(path)
  const database = await startEmbedded(folder)

  expect(processesOf(path)).not.toContain(orphan)
  expect(await ask(database.connection, 'select count(*)::int as count from account')).toEqual([
    { count: demoAccounts.length + demoTeam.members.length },
  ])
  await database.stop()
  folder.release()
  expect(processesOf(path)).toEqual([])
})

const asRoot = process.getuid?.() === 0
test('[K04] started by root from a folder others cannot enter, it runs as a user and keeps its data', async (context) => {
  if (!asRoot) context.skip('NOT RUN: only root can show it')
  const path = join(parent, 'locked', 'data')
  mkdirSync(join(parent, 'locked'), { mode: 0o700 })
  chmodSync(join(parent, 'locked'), 0o700)
  const folder = lockDataFolder(path)
  const database = await startEmbedded(folder)

  const owner = statSync(`/proc/${database.pid}`).uid
  expect(owner === 0).toBe(false)
  expect(fingerprintFolder(path)).toContain(resolveDatabaseLocation(path).cluster)
  await ask(database.connection, 'create table kept as select 1 as one')

  await database.stop()
  const again = await startEmbedded(folder)
  expect(await ask(again.connection, 'select one from kept')).toEqual([{ one: 1 }])
  await again.stop()
  folder.release()
  cpSync(path, `${path}-copy`, { recursive: true })
  expect(() => resolveDatabaseLocation(`${path}-copy`)).toThrow(`belongs to ${path}`)
  rmSync(join(readFileSync(join(path, 'postgres-folder'), 'utf8').trim(), '..'), { recursive: true })
})

test('[K04] started by root with programs in a folder others cannot enter, it runs a copy of them', async (context) => {
  if (!asRoot) context.skip('NOT RUN: only root can show it')
  const checkout = join(parent, 'locked-checkout')
  mkdirSync(checkout, { mode: 0o700 })
  mkdirSync(dataDir('open'), { mode: 0o755 })
  cpSync(resolveDatabaseLocation(dataDir('open')).binaries, join(checkout, 'native'), { recursive: true })
  writeFileSync(join(checkout, 'package.json'), JSON.stringify({ version: `0.0.0-${process.pid}` }))

  const { binaries, identity } = resolveDatabaseLocation(dataDir('open'), join(checkout, 'native'))
  const options = { ...identity, cwd: '/', encoding: 'utf8' } as const
  const { stdout } = spawnSync(join(binaries, 'bin', 'postgres'), ['--version'], options)
  if (!binaries.startsWith(checkout)) rmSync(binaries, { recursive: true })

  expect(stdout).toMatch(/^postgres \(PostgreSQL\) \d+/)
})

const interruptions = goalSize({ full: 100, tenth: 10, quick: 4 })
test(`[K05] killed ${interruptions} times while creating its database, the next start creates it`, async () => {
  const script = (path: string) => `
    import { lockDataFolder } from ${JSON.stringify(join(import.meta.dirname, 'data-folder.ts'))}
    import { startEmbedded } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))}
    const folder = lockDataFolder(${JSON.stringify(path)})
    console.log('begun')
    await startEmbedded(folder)`
  for (let round = 0; round < interruptions; round++) {
    const path = dataDir(`interrupted-${round}`)
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script(path)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    await sleep((round * 1_200) / interruptions)
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('close', resolve))

    const folder = lockDataFolder(path)
    const database = await startEmbedded(folder)
    expect(await ask(database.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await database.stop()
    folder.release()
    expect(existsSync(join(path, 'postgres', 'PG_VERSION'))).toBe(true)
  }
}, 300_000)
