import { identityProviders } from '@loadping/contract/sign-in/sign-in'
import { expect, test } from 'vitest'
import type { SecurityEvent } from './security-events.ts'
import { createMember, createOwner, inviteByMail } from './testing/teams.ts'
import { codeIn, testApp, tokenIn } from './testing/test-app.ts'

const app = await testApp()

/** Returns the log lines of one kind of event that some work caused. */
async function notesOf(event: SecurityEvent, work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = app.log.length
  await work().catch(() => {}) // some calls are rejected, which is the event
  return app.log.slice(before).filter(({ security }) => security === event)
}

test('[P05] sign-ins, web and extension, and each rejected proof are logged', async () => {
  const user = await app.signUp()
  const { extensionToken } = await user.account.getMe()
  const code = extensionToken ?? ''
  const { email, userId } = user
  const token = async () => {
    await app.as().signIn.requestLink({ body: { email } })
    await app.runDueJobs()
    return app.sent.findLast(({ to }) => to === email)
  }
  const mail = await token()
  const verifyLink = (proof: { token: string } | { code: string }) =>
    app.as().signIn.verifyLink({ body: { email, ...proof } })

  expect(await notesOf('sign-in-failed', () => verifyLink({ token: 'A'.repeat(43) }))).toMatchObject([
    { method: 'link' },
  ])
  expect(
    await notesOf('sign-in-failed', () => verifyLink({ code: codeIn(mail) === '000000' ? '111111' : '000000' })),
  ).toMatchObject([{ method: 'code' }])
  expect(await notesOf('sign-in', () => verifyLink({ token: tokenIn(mail) }))).toMatchObject([
    { userId, method: 'web' },
  ])
  expect(await notesOf('sign-in-failed', () => verifyLink({ token: tokenIn(mail) }))).toHaveLength(1)
  expect(await notesOf('sign-in', () => app.as().extension.openSession({ body: { code } }))).toMatchObject([
    { userId, method: 'extension' },
  ])
  expect(await notesOf('sign-in-failed', () => app.as().extension.openSession({ body: { code } }))).toMatchObject([
    { method: 'extension' },
  ])
  const arrival = { accessToken: 'A'.repeat(43), verifier: 'B'.repeat(43) }
  expect(await notesOf('sign-in-failed', () => app.as().signIn.verifyLink({ body: arrival }))).toMatchObject([
    { method: 'provider' },
  ])
  const back = () => app.app.inject({ url: `${identityProviders.google.callbackPath}?state=forged&code=x` })
  expect(await notesOf('sign-in-failed', back)).toMatchObject([{ method: 'google' }])
})

test('[P05] a reused refresh token and each way to sign out are logged', async () => {
  const user = await app.signUp()
  const { userId, refreshToken } = user
  await user.signIn.refresh({ query: { refreshToken } })
  app.clock.advance(60_000)
  expect(await notesOf('token-reuse', () => user.signIn.refresh({ query: { refreshToken } }))).toMatchObject([
    { userId, level: 40 },
  ])

  const one = await app.signUp(user.email)
  const other = await app.signUp(user.email)
  const sessions = await other.sessions.listSessions()
  const foreign = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? ''
  expect(await notesOf('signed-out', () => other.sessions.endSession({ params: { id: foreign } }))).toMatchObject([
    { userId, sessionId: foreign },
  ])
  expect(await notesOf('signed-out', () => one.sessions.endSession({ params: { id: foreign } }))).toEqual([])
  expect(await notesOf('signed-out', () => other.signIn.logout())).toMatchObject([{ userId }])
  const last = await app.signUp(user.email)
  expect(await notesOf('signed-out', () => last.sessions.endAllSessions())).toMatchObject([{ userId }])
})

test('[P05] invitations, roles, removals, exports and closing a team are logged once each', async () => {
  const owner = await createOwner(app)
  const { id: organizationId = '' } = await owner.team.getTeam()
  const member = await createMember(app, owner)
  const promoted = await createMember(app, owner)
  const by = { userId: owner.userId, organizationId }

  expect(await notesOf('invited', () => inviteByMail(app, owner, 'piotr@redbud.example'))).toMatchObject([
    { ...by, count: 1, role: 'USER' },
  ])
  expect(await notesOf('invited', () => owner.team.invite({ body: { emails: ['piotr@redbud.example'] } }))).toEqual([])
  const change = (role: 'MANAGER' | 'USER') =>
    owner.team.updateRole({ body: { data: { userId: promoted.userId, role } } })
  expect(await notesOf('role-changed', () => change('MANAGER'))).toMatchObject([
    { ...by, memberId: promoted.userId, role: 'MANAGER' },
  ])
  expect(await notesOf('role-changed', () => change('MANAGER'))).toEqual([])
  expect(
    await notesOf('role-changed', () => promoted.account.saveUserInfo({ body: { userType: 'broker' } })),
  ).toMatchObject([{ userId: promoted.userId, organizationId, role: 'USER' }])
  expect(await notesOf('exported', () => owner.team.exportActivity())).toMatchObject([by])
  expect(await notesOf('removed', () => owner.team.removeMember({ query: { userId: promoted.userId } }))).toMatchObject(
    [{ ...by, memberId: promoted.userId }],
  )
  expect(
    await notesOf('role-changed', () => owner.team.transferOwnership({ body: { userId: member.userId } })),
  ).toMatchObject([{ ...by, memberId: member.userId }])
  const alone = await createOwner(app)
  expect(await notesOf('team-closed', () => alone.team.leaveTeam())).toMatchObject([
    { userId: alone.userId, organizationId: expect.any(String) },
  ])
})

test('[P05] a call that the caller may not make is logged with who tried, once', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const { extensionToken } = await member.account.getMe()
  const extension = await app.as().extension.openSession({ body: { code: extensionToken ?? '' } })
  const by = { userId: member.userId, organizationId: expect.any(String), network: expect.any(String) }

  expect(await notesOf('access-refused', () => member.team.exportActivity())).toMatchObject([by])
  expect(await notesOf('access-refused', () => app.as(extension.accessToken).team.getTeam())).toMatchObject([by])
  expect(await notesOf('access-refused', () => owner.team.exportActivity())).toEqual([])
})

test('no security event contains an address or a token', () => {
  const lines = app.log.filter(({ security }) => security !== undefined).map((line) => JSON.stringify(line))

  expect(lines.length).toBeGreaterThan(20)
  for (const line of lines) expect(line).not.toMatch(/@|[\w-]{43}/)
})
