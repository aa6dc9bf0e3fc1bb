import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createClient } from '../contract/src/client.ts'
import { demoSmtpHost } from '../server/src/stand-ins/mail-certificate.ts'
import { readZip } from '../server/src/testing/exports.ts'
import { fetchSend } from '../server/src/testing/fetch-send.ts'
import { buildLoad } from '../server/src/testing/inquiries.ts'
import {
  type SpawnedProduct,
  sharedTempFolder,
  spawnProduct,
  withoutDemo,
} from '../server/src/testing/spawned-product.ts'
import { runHere } from './admin/run-here.ts'

const folder = sharedTempFolder()
const planted = (name: string) => `planted-${name}-${randomBytes(20).toString('hex')}`
const settings = {
  DATA_DIR: withoutDemo(join(folder, 'data')),
  BACKUP_DIR: join(folder, 'backups'),
  AUTH_SECRET: planted('auth'),
  METRICS_TOKEN: planted('metrics'),
  LOG_LEVEL: 'debug',
}
let product: SpawnedProduct
beforeAll(async () => {
  product = await spawnProduct(settings)
})
afterAll(async () => {
  product.child.kill('SIGKILL')
  await product.ended
  rmSync(folder, { recursive: true, force: true })
})

const clientWith = (accessToken?: string) => createClient(fetchSend(product.address, accessToken))

const Inbox = z.array(z.object({ to: z.array(z.string()), text: z.string() }))

/** Returns the token of the link that was emailed to an address. */
async function tokenFor(email: string): Promise<string> {
  await clientWith().signIn.requestLink({ body: { email } })
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(`${product.address}/dev/inbox.json`, { headers: product.devHeaders() })
    const text = Inbox.parse(await answer.json()).find(({ to }) => to.includes(email))?.text
    const link = /https?:\S+/.exec(text ?? '')?.[0]
    if (link) return new URL(link).searchParams.get('token') ?? ''
    await sleep(50)
  }
  throw new Error(`No link came for ${email}.`)
}

/** Uses what has secrets, rightly and wrongly. Returns the secrets by name, what a user downloaded, and their address. */
async function useSecrets() {
  const email = `${randomUUID()}@carrier.example`
  const link = await tokenFor(email)
  const pair = await clientWith().signIn.verifyLink({ body: { email, token: link } })
  const next = await clientWith(pair.accessToken).signIn.refresh({ query: { refreshToken: pair.refreshToken } })
  const user = clientWith(next.accessToken)
  const smtp = { host: demoSmtpHost, port: 465 as const, user: 'maria', password: planted('smtp'), address: email }
  await user.mailboxes.connectSmtp({ body: smtp })
  const { extensionToken } = await user.account.getMe()
  const extension = await clientWith().extension.openSession({ body: { code: extensionToken ?? '' } })
  const [template] = await user.templates.listTemplates()
  const inquiry = { templateId: template?.id ?? '', load: buildLoad() }
  const { id } = await clientWith(extension.accessToken).inquiries.sendEmail({
    headers: { 'idempotency-key': randomUUID() },
    body: inquiry,
  })
  await settled(async () => (await user.emails.getEmail({ params: { id } })).state === 'sent')

  const unused = await tokenFor(`${randomUUID()}@carrier.example`)
  const wrongly = [
    ['POST', '/auth/verifyLink', `{"email":"${email}","token":"${link}"`],
    ['POST', '/auth/verifyLink', JSON.stringify({ email, token: link })],
    ['POST', `/auth/refresh?refreshToken=${pair.refreshToken}&again=1`, '{}'],
    ['GET', `/nowhere?token=${unused}`, undefined],
    ['PUT', '/mailboxes/smtp', JSON.stringify({ ...smtp, host: 'x'.repeat(500) })],
    ['GET', '/metrics', undefined],
  ] as const
  await fetch(`${product.address}/metrics`, { headers: { authorization: `Bearer ${settings.METRICS_TOKEN}` } })
  for (const [method, path, body] of wrongly) {
    const headers = { authorization: `Bearer ${next.accessToken}`, ...(body && { 'content-type': 'application/json' }) }
    await fetch(`${product.address}${path}`, { method, headers, ...(body && { body }) })
  }

  await user.accountExport.requestExport()
  await settled(async () => (await user.accountExport.getExport())?.state === 'ready')
  const current = await user.accountExport.getExport()
  const file = await fetch(`${product.address}/users/me/exports/${current?.id}`, {
    headers: { authorization: `Bearer ${next.accessToken}` },
  })
  const secrets = {
    AUTH_SECRET: settings.AUTH_SECRET,
    METRICS_TOKEN: settings.METRICS_TOKEN,
    'a link': link,
    'an unused link': unused,
    'a pairing code': extensionToken ?? '',
    'a mailbox password': smtp.password,
    'an access token': next.accessToken,
    'a refresh token': next.refreshToken,
    'a used refresh token': pair.refreshToken,
    'an access token of the extension': extension.accessToken,
    'a refresh token of the extension': extension.refreshToken,
  }
  return { secrets, zip: new Uint8Array(await file.arrayBuffer()), email }
}

async function settled(isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await isDone()) return
    await sleep(100)
  }
  throw new Error('It took longer than a minute.')
}

const filesIn = (path: string): string[] =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const inbox = join(settings.DATA_DIR, 'inbox') // the mailboxes of the recipients, in which links arrive

/** Lists which secrets are in these bytes, as they are, in hexadecimal or in Base64. */
function findSecrets(secrets: Record<string, string>, where: string, bytes: Buffer): string[] {
  const isIn = (secret: string) =>
    [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')].some((form) =>
      bytes.includes(form),
    )
  return Object.entries(secrets).flatMap(([name, secret]) => (isIn(secret) ? [`${name} in ${where}`] : []))
}

test('[G15] no used secret is in the log, database files, backup or export', async () => {
  const { secrets, zip, email } = await useSecrets()
  expect((await runHere(['backup', 'create'], settings)).status).toBe(0)
  product.child.kill('SIGTERM')
  await product.ended

  const log = [{ where: 'the log', bytes: Buffer.from(product.output()) }]
  const exported = [...readZip(zip)].map(([where, text]) => ({ where, bytes: Buffer.from(text) }))
  const backup = filesIn(settings.BACKUP_DIR).map((where) => {
    const bytes = readFileSync(where)
    return { where, bytes: where.endsWith('.gz') ? gunzipSync(bytes) : bytes }
  })
  const database = filesIn(settings.DATA_DIR)
    .filter((path) => !path.startsWith(inbox))
    .map((where) => ({ where, bytes: readFileSync(where) }))
  expect(Object.values(secrets).filter((secret) => secret.length < 20)).toEqual([])
  // Each can be read: what is no secret is found there.
  expect(log.some(({ bytes }) => bytes.includes('request completed'))).toBe(true)
  for (const files of [exported, backup, database]) expect(files.some(({ bytes }) => bytes.includes(email))).toBe(true)
  const left = [...log, ...exported, ...backup, ...database]
  expect(left.flatMap(({ where, bytes }) => findSecrets(secrets, where, bytes))).toEqual([])
  const found = findSecrets(secrets, 'a text', Buffer.from(`{"password":"${secrets['a mailbox password']}"}`))
  expect(found).toEqual(['a mailbox password in a text'])
}, 300_000)
