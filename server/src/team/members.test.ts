import { beforeAll, expect, test } from 'vitest'
import { sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner, invitationIn, inviteByMail } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const minute = 60_000
const setRole = (by: TestUser, { userId }: { userId: string }, role: 'MANAGER' | 'USER') =>
  by.team.updateRole({ body: { data: { userId, role } } })
const remove = (by: TestUser, { userId }: { userId: string }) => by.team.removeMember({ query: { userId } })
const rolesIn = async (user: TestUser) =>
  new Map((await user.team.listMembers()).map(({ email, role }) => [email, role]))
const notAllowed = { code: 'not-allowed', status: 403 }

test('[7.7] [D7.6] [6.1] a manager makes others managers and dispatchers, effective on their next call', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  await expect(member.team.listActivity({ query: {} })).rejects.toMatchObject(notAllowed)

  expect(await setRole(owner, member, 'MANAGER')).toBeNull()
  expect(await member.account.getMe()).toMatchObject({ role: 'MANAGER' })
  expect(await member.team.listActivity({ query: {} })).toBeTruthy()

  await setRole(owner, member, 'USER')
  await expect(member.team.invite({ body: { emails: ['a@redbud.example'] } })).rejects.toMatchObject(notAllowed)
})

test('[T07] no self-promotion, no invented role, and a list of people changes no member', async () => {
  const owner = await createOwner(app)
  const manager = await createMember(app, owner, { role: 'MANAGER' })
  const member = await createMember(app, owner)
  const before = await rolesIn(owner)
  const status = async (user: TestUser, body: object) =>
    (
      await app.app.inject({
        method: 'POST',
        url: '/api/management/manager/update-role',
        headers: { authorization: `Bearer ${user.accessToken}` },
        payload: body,
      })
    ).statusCode

  expect(await status(member, { data: { userId: member.userId, role: 'MANAGER' } })).toBe(403)
  expect(await status(manager, { data: { userId: manager.userId, role: 'USER' } })).toBe(403)
  expect(await status(manager, { data: { userId: owner.userId, role: 'USER' } })).toBe(403)
  for (const role of ['OWNER', 'ADMIN', 'manager', '', null, ['MANAGER']])
    expect(await status(owner, { data: { userId: member.userId, role } })).toBe(400)
  const stranger = await createOwner(app)
  const mixed = [member, stranger].map(({ userId }) => ({ userId, role: 'MANAGER' }))
  expect(await status(owner, { data: mixed })).toBe(400)
  expect(await status(owner, { data: { userId: [member.userId, stranger.userId], role: 'MANAGER' } })).toBe(400)
  expect(await status(owner, { data: { userId: stranger.userId, role: 'USER' } })).toBe(404)
  expect(await rolesIn(owner)).toEqual(before)
})

test('[7.8] [T11] removal needs exactly one of userId and inviteId: both, neither and lists are rejected', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const other = await createMember(app, owner)
  await owner.team.invite({ body: { emails: ['noor@redbud.example'] } })
  const inviteId = (await owner.team.listMembers()).find(({ status }) => status === 'invited')?.inviteId
  const ask = (query: string) =>
    app.app.inject({
      method: 'DELETE',
      url: `/api/management/manager/users/member${query}`,
      headers: { authorization: `Bearer ${owner.accessToken}` },
    })

  for (const query of [
    '',
    `?userId=${member.userId}&inviteId=${inviteId}`,
    `?userId=${member.userId}&userId=${other.userId}`,
    `?userId[]=${member.userId}`,
    `?userId=${member.userId},${other.userId}`,
    '?userId=',
    `?inviteId=${inviteId}&inviteId=${inviteId}`,
    `?userId=${member.userId}&force=true`,
  ])
    expect((await ask(query)).statusCode, query).toBe(400)
  expect(await owner.team.listMembers()).toHaveLength(4)

  expect((await ask(`?userId=${member.userId}`)).body).toBe('null')
  expect((await owner.team.listMembers()).map(({ email }) => email)).toEqual([
    owner.email,
    other.email,
    'noor@redbud.example',
  ])
})

