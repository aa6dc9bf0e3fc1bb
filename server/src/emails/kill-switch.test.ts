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

test.each(['sends', 'writes'] as const)(
  '[P07] while %s are off no inquiry is sent, not even one in progress, and sign-in works',
  async (what) => {
    const user = await app.signUp()
    const [waiting, connecting] = [await sendInquiry(user), await sendInquiry(user)]
    const before = app.sent.length
    app.mailbox.answer = ({ messageId }) => {
      if (messageId.includes(connecting.id)) void setSwitch(app.deps, what, true)
      return { outcome: 'retry', reason: '421 busy' }
    }
    await app.runDueJobs()
    app.mailbox.answer = undefined
    await setSwitch(app.deps, what, true)
    app.clock.advance(3_600_000)

    await app.runDueJobs()
    expect(app.sent.length).toBe(before)
    const again = await app.signUp(user.email)
    expect(app.sent.length).toBe(before + 1) // the sign-in email

    await setSwitch(app.deps, what, false)
    await app.runDueJobs()
    for (const { id } of [waiting, connecting])
      expect(await again.emails.getEmail({ params: { id } })).toMatchObject({ state: 'sent' })
  },
)

test('[P07] a switch turned off between connecting and the first byte keeps the email queued', async () => {
  const user = await app.signUp()
  const { id } = await sendInquiry(user)
  const before = app.sent.length
  const relay = app.deps.relay.send
  app.deps.relay.send = async (message, beforeData) => {
    await setSwitch(app.deps, 'sends', true)
    return relay(message, beforeData)
  }

  await app.runDueJobs()
  app.deps.relay.send = relay

  expect(app.sent.length).toBe(before)
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'queued' })
  await setSwitch(app.deps, 'sends', false)
  app.clock.advance(60_000)
  await app.runDueJobs()
  expect(await user.emails.getEmail({ params: { id } })).toMatchObject({ state: 'sent' })
})

test('[E20] an address unsubscribed from product emails gets no invitation but can sign in', async () => {
  const owner = await createOwner(app)
  const [wanted, unwanted] = ['yes@carrier.example', 'no@carrier.example']
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
