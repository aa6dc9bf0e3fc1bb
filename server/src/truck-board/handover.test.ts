import { beforeAll, beforeEach, expect, test } from 'vitest'
import { messageIdOf } from '../emails/email-text.ts'
import {
  askAbout,
  boardRow,
  bookTruck,
  createDispatcher,
  deliverAll,
  vanLoad,
  withdraw,
} from '../testing/dispatchers.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { createMember, grant } from '../testing/teams.ts'
import { type TestApp, type TestUser, testAppWithUndo } from '../testing/test-app.ts'
import { buildTruck } from '../testing/trucks.ts'
import { deleteHandovers } from '../trucks/handovers.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testAppWithUndo()
})
let weeks = 0
beforeEach(() => {
  app.mailbox.answer = undefined
  weeks += 1
  app.clock.now = new Date(Date.parse('2026-11-23T18:00:00Z') + weeks * 7 * 86_400_000) // a Monday noon in Chicago
})

/** Signs up a dispatcher with two trucks, and two teammates without any. */
async function createTeam() {
  const { user: priya, ray, lena } = await createDispatcher(app)
  await grant(app, priya)
  await priya.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } })
  await priya.account.saveProfile({ body: { name: 'Priya Nair' } })
  const grace = await createMember(app, priya)
  const tomas = await createMember(app, priya)
  for (const [member, name] of [
    [grace, 'Grace Holloway'],
    [tomas, 'Tomas Bell'],
  ] as const) {
    await member.account.saveUserInfo({ body: { userType: 'carrier', trucksAmount: 1, loadboards: [] } })
    await member.account.saveProfile({ body: { name } })
  }
  return { priya, grace, tomas, ray, lena }
}

/** Refreshes a session: an access token lives for 15 minutes. */
async function again(user: TestUser): Promise<TestUser> {
  const { accessToken, refreshToken } = user
  const pair = await app.as(accessToken).signIn.refresh({ query: { refreshToken } })
  return { ...user, ...app.as(pair.accessToken), ...pair }
}

const takeOver = (user: TestUser, from: TestUser, ...truckIds: string[]) =>
  user.truckBoard.takeOver({ body: { from: from.userId, truckIds } })
const namesOf = async (user: TestUser) => (await user.trucks.listTrucks()).map(({ name }) => name)
const asksOf = async (user: TestUser, truckId: string) =>
  (await user.truckBoard.listOpenAsks({ query: { truckId } })).map(({ loadId }) => loadId)
const record = (user: TestUser, loadId: string, outcome: 'declined' | 'no-answer' | 'booked') =>
  user.loads.changeLoads({ body: { ids: [loadId], change: { kind: 'outcome', outcome } } })

test('[D12.13] the handover lists asks, due calls, unconfirmed emails, notes and pickups by truck', async () => {
  const { priya, grace, ray, lena } = await createTeam()
  const countered = await askAbout(app, priya, vanLoad(app))
  await priya.loads.changeLoads({
    body: { ids: [countered.loadId], change: { kind: 'outcome', outcome: 'countered', cents: 162_500 } },
  })
  const asked = await askAbout(app, priya, vanLoad(app))
  app.mailbox.answer = () => ({ outcome: 'unknown', reason: 'The mail server closed the connection' })
  const unconfirmed = await askAbout(app, priya, vanLoad(app))
  app.mailbox.answer = undefined
  const booked = await askAbout(app, priya, vanLoad(app, { reference: 'N99061', pickupTime: '07:00' }), {
    truckId: lena.id,
  })
  await bookTruck(priya, lena.id, booked.loadId)
  await priya.truckBoard.setTruckNote({ params: { id: ray.id }, body: { text: 'Nothing west of Denver.' } })

  const page = await grace.truckBoard.getHandover({ query: {} })

  expect(page).toMatchObject({
    from: { userId: priya.userId, name: 'Priya Nair' },
    people: [
      { userId: grace.userId, trucks: 0 },
      { userId: priya.userId, trucks: 2 },
    ],
    taken: [],
    earlier: [],
  })
  const rowOf = (id: string) => page.trucks.find(({ truck }) => truck.id === id)
  expect(rowOf(ray.id)).toMatchObject({
    asks: { count: 3 },
    note: { text: 'Nothing west of Denver.', by: 'Priya Nair' },
    unconfirmed: [{ id: unconfirmed.emailId }],
    pickup: null,
  })
  expect(rowOf(ray.id)?.open.map(({ loadId }) => loadId)).toEqual([countered.loadId, asked.loadId, unconfirmed.loadId])
  expect(rowOf(lena.id)).toMatchObject({
    booking: { loadId: booked.loadId, reference: 'N99061' },
    pickup: { time: '07:00', isTomorrow: true },
  })
})

