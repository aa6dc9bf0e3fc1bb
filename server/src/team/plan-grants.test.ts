import { expect, test } from 'vitest'
import { createMember, createOwner, grant } from '../testing/teams.ts'
import { testApp } from '../testing/test-app.ts'
import { getPlanStatus, revokePlan } from './plan-grants.service.ts'

const app = await testApp()

test('a plan stays with the user until they create an organization, then belongs to it', async () => {
  const maria = await app.signUp()
  expect(await grant(app, maria, { seats: 12 })).toEqual({
    email: maria.email,
    billingPlan: 'BUSINESS',
    organization: null,
    seats: 12,
    members: 0,
    openInvitations: 0,
  })
  expect(await maria.account.getMe()).toMatchObject({ billingPlan: 'BUSINESS', features: ['email', 'team-management'] })

  await maria.team.createOrganization({ body: { name: 'Redbud' } })

  const { rows } = await app.pool.query(
    'select holder_id, plan, seats from plan where holder_id in ($1, (select id from organization where owner_id = $1))',
    [maria.userId],
  )
  expect(rows).toEqual([{ holder_id: (await maria.team.getTeam()).id, plan: 'BUSINESS', seats: 12 }])
})

test("a plan granted to any member is the team's; PRO is the user's own", async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)

  expect(await grant(app, member, { seats: 20 })).toMatchObject({
    organization: 'Redbud Carriers LLC',
    seats: 20,
    members: 2,
  })
  await grant(app, member, { plan: 'PRO' })

  expect(await owner.team.getTeam()).toMatchObject({ limitUsers: 20 })
  // The team's plan.
  expect(await revokePlan(app.deps, member.email)).toMatchObject({ billingPlan: 'TRIAL', seats: null })
  expect(await owner.team.getTeam()).toMatchObject({ limitUsers: null, features: [] })
  await revokePlan(app.deps, member.email) // the member's own plan
  await expect(revokePlan(app.deps, member.email)).rejects.toMatchObject({ code: 'not-found' })
})

test('a plan is granted only to an existing account that is no broker', async () => {
  const broker = await app.signUp()
  await broker.account.saveUserInfo({ body: { userType: 'broker' } })

  await expect(getPlanStatus(app.deps, 'unknown@redbud.example')).rejects.toMatchObject({ code: 'not-found' })
  await expect(grant(app, broker)).rejects.toMatchObject({ code: 'not-allowed' })
})

test('a plan granted while the organization is created belongs to it or the user: never lost', async () => {
  for (let round = 0; round < 20; round++) {
    const maria = await app.signUp()
    await grant(app, maria, { seats: 5 })

    const [made, granted] = await Promise.allSettled([
      maria.team.createOrganization({ body: { name: 'Redbud' } }),
      grant(app, maria, { seats: 7 }),
    ])

    expect(made.status).toBe('fulfilled')
    if (granted.status === 'rejected') expect(granted.reason).toMatchObject({ code: 'busy' })
    expect((await maria.team.getTeam()).limitUsers).toBe(granted.status === 'fulfilled' ? 7 : 5)
    const { rows } = await app.pool.query('select 1 from plan where holder_id = $1', [maria.userId])
    expect(rows).toEqual([])
  }
})

test('[D8.4] Business has no limits for any team member', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)

  for (const person of [owner, member]) {
    expect(await person.account.getMe()).toMatchObject({
      billingPlan: 'BUSINESS',
      features: ['email', 'team-management'],
      emails: null,
      limitEmails: null,
      limitTempl: null,
    })
  }
})

test('[9.6] lowered seats remove no member, and admit no new one', async () => {
  const owner = await createOwner(app)
  await createMember(app, owner)
  await createMember(app, owner)
  await createMember(app, owner)

  await grant(app, owner, { seats: 3 })

  expect(await owner.team.listMembers()).toHaveLength(4)
  expect((await owner.team.invite({ body: { emails: ['noor@redbud.example'] } })).results).toEqual([
    { email: 'noor@redbud.example', status: 'no-seat' },
  ])
})
