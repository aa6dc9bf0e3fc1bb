import type { LoadFacts, PostedLoad } from '@loadping/contract/boards/posted-load'
import type { LoadStatus } from '@loadping/contract/loads/load-status'
import { beforeAll, expect, test } from 'vitest'
import { buildLoad, callAbout, sendInquiry, tracesOf } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testAppWithUndo } from '../testing/test-app.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await testAppWithUndo()
  user = await app.signUp()
})

const listLoads = async (by: TestUser) => (await by.loads.listLoads({ query: {} })).loads
const withoutBoard = (): LoadFacts => {
  const { board: _, boardLoadId: __, ...load } = buildLoad()
  return load
}
/** Sends about a saved load. */
const sendAbout = async (by: TestUser, loadId: string, confirmed = false, key: string = crypto.randomUUID()) => {
  const [template] = await by.templates.listTemplates()
  return by.inquiries.sendEmail({
    headers: { 'idempotency-key': key },
    body: { templateId: template?.id ?? '', loadId, confirmed },
  })
}

test('[D3.2] [D5.2] an email about a posting saves its load as contacted, with the ask', async () => {
  const sender = await app.signUp()
  const load = buildLoad()

  const email = await sendInquiry(sender, { load })

  const [saved] = await listLoads(sender)
  expect(saved).toMatchObject({ facts: load, status: 'contacted', askCents: email.askCents })
  expect(saved?.contactedAt).toBe(email.createdAt)
})

test('[D3.2] [D3.6] an email about a saved load is in its history, with state and recipient', async () => {
  const { id } = await user.loads.saveLoad({ body: { load: withoutBoard() } })

  const email = await sendAbout(user, id)

  const { load, history } = await user.loads.getLoad({ params: { id } })
  expect(load).toMatchObject({ status: 'contacted', askCents: email.askCents, contactedAt: email.createdAt })
  expect(history).toMatchObject([
    {
      id: email.id,
      kind: 'emailed',
      userId: user.userId,
      cents: email.askCents,
      email: { state: 'queued', to: 'loads@quillon.example', subject: email.subject, templateName: email.templateName },
    },
    { kind: 'saved' },
  ])
  const details = await user.emails.getEmailDetails({ params: { id: email.id } })
  expect(details.load).toEqual(load.facts)
})

test('[D3.2] a key repeats its answer after the load was deleted, and rejects another inquiry', async () => {
  const { id } = await user.loads.saveLoad({ body: { load: buildLoad() } })
  const key = crypto.randomUUID()
  const email = await sendAbout(user, id, false, key)

  await user.loads.deleteLoad({ params: { id } })

  expect(await sendAbout(user, id, false, key)).toEqual(email)
  await expect(sendAbout(user, id, true, key)).rejects.toMatchObject({ code: 'key-reused' })
  await expect(sendAbout(user, id)).rejects.toMatchObject({ code: 'not-found' })
})

test('[D3.2] an inquiry names either a posting or a saved load', async () => {
  const [template] = await user.templates.listTemplates()
  const send = (about: { load?: PostedLoad; loadId?: string }) =>
    user.inquiries.sendEmail({
      headers: { 'idempotency-key': crypto.randomUUID() },
      body: { templateId: template?.id ?? '', ...about },
    })
  const { id } = await user.loads.saveLoad({ body: { load: buildLoad() } })
  const before = await tracesOf(app, user)

  await expect(send({})).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(send({ load: buildLoad(), loadId: id })).rejects.toMatchObject({ code: 'invalid-input' })
  await expect(send({ loadId: template?.id ?? '' })).rejects.toMatchObject({ code: 'not-found' })

  expect(await tracesOf(app, user)).toEqual(before)
})

test('[D3.3] [D5.2] an undone email takes its ask and status back from the load', async () => {
  const { id } = await user.loads.saveLoad({ body: { load: buildLoad() } })
  const email = await sendAbout(user, id)

  await user.inquiries.undoEmail({ params: { id: email.id } })

  const { load } = await user.loads.getLoad({ params: { id } })
  expect(load).toMatchObject({ status: 'saved', askCents: null, contactedAt: null })
})

