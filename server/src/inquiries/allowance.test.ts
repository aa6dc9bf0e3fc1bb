import { formatDay, newYorkDay, newYorkMonth } from '@loadping/contract/format/new-york-days'
import { beforeAll, expect, test } from 'vitest'
import type { DeliveryResult } from '../integrations/mailbox.ts'
import { goalSize } from '../testing/goal-size.ts'
import { buildLoad, sendInquiry } from '../testing/inquiries.ts'
import { grant } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const draft = { subject: 'x', template: '<p>x</p>', cc: [], labels: [] }
const addTemplate = (user: TestUser, name: string) => user.templates.createTemplate({ body: { ...draft, name } })
const used = async ({ userId }: TestUser): Promise<number> =>
  (await app.pool.query('select coalesce(sum(used), 0) as used from allowance where user_id = $1', [userId])).rows[0]
    .used

/** Signs the user in again some days later, when the session has expired. */
async function later(user: TestUser, days: number): Promise<TestUser> {
  app.clock.advance(days * 86_400_000)
  return app.signUp(user.email)
}

test('[D8.8] over the limit a send returns 402 with remaining units and renewal, and charges nothing', async () => {
  app.clock.now = new Date('2026-11-22T16:00:00Z')
  const renewsAt = '2026-12-01T05:00:00.000Z'
  const user = await app.signUp()
  for (let sent = 0; sent < 50; sent++) await sendInquiry(user)

  await expect(sendInquiry(user)).rejects.toMatchObject({
    code: 'plan-limit',
    status: 402,
    message: expect.stringContaining("You've used all 50 emails this month."),
    details: { left: 0, renewsAt },
  })
  expect(await used(user)).toBe(50)

  await app.runDueJobs() // else they were too late by then
  app.clock.now = new Date(Date.parse(renewsAt) - 1)
  await expect(sendInquiry(await app.signUp(user.email))).rejects.toMatchObject({ code: 'plan-limit' })
  app.clock.now = new Date(renewsAt)
  const next = await app.signUp(user.email)
  await sendInquiry(next)
  expect((await next.account.getMe()).emails).toBe(49)
})

test('[D8.1] [D8.2] [D8.5] trial and free share one allowance of 50 a month, and the server ends the trial', async () => {
  app.clock.now = new Date('2026-12-01T06:00:00Z')
  const user = await app.signUp()
  for (let sent = 0; sent < 30; sent++) await sendInquiry(user)
  await app.runDueJobs()
  expect(await user.account.getMe()).toMatchObject({
    billingPlan: 'TRIAL',
    emails: 20,
    limitEmails: 50,
    limitTempl: null,
    features: [],
  })

  const free = await later(user, 14)
  expect(await free.account.getMe()).toMatchObject({
    billingPlan: 'FREE',
    emails: 20,
    limitEmails: 50,
    limitTempl: 5,
    features: [],
  })
  for (let sent = 0; sent < 20; sent++) await sendInquiry(free)
  await expect(sendInquiry(free)).rejects.toMatchObject({ code: 'plan-limit' })
})

test('[D12.17] [D13.29] the type changes once in 30 days; a carrier month stays metered', async () => {
  app.clock.now = new Date('2027-02-01T06:00:00Z')
  const user = await app.signUp()
  const saveUserType = (userType: 'carrier' | 'broker', by = user) => by.account.saveUserInfo({ body: { userType } })
  for (const userType of ['broker', 'carrier', 'broker', 'carrier'] as const) await saveUserType(userType) // nothing sent yet
  for (let sent = 0; sent < 48; sent++) await sendInquiry(user)
  await saveUserType('carrier') // no change

  await saveUserType('broker')
  for (let sent = 0; sent < 2; sent++) await sendInquiry(user)
  await expect(sendInquiry(user)).rejects.toMatchObject({ code: 'plan-limit' })
  expect(await user.account.getMe()).toMatchObject({ emails: 0, limitEmails: 50 })
  await app.runDueJobs()
  const allowedFrom = new Date(app.clock.now.getTime() + 30 * 86_400_000)
  await expect(saveUserType('carrier')).rejects.toMatchObject({
    code: 'not-allowed',
    message: expect.stringContaining(`again from ${formatDay(newYorkDay(allowedFrom))}`),
  })
  expect(await user.account.getUserInfo()).toMatchObject({ userType: 'broker' })
  expect(await saveUserType('broker')).toMatchObject({ userType: 'broker' }) // other details can still be saved
  expect(await used(user)).toBe(50)

  app.clock.now = new Date(allowedFrom.getTime() - 1_000)
  await expect(saveUserType('carrier', await app.signUp(user.email))).rejects.toMatchObject({ code: 'not-allowed' })
  app.clock.now = allowedFrom // in the next month
  const later = await app.signUp(user.email)
  expect(await later.account.getMe()).toMatchObject({ emails: null, limitEmails: null })
  for (let sent = 0; sent < 51; sent++) await sendInquiry(later)
  expect(await saveUserType('carrier', later)).toMatchObject({ userType: 'carrier' })
  await expect(saveUserType('broker', later)).rejects.toMatchObject({ code: 'not-allowed' })
})

test('[D12.17] a switch counts also when all emails from before it fail and are refunded', async () => {
  const user = await app.signUp()
  await sendInquiry(user)
  await user.account.saveUserInfo({ body: { userType: 'broker' } })
  app.mailbox.answer = () => ({ outcome: 'rejected', reason: '550 no such user' })
  await app.runDueJobs()
  app.mailbox.answer = undefined

  expect(await used(user)).toBe(0)
  await expect(user.account.saveUserInfo({ body: { userType: 'carrier' } })).rejects.toMatchObject({
    code: 'not-allowed',
  })
})