test('[T11] [D7.1] the owner cannot be removed, demoted or leave; a manager cannot remove themselves', async () => {
  const owner = await createOwner(app)
  const manager = await createMember(app, owner, { role: 'MANAGER' })

  await expect(remove(manager, owner)).rejects.toMatchObject(notAllowed)
  await expect(setRole(manager, owner, 'USER')).rejects.toMatchObject(notAllowed)
  await expect(owner.team.leaveTeam()).rejects.toMatchObject(notAllowed) // not while the team has other members
  await expect(remove(owner, owner)).rejects.toMatchObject(notAllowed)
  await expect(remove(manager, manager)).rejects.toMatchObject(notAllowed)
  await expect(remove(await createMember(app, owner), manager)).rejects.toMatchObject(notAllowed)
})

test('[D7.1] ownership transfers to a member, who becomes a manager; the old owner stays one', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const manager = await createMember(app, owner, { role: 'MANAGER' })
  await expect(manager.team.transferOwnership({ body: { userId: manager.userId } })).rejects.toMatchObject(notAllowed)
  await expect(owner.team.transferOwnership({ body: { userId: owner.userId } })).rejects.toMatchObject(notAllowed)

  await owner.team.transferOwnership({ body: { userId: member.userId } })

  expect(await member.team.getTeam()).toMatchObject({ ownerId: member.userId })
  expect(await member.account.getMe()).toMatchObject({ role: 'MANAGER' })
  expect(await owner.account.getMe()).toMatchObject({ role: 'MANAGER' })
  await expect(owner.team.transferOwnership({ body: { userId: owner.userId } })).rejects.toMatchObject(notAllowed)
  await owner.team.leaveTeam()
  expect(await member.team.listMembers()).toMatchObject([
    { email: member.email, isOwner: true },
    { email: manager.email },
  ])
})

test('[D7.6] [T12] a removed member loses the team at once, keeps templates; the team keeps events and emails', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const { id: teamId } = await owner.team.getTeam()
  const sent = await sendInquiry(member)
  await member.templates.createTemplate({ body: { name: 'Mine', subject: '', template: '', cc: [], labels: [] } })

  await remove(owner, member)

  expect(await member.account.getMe()).toMatchObject({
    organizationId: null,
    role: 'USER',
    billingPlan: 'TRIAL',
    features: [],
  })
  expect(await member.team.getTeam()).toMatchObject({ id: null })
  expect(await member.team.listMembers()).toEqual([])
  expect(await member.templates.listTemplates()).toHaveLength(2)
  const { rows } = await app.pool.query(
    `select email.organization_id as email, event.organization_id as event
     from email join contact_event event on event.user_id = email.user_id and event.email_id = email.id
     where email.user_id = $1 and email.id = $2`,
    [member.userId, sent.id],
  )
  expect(rows).toEqual([{ email: teamId, event: teamId }])
  const later = await sendInquiry(member)
  const { rows: own } = await app.pool.query('select organization_id from email where id = $1', [later.id])
  expect(own).toEqual([{ organization_id: null }])
})

test("[D7.6] removing or leaving also ends the member's invitation", async () => {
  const owner = await createOwner(app)
  const removed = await createMember(app, owner)
  const leaver = await createMember(app, owner)

  await remove(owner, removed)
  await leaver.team.leaveTeam()

  for (const person of [removed, leaver]) {
    const token = invitationIn(app, person.email)
    await expect(person.team.acceptInvitation({ query: { token } })).rejects.toMatchObject({ code: 'not-found' })
    expect(await person.account.getMe()).toMatchObject({ organizationId: null })
  }
})

test('[D7.6] no open invitation outlives a membership, neither a later one nor a restored one', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const listed = async () =>
    (await owner.team.listMembers()).filter(({ email }) => email === member.email).map(({ status }) => status)
  const accept = (token: string) => member.team.acceptInvitation({ query: { token } })

  await remove(owner, member)
  const second = await inviteByMail(app, owner, member.email)
  await owner.team.restoreMember({ body: { userId: member.userId } })
  expect(await listed()).toEqual(['active'])
  await remove(owner, member)
  await expect(accept(second)).rejects.toMatchObject({ code: 'not-found' })

  const third = await inviteByMail(app, owner, member.email)
  const [inviteId = ''] = third.split('.')
  await owner.team.removeMember({ query: { inviteId } })
  await accept(await inviteByMail(app, owner, member.email))
  await expect(owner.team.restoreMember({ body: { inviteId } })).rejects.toMatchObject({ code: 'not-found' })
  await remove(owner, member)
  await expect(accept(third)).rejects.toMatchObject({ code: 'not-found' })
  expect(await listed()).toEqual([])
})

