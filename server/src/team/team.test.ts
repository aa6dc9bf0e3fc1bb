import { openRules } from '@loadping/contract/team/team-rules'
import { beforeAll, expect, test } from 'vitest'
import { createMember, createOwner, grant, invitationIn } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { revokePlan } from './plan-grants.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const named = (name: string) => ({ body: { name } })

test('[7.5] [3.4] [D7.1] the creator of an organization is owner and manager, and has its id from then on', async () => {
  const maria = await app.signUp()
  await grant(app, maria)

  const organization = await maria.team.createOrganization({
    body: { name: '  Redbud Carriers LLC ', dotNumber: '1234567' },
  })

  expect(organization).toEqual({ id: expect.any(String), name: 'Redbud Carriers LLC' })
  expect(await maria.account.getMe()).toMatchObject({
    organizationId: organization.id,
    role: 'MANAGER',
    billingPlan: 'BUSINESS',
  })
  expect(await maria.team.getTeam()).toMatchObject({
    id: organization.id,
    ownerId: maria.userId,
    dotNumber: '1234567',
  })
  expect(await maria.team.listMembers()).toMatchObject([{ userId: maria.userId, role: 'MANAGER', isOwner: true }])
})

test('[D7.2] creating a team and inviting need the Business plan: without it the response is 402', async () => {
  const trial = await app.signUp()
  const pro = await app.signUp()
  await grant(app, pro, { plan: 'PRO' })
  const unpaid = await createOwner(app)
  await revokePlan(app.deps, unpaid.email)

  for (const person of [trial, pro]) {
    await expect(person.team.createOrganization(named('Redbud'))).rejects.toMatchObject({
      code: 'plan-limit',
      status: 402,
    })
  }
  for (const person of [trial, pro, unpaid]) {
    await expect(person.team.invite({ body: { emails: ['a@redbud.example'] } })).rejects.toMatchObject({
      code: 'plan-limit',
      status: 402,
    })
  }
})

test('[7.5] no user has two organizations: a second one is rejected, also concurrently', async () => {
  const maria = await app.signUp()
  await grant(app, maria)

  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, (_, number) => maria.team.createOrganization(named(`Redbud ${number}`))),
  )

  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(maria.team.createOrganization(named('Another'))).rejects.toMatchObject({ code: 'already-exists' })
  const { rows } = await app.pool.query('select id from organization where owner_id = $1', [maria.userId])
  expect(rows).toHaveLength(1)
})

test('[D8.10] [T06] brokers may join and see a team, but not create one, invite or change roles', async () => {
  const owner = await createOwner(app)
  const broker = await app.signUp()
  await broker.account.saveUserInfo({ body: { userType: 'broker' } })
  await createMember(app, owner, { user: broker, role: 'MANAGER' })

  expect(await broker.account.getMe()).toMatchObject({
    billingPlan: 'FREE',
    features: [],
    emails: null,
    limitEmails: null,
    limitTempl: null,
    role: 'USER',
  })
  expect(await broker.team.listMembers()).toHaveLength(2)
  const refused = { code: 'not-allowed', status: 403 }
  await expect(broker.team.createOrganization(named('Quillon'))).rejects.toMatchObject(refused)
  await expect(broker.team.invite({ body: { emails: ['a@redbud.example'] } })).rejects.toMatchObject(refused)
  await expect(
    broker.team.updateRole({ body: { data: { userId: broker.userId, role: 'MANAGER' } } }),
  ).rejects.toMatchObject(refused)
  await expect(
    owner.team.updateRole({ body: { data: { userId: broker.userId, role: 'MANAGER' } } }),
  ).rejects.toMatchObject(refused)
  await expect(owner.team.transferOwnership({ body: { userId: broker.userId } })).rejects.toMatchObject(refused)
  expect(await owner.team.listMembers()).toMatchObject([
    { isOwner: true },
    { userId: broker.userId, role: 'USER', userType: 'broker' },
  ])
})

test('[D8.10] a manager who becomes a broker becomes a member; an owner must transfer ownership first', async () => {
  const owner = await createOwner(app)
  const manager = await createMember(app, owner, { role: 'MANAGER' })

  await manager.account.saveUserInfo({ body: { userType: 'broker' } })

  expect(await manager.account.getMe()).toMatchObject({ role: 'USER' })
  const { entries } = await owner.team.listActivity({ query: {} })
  expect(entries[0]).toMatchObject({
    actor: manager.email,
    action: 'role-changed',
    subject: manager.email,
    detail: 'USER',
  })
  await expect(owner.account.saveUserInfo({ body: { userType: 'broker' } })).rejects.toMatchObject({
    code: 'not-allowed',
  })
  expect(await owner.account.getUserInfo()).toMatchObject({ userType: null })
})

