import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@loadping/contract/client'
import { afterAll, expect, test } from 'vitest'
import { fetchSend } from '../testing/fetch-send.ts'
import {
  freePort,
  type SpawnedProduct,
  sharedTempFolder,
  spawnProduct,
  spawnRefused,
  withoutDemo,
} from '../testing/spawned-product.ts'
import { createPool } from './db.ts'
import { connectionOf } from './embedded.ts'

const folder = sharedTempFolder()
const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=300m,mode=755', 'tmpfs', folder]).status === 0
afterAll(() => {
  if (isMounted) spawnSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
})

const fillerFile = join(folder, 'filler')
const fillDisk = () => {
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(fillerFile, Buffer.alloc(Math.max(0, bavail * bsize - 64 * 1024)))
}

test('[K06] on a full disk writes are rejected, acknowledged writes survive, and freed space ends it', async (context) => {
  if (!isMounted) context.skip('NOT RUN: a small disk cannot be mounted here (it takes root)')
  const env = { DATA_DIR: join(folder, 'data'), PORT: String(await freePort()), LOG_LEVEL: 'silent' }
  let product = await spawnProduct(env)
  const user = await signIn(product)
  const draft = () => ({
    name: randomUUID(),
    subject: 's',
    template: `<p>${randomBytes(3_000).toString('hex')}</p>`,
    cc: [],
    labels: [],
  })
  const acknowledged: string[] = []
  const refusals = new Set<string>()

  for (let count = 0; count < 3; count++)
    acknowledged.push((await user(product).templates.createTemplate({ body: draft() })).id)
  fillDisk()
  for (let count = 0; count < 150; count++) {
    await user(product)
      .templates.createTemplate({ body: draft() })
      .then(({ id }) => acknowledged.push(id))
      .catch((error: { code?: string }) => refusals.add(error.code ?? 'no answer'))
  }
  const reading = await user(product)
    .templates.listTemplates()
    .then(
      () => 'read',
      (error: { code?: string }) => error.code ?? 'no answer',
    )
  rmSync(fillerFile)
  if (await hasEnded(product)) product = await spawnProduct(env) // as systemd restarts it

  expect(
    [...refusals].filter((code) => code !== 'unavailable' && code !== 'no answer' && code !== 'ECONNREFUSED'),
  ).toEqual([])
  expect(['read', 'unavailable', 'ECONNREFUSED', 'no answer']).toContain(reading)
  expect([...refusals]).toContain('unavailable')
  const again = await withRetries(() => user(product).templates.createTemplate({ body: draft() }))
  const kept = (await user(product).templates.listTemplates()).map(({ id }) => id)
  expect(kept).toEqual(expect.arrayContaining([...acknowledged, again.id]))

  product.child.kill('SIGTERM')
  await product.ended
})

test('[P01] [K06] with a full disk it is not ready, and names it when PostgreSQL stops', async (context) => {
  if (!isMounted) context.skip('NOT RUN: a small disk cannot be mounted here (it takes root)')
  const dataDir = join(folder, 'stopped')
  const env = { DATA_DIR: withoutDemo(dataDir), PORT: String(await freePort()), LOG_LEVEL: 'error' }
  const product = await spawnProduct(env)
  const isReady = async ({ address }: SpawnedProduct) => (await fetch(`${address}/readyz`)).ok
  expect(await isReady(product)).toBe(true)

  fillDisk()
  expect(await isReady(product)).toBe(false)
  const pool = createPool(connectionOf({ path: dataDir }))
  // Writes until the log needs another file.
  while (!(await hasEnded(product, 0)))
    await pool
      .query("select pg_logical_emit_message(true, 'test', repeat(gen_random_uuid()::text, 100000))")
      .catch(() => {})
  await pool.end()
  const refused = await spawnRefused(env)
  rmSync(fillerFile)

  for (const output of [product.output(), refused.output])
    expect(output).toContain('The disk of the data folder is full. Free at least 100 MB, then start again')
  expect([await product.ended, refused.code]).toEqual([1, 1])
  const again = await spawnProduct(env)
  expect(await isReady(again)).toBe(true)
  again.child.kill('SIGTERM')
  await again.ended
})

async function signIn({ address, devHeaders }: SpawnedProduct) {
  const open = { redirect: 'manual', headers: devHeaders() } as const
  const { headers } = await fetch(`${address}/dev/sign-in/carrier-trial`, open)
  const { searchParams } = new URL(headers.get('location') ?? '')
  const { accessToken } = await createClient(fetchSend(address)).signIn.verifyLink({
    body: { email: searchParams.get('email') ?? '', token: searchParams.get('token') ?? '' },
  })
  return (product: SpawnedProduct) => createClient(fetchSend(product.address, accessToken))
}

const hasEnded = ({ ended }: SpawnedProduct, waitMs = 1_000) =>
  Promise.race([ended.then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), waitMs))])

async function withRetries<T>(work: () => Promise<T>, tries = 40): Promise<T> {
  return work().catch(async (error: unknown) => {
    if (tries === 0) throw error
    await new Promise((resolve) => setTimeout(resolve, 250))
    return withRetries(work, tries - 1)
  })
}