test('[D12.13] who takes over a truck has its asks, note and days off, and who had it none', async () => {
  const { priya, grace, ray, lena } = await createTeam()
  const { loadId } = await askAbout(app, priya, vanLoad(app))
  await priya.truckBoard.setTruckNote({ params: { id: ray.id }, body: { text: 'Home by Friday.' } })
  const absence = { from: '2082-11-26', until: '2082-11-27', note: 'Thanksgiving' }
  await priya.truckBoard.setAbsence({ params: { id: ray.id }, body: { absence } })

  const taken = await takeOver(grace, priya, ray.id)

  expect(taken).toMatchObject({ from: 'Priya Nair', to: 'Grace Holloway', trucks: ['104 Ray'], mayUndo: true })
  expect(await namesOf(grace)).toEqual(['104 Ray'])
  expect(await namesOf(priya)).toEqual(['107 Lena'])
  const row = await boardRow(grace, ray.id)
  expect(row).toMatchObject({ asks: { count: 1, due: 0 }, absence, truck: { place: ray.place } })
  expect(await grace.truckBoard.listOpenAsks({ query: { truckId: ray.id } })).toMatchObject([
    { loadId, askedBy: 'Priya Nair' },
  ])
  const board = await priya.truckBoard.getTruckBoard()
  expect(board).toMatchObject({
    trucks: [{ truck: { id: lena.id }, asks: { count: 0 } }],
    asks: { count: 0 },
    withoutTruck: { count: 0 },
    taken: [{ id: taken.id, to: 'Grace Holloway', trucks: ['104 Ray'] }],
  })
  const { trucks } = await grace.truckBoard.getHandover({ query: { from: grace.userId } })
  expect(trucks).toMatchObject([{ note: { text: 'Home by Friday.', by: 'Priya Nair' }, asks: { count: 1 } }])
})

test('[D12.13] due calls move to who took over, whose outcomes are in the history of the load', async () => {
  const { priya, grace, tomas, ray } = await createTeam()
  const one = await askAbout(app, priya, vanLoad(app))
  const other = await askAbout(app, priya, vanLoad(app))
  await takeOver(grace, priya, ray.id)
  app.clock.advance(30 * 60_000)
  const dueOf = async (user: TestUser) => (await user.truckBoard.listDueCalls()).due.map(({ loadId }) => loadId)
  const asPriya = await again(priya)
  const asGrace = await again(grace)
  const asTomas = await again(tomas)

  expect(await dueOf(asPriya)).toEqual([])
  expect((await dueOf(asGrace)).toSorted()).toEqual([one.loadId, other.loadId].toSorted())

  expect(await record(asTomas, one.loadId, 'declined')).toEqual({ before: [] })
  await record(asGrace, one.loadId, 'declined')
  const at = new Date(app.clock.now.getTime() + 3_600_000).toISOString()
  await asGrace.truckBoard.setCallBack({ params: { id: other.loadId }, body: { at } })
  await expect(
    asTomas.truckBoard.setCallBack({ params: { id: other.loadId }, body: { at: null } }),
  ).rejects.toMatchObject({ code: 'not-found' })

  expect(await dueOf(asGrace)).toEqual([])
  expect((await asGrace.truckBoard.listDueCalls()).later).toMatchObject([{ loadId: other.loadId, callBackAt: at }])
  const { load, history } = await asPriya.loads.getLoad({ params: { id: one.loadId } })
  expect(load).toMatchObject({ status: 'refused', outcome: { kind: 'declined' } })
  expect(history.find(({ kind }) => kind === 'outcome')).toMatchObject({ userId: grace.userId })
})

test('[D12.13] an outcome by who took over can be undone by them', async () => {
  const { priya, grace, ray } = await createTeam()
  const { loadId } = await askAbout(app, priya, vanLoad(app))
  await takeOver(grace, priya, ray.id)

  const { before } = await record(grace, loadId, 'declined')
  expect(await asksOf(grace, ray.id)).toEqual([])
  await grace.loads.undoLoadChange({ body: { before } })

  expect(await asksOf(grace, ray.id)).toEqual([loadId])
  expect((await priya.loads.getLoad({ params: { id: loadId } })).load).toMatchObject({ outcome: null })
})

