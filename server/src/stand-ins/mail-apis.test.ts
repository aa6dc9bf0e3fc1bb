import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MailProviderId } from '@loadping/contract/sign-in/sign-in'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createRelay } from '../integrations/mailbox-relay.ts'
import { connectAt, startOwnProviders } from '../testing/local-providers.ts'
import { outgoing } from '../testing/outgoing.ts'
import { failureDomains, type Inbox, startInbox, wrongPassword } from './inbox.ts'
import { inboxPage } from './inbox-page.ts'
import { demoSmtpHost } from './mail-certificate.ts'

const ids = ['google', 'outlook'] satisfies MailProviderId[]
const folder = mkdtempSync(join(tmpdir(), 'loadping-mail-'))
const providers = join(folder, 'providers')
const maria = { email: 'maria@redbud.example', canSend: 'on' }

let inbox: Inbox
let world: Awaited<ReturnType<typeof startOwnProviders>>
beforeAll(async () => {
  inbox = await startInbox(join(folder, 'inbox'))
  world = await startOwnProviders({ folder: providers, inbox })
})
afterAll(async () => {
  await world.stop()
  await inbox.stop()
  rmSync(folder, { recursive: true })
})

const fromMaria = (changes: Parameters<typeof outgoing>[0] = {}) =>
  outgoing({ from: { name: 'Maria', address: maria.email }, ...changes })

/** Opens the user's mailbox at a provider with a new access token. */
async function open(id: MailProviderId, refreshToken: string | undefined) {
  const renewal = await world.provider(id).refreshAccess(refreshToken ?? '')
  if (renewal.outcome !== 'refreshed') return expect.fail(renewal.reason)
  return world.mailboxes[id]?.(renewal.accessToken) ?? expect.fail(`${id} is absent`)
}
const arrived = async (messageId: string) =>
  (await inbox.list()).filter(({ headers }) => headers['message-id'] === messageId)

test.each(ids)('a user connected at the local %s sends through it, copies too, into the local inbox', async (id) => {
  const { refreshToken, canSend: maySend } = await connectAt(world.provider(id), maria)
  const messageId = `<${id}@redbud.example>`

  const result = await (await open(id, refreshToken)).send(
    fromMaria({ messageId, cc: ['ops@redbud.example'] }),
    async () => {},
  )

  expect([maySend, result]).toEqual([true, { outcome: 'accepted' }])
  expect(await arrived(messageId)).toMatchObject([
    { from: maria.email, to: ['loads@quillon.example'], cc: ['ops@redbud.example'] },
    { from: maria.email, to: ['loads@quillon.example'], cc: ['ops@redbud.example'] },
  ])
})

test.each(ids)('the local %s keeps people, keys and permissions over a restart, in a private folder', async (id) => {
  const { refreshToken } = await connectAt(world.provider(id), maria)
  await world.stop()
  world = await startOwnProviders({ folder: providers, inbox, port: world.port })
  const messageId = `<${id}-restart@redbud.example>`
  // The first call uses the connection that the restart closed.
  const mailbox = await vi.waitFor(() => open(id, refreshToken))

  expect(await mailbox.send(fromMaria({ messageId }), async () => {})).toEqual({ outcome: 'accepted' })
  expect(await arrived(messageId)).toHaveLength(1)
  expect(readdirSync(providers)).toContain(`${id}.sqlite`)
  expect(statSync(providers).mode & 0o077).toBe(0)
})

test.each(ids)('a permission revoked at the local %s ends, and so do its access tokens', async (id) => {
  const { refreshToken = '' } = await connectAt(world.provider(id), maria)
  const mailbox = await open(id, refreshToken)

  expect(await world.provider(id).revoke(refreshToken)).toBe(true)

  expect(await world.provider(id).refreshAccess(refreshToken)).toMatchObject({ outcome: 'rejected' })
  expect(await mailbox.send(fromMaria(), async () => {})).toMatchObject({ outcome: 'unauthorized' })
  expect(await world.provider(id).revoke(refreshToken)).toBe(true)
})

test.each(ids)("at the local %s sending needs permission, a token, and the user's own address", async (id) => {
  const unwilling = await connectAt(world.provider(id), { email: maria.email })
  const willing = await connectAt(world.provider(id), maria)
  const stranger = world.mailboxes[id]?.('not-a-token')
  const before = (await inbox.list()).length

  expect(unwilling.canSend).toBe(false)
  expect(await (await open(id, unwilling.refreshToken)).send(fromMaria(), async () => {})).toMatchObject({
    outcome: 'unauthorized',
  })
  expect(await stranger?.send(fromMaria(), async () => {})).toMatchObject({ outcome: 'unauthorized' })
  const asOwen = outgoing({ from: { name: 'Owen', address: 'owen@quillon.example' } })
  expect(await (await open(id, willing.refreshToken)).send(asOwen, async () => {})).toMatchObject({
    outcome: 'rejected',
  })
  expect(await inbox.list()).toHaveLength(before)
})

test.each([
  [
    '/dev/gmail/gmail/v1/users/me/messages/send',
    'application/json',
    { error: { code: 401, errors: [{ reason: 'authError' }] } },
  ],
  ['/dev/graph/v1.0/me/sendMail', 'text/plain', { error: { code: 'InvalidAuthenticationToken' } }],
])('%s rejects in the words of its provider', async (path, type, body) => {
  const answer = await fetch(`${world.baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: 'x',
  })

  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject(body)
})

const failureReplies = [
  [failureDomains.refuses, 'rejected'],
  [failureDomains.busy, 'retry'],
  [failureDomains.silent, 'unknown'],
] as const
const ways = ['relay', 'smtp', ...ids] as const

test.each(ways.flatMap((way) => failureReplies.map(([name, outcome]) => ({ way, name, outcome }))))(
  'an email over $way to $name is $outcome',
  async ({ way, name, outcome }) => {
    const mailbox = await mailboxOf(way)

    const result = await mailbox.send(fromMaria({ to: `loads@${name}` }), async () => {})

    expect(result).toMatchObject({ outcome, reason: expect.any(String) })
    expect(inboxPage([])).toContain(`any@${name}`)
  },
)

async function mailboxOf(way: (typeof ways)[number]) {
  if (way === 'relay') return createRelay(inbox.smtpUrl)
  if (way === 'smtp') return world.mailboxes.smtp({ host: demoSmtpHost, port: 465, user: 'maria', password: 'any' })
  return open(way, (await connectAt(world.provider(way), maria)).refreshToken)
}

test.each([465, 587] as const)('the demo SMTP server accepts emails on %i, with any password but one', async (port) => {
  const server = { host: demoSmtpHost, port, user: maria.email }
  const messageId = `<${port}@redbud.example>`

  expect(
    await world.mailboxes.smtp({ ...server, password: 'any' }).send(fromMaria({ messageId }), async () => {}),
  ).toEqual({ outcome: 'accepted' })
  expect(await arrived(messageId)).toHaveLength(1)
  expect(
    await world.mailboxes.smtp({ ...server, password: wrongPassword }).send(fromMaria(), async () => {}),
  ).toMatchObject({ outcome: 'unauthorized' })
  expect(inboxPage([])).toContain(demoSmtpHost)
})
