import { beforeAll, expect, test } from 'vitest'
import { buildLoad, callAbout, sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

test('[D3.4] a duplicate contact within a day is rejected with who, when and the ask', async () => {
  const user = await app.signUp()
  const load = buildLoad()
  const first = await sendInquiry(user, { load })
  await app.runDueJobs()
  app.clock.advance(2 * 3_600_000)
  const later = await app.signUp(user.email)

  await expect(sendInquiry(later, { load })).rejects.toMatchObject({
    code: 'already-contacted',
    status: 409,
    message: 'You emailed loads@quillon.example about this load 2 h ago, asking $2,500.',
    details: { previous: [{ userId: user.userId, at: first.createdAt, askCents: 250_000 }] },
  })
  expect((await later.account.getMe()).emails).toBe(49)
})

test('[D3.4] the same body is sent once it is confirmed, with a new key', async () => {
  const user = await app.signUp()
  const load = buildLoad()
  await sendInquiry(user, { load })

  expect(await sendInquiry(user, { load, confirmed: true })).toMatchObject({ state: 'queued' })
})

test('[D3.4] another recipient or another load is no duplicate contact', async () => {
  const user = await app.signUp()
  const load = buildLoad()
  await sendInquiry(user, { load })

  expect(await sendInquiry(user, { load, to: 'other@quillon.example' })).toMatchObject({ state: 'queued' })
  expect(await sendInquiry(user, { load: buildLoad() })).toMatchObject({ state: 'queued' })
})

test('[D3.4] a sent email counts for 24 hours, and then no longer', async () => {
  const user = await app.signUp()
  const load = buildLoad()
  await sendInquiry(user, { load })
  await app.runDueJobs()

  app.clock.advance(24 * 3_600_000 - 1)
  const later = await app.signUp(user.email)
  await expect(sendInquiry(later, { load })).rejects.toMatchObject({ code: 'already-contacted' })
  app.clock.advance(1)
  expect(await sendInquiry(later, { load })).toMatchObject({ state: 'queued' })
})

/** Sends about two loads, of which one email fails and one is undone, and returns the loads. */
async function sendInVain(user: TestUser) {
  const refused = buildLoad()
  const undone = buildLoad({ pickupDay: '2082-11-25' })
  await sendInquiry(user, { load: refused })
  app.mailbox.answer = () => ({ outcome: 'rejected', reason: '550 no such user' })
  await app.runDueJobs()
  app.mailbox.answer = undefined
  await user.inquiries.undoEmail({ params: { id: (await sendInquiry(user, { load: undone })).id } })
  return [refused, undone]
}

test('[D3.3] a failed or undone email is no contact that the next one duplicates', async () => {
  const user = await app.signUp()

  for (const load of await sendInVain(user))
    expect(await sendInquiry(user, { load })).toMatchObject({ state: 'queued' })
})

test("[D5.7] a teammate's failed or undone email is no contact: not shown, and no warning", async () => {
  const owner = await createOwner(app)
  const mate = await createMember(app, owner)

  for (const load of await sendInVain(mate)) {
    const { id } = await owner.loads.saveLoad({ body: { load } })
    expect((await owner.loads.getLoad({ params: { id } })).sameLoad).toEqual([])
    expect(await sendInquiry(owner, { load })).toMatchObject({ state: 'queued' })
  }
})

test('[E19] of clicks in many tabs about one load to one recipient one email is sent', async () => {
  const user = await app.signUp()
  const load = buildLoad()

  const answers = await Promise.allSettled(Array.from({ length: 20 }, () => sendInquiry(user, { load })))

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason.code] : []))).toEqual(
    Array(19).fill('already-contacted'),
  )
})

test("a teammate's email counts and is named; another team's email is not visible", async () => {
  const owner = await createOwner(app)
  const mate = await createMember(app, owner)
  const stranger = await app.signUp()
  const load = buildLoad()
  await sendInquiry(mate, { load })

  await expect(sendInquiry(owner, { load })).rejects.toMatchObject({
    code: 'already-contacted',
    message: `${mate.email} emailed loads@quillon.example about this load just now, asking $2,500.`,
    details: { previous: [{ userId: mate.userId }] },
  })
  expect(await sendInquiry(stranger, { load })).toMatchObject({ state: 'queued' })
})

test('[D5.7] of teammates who email about one load on two boards at once, one sends, others are warned', async () => {
  const owner = await createOwner(app)
  const mates = [await createMember(app, owner), await createMember(app, owner)]
  const load = buildLoad()
  const elsewhere = { ...buildLoad({ company: 'QUILLON LOGISTICS, LLC' }), board: 'truckstop' as const }
  const send = (by: TestUser, index: number) =>
    sendInquiry(by, { load: index === 0 ? load : elsewhere, to: `desk${index}@quillon.example` })

  const answers = await Promise.allSettled([owner, ...mates].map(send))

  const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  expect(refusals).toHaveLength(2)
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ code: 'already-contacted', details: { previous: [{ askCents: 250_000 }] } })
})

test("[D5.7] a teammate's call about the same load warns before an email, and a confirmed one is sent", async () => {
  const owner = await createOwner(app)
  const mate = await createMember(app, owner)
  const load = buildLoad({ pickupDay: '2082-11-23' })
  const { id } = await mate.loads.saveLoad({ body: { load: buildLoad({ pickupDay: '2082-11-23' }) } })
  await callAbout(mate, id, 240_000)

  await expect(sendInquiry(owner, { load })).rejects.toMatchObject({
    message: `${mate.email} called about this load just now, asking $2,400.`,
    details: { previous: [{ userId: mate.userId, askCents: 240_000 }] },
  })
  expect(await sendInquiry(owner, { load, confirmed: true })).toMatchObject({ state: 'queued' })
  expect(await sendInquiry(owner, { load: buildLoad({ pickupDay: '2082-11-24' }) })).toMatchObject({ state: 'queued' })
})

test("after a team change, former teammates' emails count only for the team they were sent for", async () => {
  const former = await createOwner(app)
  const next = await createOwner(app)
  const member = await createMember(app, former)
  const before = buildLoad()
  const after = buildLoad({ pickupDay: '2082-11-22' })
  await sendInquiry(member, { load: before })
  await former.team.removeMember({ query: { userId: member.userId } })
  await createMember(app, next, { user: member })
  await sendInquiry(member, { load: after })

  await expect(sendInquiry(former, { load: before })).rejects.toMatchObject({
    code: 'already-contacted',
    message: expect.stringMatching(/^A former teammate emailed /),
  })
  expect(await sendInquiry(next, { load: before })).toMatchObject({ state: 'queued' })
  expect(await sendInquiry(former, { load: after })).toMatchObject({ state: 'queued' })
  await expect(sendInquiry(next, { load: after })).rejects.toMatchObject({ code: 'already-contacted' })
})

test('[D3.5] no address gets an email twice: each Cc is distinct and not the recipient', async () => {
  const user = await app.signUp()
  const cc = ['loads@quillon.example', 'boss@redbud.example', 'boss@redbud.example']
  const template = await user.templates.createTemplate({
    body: { name: 'Copies', subject: 's', template: '<p>x</p>', cc, labels: [] },
  })

  await sendInquiry(user, { templateId: template.id })
  await app.runDueJobs()

  expect(app.sent.at(-1)).toMatchObject({ to: 'loads@quillon.example', cc: ['boss@redbud.example'] })
})
