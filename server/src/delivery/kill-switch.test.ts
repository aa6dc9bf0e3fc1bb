import { beforeAll, expect, test } from 'vitest'
import { setSwitch } from '../kill-switches/kill-switches.service.ts'
import { suppress } from '../suppression/suppression.service.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { createOwner, inviteByMail } from '../testing/teams.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

test('an email that its mail server is too slow for waits, uncounted, and its sender sees why', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  const before = app.sent.length
  const reason = 'The mail server mail.example:465 does not answer in time.'
  app.mailbox.answer = () => ({ outcome: 'retry', reason, isUntried: true })
  const attempts = new Map(app.deps.observed.attempts)

  await app.runDueJobs()

  app.mailbox.answer = undefined
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'queued', failure: reason })
  const { rows } = await app.pool.query('select failed_attempts, due_at from delivery where id = $1', [id])
  expect(rows).toEqual([{ failed_attempts: 0, due_at: new Date(app.clock.now.getTime() + 15_000) }])
  expect(app.deps.observed.attempts).toEqual(attempts)
  app.clock.advance(15_000)
  await app.runDueJobs()
  expect(app.sent.length).toBe(before + 1)
})

test.each(['sends', 'writes'] as const)(
  '[P07] while %s are off no inquiry is sent, not even one about to be sent, and sign-in works',
  async (what) => {
    const user = await app.signUp()
    const { id } = await sendInquiry(user)
    const stateOf = async (by = user) => (await by.emails.getEmail({ params: { id } })).state
    const before = app.sent.length
    app.log.length = 0
    const attempts: string[] = []
    const relay = app.deps.relay.send
    app.deps.relay.send = async (message, beforeData) => {
      attempts.push(await stateOf())
      await setSwitch(app.deps, what, true) // between connecting and the first byte
      return relay(message, beforeData)
    }

    await app.runDueJobs()
    app.deps.relay.send = relay
    expect({ attempts, state: await stateOf() }).toEqual({ attempts: ['queued'], state: 'queued' })
    const { rows } = await app.pool.query('select failed_attempts from delivery where id = $1', [id])
    expect(rows).toEqual([{ failed_attempts: 0 }])
    expect(app.log.filter(({ level }) => Number(level) > 30)).toEqual([])
    app.clock.advance(10 * 60_000)
    await app.runDueJobs()
    expect(app.sent.length).toBe(before)
    const again = await app.signUp(user.email)
    expect(app.sent.length).toBe(before + 1) // the sign-in email

    await setSwitch(app.deps, what, false)
    await app.runDueJobs()
    expect(await stateOf(again)).toBe('sent')
  },
)

test('[E20] an address unsubscribed from product emails gets no invitation but can sign in', async () => {
  const owner = await createOwner(app)
  const wanted = 'yes@carrier.example'
  const unwanted = 'no@carrier.example'
  await suppress(app.deps, unwanted, 'product', 'unsubscribed')
  const before = app.sent.length

  await inviteByMail(app, owner, wanted)
  await inviteByMail(app, owner, unwanted)

  expect(app.sent.slice(before).map(({ to }) => to)).toEqual([wanted])
  const members = await owner.team.listMembers()
  expect(members.find(({ email }) => email === unwanted)).toMatchObject({
    failure: 'This person unsubscribed from our emails.',
  })
  expect(await app.signUp(unwanted)).toMatchObject({ email: unwanted })
})
