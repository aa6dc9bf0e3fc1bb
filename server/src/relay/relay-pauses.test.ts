import { beforeAll, beforeEach, expect, test } from 'vitest'
import { recordBounce } from '../bounces/bounces.service.ts'
import { hastenToReceiver } from '../delivery/queue.service.ts'
import type { DeliveryResult } from '../integrations/mailbox.ts'
import { connectMailbox } from '../mailboxes/mailboxes.service.ts'
import { sendInquiry, tracesOf } from '../testing/inquiries.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { pauseRule } from './pause-rule.ts'
import { forgetReceiver, listReceivers } from './relay.service.ts'

const mailHosts: Record<string, string[]> = {
  'gmail.com': ['gmail-smtp-in.l.google.com'],
  'hosted.example': ['aspmx.l.google.com'],
}

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    change: (deps) => ({
      ...deps,
      sendSettings: { ...deps.sendSettings, bounceAddress: 'returns@bounce.example' },
      findMailHosts: async (domain) => mailHosts[domain] ?? [],
    }),
  })
})
beforeEach(async () => {
  await app.pool.query('delete from delivery')
  await app.pool.query('delete from relay_receiver')
  app.mailbox.answer = undefined
})

const minute = 60_000
const [firstPause] = pauseRule.pauseMinutes
const read = (user: TestUser, { id }: { id: string }) => user.emails.getEmail({ params: { id } })
const sentCount = ({ id }: { id: string }) => app.sent.filter(({ messageId }) => messageId.includes(id)).length
/** What several workers, or servers, do at the same time. */
const runAtOnce = () => Promise.all(Array.from({ length: 3 }, () => app.runDueJobs()))

/** Signs up a user whose emails wait for an hour. */
async function signUpPatient(): Promise<TestUser> {
  const user = await app.signUp()
  await user.inquiries.saveSendSettings({ body: { sellByMinutes: 60 } })
  return user
}

/** Lets Google's mail servers refuse the relay from now on. Returns whom it was tried to email. */
function refuseAtGoogle(outcome: 'rejected' | 'retry' = 'rejected'): string[] {
  const tried: string[] = []
  app.mailbox.answer = ({ to }): DeliveryResult => {
    if (!/@(gmail\.com|hosted\.example)$/.test(to)) return { outcome: 'accepted' }
    tried.push(to)
    return { outcome, reason: 'The mail server said: 421-4.7.28 unusual rate', refusesSender: true }
  }
  return tried
}

const sendTo = (user: TestUser, ...recipients: string[]) =>
  Promise.all(recipients.map((to) => sendInquiry(user, { to, confirmedRecipient: true })))

test('[D12.8] [D13.15] a receiver that refuses the relay gets no email for a while; others do', async () => {
  const user = await signUpPatient()
  const tried = refuseAtGoogle()
  await sendTo(user, 'one@gmail.com', 'two@gmail.com', 'three@hosted.example')
  await runAtOnce()
  expect(tried).toHaveLength(3)

  const waiting = await sendTo(user, 'four@gmail.com', 'five@hosted.example')
  const [other] = await sendTo(user, 'loads@quillon.example')
  await runAtOnce()

  expect(tried).toHaveLength(3)
  expect(other && (await read(user, other)).state).toBe('sent')
  for (const email of waiting)
    expect(await read(user, email)).toMatchObject({
      state: 'queued',
      waitsFor: 'pause',
      waiting: { reason: 'pause', use: null, receiver: 'Gmail' },
      failure: null,
      sellBy: email.sellBy,
    })
  const { rows } = await app.pool.query('select failed_attempts, due_at from delivery where user_id = $1', [
    user.userId,
  ])
  expect(rows).toEqual(Array(2).fill({ failed_attempts: 0, due_at: new Date(+app.clock.now + firstPause * minute) }))
  expect((await user.mailboxes.listMailboxes())[0]?.use.sent).toBe(1)

  app.mailbox.answer = undefined
  app.clock.advance(firstPause * minute)
  await runAtOnce()
  await runAtOnce()
  const later = await app.signUp(user.email)
  for (const email of waiting) {
    expect(await read(later, email)).toMatchObject({ state: 'sent', waiting: null })
    expect(sentCount(email)).toBe(1)
  }
})

test('[D12.6] [D12.8] after a pause one email is tried; refused, the others wait until sell-by', async () => {
  const user = await signUpPatient()
  const tried = refuseAtGoogle('retry')
  await sendTo(user, 'one@gmail.com', 'two@gmail.com', 'three@gmail.com')
  await runAtOnce()
  const waiting = await sendTo(user, 'four@gmail.com', 'five@hosted.example')
  await runAtOnce()
  expect(tried).toHaveLength(3)
  const charged = await tracesOf(app, user)

  app.clock.advance(firstPause * minute)
  await runAtOnce()
  await runAtOnce()
  expect(tried).toHaveLength(4)

  app.clock.advance((60 - firstPause) * minute)
  await runAtOnce()
  const later = await app.signUp(user.email)
  const failure = "It could not be sent in time. Gmail refused emails from LoadPing's relay."
  const untried = waiting.find(({ to }) => to !== tried[3])
  expect(untried && (await read(later, untried))).toMatchObject({ state: 'failed', failureCode: 'too-late', failure })
  expect(tried).toHaveLength(4)
  expect(charged).toMatchObject({ used: 5, events: 5, queued: 5 })
  expect(await tracesOf(app, user)).toMatchObject({ used: 0, events: 0, queued: 0 })
})

test("[D12.8] [D13.15] bounce reports pause too, one's own mailbox sends meanwhile, the operator ends it", async () => {
  const user = await signUpPatient()
  const bounced = await sendTo(user, 'one@gmail.com', 'two@gmail.com', 'three@gmail.com')
  await runAtOnce()
  for (const { id } of bounced)
    await recordBounce(app.deps, {
      to: app.sent.find(({ messageId }) => messageId.includes(id))?.bounceAddress ?? '',
      kind: 'failed',
      recipient: undefined,
      status: '5.7.28',
      reason: '550-5.7.28 unusual rate',
      refusesSender: true,
    })
  const other = await signUpPatient()
  const [waiting] = await sendTo(user, 'four@gmail.com')
  const [ofOther] = await sendTo(other, 'five@gmail.com')
  await runAtOnce()
  expect(await listReceivers(app.deps)).toMatchObject([{ receiver: 'Gmail', reply: '550-5.7.28 unusual rate' }])

  const mailbox = { kind: 'smtp', address: user.email } as const
  const login = JSON.stringify({ host: 'mail.redbud.example', port: 465, user: 'maria', password: 'right' })
  await connectMailbox(app.deps, { userId: user.userId, ...mailbox }, login)
  expect(await user.inquiries.moveWaitingEmails({ body: mailbox })).toEqual({ moved: 1 })
  await runAtOnce()
  expect(waiting && (await read(user, waiting))).toMatchObject({ state: 'sent', mailbox })
  expect(ofOther && (await read(other, ofOther)).state).toBe('queued')

  expect([await forgetReceiver(app.deps, 'Gmail'), await forgetReceiver(app.deps, 'Gmail')]).toEqual([true, false])
  await hastenToReceiver(app.deps, 'Gmail')
  await runAtOnce()
  expect(ofOther && (await read(other, ofOther)).state).toBe('sent')
})
