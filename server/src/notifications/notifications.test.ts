import type { NotificationSettings } from '@loadping/contract/notifications/notifications.api'
import { noNotifications } from '@loadping/contract/notifications/notifications.api'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { markBounced } from '../emails/email-states.service.ts'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import { suppress } from '../suppression/suppression.service.ts'
import { expectSameInHtml, expectWellMade } from '../testing/email-assertions.ts'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { queueDueNotifications } from './due-notifications.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({
    change: (deps) => ({ ...deps, sendSettings: { ...deps.sendSettings, relayEmailsPerDay: 5 } }),
  })
})

const emailsTo = ({ email }: TestUser): OutgoingMessage[] =>
  app.sent.filter(({ to, text }) => to === email && text.includes('/settings/notifications'))

/** A Friday, 9 AM in Chicago. */
beforeEach(() => {
  app.clock.now = new Date('2026-11-27T15:00:00Z')
  app.mailbox.answer = undefined
})

/** Looks for news and sends it, as the server does each minute. */
async function look(minutesLater = 1): Promise<void> {
  app.clock.advance(minutesLater * 60_000)
  await queueDueNotifications(app.deps)
  await app.runDueJobs()
}

async function readerOf(choices: Partial<NotificationSettings>): Promise<TestUser> {
  const user = await app.signUp()
  await choose(user, choices)
  return user
}

const choose = (user: TestUser, choices: Partial<NotificationSettings>) =>
  user.notifications.saveNotifications({ body: { ...noNotifications, timeZone: 'America/Chicago', ...choices } })

type Outcome = 'rejected' | 'unknown'

/** Sends an inquiry that ends so; its notification is not looked for yet. */
async function sendOne(user: TestUser, outcome: Outcome, company = 'Quillon Logistics') {
  app.mailbox.answer = () => ({ outcome, reason: '550 no such user' })
  const email = await sendInquiry(user, {
    load: buildLoad({ company, contactEmail: `${crypto.randomUUID()}@q.example` }),
  })
  await app.runDueJobs()
  app.mailbox.answer = undefined
  return email
}

test('[D9.5] nothing is emailed that the user did not choose', async () => {
  const user = await app.signUp()
  expect(await user.notifications.getNotifications()).toEqual(noNotifications)
  await sendOne(user, 'rejected')

  await look()
  await choose(user, {})
  await look(24 * 60)

  expect(emailsTo(user)).toEqual([])
})

test('[D9.5] emails that failed or are unconfirmed are told once, in one email with what to do', async () => {
  const user = await readerOf({ emails: 'at-once' })
  await sendOne(user, 'rejected')
  await sendOne(user, 'unknown', 'Meridian <Freight>')

  await look()
  await look()
  await look(60)

  const [mail, ...more] = emailsTo(user)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('2 things to look at: 1 email not confirmed')
  for (const line of [
    'Joliet, IL → Dallas, TX · Meridian <Freight>',
    "1 email wasn't sent",
    '550 no such user',
    'https://loadping.test/email?group=attention',
    'https://loadping.test/settings/notifications',
  ])
    expect(mail?.text).toContain(line)
  expectWellMade(mail)
  expectSameInHtml(mail)
})

test('[D9.5] what happened before a kind was turned on, or was dismissed, is not told', async () => {
  const user = await app.signUp()
  await sendOne(user, 'rejected')
  await choose(user, { emails: 'at-once' })
  await look()
  expect(emailsTo(user)).toEqual([])

  const { id } = await sendOne(user, 'rejected')
  await user.emails.dismissEmail({ params: { id } })
  await look()

  expect(emailsTo(user)).toEqual([])
})

test('[D9.5] an email that bounces after it was unconfirmed is told again', async () => {
  const user = await readerOf({ emails: 'at-once' })
  const { id } = await sendOne(user, 'unknown')
  await look()
  await markBounced(app.deps, { userId: user.userId, id }, 'Bounced: no such mailbox')
  await look()

  expect(emailsTo(user).map(({ subject }) => subject)).toEqual(['1 email not confirmed', "1 email wasn't sent"])
})

test('[D9.5] hourly news come together at the full hour, daily news at 7 AM of the own clock', async () => {
  app.clock.now = new Date('2026-11-27T15:50:00Z')
  const hourly = await readerOf({ emails: 'hourly' })
  const daily = await readerOf({ emails: 'daily' })
  for (const user of [hourly, daily]) await sendOne(user, 'rejected')
  await look(5)
  for (const user of [hourly, daily]) await sendOne(user, 'rejected')
  expect([...emailsTo(hourly), ...emailsTo(daily)]).toEqual([])

  await look(5)
  expect(emailsTo(hourly).map(({ subject }) => subject)).toEqual(["2 emails weren't sent"])
  app.clock.now = new Date('2026-11-28T12:59:00Z')
  await look(0)
  expect(emailsTo(daily)).toEqual([])
  await look()
  await look(60)

  expect(emailsTo(daily).map(({ subject }) => subject)).toEqual(["2 emails weren't sent"])
  expect(emailsTo(hourly)).toHaveLength(1)
})

