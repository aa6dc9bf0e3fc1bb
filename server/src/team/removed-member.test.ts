import { beforeAll, expect, test } from 'vitest'
import { buildLoad, callAbout, sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
let owner: TestUser
let member: TestUser
let loadId: string
let templateId: string
let ownLoadId: string

beforeAll(async () => {
  app = await testApp()
  owner = await createOwner(app)
  member = await createMember(app, owner, { role: 'MANAGER' })
  const shared = {
    name: 'TEAM-TEMPLATE',
    subject: 'TEAM-TEMPLATE',
    template: '<p>TEAM-TEMPLATE</p>',
    cc: [],
    labels: [],
  }
  templateId = (await owner.templates.createTemplate({ body: shared })).id
  await owner.templates.shareTemplate({ params: { id: templateId } })
  const load = buildLoad({ company: 'TEAM-BROKER', mc: '482130', contactEmail: 'team-broker@zephyr.example' })
  await sendInquiry(owner, { load })
  const listed = await owner.loads.listLoads({ query: {} })
  loadId = listed.loads[0]?.id ?? ''
  await owner.loads.addLoadNote({ params: { id: loadId }, body: { text: 'TEAM-NOTE' } })
  await callAbout(owner, loadId)
  await sendInquiry(owner, { load: { ...load, boardLoadId: 'another' }, confirmed: true })
  ownLoadId = (await member.loads.saveLoad({ body: { load: buildLoad({ mc: '482130' }) } })).id
  await app.runDueJobs()
})

/** Everything that shows a manager something of a teammate. */
const reads: Record<string, (user: TestUser) => Promise<unknown>> = {
  members: (user) => user.team.listMembers(),
  team: (user) => user.team.getTeam(),
  'activity log': (user) => user.team.listActivity({ query: {} }),
  'activity export': (user) => user.team.exportActivity(),
  "members' emails": (user) => user.emails.listTeamEmails({ query: {} }),
  loads: (user) => user.loads.listLoads({ query: {} }),
  'load search': (user) => user.loads.listLoads({ query: { search: 'TEAM-NOTE' } }),
  'load figures': (user) => user.loads.summarizeLoads({ query: {} }),
  'load export': (user) => user.loads.exportLoads({ query: {} }),
  "a teammate's load by its id": (user) => user.loads.getLoad({ params: { id: loadId } }),
  "the memory of a teammate's load": (user) => user.loads.getLoadMemory({ params: { id: loadId } }),
  'the memory of an own load': (user) => user.loads.getLoadMemory({ params: { id: ownLoadId } }),
  'contacts about the same load': (user) => user.loads.getLoad({ params: { id: ownLoadId } }),
  'the memory of boards': (user) => user.extension.getMemory({ query: {} }),
  "teammates' marks": (user) => user.extension.getPageState({ query: {} }),
  'shared templates': (user) => user.templates.listTemplates(),
  'a shared template by its id': (user) => user.templates.getTemplate({ params: { id: templateId } }),
  people: (user) => user.analytics.listAnalyticsPeople(),
  'figures of people': (user) => user.analytics.getDispatchList({ query: {} }),
  'figures by day': (user) => user.analytics.getDispatchGraph({ query: {} }),
  outcomes: (user) => user.analytics.getFunnel({ query: {} }),
  'figures export': (user) => user.analytics.exportAnalytics({ query: {} }),
}

/** Whether an answer has an id, an address or a text of the team. */
const showsTeam = (answer: unknown): boolean =>
  [owner.userId, owner.email, 'TEAM-', 'team-broker', 'zephyr.example', 'Redbud Carriers'].some((text) =>
    JSON.stringify(answer).includes(text),
  )
const readAll = async (user: TestUser) => {
  const shown = await Promise.all(
    Object.entries(reads).map(async ([name, read]) => ((await read(user).then(showsTeam, () => false)) ? [name] : [])),
  )
  return shown.flat()
}

test('[D7.6] [T12] a manager reads all of the team, and once removed nothing of it', async () => {
  expect(await readAll(member)).toEqual(Object.keys(reads))

  await owner.team.removeMember({ query: { userId: member.userId } })

  expect(await readAll(member)).toEqual([])
})

test('[D7.6] a manager reads who emailed whom, of former members too; others do not', async () => {
  const dispatcher = await createMember(app, owner)
  await sendInquiry(dispatcher, { to: 'dana@quillon.example' })
  await owner.team.removeMember({ query: { userId: dispatcher.userId } })
  await sendInquiry(dispatcher, { to: 'after@quillon.example' })

  const search = { search: 'QUILLON.example' }
  const { emails, next } = await owner.emails.listTeamEmails({ query: search })

  expect(emails.map(({ by, to }) => [by, to])).toEqual([[dispatcher.email, 'dana@quillon.example']])
  expect(emails[0]).toMatchObject({ company: 'Quillon Logistics', askCents: 250_000, origin: { city: 'Joliet' } })
  expect(next).toBeNull()
  const stranger = await createOwner(app, { name: 'Other' })
  expect(await stranger.emails.listTeamEmails({ query: {} })).toEqual({ emails: [], next: null })
  const mate = await createMember(app, owner)
  await expect(mate.emails.listTeamEmails({ query: {} })).rejects.toMatchObject({ code: 'not-allowed' })
})

test('[D7.6] the emails of a team come page by page, in order', async () => {
  const boss = await createOwner(app)
  const other = await app.signUp()
  await createMember(app, boss, { user: other })
  for (let sent = 0; sent < 54; sent++) {
    app.clock.advance(1)
    await sendInquiry(sent % 2 === 0 ? boss : other, { confirmed: true })
  }

  const first = await boss.emails.listTeamEmails({ query: {} })
  const second = await boss.emails.listTeamEmails({ query: { before: first.next ?? '' } })

  const times = [...first.emails, ...second.emails].map(({ createdAt }) => createdAt)
  expect([first.emails.length, second.emails.length, second.next]).toEqual([50, 4, null])
  expect(times).toEqual(times.toSorted().reverse())
  expect(new Set([...first.emails, ...second.emails].map(({ id }) => id)).size).toBe(54)
})
