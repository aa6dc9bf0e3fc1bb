import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import type { Deps } from '../context.ts'
import { openKeys } from '../key-ring/key-ring.service.ts'
import { createKeys } from '../keys.ts'
import { encryptCredentials } from '../mailboxes/credentials.service.ts'
import { isSuppressed, suppress } from '../suppression/suppression.service.ts'
import { readUnsubscribeToken, unsubscribeUrl } from '../suppression/unsubscribe.service.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { countByKey, openOneOfEach, rotateKeys } from './key-rotation.service.ts'

const former = 'test'.repeat(11) // of the test app
const next = 'next-one'.repeat(6)
const isNew = async () => false

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const withSecrets = async (secret: string, others: string[] = []): Promise<Deps> => ({
  ...app.deps,
  keys: await openKeys(app.deps, { secret, others }, isNew),
})

async function plantMailboxes(deps: Deps, count: number): Promise<void> {
  const { userId } = await app.signUp()
  for (let added = 0; added < count; added++) {
    const mailbox = { userId, kind: 'google' as const, address: `${randomUUID()}@fleet.example` }
    await app.pool.query(
      `insert into mailbox (user_id, kind, address, connected_at, default_since, encrypted_credentials)
       values ($1, $2, $3, now(), now(), $4)`,
      [userId, mailbox.kind, mailbox.address, encryptCredentials(deps, mailbox, 'a grant')],
    )
  }
}
const credentialsIn = (counts: Awaited<ReturnType<typeof countByKey>>) =>
  counts.find(({ kind }) => kind === 'credentials of mailboxes')

test('[D13.22] a rotation that is cut off goes on, and afterwards the former key opens nothing', async () => {
  const before = await withSecrets(former)
  await plantMailboxes(before, 250)
  const during = await withSecrets(next, [former])
  expect(credentialsIn(await countByKey(during))).toMatchObject({
    current: 0,
    others: [{ keyId: before.keys.id, count: 250 }],
  })

  let replaced = 0
  const encrypt = (text: string, context: string) => {
    if (replaced++ === 210) throw new Error('killed')
    return during.keys.encrypt(text, context)
  }
  await expect(rotateKeys({ ...during, keys: { ...during.keys, encrypt } })).rejects.toThrow('killed')
  expect(credentialsIn(await countByKey(during))).toMatchObject({ current: 210 })
  const rotated = await rotateKeys(during)

  expect(rotated.map(({ kind, unreadable }) => [kind, unreadable])).toEqual([
    ['credentials of mailboxes', 0],
    ['access tokens', 0],
    ['payloads of jobs', 0],
    ['key of the hashes', 0],
  ])
  expect((await countByKey(during)).flatMap(({ others }) => others)).toEqual([])
  const after = await withSecrets(next)
  expect(await openOneOfEach(after)).toContainEqual({ kind: 'credentials of mailboxes', isOpen: true })
  await expect(withSecrets(former)).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringContaining('AUTH_SECRET is not the one of this database'),
  })
  await rotateKeys(await withSecrets(former, [next])) // and back, for the other tests
})

test('[D13.22] hashes and links that never expire survive a rotation', async () => {
  const before = await withSecrets(former)
  await suppress(before, 'stop@broker.example', 'inquiry', 'unsubscribed')
  const url = unsubscribeUrl(before, 'stop@broker.example')
  await rotateKeys(await withSecrets(next, [former]))
  const after = await withSecrets(next)

  expect(await isSuppressed(after, 'stop@broker.example', 'inquiry')).toBe(true)
  expect(readUnsubscribeToken(after, new URL(url).searchParams.get('token'))).toBe('stop@broker.example')
  await rotateKeys(await withSecrets(former, [next]))
})

test('[D13.22] hashes of a database from before there was a key of hashes stay valid', async () => {
  const { db, pool } = await testApp()
  const old = createKeys(former)
  const keys = await openKeys({ db }, { secret: former, others: [] }, async () => true)

  expect(keys.hmac('suppression', 'a@b.test')).toBe(old.hmac('suppression', 'a@b.test'))
  expect(keys.decrypt(old.encrypt('text', 'here'), 'here')).toBe('text')
  expect((await pool.query('select encrypted from hash_key')).rows[0].encrypted).not.toContain(former)
})

test('[D13.22] after a rotation the former secret opens only links that never expire', async () => {
  const { deps } = await testApp()
  const old = createKeys(former)
  const link = new URL(unsubscribeUrl({ ...deps, keys: old }, 'stop@broker.example')).searchParams.get('token')
  const ring = (secret: string, others: string[] = []) => openKeys(deps, { secret, others }, async () => true)
  await ring(former) // of a database from before there was a key of hashes
  await rotateKeys({ ...deps, keys: await ring(next, [former]) })
  const keys = await ring(next)

  expect(readUnsubscribeToken({ keys }, link)).toBe('stop@broker.example')
  expect(() => keys.decrypt(old.encrypt('forged', 'ticket google'), 'ticket google')).toThrow('AUTH_SECRET has changed')
})

test('[S16] [D13.22] of 400 requests while keys are rotated and servers have different ones, none fails', async () => {
  const servers = [
    await withSecrets(former, [next]), // knows the next one
    await withSecrets(next, [former]),
  ]
  const apps = await Promise.all(servers.map((deps) => buildApp(deps)))
  const user = await app.signUp()
  await plantMailboxes(servers[0] ?? app.deps, 300)
  const get = (number: number, url: string, accessToken: string) =>
    apps[number % 2]?.inject({ url, headers: { authorization: `Bearer ${accessToken}` } })
  const statuses = new Map<number | undefined, number>()
  const count = (status: number | undefined) => statuses.set(status, (statuses.get(status) ?? 0) + 1)

  let { refreshToken, accessToken } = user
  const rotating = rotateKeys(servers[1] ?? app.deps)
  for (let round = 0; round < 40; round++) {
    const refreshed = await get(round, `/auth/refresh?refreshToken=${refreshToken}`, accessToken)
    count(refreshed?.statusCode)
    if (!refreshed) throw new Error('no server')
    ;({ refreshToken, accessToken } = refreshed.json())
    const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => get(index, '/users/me', accessToken)))
    for (const answer of answers) count(answer?.statusCode)
  }
  await rotating
  for (const served of apps) await served.close()

  expect([...statuses]).toEqual([[200, 400]])
})