test('[D9.5] quiet hours hold what comes, and one email tells it after them', async () => {
  app.clock.now = new Date('2026-11-27T16:50:00Z')
  const user = await readerOf({ emails: 'at-once', boards: 'hourly', quiet: { from: 9, until: 11 } })
  await sendOne(user, 'rejected')
  await look()
  await sendOne(user, 'rejected')
  await seeBlind(user)
  await look(8)
  expect(emailsTo(user)).toEqual([])

  await look(1)

  expect(emailsTo(user).map(({ subject }) => subject)).toEqual([`2 things to look at: 2 emails weren't sent`])
})

/** Reports a board as unreadable for so many minutes. */
function seeBlind(user: TestUser, minutes = 60) {
  const at = (minutesAgo: number) => new Date(app.clock.now.getTime() - minutesAgo * 60_000).toISOString()
  const health = { board: 'dat-one' as const, fields: [], missing: [], blindSince: at(minutes), seenAt: at(0) }
  return user.extension.saveBoardHealth({ body: { boards: [health] } })
}

test('[D9.5] a board that goes blind is told once, and again when it goes blind again', async () => {
  const user = await readerOf({ boards: 'at-once' })
  await seeBlind(user)
  await look()
  await look()
  expect(emailsTo(user).map(({ subject }) => subject)).toEqual(["DAT One can't be read"])

  await seeBlind(user, 20)
  await look()

  expect(emailsTo(user)).toHaveLength(2)
})

const breakMailbox = (user: TestUser, error: string | null) =>
  app.pool.query('update mailbox set connection_error = $2 where user_id = $1', [user.userId, error])

test('[D9.5] a mailbox that must be reconnected is told once, and again after it worked', async () => {
  const user = await readerOf({ mailboxes: 'at-once' })
  await breakMailbox(user, 'Google ended the permission.')
  await look()
  await look()
  expect(emailsTo(user).map(({ subject }) => subject)).toEqual(["LoadPing's relay needs you"])

  await breakMailbox(user, null)
  await look()
  await breakMailbox(user, 'Google ended the permission.')
  await look()

  expect(emailsTo(user)).toHaveLength(2)
})

test('[D9.5] a mailbox near its daily limit is told once that day, and at the limit', async () => {
  const user = await readerOf({ mailboxes: 'at-once' })
  for (let sent = 0; sent < 4; sent++) {
    await sendInquiry(user)
    await app.runDueJobs()
  }
  await look()
  await look()
  expect(emailsTo(user).map(({ subject }) => subject)).toEqual(["LoadPing's relay: 4 of 5 today"])

  await sendInquiry(user)
  await app.runDueJobs()
  await look()
  await look()

  expect(emailsTo(user)).toHaveLength(2)
})

test('[D9.5] the summary of a weekday says what was done the day before and all that waits', async () => {
  const user = await readerOf({ summary: 'weekdays' })
  const idle = await readerOf({ summary: 'weekdays' })
  await sendInquiry(user)
  await app.runDueJobs()
  await sendOne(user, 'rejected')
  for (const day of ['2026-11-28', '2026-11-29', '2026-11-30']) {
    app.clock.now = new Date(`${day}T13:00:00Z`)
    await look(0)
  }

  const mails = emailsTo(user)
  expect(mails.map(({ subject }) => subject)).toEqual(['Mon, Nov 30: 1 thing to look at'])
  expect(mails[0]?.text).toContain("1 email wasn't sent")
  expect(mails[0]?.text).not.toContain('Yesterday') // a Sunday without inquiries
  expect(emailsTo(idle)).toEqual([])
})

test('[D9.5] the daily summary has the figures of the day before', async () => {
  const user = await readerOf({ summary: 'daily' })
  await sendInquiry(user)
  await sendInquiry(user)
  await app.runDueJobs()
  app.clock.now = new Date('2026-11-28T13:00:00Z')
  await look(0)

  expect(emailsTo(user)[0]?.text).toContain(
    'Yesterday\nFri, Nov 27: 2 inquiries, 0 on the same weekday a week before. 0 of 2 loads answered.',
  )
})

test('[D9.5] two processes, and one that fails in the middle, tell each news once', async () => {
  const user = await readerOf({ emails: 'at-once' })
  await sendOne(user, 'rejected')
  app.clock.advance(60_000)
  const encrypt = () => {
    throw new Error('The process ends before it commits.')
  }
  const failing = { ...app.deps, keys: { ...app.deps.keys, encrypt } }

  await queueDueNotifications(failing)
  await Promise.all([1, 2, 3, 4].map(() => queueDueNotifications(app.deps)))
  await app.runDueJobs()

  expect(emailsTo(user)).toHaveLength(1)
})