test('[D12.13] of two who take over at once one wins, and the other is told', async () => {
  const { priya, grace, tomas, ray, lena } = await createTeam()
  const answers = await Promise.allSettled([takeOver(grace, priya, ray.id, lena.id), takeOver(tomas, priya, lena.id)])

  const lost = answers.filter((answer) => answer.status === 'rejected')
  expect(lost).toHaveLength(1)
  const isGraceFirst = answers[0].status === 'fulfilled'
  expect(lost[0]?.reason).toMatchObject({
    code: 'too-late',
    message: `${isGraceFirst ? 'Grace Holloway' : 'Tomas Bell'} took over 107 Lena. Look again.`,
  })
  expect((await namesOf(grace)).length).toBe(isGraceFirst ? 2 : 0)
  expect((await namesOf(tomas)).length).toBe(isGraceFirst ? 0 : 1)
})

test('[D12.13] who gave or took trucks can undo it, others cannot, nor after the next one', async () => {
  const { priya, grace, tomas, ray, lena } = await createTeam()
  const { loadId } = await askAbout(app, priya, vanLoad(app))
  const { id } = await takeOver(grace, priya, ray.id, lena.id)
  const undo = (user: TestUser, handover: string) => user.truckBoard.undoTakeOver({ params: { id: handover } })

  await expect(undo(tomas, id)).rejects.toMatchObject({ code: 'not-found' })
  const next = await takeOver(tomas, grace, lena.id)
  await undo(priya, id)
  expect([await namesOf(priya), await namesOf(grace), await namesOf(tomas)]).toEqual([['104 Ray'], [], ['107 Lena']])
  expect(await asksOf(priya, ray.id)).toEqual([loadId])
  await expect(undo(grace, id)).rejects.toMatchObject({ code: 'too-late' })
  await undo(tomas, next.id)
  expect(await namesOf(grace)).toEqual(['107 Lena'])

  const { earlier } = await tomas.truckBoard.getHandover({ query: { from: grace.userId } })
  expect(earlier.map(({ from, to, trucks, mayUndo }) => ({ from, to, trucks, mayUndo }))).toEqual([
    { from: 'Tomas Bell', to: 'Grace Holloway', trucks: ['107 Lena'], mayUndo: true },
    { from: 'Grace Holloway', to: 'Priya Nair', trucks: ['104 Ray'], mayUndo: false },
    { from: 'Grace Holloway', to: 'Tomas Bell', trucks: ['107 Lena'], mayUndo: false },
    { from: 'Priya Nair', to: 'Grace Holloway', trucks: ['104 Ray', '107 Lena'], mayUndo: false },
  ])
})

test('[D13.31] who took over takes back the asks of who had the truck, each once, in their thread', async () => {
  const { priya, grace, ray } = await createTeam()
  const left = await askAbout(app, priya, vanLoad(app))
  const booked = await askAbout(app, priya, vanLoad(app))
  const waiting = await askAbout(app, priya, vanLoad(app), { waits: true })
  await takeOver(grace, priya, ray.id)

  const takeBack = await bookTruck(grace, ray.id, booked.loadId, { cents: 167_000 })
  expect(takeBack).toMatchObject({
    booking: { loadId: booked.loadId },
    undone: [{ loadId: waiting.loadId }],
    ready: [{ ask: { loadId: left.loadId, askedBy: 'Priya Nair' } }],
  })
  app.sent.length = 0
  await Promise.all([withdraw(grace, ray.id, [left.loadId]), withdraw(grace, ray.id, [left.loadId])])
  await deliverAll(app)

  expect(app.sent).toHaveLength(1)
  expect(app.sent[0]).toMatchObject({ inReplyTo: messageIdOf(left.emailId), replyTo: grace.email })
  expect((await boardRow(grace, ray.id)).booking).toMatchObject({ loadId: booked.loadId })
  expect((await priya.loads.getLoad({ params: { id: booked.loadId } })).load).toMatchObject({ status: 'booked' })
})

test('[D13.31] a withdrawal that failed leaves an ask of who had the truck to take back again', async () => {
  const { priya, grace, ray } = await createTeam()
  const left = await askAbout(app, priya, vanLoad(app))
  const booked = await askAbout(app, priya, vanLoad(app))
  await takeOver(grace, priya, ray.id)
  await bookTruck(grace, ray.id, booked.loadId)
  app.mailbox.answer = () => ({ outcome: 'rejected', reason: '550 no such user' })
  await withdraw(grace, ray.id, [left.loadId])
  await deliverAll(app)

  const { ready } = await grace.truckBoard.getTakeBack({ params: { id: ray.id } })
  expect(ready).toMatchObject([{ ask: { loadId: left.loadId } }])
})

