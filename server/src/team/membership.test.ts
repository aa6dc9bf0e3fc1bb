import { newYorkMonth } from '@loadping/contract/format/new-york-days'
import { beforeAll, expect, test, vi } from 'vitest'
import { returnPlanToOwner } from '../billing/billing.service.ts'
import { inTransaction } from '../context.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner, grant, inviteByMail } from '../testing/teams.ts'
import { type TestApp, testApp } from '../testing/test-app.ts'
import { revokePlan } from './plan-grants.service.ts'
import { removeOrganization } from './team.store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const named = (name: string) => ({ body: { name } })

test('[7.4] [D7.4] members and open invitations are listed with role, state and times, the owner first', async () => {
  const owner = await createOwner(app)
  const manager = await createMember(app, owner, { role: 'MANAGER' })
  const member = await createMember(app, owner)
  const joined = app.clock.now.toISOString()
  await inviteByMail(app, owner, 'late@redbud.example')
  app.clock.advance(7 * 86_400_000)
  const back = await app.signUp(owner.email)
  await inviteByMail(app, back, 'soon@redbud.example', 'MANAGER')

  const listed = await back.team.listMembers()

  expect(listed.map(({ email, role, status, isOwner }) => [email, role, status, isOwner])).toEqual([
    [owner.email, 'MANAGER', 'active', true],
    [manager.email, 'MANAGER', 'active', false],
    [member.email, 'USER', 'active', false],
    ['soon@redbud.example', 'MANAGER', 'invited', false],
    ['late@redbud.example', 'USER', 'expired', false],
  ])
  expect(listed[2]).toEqual({
    id: member.userId,
    userId: member.userId,
    inviteId: null,
    email: member.email,
    name: null,
    photo: null,
    role: 'USER',
    isOwner: false,
    userType: null,
    status: 'active',
    joinedAt: joined,
    lastActiveAt: joined,
    invitedAt: null,
    expiresAt: null,
    failure: null,
  })
  expect(listed[3]).toMatchObject({
    id: listed[3]?.inviteId,
    userId: null,
    joinedAt: null,
    invitedAt: app.clock.now.toISOString(),
  })
})

test("a member's photo and name are shown beside their address", async () => {
  const owner = await createOwner(app)
  await app.pool.query("insert into photo values ($1, 'webp'::bytea, now())", [owner.userId])
  await app.pool.query("update account set name = 'Maria Delgado' where id = $1", [owner.userId])

  expect(await owner.team.listMembers()).toMatchObject([
    { name: 'Maria Delgado', photo: `data:image/webp;base64,${btoa('webp')}` },
  ])
})

test("[D8.11] a member has the organization's plan while in it, and their own afterwards", async () => {
  const owner = await createOwner(app)
  const member = await app.signUp()
  await grant(app, member, { plan: 'PRO' })
  await createMember(app, owner, { user: member })
  expect(await member.account.getMe()).toMatchObject({
    billingPlan: 'BUSINESS',
    features: ['email', 'team-management'],
    emails: null,
    limitTempl: null,
  })

  await revokePlan(app.deps, owner.email)
  for (const person of [owner, member])
    expect(await person.account.getMe()).toMatchObject({ billingPlan: 'TRIAL', features: [], emails: 50 })

  await member.team.leaveTeam()
  expect(await member.account.getMe()).toMatchObject({
    billingPlan: 'PRO',
    features: ['email'],
    organizationId: null,
    role: 'USER',
  })
})

test("[D8.11] a member's own Business plan gives no management in another team until they leave it", async () => {
  const owner = await createOwner(app)
  const buyer = await app.signUp()
  await grant(app, buyer)
  await createMember(app, owner, { user: buyer, role: 'MANAGER' })
  await revokePlan(app.deps, owner.email)

  expect(await buyer.account.getMe()).toMatchObject({ billingPlan: 'TRIAL', features: [] })
  await expect(buyer.team.invite({ body: { emails: ['a@redbud.example'] } })).rejects.toMatchObject({
    code: 'plan-limit',
  })
  await buyer.team.leaveTeam()
  expect(await buyer.team.createOrganization(named('Own'))).toMatchObject({ name: 'Own' })
})

test("a team's emails are sent on its plan, beyond what a trial allows", async () => {
  const owner = await createOwner(app)
  await app.pool.query('insert into allowance values ($1, $2, 50)', [owner.userId, newYorkMonth(app.clock.now)])

  expect(await sendInquiry(owner)).toMatchObject({ state: 'queued' })
})

test('a send that waits while its sender closes their team is on the plan that returns to them', async () => {
  const owner = await createOwner(app)
  const { id } = await owner.team.getTeam()
  await app.pool.query('insert into allowance values ($1, $2, 50)', [owner.userId, newYorkMonth(app.clock.now)])
  const isRemoved = Promise.withResolvers<void>()
  const mayFinish = Promise.withResolvers<void>()
  const closing = inTransaction(app.deps, async (tx) => {
    await returnPlanToOwner(tx, id ?? '', owner.userId)
    await removeOrganization(tx.db, id ?? '')
    isRemoved.resolve()
    await mayFinish.promise
  })
  await Promise.race([isRemoved.promise, closing])

  const sending = sendInquiry(owner)
  await vi.waitFor(async () => expect(await countWaiting()).toBe(1), { timeout: 5_000 }).finally(mayFinish.resolve)
  await closing

  expect(await sending).toMatchObject({ state: 'queued' })
})

/** Counts the transactions that wait for another. */
const countWaiting = async (): Promise<number> =>
  (
    await app.pool.query(
      "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).rows[0].count
