import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { resumeAccount, suspendAccount } from '../accounts/suspension.service.ts'
import { expectSameInHtml, expectWellMade } from '../testing/email-assertions.ts'
import { createMember, createOwner, grant, invitationIn, inviteByMail } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { deleteClosedActivity } from './team-activity.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const day = 86_400_000
const minute = 60_000
const newEmail = () => `${randomUUID()}@carrier.example`
const invite = (manager: TestUser, ...emails: string[]) => manager.team.invite({ body: { emails } })
const accept = (user: TestUser, token: string) => user.team.acceptInvitation({ query: { token } })
const preview = (token: string) => app.as().team.previewInvitation({ query: { token } })
const expired = { code: 'not-found', message: 'Invitation Expired' }
const again = (owner: TestUser) => app.signUp(owner.email) // the session of 15 minutes has expired by the next day

test('[7.6] [D7.3] every address has its own result, in the order given', async () => {
  const owner = await createOwner(app, { seats: 4 })
  const member = await createMember(app, owner)
  await invite(owner, 'waiting@redbud.example')

  const { results } = await invite(
    owner,
    ` ${member.email.toUpperCase()} `,
    'Waiting@Redbud.example',
    'not an address',
    'x@mailinator.com',
    'New@Redbud.example',
    'new@redbud.example',
    'late@redbud.example',
  )

  expect(results).toEqual([
    { email: member.email, status: 'already-member' },
    { email: 'waiting@redbud.example', status: 'already-invited' },
    { email: 'not an address', status: 'invalid' },
    { email: 'x@mailinator.com', status: 'invalid' },
    { email: 'new@redbud.example', status: 'invited' },
    { email: 'new@redbud.example', status: 'already-invited' },
    { email: 'late@redbud.example', status: 'no-seat' },
  ])
})

test('[9.6] members and open invitations fill the seats, and with all of them no one is invited', async () => {
  const owner = await createOwner(app, { seats: 4 })
  await createMember(app, owner)
  const emails = [newEmail(), newEmail(), newEmail()]

  const { results } = await invite(owner, ...emails)

  expect(results.map(({ status }) => status)).toEqual(['invited', 'invited', 'no-seat'])
  expect((await invite(owner, newEmail())).results).toMatchObject([{ status: 'no-seat' }])
  expect(await owner.team.listMembers()).toHaveLength(4)
})

test('[D7.3] fifty addresses at a time are accepted, and a longer list changes nothing', async () => {
  const owner = await createOwner(app, { seats: 100 })
  const many = (count: number) => Array.from({ length: count }, newEmail)

  for (const emails of [many(51), many(4_000), []])
    await expect(invite(owner, ...emails)).rejects.toMatchObject({ code: 'invalid-input' })
  expect(await owner.team.listMembers()).toHaveLength(1)
  expect((await invite(owner, ...many(50))).results.every(({ status }) => status === 'invited')).toBe(true)
})

test('[D7.3] the email names inviter, team and last day, has the link, and shows names as text', async () => {
  const owner = await createOwner(app, { name: '<img src=x onerror=alert(1)> & "Söhne"' })
  await app.pool.query("update account set name = 'Maria <b>Delgado</b>' where id = $1", [owner.userId])

  await inviteByMail(app, owner, 'owen@redbud.example')

  const email = app.sent.findLast(({ to }) => to === 'owen@redbud.example')
  expect(email?.subject).toBe('Join <img src=x onerror=alert(1)> & "Söhne" on LoadPing')
  expect(email?.html).not.toMatch(/<img|<b>/)
  expect(email?.text).toContain(
    `Maria <b>Delgado</b> (${owner.email}) invited you to join <img src=x onerror=alert(1)> & "Söhne" on LoadPing.`,
  )
  expect(email?.text).toContain('works only for owen@redbud.example')
  expectWellMade(email)
  expectSameInHtml(email)
  expect(email?.text).toMatch(/https:\/\/loadping\.test\/invitation\/[\w.-]+\n/)
})