test('[D13.31] a withdrawal of who left the team opens nothing of a former teammate again', async () => {
  const { priya, grace, ray } = await createTeam()
  const load = vanLoad(app)
  await askAbout(app, priya, load)
  await takeOver(grace, priya, ray.id)
  const theirs = await askAbout(app, grace, load)
  const booked = await askAbout(app, grace, vanLoad(app))
  await bookTruck(grace, ray.id, booked.loadId)
  app.mailbox.answer = () => ({ outcome: 'rejected', reason: '550 no such user' })
  await withdraw(grace, ray.id, [theirs.loadId])
  await grace.team.leaveTeam()
  await deliverAll(app)

  const { rows } = await app.pool.query('select withdrawn_at is null as open from load where user_id = $1', [
    priya.userId,
  ])
  expect(rows).toEqual([{ open: false }])
})

test('[D12.13] a booked truck is taken over with its booking, which its taker can end', async () => {
  const { priya, grace, ray } = await createTeam()
  const { loadId } = await askAbout(app, priya, vanLoad(app))
  await bookTruck(priya, ray.id, loadId)
  await takeOver(grace, priya, ray.id)
  expect(await boardRow(grace, ray.id)).toMatchObject({ isFromDelivery: true, booking: { loadId } })

  await grace.truckBoard.cancelBooking({ params: { id: ray.id } })

  expect(await boardRow(grace, ray.id)).toMatchObject({ booking: null, truck: { place: ray.place } })
  expect((await priya.loads.getLoad({ params: { id: loadId } })).load).toMatchObject({ status: 'contacted' })
})

test('[D12.13] a load of who had the truck falls through, and its taker has the truck back', async () => {
  const { priya, grace, ray } = await createTeam()
  const { loadId } = await askAbout(app, priya, vanLoad(app))
  await takeOver(grace, priya, ray.id)
  const change = { kind: 'outcome' as const, outcome: 'booked' as const, truckId: ray.id }
  await grace.loads.changeLoads({ body: { ids: [loadId], change } })
  expect(await boardRow(grace, ray.id)).toMatchObject({ booking: { loadId }, truck: { place: { city: 'Memphis' } } })
  await record(grace, loadId, 'declined')
  expect(await boardRow(grace, ray.id)).toMatchObject({ booking: null, truck: { place: ray.place } })
})

test('[D12.13] a list of trucks from before does not bring back a truck that was taken over', async () => {
  const { priya, grace, ray, lena } = await createTeam()
  await takeOver(grace, priya, ray.id)

  await expect(priya.trucks.saveTrucks({ body: { trucks: [ray, lena] } })).rejects.toMatchObject({
    code: 'too-late',
    message: 'A teammate took over 104 Ray. Look again.',
  })
  const shouted = { ...ray, id: ray.id.toUpperCase() }
  await expect(priya.trucks.saveTrucks({ body: { trucks: [shouted, lena] } })).rejects.toMatchObject({
    code: 'too-late',
  })
  const [taken] = await grace.trucks.listTrucks()
  await grace.trucks.saveTrucks({ body: { trucks: taken ? [{ ...taken, name: '104' }] : [] } })
  expect(await namesOf(grace)).toEqual(['104'])
})

test('[D12.13] asks of who had a truck first stay known once the account between is deleted', async () => {
  const { priya, grace, tomas, ray } = await createTeam()
  const { loadId } = await askAbout(app, priya, vanLoad(app))
  await takeOver(grace, priya, ray.id)
  await takeOver(tomas, grace, ray.id)

  await deleteHandovers(app.deps, grace.userId)

  expect(await asksOf(tomas, ray.id)).toEqual([loadId])
  expect((await priya.truckBoard.getTruckBoard()).asks.count).toBe(0)
})

test("[D12.13] a truck with the id of a teammate's is not taken over, nor opens its asks", async () => {
  const { priya, grace, ray } = await createTeam()
  const { loadId } = await askAbout(app, priya, vanLoad(app))
  await grace.trucks.saveTrucks({ body: { trucks: [{ ...ray, name: 'Mine' }] } })

  expect(await asksOf(grace, ray.id)).toEqual([])
  expect(await record(grace, loadId, 'declined')).toEqual({ before: [] })
  await expect(takeOver(grace, priya, ray.id)).rejects.toMatchObject({ code: 'too-late' })
  expect(await namesOf(grace)).toEqual(['Mine'])
})