test('[D3.3] [D5.2] an undone second email leaves the first ask and the status', async () => {
  const { id } = await user.loads.saveLoad({ body: { load: buildLoad() } })
  await callAbout(user, id, 240_000)
  app.clock.advance(1_000)
  const { load: called } = await user.loads.getLoad({ params: { id } })
  const email = await sendAbout(user, id)

  await user.inquiries.undoEmail({ params: { id: email.id } })

  const { load } = await user.loads.getLoad({ params: { id } })
  expect(called).toMatchObject({ status: 'contacted', askCents: 240_000 })
  expect(load).toMatchObject({ status: 'contacted', askCents: 240_000, contactedAt: called.contactedAt })
})

test.each<[LoadStatus[], LoadStatus]>([
  [['replied', 'contacted'], 'contacted'],
  [['replied', 'saved'], 'saved'],
  [['gone'], 'gone'],
])('[D3.3] [D5.2] an undone email leaves the last of the statuses %j that the user chose', async (chosen, status) => {
  const { id } = await user.loads.saveLoad({ body: { load: buildLoad() } })
  await sendAbout(user, id)
  for (const each of chosen) {
    app.clock.advance(1_000)
    await user.loads.changeLoads({ body: { ids: [id], change: { kind: 'status', status: each } } })
  }
  const second = await sendAbout(user, id, true)

  await user.inquiries.undoEmail({ params: { id: second.id } })

  expect((await user.loads.getLoad({ params: { id } })).load.status).toBe(status)
})

test('[D3.3] [D5.2] a status that the user chose stays when the only email is undone', async () => {
  const { id } = await user.loads.saveLoad({ body: { load: buildLoad() } })
  await user.loads.changeLoads({ body: { ids: [id], change: { kind: 'status', status: 'contacted' } } })
  const email = await sendAbout(user, id)

  await user.inquiries.undoEmail({ params: { id: email.id } })

  expect((await user.loads.getLoad({ params: { id } })).load).toMatchObject({ status: 'contacted', contactedAt: null })
})

test('a resent email leaves the newer facts of its load', async () => {
  const load = buildLoad()
  const sender = await app.signUp()
  const email = await sendInquiry(sender, { load })
  app.mailbox.answer = () => ({ outcome: 'rejected', reason: '550 No such user' })
  app.clock.advance(5_000)
  await app.runDueJobs()
  app.mailbox.answer = undefined
  await sender.loads.saveLoad({ body: { load: { ...load, rate: { cents: 290_000, basis: 'flat' } } } })

  await sender.inquiries.resendEmail({ params: { id: email.id }, headers: { 'idempotency-key': crypto.randomUUID() } })

  expect((await listLoads(sender))[0]).toMatchObject({ facts: { rate: { cents: 290_000 } }, status: 'contacted' })
})

test('[D12.3] comments of a posting are kept with an email that was sent, and not with an undone one', async () => {
  const email = await sendInquiry(user, { load: buildLoad({ comments: 'No touch', creditScore: 91, daysToPay: 30 }) })
  const params = { id: email.id }
  const { load: kept } = await user.emails.getEmailDetails({ params })

  await user.inquiries.undoEmail({ params })

  const { comments, ...rest } = kept
  expect(comments).toBe('No touch')
  expect((await user.emails.getEmailDetails({ params })).load).toEqual(rest)
  expect(Object.keys(rest)).not.toContain('creditScore')
})

test('[D5.2] an email leaves every status but saved as it is', async () => {
  const { id } = await user.loads.saveLoad({ body: { load: buildLoad() } })
  await user.loads.changeLoads({ body: { ids: [id], change: { kind: 'status', status: 'negotiating' } } })

  await sendAbout(user, id)

  expect((await user.loads.getLoad({ params: { id } })).load.status).toBe('negotiating')
})