test('[D9.5] a user whose news fail keeps nobody else waiting', async () => {
  const failing = await readerOf({ emails: 'at-once' })
  const others: TestUser[] = []
  for (let count = 0; count < 3; count++) others.push(await readerOf({ emails: 'at-once' }))
  for (const user of [failing, ...others]) await sendOne(user, 'rejected')
  app.clock.advance(60_000)
  const encrypt: typeof app.deps.keys.encrypt = (text, context) => {
    if (text.includes(failing.userId)) throw new Error('This one fails.')
    return app.deps.keys.encrypt(text, context)
  }

  await queueDueNotifications({ ...app.deps, keys: { ...app.deps.keys, encrypt } })
  await app.runDueJobs()
  expect([failing, ...others].map((user) => emailsTo(user).length)).toEqual([0, 1, 1, 1])
  await look()

  expect([failing, ...others].map((user) => emailsTo(user).length)).toEqual([1, 1, 1, 1])
})

test('a notification is not sent once its kinds are off or its account is deleted', async () => {
  const offUser = await readerOf({ emails: 'at-once' })
  const gone = await readerOf({ emails: 'at-once' })
  for (const user of [offUser, gone]) await sendOne(user, 'rejected')
  app.clock.advance(60_000)
  await queueDueNotifications(app.deps)
  await choose(offUser, {})
  await app.pool.query('update account set deletes_at = $2 where id = $1', [gone.userId, '2026-12-04T15:00:00Z'])
  await app.runDueJobs()
  await look()

  expect([...emailsTo(offUser), ...emailsTo(gone)]).toEqual([])
})

const pathOf = (url = '') => url.slice(app.deps.baseUrl.length)

test('[D9.5] one click in an email turns off what it is about, and opening its link only asks', async () => {
  const user = await readerOf({ emails: 'at-once', boards: 'at-once', summary: 'daily' })
  await sendOne(user, 'rejected')
  await look()
  const url = pathOf(emailsTo(user)[0]?.unsubscribeUrl)
  expect(url).toMatch(/^\/notifications\/off\?token=[\w.-]+$/)

  const page = await rawRequest(app.app, { method: 'GET', url })
  expect([page.status, page.contentType]).toEqual([200, 'text/html'])
  expect(page.text).toContain('“Email not sent or not confirmed”')
  expect(await user.notifications.getNotifications()).toMatchObject({ emails: 'at-once' })
  for (let clicks = 0; clicks < 2; clicks++) {
    const answer = await rawRequest(app.app, { method: 'POST', url, headers: { origin: 'https://mail.example' } })
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined])
  }

  expect(await user.notifications.getNotifications()).toMatchObject({
    emails: 'off',
    mailboxes: 'off',
    boards: 'at-once',
    summary: 'daily',
  })
  await sendOne(user, 'rejected')
  await look()
  expect(emailsTo(user)).toHaveLength(1)
})

test('[D9.5] an email about several kinds has a link for each and one for all of them', async () => {
  const user = await readerOf({ emails: 'at-once', boards: 'at-once' })
  await sendOne(user, 'rejected')
  await seeBlind(user)
  await look()
  const [mail] = emailsTo(user)
  const onlyBoards = /Only from “Load board can't be read”:\n(\S+)/.exec(mail?.text ?? '')?.[1]

  await rawRequest(app.app, { method: 'POST', url: pathOf(onlyBoards) })
  expect(await user.notifications.getNotifications()).toMatchObject({ emails: 'at-once', boards: 'off' })
  await rawRequest(app.app, { method: 'POST', url: pathOf(mail?.unsubscribeUrl) })

  expect(await user.notifications.getNotifications()).toMatchObject({ emails: 'off', boards: 'off' })
})

test.each(['', 'x', 'a'.repeat(2_000)])('a forged link turns nothing off: %s', async (token) => {
  const answer = await rawRequest(app.app, { method: 'POST', url: `/notifications/off?token=${token}` })

  expect([answer.status, answer.contentType]).toEqual([400, 'text/html'])
})

test('[E21] an address that unsubscribed gets none and sees all off, until its user turns one on', async () => {
  const user = await readerOf({ emails: 'at-once' })
  await suppress(app.deps, user.email, 'product', 'unsubscribed')
  await sendOne(user, 'rejected')
  await look()
  expect(emailsTo(user)).toEqual([])
  expect(await user.notifications.getNotifications()).toMatchObject({ emails: 'off', timeZone: 'America/Chicago' })

  await choose(user, { emails: 'at-once' })
  await sendOne(user, 'rejected')
  await look()

  expect(emailsTo(user)).toHaveLength(1)
})

test.each<[string, object]>([
  ['a zone that does not exist', { timeZone: 'Mars/Base' }],
  ['an hour that no clock has', { quiet: { from: 24, until: 6 } }],
  ['a word that is no choice', { emails: 'weekly' }],
])('%s is refused', async (_what, choices) => {
  const user = await app.signUp()

  await expect(choose(user, choices)).rejects.toMatchObject({ code: 'invalid-input' })
})