test('[D12.13] more trucks than the profile says can be taken over and kept', async () => {
  const { priya, grace, ray, lena } = await createTeam()
  await takeOver(grace, priya, ray.id, lena.id)
  const trucks = await grace.trucks.listTrucks()
  await grace.trucks.saveTrucks({ body: { trucks } })
  expect(await namesOf(grace)).toEqual(['104 Ray', '107 Lena'])
})

test('[D12.13] people outside the team neither see nor take trucks, nor who left it', async () => {
  const { priya, grace, ray, lena } = await createTeam()
  const { user: stranger } = await createDispatcher(app)
  const { loadId } = await askAbout(app, priya, vanLoad(app))
  await expect(stranger.truckBoard.getHandover({ query: { from: priya.userId } })).rejects.toMatchObject({
    code: 'not-found',
  })
  await expect(takeOver(stranger, priya, ray.id)).rejects.toMatchObject({ code: 'not-found' })

  const { id } = await takeOver(grace, priya, ray.id)
  await grace.team.leaveTeam()
  expect(await asksOf(grace, ray.id)).toEqual([])
  expect(await record(grace, loadId, 'declined')).toEqual({ before: [] })
  await expect(takeOver(grace, priya, lena.id)).rejects.toMatchObject({ code: 'not-found' })
  await expect(grace.truckBoard.undoTakeOver({ params: { id } })).rejects.toMatchObject({ code: 'not-found' })
})

test('[D12.13] the asks of a truck whose taker left the team are again of who asked', async () => {
  const { priya, grace, ray } = await createTeam()
  const { loadId } = await askAbout(app, priya, vanLoad(app))
  await takeOver(grace, priya, ray.id)
  await grace.team.leaveTeam()
  const { asks } = await priya.truckBoard.getTruckBoard()
  expect(asks.count).toBe(1)
  expect(await asksOf(priya, 'none')).toEqual([loadId])
})

test('[D12.13] an ask for a truck that was taken over books no truck that it never named', async () => {
  const { priya, grace, ray } = await createTeam()
  const other = buildTruck({ name: '220 Grace' })
  await grace.trucks.saveTrucks({ body: { trucks: [other] } })
  const { loadId } = await askAbout(app, priya, vanLoad(app))
  await takeOver(grace, priya, ray.id)
  const refused = { code: 'not-allowed', message: expect.stringContaining('104 Ray') }
  await expect(bookTruck(grace, other.id, loadId)).rejects.toMatchObject(refused)
  const change = { kind: 'outcome', outcome: 'booked', truckId: other.id } as const
  await expect(grace.loads.changeLoads({ body: { ids: [loadId], change } })).rejects.toMatchObject(refused)
  expect((await boardRow(grace, other.id)).truck.place).toEqual(other.place)
  await bookTruck(grace, ray.id, loadId)
  expect((await boardRow(grace, ray.id)).booking).toMatchObject({ loadId })
})

test("[D12.13] an undo names no teammate's load, and moves no truck for it", async () => {
  const { priya, grace, ray } = await createTeam()
  const other = buildTruck({ name: '220 Grace' })
  await grace.trucks.saveTrucks({ body: { trucks: [other] } })
  const { loadId } = await askAbout(app, priya, vanLoad(app))
  await record(priya, loadId, 'booked')
  const before = { id: loadId, status: 'booked' as const, statedAt: null, outcome: null, truckId: other.id }
  await grace.loads.undoLoadChange({ body: { before: [before] } })
  expect((await boardRow(grace, other.id)).truck.place).toEqual(other.place)
  await bookTruck(priya, ray.id, loadId)
})

test('[D13.31] who booked a posting gets no withdrawal for what a teammate asked about it', async () => {
  const { priya, grace, ray } = await createTeam()
  const load = vanLoad(app, { pickupDay: undefined })
  await askAbout(app, priya, load)
  await takeOver(grace, priya, ray.id)
  const { id } = await sendInquiry(grace, { load, truckId: ray.id, confirmed: true, confirmedRecipient: true })
  await deliverAll(app)
  const { rows } = await app.pool.query('select load_id from email where id = $1', [id])
  const { ready } = await bookTruck(grace, ray.id, rows[0].load_id)
  expect(ready).toEqual([])
})

