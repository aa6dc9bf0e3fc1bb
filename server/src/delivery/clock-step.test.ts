import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createRelay } from '../integrations/mailbox-relay.ts'
import { jobKinds } from '../job-kinds.ts'
import { startWorkers, type Workers } from '../jobs/worker.ts'
import { type FaultyServer, startFaultySmtp } from '../testing/faulty-smtp.ts'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
let smtp: FaultyServer
let worker: Workers
/** While true, the mail server keeps its answer to a message back. */
let isHolding = false
const waiting: Socket[] = []

beforeAll(async () => {
  smtp = await startFaultySmtp((line, { socket, isText }) => {
    if (!isHolding || !isText || line !== '.') return undefined
    waiting.push(socket)
    return null
  })
  const inquiries = createRelay(`smtp://127.0.0.1:${smtp.port}`)
  app = await testApp({
    change: (deps) => ({
      ...deps,
      relay: {
        send: (message, beforeData) =>
          (message.to.endsWith('@quillon.example') ? inquiries : deps.relay).send(message, beforeData),
      },
    }),
  })
})
afterAll(() => smtp.close())
beforeEach(() => {
  worker = startWorkers(app.deps.log, jobKinds(app.deps))
})
afterEach(async () => {
  isHolding = false
  for (const socket of waiting.splice(0)) socket.destroy()
  await worker.stop()
})

const stateOf = async (user: TestUser, id: string) => (await user.emails.getEmail({ params: { id } })).state
const waitForState = (user: TestUser, id: string, state: string) =>
  vi.waitFor(async () => expect(await stateOf(user, id)).toBe(state), { timeout: 30_000 })

/** Sends an inquiry and resolves while the mail server has its text but has not answered. */
async function startDelivery(user: TestUser) {
  isHolding = true
  const load = buildLoad()
  const { id } = await sendInquiry(user, { load })
  worker.wake('email relay')
  await vi.waitFor(() => expect(waiting).toHaveLength(1), { timeout: 30_000 })
  isHolding = false
  return { id, load, answer: (reply: string) => void waiting.shift()?.write(`${reply}\r\n`) }
}

/** Sends another inquiry until it is delivered, which proves that the worker looked for due jobs meanwhile. */
async function deliverAnother(user: TestUser): Promise<void> {
  const { id } = await sendInquiry(user)
  worker.wake('email relay')
  await waitForState(user, id, 'sent')
}

const expireLeases = () => app.pool.query(`update delivery set leased_until = now() - interval '1 s'`)

/** Has another process, after the lease of the first expired, find the delivery interrupted. */
async function runAnotherProcess(user: TestUser, id: string): Promise<void> {
  await expireLeases()
  const other = startWorkers(app.deps.log, jobKinds(app.deps))
  await waitForState(user, id, 'unknown')
  await other.stop()
}

async function sums({ userId }: TestUser) {
  const { rows } = await app.pool.query(
    `select (select count(*) from contact_event where user_id = $1) as events,
     (select coalesce(sum(email_sent), 0) from contact_count where bucket = 'day' and user_id = $1) as counted,
     (select coalesce(sum(used), 0) from allowance where user_id = $1) as used`,
    [userId],
  )
  return rows[0]
}

test.each([120, -120])('a step of the process clock by %i s in a delivery loses no outcome', async (seconds) => {
  const user = await app.signUp()
  const before = smtp.texts()
  const { id, answer } = await startDelivery(user)

  app.clock.advance(seconds * 1_000)
  await deliverAnother(user)
  expect(await stateOf(user, id)).toBe('sending')
  answer('250 accepted')

  await waitForState(user, id, 'sent')
  expect(smtp.texts() - before).toBe(2)
})

test('a job in flight is not claimed again by its process, even when its lease has expired', async () => {
  const user = await app.signUp()
  const { id, answer } = await startDelivery(user)

  await expireLeases()
  await deliverAnother(user)
  expect(await stateOf(user, id)).toBe('sending')
  answer('250 accepted')

  await waitForState(user, id, 'sent')
})

test('a late acceptance corrects an unknown email, and nothing is sent or counted twice', async () => {
  const user = await app.signUp()
  const before = smtp.texts()
  const { id, answer } = await startDelivery(user)
  await runAnotherProcess(user, id)
  expect(await user.emails.countEmails()).toEqual({ waiting: 0, failed: 0, unknown: 1 })

  answer('250 accepted')
  await waitForState(user, id, 'sent')

  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ failure: null, needsAttention: false })
  expect(await user.emails.countEmails()).toEqual({ waiting: 0, failed: 0, unknown: 0 })
  expect(await sums(user)).toEqual({ events: 1, counted: 1, used: 1 })
  expect(smtp.texts() - before).toBe(1)
})

test.each(['550 no such user', '451 try again later'])(
  'a late refusal (%s) makes an unknown email failed and refunds it',
  async (reply) => {
    const user = await app.signUp()
    const before = smtp.texts()
    const { id, load, answer } = await startDelivery(user)
    await runAnotherProcess(user, id)
    await user.emails.dismissEmail({ params: { id } })

    answer(reply)
    await waitForState(user, id, 'failed')

    expect(await user.emails.countEmails()).toEqual({ waiting: 0, failed: 1, unknown: 0 })
    expect(await sums(user)).toEqual({ events: 0, counted: 0, used: 0 })
    expect(smtp.texts() - before).toBe(1)
    const again = await sendInquiry(user, { load })
    worker.wake('email relay')
    await waitForState(user, again.id, 'sent')
  },
)

test('a late refusal of an email that was resent refunds the first and keeps the second', async () => {
  const user = await app.signUp()
  const { id, answer } = await startDelivery(user)
  await runAnotherProcess(user, id)
  const resent = await user.inquiries.resendEmail({ headers: { 'idempotency-key': `resend-${id}` }, params: { id } })
  worker.wake('email relay')
  await waitForState(user, resent.id, 'sent')

  answer('550 no such user')
  await waitForState(user, id, 'failed')

  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ needsAttention: false, resentAs: resent.id })
  expect(await sums(user)).toEqual({ events: 1, counted: 1, used: 1 })
})
