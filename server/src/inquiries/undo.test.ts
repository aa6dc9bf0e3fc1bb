import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Deps } from '../context.ts'
import { goalSize } from '../testing/goal-size.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp, testAppWithUndo } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testAppWithUndo()
})

const undo = (user: TestUser, id: string) => user.inquiries.undoEmail({ params: { id } })
const stateOf = async (user: TestUser, id: string) => (await user.emails.getEmail({ params: { id } })).state

async function traces({ userId }: TestUser) {
  const { rows } = await app.pool.query(
    `select (select count(*) from contact_event where user_id = $1) as events, (select count(*) from contact_count where user_id = $1) as counts,
     (select coalesce(sum(used), 0) from allowance where user_id = $1) as used, (select count(*) from delivery where user_id = $1) as work`,
    [userId],
  )
  return rows[0]
}
const noJobs = { events: 0, counts: 0, used: 0, work: 0 }

test('[D3.3] an email waits five seconds; undone within that time it is never sent and costs nothing', async () => {
  const user = await app.signUp()
  const accepted = await sendInquiry(user)
  expect(Date.parse(accepted.dueAt ?? '') - Date.parse(accepted.createdAt)).toBe(5_000)
  app.clock.advance(4_900)
  await app.runDueJobs()
  expect(await stateOf(user, accepted.id)).toBe('queued')

  expect(await undo(user, accepted.id)).toMatchObject({ state: 'undone', dueAt: null, needsAttention: false })

  app.clock.advance(60_000)
  await app.runDueJobs()
  expect(app.sent.some(({ messageId }) => messageId.includes(accepted.id))).toBe(false)
  expect(await traces(user)).toEqual(noJobs)
  expect(await user.account.getMe()).toMatchObject({ emails: 50 })
})

test('[D3.3] an accepted email has its delivery begin the moment it is due', async () => {
  const wakes: (Date | undefined)[] = []
  const change = (deps: Deps): Deps => ({
    ...deps,
    sendSettings: { ...deps.sendSettings, undoSeconds: 5 },
    wakeJobs: (_kind, at) => void wakes.push(at),
  })
  const { dueAt } = await sendInquiry(await (await testApp({ change })).signUp())

  expect(wakes).toContainEqual(new Date(dueAt ?? ''))
})

test('[D3.3] after five seconds it is sent and can no longer be undone', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  app.clock.advance(5_000)
  await app.runDueJobs()

  expect(await stateOf(user, id)).toBe('sent')
  await expect(undo(user, id)).rejects.toMatchObject({ code: 'too-late', status: 409 })
  expect(await traces(user)).toMatchObject({ events: 1, used: 1 })
})

test('[D3.3] an email waiting for a retry can still be undone', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  app.mailbox.answer = () => ({ outcome: 'retry', reason: '421 busy' })
  app.clock.advance(5_000)
  await app.runDueJobs()
  app.mailbox.answer = undefined

  expect(await undo(user, id)).toMatchObject({ state: 'undone', failure: null })
  app.clock.advance(86_400_000)
  await app.runDueJobs()
  expect(await stateOf(await app.signUp(user.email), id)).toBe('undone')
})

test('an email undone right before its first byte is not sent, and that is no error', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  const relay = app.deps.relay.send
  app.deps.relay.send = async (message, beforeData) => {
    await undo(user, id)
    return relay(message, beforeData)
  }
  const before = app.sent.length
  app.log.length = 0

  app.clock.advance(5_000)
  await app.runDueJobs()
  app.deps.relay.send = relay

  expect(app.sent).toHaveLength(before)
  expect(await stateOf(user, id)).toBe('undone')
  expect(await traces(user)).toEqual(noJobs)
  expect(app.log.filter(({ level }) => Number(level) > 30)).toEqual([])
  const reason = expect.stringContaining('ended before the first byte: undone')
  expect(app.log).toContainEqual(expect.objectContaining({ jobId: id, msg: reason }))
})

test('undone twice, or in two tabs at once, its unit is refunded once', async () => {
  const user = await app.signUp()
  await sendInquiry(user)
  const { id } = await sendInquiry(user)

  const answers = await Promise.all(Array.from({ length: 8 }, () => undo(user, id)))

  expect(answers.map(({ state }) => state)).toEqual(Array(8).fill('undone'))
  expect(await traces(user)).toEqual({ events: 1, counts: 3, used: 1, work: 1 })
})

test("another user's email cannot be undone", async () => {
  const user = await app.signUp()
  const other = await app.signUp()
  const { id } = await sendInquiry(other)

  await expect(undo(user, id)).rejects.toMatchObject({ code: 'not-found' })
  await expect(undo(user, randomUUID())).rejects.toMatchObject({ code: 'not-found' })
  expect(await stateOf(other, id)).toBe('queued')
})

const rounds = goalSize({ full: 1_000, tenth: 120, quick: 40 })
test(`of a concurrent undo and delivery exactly one succeeds, ${rounds} times`, async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < rounds; round += 40) {
    const user = await app.signUp()
    for (let sent = 0; sent < 40; sent++) {
      const { id } = await sendInquiry(user)
      app.clock.advance(5_000)
      const [undone] = await Promise.all([undo(user, id).catch(({ code }: { code: string }) => code), app.runDueJobs()])
      const state = await stateOf(user, id)
      const wasSent = app.sent.some(({ messageId }) => messageId.includes(id))
      expect({ isUndone: typeof undone === 'object', wasSent }).toEqual({
        isUndone: state === 'undone',
        wasSent: state === 'sent',
      })
      outcomes.add(state)
    }
    const { rows } = await app.pool.query(
      `select count(*) filter (where state = 'sent') as sent from email where user_id = $1`,
      [user.userId],
    )
    expect(await traces(user)).toMatchObject({ used: rows[0].sent, events: rows[0].sent, work: 0 })
  }
  expect([...outcomes].every((state) => state === 'undone' || state === 'sent')).toBe(true)
})