test.each([
  ['Maria \u202Eodagled\u202C', 'Maria odagled', 'Maria odagled (EMAIL)'],
  ['ceo@quillon.example', 'EMAIL', 'EMAIL'],
])('an inviter named %j is shown as "%s", so that no name hides who invites', async (name, onPage, inEmail) => {
  const owner = await createOwner(app, { name: 'Blue\u202E Line' })
  await app.pool.query('update account set name = $1 where id = $2', [name, owner.userId])
  const to = newEmail()
  const token = await inviteByMail(app, owner, to)

  const withEmail = (text: string) => text.replace('EMAIL', owner.email)
  expect(await preview(token)).toMatchObject({ invitedBy: withEmail(onPage), organization: { name: 'Blue Line' } })
  const email = app.sent.findLast((sent) => sent.to === to)
  expect(email?.text).toContain(`\n${withEmail(inEmail)} invited you to join Blue Line on LoadPing.`)
})

test('[D7.3] it can be resent after five minutes, for another seven days, with the same link', async () => {
  const owner = await createOwner(app)
  const token = await inviteByMail(app, owner, 'owen@redbud.example')
  const [inviteId = ''] = token.split('.')
  await expect(owner.team.resendInvitation({ body: { inviteId } })).rejects.toMatchObject({
    code: 'too-many',
    status: 429,
  })

  app.clock.advance(5 * minute)
  await owner.team.resendInvitation({ body: { inviteId } })
  await app.runDueJobs()

  const emails = app.sent.filter(({ to }) => to === 'owen@redbud.example').slice(-2)
  expect(invitationIn(app, 'owen@redbud.example')).toBe(token)
  expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(2)
  const listed = (await owner.team.listMembers()).find((one) => one.inviteId === inviteId)
  expect(listed?.expiresAt).toBe(new Date(app.clock.now.getTime() + 7 * day).toISOString())
})

test('[D7.3] after seven days a link has expired; resending needs an open seat and creates a new link', async () => {
  const first = await createOwner(app, { seats: 3 })
  const token = await inviteByMail(app, first, newEmail())
  app.clock.advance(7 * day)
  const owner = await again(first)
  const [inviteId = ''] = token.split('.')
  const email = (await owner.team.listMembers())[1]?.email ?? ''
  const invited = await app.signUp(email)
  await expect(accept(invited, token)).rejects.toMatchObject(expired)
  await expect(preview(token)).rejects.toMatchObject(expired)
  await invite(owner, newEmail(), newEmail())
  await expect(owner.team.resendInvitation({ body: { inviteId } })).rejects.toMatchObject({ code: 'plan-limit' })
  await expect(owner.team.copyInvitationLink({ body: { inviteId } })).rejects.toMatchObject({ code: 'not-found' })

  await grant(app, owner, { seats: 4 })
  await owner.team.resendInvitation({ body: { inviteId } })
  await app.runDueJobs()

  await expect(accept(invited, token)).rejects.toMatchObject(expired)
  expect(invitationIn(app, email)).not.toBe(token)
  expect(await accept(invited, invitationIn(app, email))).toMatchObject({ name: 'Redbud Carriers LLC' })
})

test('[D7.3] inviting an address whose invitation has expired sends it a new one instead', async () => {
  const first = await createOwner(app)
  await inviteByMail(app, first, 'slow@redbud.example')
  app.clock.advance(8 * day)
  const owner = await again(first)

  expect((await invite(owner, 'slow@redbud.example')).results).toEqual([
    { email: 'slow@redbud.example', status: 'invited' },
  ])
  expect(await owner.team.listMembers()).toMatchObject([{}, { email: 'slow@redbud.example', status: 'invited' }])
})

