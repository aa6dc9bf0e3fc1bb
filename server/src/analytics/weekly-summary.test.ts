import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { writeTogether } from '../db/write-together.ts'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import { expectWellMade } from '../testing/email-assertions.ts'
import { buildLoad } from '../testing/inquiries.ts'
import { rawRequest } from '../testing/raw-request.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { recordContact } from './analytics.service.ts'
import { dueWeek, queueWeeklySummaries } from './weekly-summary.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const summariesTo = ({ email }: TestUser): OutgoingMessage[] =>
  app.sent.filter(({ to, text }) => to === email && text.includes('Open in Analytics'))

/** Sets the clock, and queues and sends what is due then, as the server does each minute. */
async function sendSummariesDueAt(now = '2026-11-16T11:00:00Z'): Promise<void> {
  app.clock.now = new Date(now)
  await queueWeeklySummaries(app.deps)
  await app.runDueJobs()
}

/** Creates a team shortly before that time, whose owner turned the summary on. */
async function createReadingOwner(name?: string): Promise<TestUser> {
  app.clock.now = new Date('2026-11-16T10:50:00Z')
  const owner = await createOwner(app, name === undefined ? {} : { name })
  await owner.analytics.setWeeklySummary({ body: { isOn: true } })
  return owner
}

/** Records a contact with an ask of $2,000, ten minutes after the posting. */
async function contactAt(owner: TestUser, user: TestUser, at: string): Promise<void> {
  const { id: organizationId = null } = await owner.team.getTeam()
  const load = buildLoad({ postedAt: new Date(Date.parse(at) - 600_000).toISOString() })
  const contact = { id: randomUUID(), userId: user.userId, organizationId, load, loadId: null }
  await writeTogether(
    app.db,
    recordContact({ ...app.deps, now: () => new Date(at) }, { ...contact, type: 'EMAIL', askCents: 200_000 }),
  )
}

test.each([
  ['2026-11-16T10:59:59Z', '2026-11-02', false],
  ['2026-11-16T11:00:00Z', '2026-11-09', true],
  ['2026-11-18T10:59:59Z', '2026-11-09', true],
  ['2026-11-18T11:00:00Z', '2026-11-09', false],
  ['2026-11-02T10:59:59Z', '2026-10-19', false],
  ['2026-11-02T11:00:00Z', '2026-10-26', true],
  ['2026-03-09T10:00:00Z', '2026-03-02', true],
])('at %s the newest due week is that of %s, worth sending: %s', (now, week, isTimely) => {
  expect(dueWeek(new Date(now))).toEqual({ week, isTimely })
})

test('a manager who turns the summary on gets it once, on Monday at 6 AM, compared and linked', async () => {
  const owner = await createReadingOwner('Kincaid & Sons <Trucking>')
  const member = await createMember(app, owner)
  for (const at of ['2026-11-09T05:00:00Z', '2026-11-16T04:59:59Z', '2026-11-11T15:00:00Z'])
    await contactAt(owner, member, at)
  await contactAt(owner, owner, '2026-11-08T15:00:00Z')
  await contactAt(owner, owner, '2026-11-07T15:00:00Z')
  await contactAt(owner, owner, '2026-11-16T05:00:00Z')

  await sendSummariesDueAt('2026-11-16T10:59:59Z')
  expect(summariesTo(owner)).toEqual([])
  await sendSummariesDueAt()
  await sendSummariesDueAt('2026-11-17T11:00:00Z')

  const [summary, ...more] = summariesTo(owner)
  expect(more).toEqual([])
  expect(summary?.subject).toBe('Kincaid & Sons <Trucking>: 3 inquiries, Nov 9 – Nov 15')
  const url = 'https://loadping.test/analytics?period=2026-11-09_2026-11-15'
  for (const line of [
    'Total inquiries: 3 (+50%, 2 the week before)',
    'Avg post-to-contact time: 10m 00s (No change, 10m 00s the week before)',
    'Avg rate: $2,000 (No change, $2,000 the week before)',
    `${member.email}: 3, 0, 3, 10m 00s, $2,000`,
    `Open in Analytics: ${url}`,
  ])
    expect(summary?.text.split('\n')).toContain(line)
  expect(summary?.html).toContain('Kincaid &#38; Sons &#60;Trucking&#62;')
  expect(summary?.html).toContain(`href="${url}&#38;users=${member.userId}"`)
  expectWellMade(summary)
  expect(summariesTo(member)).toEqual([])
})

