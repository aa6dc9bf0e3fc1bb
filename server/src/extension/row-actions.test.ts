import { randomUUID } from 'node:crypto'
import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { beforeAll, expect, test } from 'vitest'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testApp()
  user = await app.signUp()
})

const call = (by: TestUser, load: PostedLoad, key: string = randomUUID()) =>
  by.loads.recordCall({ headers: { 'idempotency-key': key }, body: { about: { load }, askCents: 240_000 } })
const newKey = () => ({ 'idempotency-key': randomUUID() })
const eventsOf = async ({ userId }: TestUser) =>
  (
    await app.pool.query('select type, post_to_contact_seconds as seconds from contact_event where user_id = $1', [
      userId,
    ])
  ).rows

test('[D6.1] [D11.3] a call from a row is counted once, with its time since posting, on a saved load', async () => {
  const key = randomUUID()
  const load = buildLoad({ postedAt: new Date(app.clock.now.getTime() - 90_000).toISOString(), comments: 'Tarps' })

  const first = await call(user, load, key)
  const again = await call(user, load, key)

  expect(again).toEqual(first)
  expect(await eventsOf(user)).toEqual([{ type: 'PHONE', seconds: 90 }])
  const { load: saved, history } = await user.loads.getLoad({ params: { id: first.loadId ?? '' } })
  expect(saved).toMatchObject({ status: 'contacted', askCents: 240_000, facts: { boardLoadId: load.boardLoadId } })
  expect(saved.facts).not.toHaveProperty('comments')
  expect(history.map(({ kind }) => kind).sort()).toEqual(['called', 'saved'])
  await expect(call(user, buildLoad(), key)).rejects.toMatchObject({ code: 'key-reused' })
})

test('[D11.3] of one key in parallel one call is counted; a broker saves no load', async () => {
  const broker = await app.signUp()
  await broker.account.saveUserInfo({ body: { userType: 'broker', trucksAmount: 1, loadboards: [] } })
  const key = randomUUID()
  const load = buildLoad()

  const answers = await Promise.all(Array.from({ length: 5 }, () => call(broker, load, key)))

  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.loadId).toBeNull()
  expect(await eventsOf(broker)).toEqual([{ type: 'PHONE', seconds: null }])
})

test("[D12.11] a row sets and undoes the outcome of the caller's own load only", async () => {
  const load = buildLoad()
  const { board, boardLoadId } = load
  const outcome = { about: { board, boardLoadId }, outcome: 'countered' as const, cents: 245_000 }
  await sendInquiry(user, { load })

  const before = await user.extension.setOutcome({ headers: newKey(), body: outcome })
  const { load: countered } = await user.loads.getLoad({ params: { id: before.id } })
  const { recentContacts } = await user.home.getHome({ query: {} })
  await user.loads.undoLoadChange({ body: { before: [before] } })
  const { load: undone } = await user.loads.getLoad({ params: { id: before.id } })

  expect(countered).toMatchObject({ status: 'negotiating', outcome: { kind: 'countered', cents: 245_000 } })
  expect(undone).toMatchObject({ status: 'contacted', outcome: null })
  const contact = recentContacts.find(({ load }) => load?.id === before.id)
  expect(contact?.load?.outcome).toMatchObject({ kind: 'countered', cents: 245_000 })
  const about = { loadId: before.id }
  expect(await user.extension.setOutcome({ headers: newKey(), body: { about, outcome: 'covered' } })).toEqual(before)
  await expect(
    (await app.signUp()).extension.setOutcome({ headers: newKey(), body: { about, outcome: 'covered' } }),
  ).rejects.toMatchObject({
    code: 'not-found',
  })
  await expect((await app.signUp()).extension.setOutcome({ headers: newKey(), body: outcome })).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('[X08] an outcome that is repeated with its key is set once, and tells what it replaced then', async () => {
  const load = buildLoad()
  await sendInquiry(user, { load })
  const { board, boardLoadId } = load
  const about = { board, boardLoadId }
  const request = { headers: newKey(), body: { about, outcome: 'countered' as const, cents: 245_000 } }

  const before = await user.extension.setOutcome(request)
  await user.extension.setOutcome({ headers: newKey(), body: { about, outcome: 'covered' } })
  const again = await user.extension.setOutcome(request)

  const { load: saved, history } = await user.loads.getLoad({ params: { id: before.id } })
  expect(again).toEqual(before)
  expect(saved.outcome).toMatchObject({ kind: 'covered' })
  expect(history.filter(({ kind }) => kind === 'outcome')).toHaveLength(2)
  await expect(user.extension.setOutcome({ ...request, body: { about, outcome: 'booked' } })).rejects.toMatchObject({
    code: 'key-reused',
  })
})