test('[D7.3] [T09] the copied link is the same each time, and stored data cannot create it', async () => {
  const owner = await createOwner(app)
  const token = await inviteByMail(app, owner, 'owen@redbud.example')
  const [inviteId = ''] = token.split('.')

  const links = await Promise.all([1, 2].map(() => owner.team.copyInvitationLink({ body: { inviteId } })))

  expect(links).toEqual([1, 2].map(() => ({ url: `https://loadping.test/invitation/${token}` })))
  const { rows } = await app.pool.query(
    'select invitation::text as row from invitation union all select job::text from job',
  )
  expect(JSON.stringify(rows)).not.toContain(token.split('.')[2])
})

test('[7.9] [D7.3] revoking ends it at once: link, preview and an unsent email', async () => {
  const owner = await createOwner(app)
  const email = newEmail()
  const invited = await app.signUp(email)
  const token = await inviteByMail(app, owner, email)
  const { results } = await invite(owner, 'unsent@redbud.example')
  const ids = (await owner.team.listMembers()).flatMap(({ inviteId }) => inviteId ?? [])
  expect(results).toHaveLength(1)

  for (const inviteId of ids) expect(await owner.team.removeMember({ query: { inviteId } })).toBeNull()

  await app.runDueJobs()
  await expect(accept(invited, token)).rejects.toMatchObject(expired)
  await expect(preview(token)).rejects.toMatchObject(expired)
  expect(app.sent.filter(({ to }) => to === 'unsent@redbud.example')).toEqual([])
  expect(await owner.team.listMembers()).toHaveLength(1)
  await expect(owner.team.removeMember({ query: { inviteId: ids[0] ?? '' } })).rejects.toMatchObject({
    code: 'not-found',
  })
})

test('a revocation can be undone for five minutes, unless the address was invited again', async () => {
  const owner = await createOwner(app)
  const email = newEmail()
  const invited = await app.signUp(email)
  const token = await inviteByMail(app, owner, email)
  const [inviteId = ''] = token.split('.')
  const undo = () => owner.team.restoreMember({ body: { inviteId } })

  await owner.team.removeMember({ query: { inviteId } })
  await undo()
  expect(await preview(token)).toMatchObject({ email })
  await owner.team.removeMember({ query: { inviteId } })
  await invite(owner, email)
  await expect(undo()).rejects.toMatchObject({ code: 'not-found' })

  const [, second] = await owner.team.listMembers()
  await owner.team.removeMember({ query: { inviteId: second?.inviteId ?? '' } })
  app.clock.advance(5 * minute)
  await expect(undo()).rejects.toMatchObject({ code: 'not-found' })
  await expect(accept(invited, token)).rejects.toMatchObject(expired)
})

test('undoing a revocation sends the email once if it was not yet sent', async () => {
  const owner = await createOwner(app)
  const sent = newEmail()
  const unsent = newEmail()
  await inviteByMail(app, owner, sent)
  await invite(owner, unsent)
  const ids = (await owner.team.listMembers()).flatMap(({ inviteId }) => inviteId ?? [])
  for (const inviteId of ids) await owner.team.removeMember({ query: { inviteId } })

  for (const inviteId of ids) await owner.team.restoreMember({ body: { inviteId } })
  await app.runDueJobs()

  for (const email of [sent, unsent]) expect(app.sent.filter(({ to }) => to === email)).toHaveLength(1)
  expect(await preview(invitationIn(app, unsent))).toMatchObject({ email: unsent })
})

test('one address gets three invitations a day from all teams; then it is already invited', async () => {
  const limited = await testApp({ change: (deps) => ({ ...deps, limits: { ...deps.limits, exemptLoopback: false } }) })
  const teams = [await createOwner(limited), await createOwner(limited)] as const
  const stranger = newEmail()
  const tryIt = async (manager: TestUser) => {
    const { results } = await invite(manager, stranger)
    const inviteId = (await manager.team.listMembers()).find(({ email }) => email === stranger)?.inviteId
    if (inviteId) await manager.team.removeMember({ query: { inviteId } })
    return results[0]?.status
  }

  const statuses = [
    await tryIt(teams[0]),
    await tryIt(teams[0]),
    await tryIt(teams[1]),
    await tryIt(teams[0]),
    await tryIt(teams[1]),
  ]

  expect(statuses).toEqual(['invited', 'invited', 'invited', 'already-invited', 'already-invited'])
})