test('[D12.13] a booking stays shown long after its truck was taken over, and can be ended', async () => {
  const { priya, grace, ray } = await createTeam()
  const { loadId } = await askAbout(app, priya, vanLoad(app))
  await bookTruck(priya, ray.id, loadId)
  await takeOver(grace, priya, ray.id)
  await app.pool.query("update truck_handover set at = at - interval '20 days' where truck_id = $1", [ray.id])
  await app.pool.query("update load set contacted_at = contacted_at - interval '20 days' where id = $1", [loadId])
  expect((await boardRow(grace, ray.id)).booking).toMatchObject({ loadId })

  await grace.truckBoard.cancelBooking({ params: { id: ray.id } })
  expect((await boardRow(grace, ray.id)).truck.place).toEqual(ray.place)
  expect((await priya.loads.getLoad({ params: { id: loadId } })).load).toMatchObject({ status: 'contacted' })
})

test('[D12.13] a load that falls through puts its truck back, whoever has that now', async () => {
  const { priya, grace, ray } = await createTeam()
  const { loadId } = await askAbout(app, priya, vanLoad(app))
  await bookTruck(priya, ray.id, loadId)
  await takeOver(grace, priya, ray.id)
  await record(priya, loadId, 'declined')
  expect(await boardRow(grace, ray.id)).toMatchObject({ booking: null, truck: { place: ray.place } })
})

test('[D12.13] a truck is not put back to the delivery of a load that fell through before', async () => {
  const { priya, grace, ray } = await createTeam()
  const first = await askAbout(app, priya, vanLoad(app))
  await bookTruck(priya, ray.id, first.loadId)
  await takeOver(grace, priya, ray.id)
  const next = await askAbout(app, grace, vanLoad(app, { dest: { city: 'Tulsa', state: 'OK' } }), { truckId: ray.id })
  await bookTruck(grace, ray.id, next.loadId, { after: first.loadId })

  await record(priya, first.loadId, 'declined')
  expect((await boardRow(grace, ray.id)).booking).toMatchObject({ loadId: next.loadId })
  await record(grace, next.loadId, 'declined')
  expect(await boardRow(grace, ray.id)).toMatchObject({ booking: null, truck: { place: ray.place } })
})

/** Two teammates email a broker about one posting, the second after a takeover, who then books the truck with another load. */
async function bookAfterTwoAsked() {
  const { priya, grace, ray } = await createTeam()
  const load = vanLoad(app)
  await askAbout(app, priya, load)
  await takeOver(grace, priya, ray.id)
  await askAbout(app, grace, load, { truckId: ray.id })
  const booked = await askAbout(app, grace, vanLoad(app), { truckId: ray.id })
  const { ready } = await bookTruck(grace, ray.id, booked.loadId)
  return { grace, ray, load, ready }
}

test('[D13.31] a broker whom two people asked about one posting gets one withdrawal', async () => {
  const { grace, ray, load, ready } = await bookAfterTwoAsked()
  expect(ready).toMatchObject([{ to: load.contactEmail, ask: { askedBy: null } }])
  expect((await boardRow(grace, ray.id)).takeBack).toBe(1)
  app.sent.length = 0

  const left = await withdraw(
    grace,
    ray.id,
    ready.map(({ ask }) => ask.loadId),
  )
  await deliverAll(app)
  expect(app.sent.map(({ to }) => to)).toEqual([load.contactEmail])
  expect([left.ready.length, left.call.length, left.withdrawn.length]).toEqual([0, 0, 1])
  expect(await asksOf(grace, ray.id)).toEqual([])
})

test('[D13.31] a withdrawal for two people that failed leaves the asks of both open', async () => {
  const { grace, ray, ready } = await bookAfterTwoAsked()
  const open = await asksOf(grace, ray.id)
  app.mailbox.answer = () => ({ outcome: 'rejected', reason: '550 no such user' })

  await withdraw(
    grace,
    ray.id,
    ready.map(({ ask }) => ask.loadId),
  )
  expect(await asksOf(grace, ray.id)).toEqual([])
  await deliverAll(app)
  expect(open).toHaveLength(2)
  expect(await asksOf(grace, ray.id)).toEqual(open)
})

test('[D12.13] a load that falls through puts back the truck that its owner kept', async () => {
  const { priya, grace, ray, lena } = await createTeam()
  const load = vanLoad(app)
  await askAbout(app, priya, load)
  const { loadId } = await askAbout(app, priya, load, { truckId: lena.id })
  await bookTruck(priya, lena.id, loadId)
  await takeOver(grace, priya, ray.id)
  await record(grace, loadId, 'declined')

  expect(await boardRow(priya, lena.id)).toMatchObject({ booking: null, truck: { place: lena.place } })
})