test("[D5.4] an email about a teammate's load adds one of the sender and leaves the teammate's", async () => {
  const owner = await createOwner(app)
  const mate = await createMember(app, owner)
  const theirs = await owner.loads.saveLoad({ body: { load: withoutBoard() } })

  await sendAbout(mate, theirs.id)

  const [mine] = (await listLoads(mate)).filter(({ userId }) => userId === mate.userId)
  expect(mine).toMatchObject({ facts: theirs.facts, status: 'contacted' })
  expect(mine?.id).not.toBe(theirs.id)
  await expect(sendAbout(owner, theirs.id)).rejects.toMatchObject({ code: 'already-contacted' })
  await sendAbout(mate, theirs.id, true)
  expect((await listLoads(mate)).filter(({ userId }) => userId === mate.userId)).toHaveLength(1)
  await mate.loads.deleteLoad({ params: { id: mine?.id ?? '' } })
  expect((await owner.loads.getLoad({ params: { id: theirs.id } })).load.status).toBe('saved')
})

test("[D5.7] teammates' contacts about the same load on any board are shown with their asks", async () => {
  const owner = await createOwner(app)
  const mate = await createMember(app, owner)
  const load = buildLoad()
  const elsewhere = buildLoad({ board: 'truckstop', company: 'QUILLON LOGISTICS, LLC', equipment: 'V' })
  const { id } = await owner.loads.saveLoad({ body: { load } })
  const email = await sendInquiry(mate, { load })
  app.clock.advance(1_000)
  const other = await mate.loads.saveLoad({ body: { load: elsewhere } })
  await callAbout(mate, other.id, 250_000)
  await sendInquiry(mate, { load: buildLoad({ pickupDay: '2082-11-22' }) })

  const { sameLoad } = await owner.loads.getLoad({ params: { id } })

  expect(sameLoad).toMatchObject([
    { userId: mate.userId, type: 'PHONE', askCents: 250_000, isSamePosting: false },
    { userId: mate.userId, type: 'EMAIL', at: email.createdAt, askCents: email.askCents, isSamePosting: true },
  ])
  app.clock.advance(24 * 3_600_000)
  const again = await app.signUp(owner.email) // the access token has expired
  expect((await again.loads.getLoad({ params: { id } })).sameLoad).toEqual([])
})

test('[D5.2] a call is a contact of the day, with its ask in history and load', async () => {
  const caller = await app.signUp()
  const { id } = await caller.loads.saveLoad({ body: { load: buildLoad() } })

  const { at, loadId } = await callAbout(caller, id, 245_000)

  const { load, history } = await caller.loads.getLoad({ params: { id } })
  expect(loadId).toBe(id)
  expect(history[0]).toMatchObject({ at, kind: 'called', cents: 245_000, userId: caller.userId })
  expect(load).toMatchObject({ status: 'contacted', askCents: 245_000 })
  expect((await caller.home.getHome({ query: {} })).today).toEqual({ emailSent: 0, phoneCall: 1, totalInquiries: 1 })
})

test('[D12.3] credit score and days to pay of an emailed posting are stored nowhere', async () => {
  const sender = await app.signUp()
  const load = buildLoad({ comments: 'zebra crossing', creditScore: 987, daysToPay: 876 })

  const { id } = await sendInquiry(sender, { load })

  const { rows: tables } = await app.pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'user_id'`,
  )
  const holding = async (pattern: string) => {
    const found = await Promise.all(
      tables.map(async ({ name }) => {
        const { rows } = await app.pool.query(
          `select 1 from ${name} as row where user_id = $1 and row_to_json(row)::text ~ $2`,
          [sender.userId, pattern],
        )
        return rows.length > 0 ? [name] : []
      }),
    )
    return found.flat()
  }
  expect(await holding('creditScore|daysToPay')).toEqual([])
  expect(await holding('zebra crossing')).toEqual(['email'])
  expect((await sender.emails.getEmailDetails({ params: { id } })).load.comments).toBe('zebra crossing')
})

test('[D5.3] a broker emails about a posting, which saves no load', async () => {
  const broker = await app.signUp()
  await broker.account.saveUserInfo({ body: { userType: 'broker' } })
  const carrier = await app.signUp()
  const { id: loadId } = await carrier.loads.saveLoad({ body: { load: buildLoad() } })

  await sendInquiry(broker, { to: 'desk@carrier.example', values: { weight: '42,000 lb' } })

  const { rows } = await app.pool.query('select id from load where user_id = $1', [broker.userId])
  expect(rows).toEqual([])
  await expect(sendAbout(broker, loadId)).rejects.toMatchObject({ code: 'not-found' })
})