test('manager invitations end with the membership of their sender', async () => {
  const owner = await createOwner(app)
  const manager = await createMember(app, owner, { role: 'MANAGER' })
  await inviteByMail(app, manager, 'second@redbud.example', 'MANAGER')
  await inviteByMail(app, manager, 'noor@redbud.example')

  await remove(owner, manager)

  expect((await owner.team.listMembers()).map(({ email }) => email)).toEqual([owner.email, 'noor@redbud.example'])
})

test('a sole owner closes the team: invitations end, and the plan returns to the owner', async () => {
  const owner = await createOwner(app, { seats: 12 })
  const invited = await app.signUp()
  const token = await inviteByMail(app, owner, invited.email)

  await owner.team.leaveTeam()

  expect(await owner.account.getMe()).toMatchObject({ organizationId: null, role: 'USER', billingPlan: 'BUSINESS' })
  await expect(invited.team.acceptInvitation({ query: { token } })).rejects.toMatchObject({ code: 'not-found' })
  await owner.team.createOrganization({ body: { name: 'Redbud again' } })
  expect(await owner.team.getTeam()).toMatchObject({ name: 'Redbud again', limitUsers: 12 })
  expect(await inviteByMail(app, owner, invited.email)).not.toBe(token)
})

test('a removal can be undone for five minutes with role, date and invitation; leaving cannot', async () => {
  const owner = await createOwner(app)
  const manager = await createMember(app, owner, { role: 'MANAGER' })
  const leaver = await createMember(app, owner)
  const undo = ({ userId }: TestUser) => owner.team.restoreMember({ body: { userId } })
  const before = await owner.team.listMembers()
  app.clock.advance(minute)

  await remove(owner, manager)
  await undo(manager)

  expect(await owner.team.listMembers()).toEqual(before)
  await manager.team.acceptInvitation({ query: { token: invitationIn(app, manager.email) } })
  await expect(undo(manager)).rejects.toMatchObject({ code: 'not-found' })
  await leaver.team.leaveTeam()
  await expect(undo(leaver)).rejects.toMatchObject({ code: 'not-found' })
  await remove(owner, manager)
  app.clock.advance(5 * minute)
  await expect(undo(manager)).rejects.toMatchObject({ code: 'not-found' })
})

test('who was removed, joined again and left is not brought back', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  await remove(owner, member)
  await createMember(app, owner, { user: member })
  await member.team.leaveTeam()

  const undo = owner.team.restoreMember({ body: { userId: member.userId } })

  await expect(undo).rejects.toMatchObject({ code: 'not-found' })
  expect(await member.account.getMe()).toMatchObject({ organizationId: null })
})

test('a removal is not undone when the seat is used or the user joined another team', async () => {
  const owner = await createOwner(app, { seats: 3 })
  const first = await createMember(app, owner)
  const second = await createMember(app, owner)
  await remove(owner, first)
  await owner.team.invite({ body: { emails: ['noor@redbud.example'] } })
  await expect(owner.team.restoreMember({ body: { userId: first.userId } })).rejects.toMatchObject({
    code: 'plan-limit',
  })
  const noor = (await owner.team.listMembers()).find(({ email }) => email === 'noor@redbud.example')
  await owner.team.removeMember({ query: { inviteId: noor?.inviteId ?? '' } })
  await owner.team.invite({ body: { emails: [first.email] } }) // uses the seat for the same account
  await owner.team.restoreMember({ body: { userId: first.userId } })

  await remove(owner, second)
  await createMember(app, await createOwner(app), { user: second })
  await expect(owner.team.restoreMember({ body: { userId: second.userId } })).rejects.toMatchObject({
    code: 'not-found',
  })
  expect((await owner.team.listMembers()).map(({ email, status }) => [email, status])).toEqual([
    [owner.email, 'active'],
    [first.email, 'active'],
  ])
})