test('an invitation whose email is rejected shows the reason until it is resent', async () => {
  const owner = await createOwner(app)
  app.mailbox.answer = () => ({ outcome: 'rejected', reason: '550 No such user' })
  await invite(owner, 'unknown@redbud.example')
  await app.runDueJobs()
  app.mailbox.answer = undefined
  const [, refused] = await owner.team.listMembers()
  expect(refused).toMatchObject({ status: 'invited', failure: '550 No such user' })

  app.clock.advance(5 * minute)
  await owner.team.resendInvitation({ body: { inviteId: refused?.inviteId ?? '' } })
  await app.runDueJobs()

  expect(await owner.team.listMembers()).toMatchObject([{}, { failure: null }])
})

test('[D13.20] invitations of a suspended manager are not sent, and say so until another resends them', async () => {
  const owner = await createOwner(app)
  const manager = await createMember(app, owner, { role: 'MANAGER' })
  const email = newEmail()
  const emailsTo = () => app.sent.filter(({ to }) => to === email)
  await invite(manager, email)
  await suspendAccount(app.deps, manager.userId)
  await app.runDueJobs()

  expect(emailsTo()).toHaveLength(0)
  const invitation = (await owner.team.listMembers()).find(({ inviteId }) => inviteId)
  expect(invitation).toMatchObject({ email, failure: 'The account of who sent it is suspended or deleted.' })
  await resumeAccount(app.deps, manager.userId)
  await app.runDueJobs()
  expect(emailsTo()).toHaveLength(0)

  app.clock.advance(6 * minute)
  await owner.team.resendInvitation({ body: { inviteId: invitation?.inviteId ?? '' } })
  await app.runDueJobs()
  expect(emailsTo()).toHaveLength(1)
})

test('a team emails a limited number of invitations a day, by its activity log', async () => {
  const limited = await testApp({
    change: (deps) => ({ ...deps, limits: { ...deps.limits, invitationsPerDay: 3, exemptLoopback: false } }),
  })
  const owner = await createOwner(limited)
  await invite(owner, newEmail(), newEmail())

  await expect(invite(owner, newEmail(), newEmail())).rejects.toMatchObject({ code: 'too-many' })
  expect((await invite(owner, newEmail())).results).toMatchObject([{ status: 'invited' }])
  limited.clock.advance(day)
  const tomorrow = await limited.signUp(owner.email)
  expect((await invite(tomorrow, newEmail())).results).toMatchObject([{ status: 'invited' }])
})

test('closing a team resets no limit of invitations, and its activity is deleted after a day', async () => {
  const limited = await testApp({
    change: (deps) => ({ ...deps, limits: { ...deps.limits, invitationsPerDay: 4, exemptLoopback: false } }),
  })
  const owner = await createOwner(limited)
  const address = newEmail()
  const reopen = async (user = owner) => {
    await user.team.leaveTeam()
    await user.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } })
  }
  for (let team = 0; team < 3; team++) {
    expect((await invite(owner, address)).results).toMatchObject([{ status: 'invited' }])
    await reopen()
  }

  expect((await invite(owner, address)).results).toMatchObject([{ status: 'already-invited' }])
  await expect(invite(owner, newEmail(), newEmail())).rejects.toMatchObject({ code: 'too-many' })

  limited.clock.advance(day)
  await deleteClosedActivity(limited.deps)
  const tomorrow = await limited.signUp(owner.email)
  expect((await invite(tomorrow, address)).results).toMatchObject([{ status: 'invited' }])
  expect((await tomorrow.team.listActivity({ query: {} })).entries).toMatchObject([
    { action: 'invited' },
    { action: 'organization-created' },
  ])
  expect((await limited.pool.query('select count(*)::int as count from team_activity')).rows).toEqual([{ count: 2 }])
})