test('[D12.17] after a switch to broker and back, a month that was used up stays used up', async () => {
  const user = await app.signUp()
  for (let sent = 0; sent < 50; sent++) await sendInquiry(user)
  await user.account.saveUserInfo({ body: { userType: 'broker' } })
  await app.pool.query('update account set user_type_changed_at = null where id = $1', [user.userId]) // as if long ago

  await user.account.saveUserInfo({ body: { userType: 'carrier' } })

  expect(await user.account.getMe()).toMatchObject({ emails: 0, limitEmails: 50 })
  await expect(sendInquiry(user)).rejects.toMatchObject({ code: 'plan-limit' })
})

test('[D12.17] of many concurrent switches in both directions one counts', async () => {
  const user = await app.signUp()
  await sendInquiry(user)

  await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      user.account.saveUserInfo({ body: { userType: index % 2 === 0 ? 'broker' : 'carrier' } }),
    ),
  )

  expect(await user.account.getUserInfo()).toMatchObject({ userType: 'broker' })
})

test('[D8.5] more than five templates stay usable and editable on FREE, but none can be added', async () => {
  const user = await app.signUp()
  for (let made = 0; made < 7; made++) await addTemplate(user, `Trial ${made}`)
  const free = await later(user, 14)
  const templates = await free.templates.listTemplates()
  const [last] = templates.slice(-1)

  await expect(addTemplate(free, 'One more')).rejects.toMatchObject({
    code: 'plan-limit',
    status: 402,
    details: { left: 0 },
  })
  expect(templates).toHaveLength(8)
  expect(await sendInquiry(free, { templateId: last?.id ?? '' })).toMatchObject({ state: 'queued' })
  expect(
    await free.templates.updateTemplate({ params: { id: last?.id ?? '' }, body: { ...draft, name: 'Renamed' } }),
  ).toMatchObject({ name: 'Renamed' })
  await grant(app, free, { plan: 'PRO' })
  expect(await addTemplate(free, 'One more')).toMatchObject({ name: 'One more' })
})

test('of many templates added at once for the last slot one is created', async () => {
  const free = await later(await app.signUp(), 14)
  for (let made = 0; made < 3; made++) await addTemplate(free, `Free ${made}`)

  const answers = await Promise.allSettled(Array.from({ length: 12 }, (_, index) => addTemplate(free, `Last ${index}`)))

  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await free.templates.listTemplates()).toHaveLength(5)
})

const [people, attempts, left] = goalSize({ full: [200, 100, 50], tenth: [40, 50, 25], quick: [10, 30, 15] })
const concurrentAttempts = 50 // more would wait for a connection longer than the pool allows, on a slow machine
test(`[G3] [E16] ${people * attempts} concurrent attempts send ${people * left}, and failures refund once`, async () => {
  const users: TestUser[] = []
  while (users.length < people) users.push(await app.signUp())
  await app.pool.query('insert into allowance select unnest($1::uuid[]), $2, $3', [
    users.map(({ userId }) => userId),
    newYorkMonth(app.clock.now),
    50 - left,
  ])
  const templateIds = await Promise.all(users.map(async (user) => (await user.templates.listTemplates())[0]?.id ?? ''))
  const tally = { accepted: 0, refused: 0 }
  const attempt = async (index: number) => {
    const user = users[index % people]
    if (!user) return
    await sendInquiry(user, { templateId: templateIds[index % people] ?? '', load: buildLoad() }).then(
      () => tally.accepted++,
      ({ code }: { code: string }) => {
        expect(code).toBe('plan-limit')
        tally.refused++
      },
    )
  }

  for (let done = 0; done < people * attempts; done += concurrentAttempts)
    await Promise.all(Array.from({ length: concurrentAttempts }, (_, index) => attempt(done + index)))
  expect(tally).toEqual({ accepted: people * left, refused: people * (attempts - left) })

  const refused: DeliveryResult = { outcome: 'rejected', reason: '550 no such user' }
  app.mailbox.answer = ({ messageId }) => (messageId.charCodeAt(36) % 2 === 0 ? refused : { outcome: 'accepted' })
  await Promise.all([app.runDueJobs(), app.runDueJobs(), app.runDueJobs()]).finally(() => {
    app.mailbox.answer = undefined
  })

  const { rows } = await app.pool.query(
    `select a.user_id, a.used, count(*) filter (where e.state = 'sent') as sent, count(*) filter (where e.state = 'failed') as failed
     from allowance a join email e using (user_id) where user_id = any($1) group by 1, 2`,
    [users.map(({ userId }) => userId)],
  )
  expect(rows).toHaveLength(people)
  for (const row of rows)
    expect({ used: row.used, all: row.sent + row.failed }).toEqual({ used: 50 - left + row.sent, all: left })
  expect(rows.some(({ failed }) => failed > 0)).toBe(true)
}, 600_000)

test('[E16] the database rejects a negative allowance', async () => {
  const user = await app.signUp()
  await sendInquiry(user)
  await expect(
    app.pool.query('update allowance set used = used - 2 where user_id = $1', [user.userId]),
  ).rejects.toThrow('allowance_not_negative')
})

test('concurrent sends never exceed the last units of the allowance', async () => {
  const user = await app.signUp()
  await app.pool.query('insert into allowance values ($1, $2, 47)', [user.userId, newYorkMonth(app.clock.now)])

  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => sendInquiry(user)))

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect((await user.account.getMe()).emails).toBe(0)
})
