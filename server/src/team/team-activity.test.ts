import { formatCsv } from '@loadping/contract/format/csv'
import { beforeAll, expect, test } from 'vitest'
import { writeCursor } from '../page-cursor.ts'
import { createMember, createOwner, grant, inviteByMail } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { renameInTeams } from './deletion.service.ts'
import { revokePlan } from './plan-grants.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

test('[T17] [D7.6] every change of members, roles and plan is logged with actor and subject, without gaps', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  await inviteByMail(app, owner, 'noor@redbud.example', 'MANAGER')
  const inviteId = (await owner.team.listMembers()).find(({ email }) => email === 'noor@redbud.example')?.inviteId ?? ''
  const byInvitation = { body: { inviteId } }
  await owner.team.copyInvitationLink(byInvitation)
  app.clock.advance(5 * 60_000)
  await owner.team.resendInvitation(byInvitation)
  await owner.team.removeMember({ query: { inviteId } })
  await owner.team.restoreMember(byInvitation)
  await owner.team.updateRole({ body: { data: { userId: member.userId, role: 'MANAGER' } } })
  await owner.team.updateRole({ body: { data: { userId: member.userId, role: 'MANAGER' } } }) // changes nothing
  await owner.team.updateOrganization({ body: { name: 'Redbud', dotNumber: '12' } })
  await owner.team.removeMember({ query: { userId: member.userId } })
  await owner.team.restoreMember({ body: { userId: member.userId } })
  await grant(app, owner, { seats: 20 })
  await owner.team.transferOwnership({ body: { userId: member.userId } })
  await owner.team.leaveTeam()
  await revokePlan(app.deps, member.email)
  await member.team.exportActivity()

  const { entries, next } = await member.team.listActivity({ query: {} })

  expect(next).toBeNull()
  expect(entries.map(({ number }) => number)).toEqual(
    Array.from({ length: entries.length }, (_, index) => entries.length - index),
  )
  expect(entries.toReversed().map(({ actor, action, subject, detail }) => [actor, action, subject, detail])).toEqual([
    [owner.email, 'organization-created', null, 'Redbud Carriers LLC'],
    [owner.email, 'invited', member.email, 'USER'],
    [member.email, 'joined', null, 'USER'],
    [owner.email, 'invited', 'noor@redbud.example', 'MANAGER'],
    [owner.email, 'invitation-link-copied', 'noor@redbud.example', null],
    [owner.email, 'invitation-resent', 'noor@redbud.example', null],
    [owner.email, 'invitation-revoked', 'noor@redbud.example', null],
    [owner.email, 'invitation-restored', 'noor@redbud.example', null],
    [owner.email, 'role-changed', member.email, 'MANAGER'],
    [owner.email, 'organization-edited', null, 'Redbud, USDOT 12'],
    [owner.email, 'removed', member.email, null],
    [owner.email, 'restored', member.email, 'MANAGER'],
    [null, 'plan-granted', null, '20'],
    [owner.email, 'ownership-transferred', member.email, null],
    // A manager invitation whose sender is no longer a manager.
    [owner.email, 'invitation-revoked', 'noor@redbud.example', null],
    [owner.email, 'left', null, null],
    [null, 'plan-revoked', null, null],
    [member.email, 'log-exported', null, null],
  ])
})

test('[D7.6] the activity log has the actual role: a broker invited as a manager joins as a member', async () => {
  const owner = await createOwner(app)
  const broker = await app.signUp()
  await broker.account.saveUserInfo({ body: { userType: 'broker' } })
  await createMember(app, owner, { user: broker, role: 'MANAGER' })

  const { entries } = await owner.team.listActivity({ query: {} })

  expect(entries[0]).toMatchObject({ actor: broker.email, action: 'joined', detail: 'USER' })
  expect(entries[1]).toMatchObject({ action: 'invited', subject: broker.email, detail: 'MANAGER' })
})

test('[D7.6] the activity log comes in pages of fifty, for managers only', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  for (let edit = 0; edit < 60; edit++) await owner.team.updateOrganization({ body: { name: `Redbud ${edit}` } })

  const first = await owner.team.listActivity({ query: {} })
  const second = await owner.team.listActivity({ query: { before: first.next ?? '' } })

  expect([first.entries.length, second.entries.length, second.next]).toEqual([50, 13, null])
  expect(new Set([...first.entries, ...second.entries].map(({ number }) => number)).size).toBe(63)
  await expect(member.team.listActivity({ query: {} })).rejects.toMatchObject({ code: 'not-allowed' })
  await expect(member.team.exportActivity()).rejects.toMatchObject({ code: 'not-allowed' })
})

test.each(['x', writeCursor('1'), writeCursor(1e12)])('%j is no page of an activity log', async (before) => {
  const owner = await createOwner(app)

  await expect(owner.team.listActivity({ query: { before } })).rejects.toMatchObject({ code: 'invalid-input' })
})

test('[D7.6] the activity log exports as a whole CSV without formulas', async () => {
  const owner = await createOwner(app, { name: '=HYPERLINK("evil.example")' })

  const lines = (await owner.team.exportActivity()).split('\r\n')

  expect(lines[0]).toBe('number,time,by,action,member,detail')
  expect(lines).toContainEqual(expect.stringMatching(/,organization-created,,"'=HYPERLINK\(""evil\.example""\)"$/))
  expect(lines).toHaveLength(4)
})

test('a manager exports the activity log at most five times a minute', async () => {
  const owner = await createOwner(app)
  const other = await createOwner(app)
  const exportAs = async ({ accessToken }: TestUser) =>
    app.app.inject({
      method: 'POST',
      url: '/api/management/manager/log/export',
      remoteAddress: '198.51.100.1',
      headers: { authorization: `Bearer ${accessToken}` },
    })

  const answers = await Promise.all(Array.from({ length: 8 }, () => exportAs(owner)))

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  expect((await exportAs(other)).statusCode).toBe(200)
})

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@sum', "'@sum"],
  ['  =1', "'  =1"],
  ['＝1', "'＝1"],
  ['\tx', "'\tx"],
  ['Redbud; =1', "Redbud;' =1"],
  [7, '7'],
  [null, ''],
])('the cell %j is written %s', (cell, written) => expect(formatCsv([[cell]])).toBe(`${written}\r\n`))

test('[T04] after a new address nothing in the log of a team is of the old one', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  await owner.team.updateRole({ body: { data: { userId: member.userId, role: 'MANAGER' } } })
  const stranger = await createOwner(app)
  await inviteByMail(app, stranger, member.email)
  const actors = async () =>
    (await owner.team.listActivity({ query: {} })).entries.flatMap((entry) => [entry.actor, entry.subject])
  expect(await actors()).toContain(member.email)

  await renameInTeams(app.deps, { userId: member.userId, from: member.email, to: 'new@redbud.example' })

  expect(await actors()).toContain('new@redbud.example')
  expect(await actors()).not.toContain(member.email)
  const theirs = (await stranger.team.listActivity({ query: {} })).entries.map(({ subject }) => subject)
  expect(theirs).toContain(member.email)
  expect(theirs).not.toContain('new@redbud.example')
})
