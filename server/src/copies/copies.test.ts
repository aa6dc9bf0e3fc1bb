import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@loadping/contract/client'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { connectionOf } from '../db/embedded.ts'
import { messageIdOf } from '../emails/email-text.ts'
import { fetchSend } from '../testing/fetch-send.ts'
import { goalSize } from '../testing/goal-size.ts'
import { buildLoad } from '../testing/inquiries.ts'
import { type Sender, signUpSender, startMailSink } from '../testing/mail-sink.ts'
import {
  processesOf,
  type SpawnedProduct,
  sharedTempFolder,
  spawnMain,
  spawnProduct,
  withoutDemo,
} from '../testing/spawned-product.ts'

const folder = sharedTempFolder()
const sink = await startMailSink()
afterAll(() => {
  sink.stop()
  rmSync(folder, { recursive: true, force: true })
})

const envOf = (data: string) => ({ DATA_DIR: data, SMTP_URL: sink.smtpUrl, UNDO_SECONDS: '0' })

async function send({ address }: SpawnedProduct, { accessToken, templateId }: Sender): Promise<string> {
  const { id } = await createClient(fetchSend(address, accessToken)).inquiries.sendEmail({
    headers: { 'idempotency-key': randomUUID() },
    body: { templateId, load: buildLoad() },
  })
  return id
}

const arrivalsOf = async (id: string): Promise<number> => (await sink.arrived()).get(messageIdOf(id).slice(1, -1)) ?? 0

async function ask(data: string, statement: string) {
  const client = new pg.Client(connectionOf({ path: data }))
  await client.connect()
  return (await client.query(statement).finally(() => client.end())).rows
}
const pauseSends = (data: string) => ask(data, `insert into kill_switch (name, off_since) values ('sends', now())`)
const resumeSends = (data: string) => ask(data, 'delete from kill_switch')

/** Kills the product and its database as a power failure would. */
async function kill({ child, ended }: Pick<SpawnedProduct, 'child' | 'ended'>, data: string): Promise<void> {
  child.kill('SIGKILL')
  await ended
  await vi.waitFor(
    () => {
      for (const pid of processesOf(data)) killIfAlive(pid)
      expect(processesOf(data)).toEqual([])
    },
    { timeout: 20_000 },
  )
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has just ended
  }
}

/** Lists the indexes in which PostgreSQL's own check finds an error, against all rows of their tables. */
async function damaged(data: string): Promise<string[]> {
  await ask(data, 'create extension if not exists amcheck')
  const indexes = await ask(
    data,
    `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = 'public'::regnamespace and relam = (select oid from pg_am where amname = 'btree')`,
  )
  const errors: string[] = []
  for (const { name } of indexes)
    await ask(data, `select bt_index_check('${name}', true)`).catch((error: Error) =>
      errors.push(`${name}: ${error.message}`),
    )
  return indexes.length > 50 ? errors : ['no indexes were checked']
}

const kills = goalSize({ full: 50, tenth: 5, quick: 2 })

test(`[D13.21] [K12] a copied folder sends nothing that waited, through ${kills} kills; the original does`, {
  timeout: 120_000 + kills * 30_000,
}, async () => {
  const original = withoutDemo(join(folder, 'original'))
  const copy = join(folder, 'copy')
  const first = await spawnProduct(envOf(original))
  const sender = await signUpSender(first.address, sink, 'maria@carrier.example')
  await pauseSends(original)
  const waiting = await send(first, sender)
  await kill(first, original)
  execFileSync('cp', ['-a', original, copy]) // with its owners, of whom PostgreSQL must be one

  for (let killed = 0; killed < kills; killed++) {
    const starting = spawnMain({ ...envOf(copy), PORT: new URL(first.address).port, LOG_LEVEL: 'warn' })
    await sleep(Math.random() * 6_000)
    await kill(starting, copy)
  }
  const copied = await spawnProduct({ ...envOf(copy), PORT: new URL(first.address).port })
  await resumeSends(copy)
  expect(await damaged(copy)).toEqual([])
  const later = await send(copied, sender)
  await vi.waitFor(async () => expect(await arrivalsOf(later)).toBe(1), { timeout: 20_000 })
  const { state, waiting: waitsFor } = await createClient(
    fetchSend(copied.address, sender.accessToken),
  ).emails.getEmail({
    params: { id: waiting },
  })
  copied.child.kill('SIGTERM')
  await copied.ended
  expect({ state, waitsFor, arrivals: await arrivalsOf(waiting) }).toMatchObject({
    state: 'queued',
    waitsFor: { isHeld: true },
    arrivals: 0,
  })
  expect(copied.output()).toMatch(/emails are held/)

  const restarted = await spawnProduct({ ...envOf(original), PORT: new URL(first.address).port })
  await resumeSends(original)
  await vi.waitFor(async () => expect(await arrivalsOf(waiting)).toBe(1), { timeout: 20_000 })
  restarted.child.kill('SIGTERM')
  await restarted.ended
  expect(restarted.output()).not.toMatch(/held/)
})