test('no summary is sent by default, for a week without contacts, or before it was turned on', async () => {
  app.clock.now = new Date('2026-11-16T10:50:00Z')
  const silent = await createOwner(app)
  const quiet = await createReadingOwner()
  await contactAt(silent, silent, '2026-11-11T15:00:00Z')
  await contactAt(quiet, quiet, '2026-11-08T15:00:00Z')
  await sendSummariesDueAt()
  await silent.analytics.setWeeklySummary({ body: { isOn: true } })
  await sendSummariesDueAt('2026-11-16T11:01:00Z')

  expect(await silent.analytics.getWeeklySummary()).toEqual({ isOn: true })
  expect([...summariesTo(silent), ...summariesTo(quiet)]).toEqual([])
})

test('a user who is no manager or turned the summary off gets none, not even a queued one', async () => {
  const owner = await createReadingOwner()
  const manager = await createMember(app, owner, { role: 'MANAGER' })
  await manager.analytics.setWeeklySummary({ body: { isOn: true } })
  await contactAt(owner, owner, '2026-11-11T15:00:00Z')
  app.clock.now = new Date('2026-11-16T11:00:00Z')
  await queueWeeklySummaries(app.deps)
  await owner.team.updateRole({ body: { data: { userId: manager.userId, role: 'USER' } } })
  await owner.analytics.setWeeklySummary({ body: { isOn: false } })
  await app.runDueJobs()

  expect([...summariesTo(owner), ...summariesTo(manager)]).toEqual([])
  await expect(manager.analytics.getWeeklySummary()).rejects.toMatchObject({ code: 'not-allowed' })
})

test('[E21] the weekly summary unsubscribes by one click, until it is turned on again', async () => {
  const owner = await createReadingOwner()
  await contactAt(owner, owner, '2026-11-11T15:00:00Z')
  await contactAt(owner, owner, '2026-11-18T15:00:00Z')
  await sendSummariesDueAt()
  const [{ unsubscribeUrl = '', html = '' } = {}] = summariesTo(owner)
  expect(unsubscribeUrl).toMatch(/^https:\/\/loadping\.test\/unsubscribe\?token=[\w.-]+$/)
  expect(html).toContain(`href="${unsubscribeUrl}"`)

  const url = unsubscribeUrl.slice(app.deps.baseUrl.length)
  await rawRequest(app.app, { method: 'GET', url })
  expect(await owner.analytics.getWeeklySummary()).toEqual({ isOn: true })
  await rawRequest(app.app, { method: 'POST', url })
  expect(await owner.analytics.getWeeklySummary()).toEqual({ isOn: false })
  await sendSummariesDueAt('2026-11-23T11:00:00Z')
  expect(summariesTo(owner)).toHaveLength(1)

  const again = app.as((await refreshed(owner)).accessToken)
  await again.analytics.setWeeklySummary({ body: { isOn: true } })
  expect(await again.analytics.getWeeklySummary()).toEqual({ isOn: true })
})

const refreshed = ({ accessToken, refreshToken }: TestUser) =>
  app.as(accessToken).signIn.refresh({ query: { refreshToken } })

test('two servers that are killed while they send deliver one summary', async () => {
  const owner = await createReadingOwner()
  await contactAt(owner, owner, '2026-11-11T15:00:00Z')
  app.clock.now = new Date('2026-11-16T11:00:00Z')
  await Promise.all([queueWeeklySummaries(app.deps), queueWeeklySummaries(app.deps)])
  const endLease = () => app.pool.query("update job set leased_until = null where kind = 'weekly-summary-email'")

  app.mailbox.answer = () => {
    throw new Error('killed before the first byte')
  }
  await app.runDueJobs()
  app.mailbox.answer = undefined
  await endLease()
  const { relay } = app.deps
  app.deps.relay = {
    send: async (message, beforeData) => {
      await relay.send(message, beforeData)
      throw new Error('killed before the result was stored')
    },
  }
  await app.runDueJobs()
  app.deps.relay = relay
  await endLease()
  await app.runDueJobs()

  expect(summariesTo(owner)).toHaveLength(1)
  const { rows } = await app.pool.query("select id from job where kind = 'weekly-summary-email'")
  expect(rows).toEqual([])
})