test('[7.3] [3.5] [9.6] the team has name, number, owner, features and seats, and is all null without a team', async () => {
  const owner = await createOwner(app, { seats: 12 })
  const loner = await app.signUp()

  expect(await owner.team.getTeam()).toEqual({
    id: expect.any(String),
    createdAt: app.clock.now.toISOString(),
    updatedAt: app.clock.now.toISOString(),
    name: 'Redbud Carriers LLC',
    dotNumber: null,
    ownerId: owner.userId,
    rules: openRules,
    features: ['email', 'team-management'],
    limitUsers: 12,
  })
  const nothing = {
    id: null,
    createdAt: null,
    updatedAt: null,
    name: null,
    dotNumber: null,
    ownerId: null,
    rules: openRules,
    features: [],
    limitUsers: null,
  }
  expect(await loner.team.getTeam()).toEqual(nothing)
  expect(await loner.team.listMembers()).toEqual([])
})

test('a manager edits name and number; invalid ones are rejected', async () => {
  const owner = await createOwner(app)
  app.clock.advance(1_000)

  await owner.team.updateOrganization({ body: { name: 'Redbud Freight', dotNumber: '1' } })

  expect(await owner.team.getTeam()).toMatchObject({
    name: 'Redbud Freight',
    dotNumber: '1',
    updatedAt: app.clock.now.toISOString(),
  })
  await owner.team.updateOrganization({ body: { name: 'Redbud' } })
  expect(await owner.team.getTeam()).toMatchObject({ name: 'Redbud', dotNumber: '1' })
  await owner.team.updateOrganization({ body: { dotNumber: null } })
  expect(await owner.team.getTeam()).toMatchObject({ name: 'Redbud', dotNumber: null })
  await owner.team.updateOrganization({ body: { name: ' Re\u00ADd\u202Ebud \u00A0 Freight\u200B' } })
  expect(await owner.team.getTeam()).toMatchObject({ name: 'Redbud Freight' })
  for (const body of [
    { name: ' ' },
    { name: '\u200B\u2800' },
    { name: 'x'.repeat(101) },
    { name: 'a\nb' },
    { name: 'Call https://evil.example' },
    { name: 'a', dotNumber: '123456789' },
    { name: 'a', dotNumber: 'MC 1' },
  ]) {
    await expect(owner.team.updateOrganization({ body })).rejects.toMatchObject({ code: 'invalid-input' })
  }
})
test('[7.3] [7.4] [7.5] the team calls have the agreed paths', async () => {
  const owner = await app.signUp()
  const guest = await app.signUp()
  await grant(app, owner)
  const call = async (user: TestUser, method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) => {
    const answer = await app.app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${user.accessToken}` },
      ...(body && { payload: body }),
    })
    return [answer.statusCode, answer.json()]
  }

  const [, organization] = await call(owner, 'POST', '/api/management/manager/create-organization', { name: 'Redbud' })
  expect(await call(owner, 'GET', '/users/me/organization')).toMatchObject([
    200,
    { id: organization.id, name: 'Redbud' },
  ])
  expect(await call(owner, 'POST', '/api/management/manager/invite', { emails: [guest.email] })).toEqual([
    200,
    { results: [{ email: guest.email, status: 'invited' }] },
  ])
  await app.runDueJobs()
  expect(await call(guest, 'GET', `/api/invite?token=${invitationIn(app, guest.email)}`)).toEqual([
    200,
    { id: organization.id, name: 'Redbud' },
  ])
  const role = { data: { userId: guest.userId, role: 'MANAGER' } }
  expect(await call(owner, 'POST', '/api/management/manager/update-role', role)).toEqual([200, null])
  expect(await call(owner, 'GET', '/api/organization/users')).toMatchObject([
    200,
    [{ isOwner: true }, { userId: guest.userId, role: 'MANAGER' }],
  ])
  expect(await call(owner, 'DELETE', `/api/management/manager/users/member?userId=${guest.userId}`)).toEqual([
    200,
    null,
  ])
  await call(owner, 'POST', '/api/management/manager/invite', { emails: ['noor@redbud.example'] })
  const [, people] = await call(owner, 'GET', '/api/organization/users')
  expect(await call(owner, 'DELETE', `/api/management/manager/users/member?inviteId=${people[1].inviteId}`)).toEqual([
    200,
    null,
  ])
})
