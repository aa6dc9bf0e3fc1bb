import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { processesOf, sharedTempFolder, spawnedEnv, spawnProduct } from '../testing/spawned-product.ts'
import { createMember, createOwner, grant } from '../testing/teams.ts'
import { testApp } from '../testing/test-app.ts'
import { getPlanStatus, revokePlan } from './plan-grants.service.ts'

const app = await testApp()
const folder = sharedTempFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

const script = join(import.meta.dirname, '../../../scripts/admin.ts')
const plan = (data: string, ...args: string[]) =>
  spawnSync(process.execPath, [script, 'plan', ...args], { encoding: 'utf8', env: spawnedEnv({ DATA_DIR: data }) })

test('[D7.5] one command grants, shows and revokes, beside a running server and without one', async () => {
  const data = join(folder, 'plan')
  const product = await spawnProduct({ DATA_DIR: data })

  const granted = plan(data, 'grant', ' Maria@redbud.example', 'business', '--seats', '12')
  const defaultSeats = plan(data, 'grant', 'maria@redbud.example', 'business')
  const team = plan(data, 'show', 'ben@cottonwood.example')
  const unknown = plan(data, 'grant', 'unknown@redbud.example', 'business')
  expect((await fetch(`${product.address}/readyz`)).status).toBe(200)
  product.child.kill('SIGTERM')
  await product.ended
  const without = plan(data, 'revoke', 'maria@redbud.example')

  expect(granted.stdout).toBe('maria@redbud.example: BUSINESS, 12 seats\n')
  expect(defaultSeats.stdout).toBe('maria@redbud.example: BUSINESS, 10 seats\n')
  expect(team.stdout).toBe(
    'ben@cottonwood.example: BUSINESS, 10 seats, Cottonwood Freight LLC with 5 members and 1 open invitation\n',
  )
  expect([unknown.status, unknown.stderr.split('\n')[1]]).toEqual([
    1,
    'No account for unknown@redbud.example yet. They must sign in once first.',
  ])
  expect([without.status, without.stdout]).toEqual([0, 'maria@redbud.example: TRIAL\n'])
  expect(processesOf(data)).toEqual([])
})

test('one command says what people pay for and why, and compares them with the simulator', async () => {
  const data = join(folder, 'admin')
  const product = await spawnProduct({ DATA_DIR: data })
  const env = spawnedEnv({ DATA_DIR: data, BASE_URL: product.address, LOG_LEVEL: 'silent' })
  const admin = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', env })

  const team = admin('billing', 'status', 'ben@cottonwood.example')
  const synced = admin('billing', 'sync', 'maria@redbud.example')
  const sweep = admin('billing', 'sweep')
  const wrong = admin('billing', 'status')
  product.child.kill('SIGTERM')
  await product.ended

  expect(team.stdout).toMatch(
    /^ben@cottonwood\.example: BUSINESS\n.*\nteam Cottonwood Freight LLC:\nBUSINESS, 10 seats, since /,
  )
  expect(synced.stdout).toBe('maria@redbud.example: TRIAL\nnothing granted or paid\n')
  expect(sweep.stdout).toBe('compared 0, repaired 0, failed 0\n')
  expect([wrong.status, wrong.stderr.split('\n')[0]]).toEqual([2, 'Usage: npm run admin -- billing status EMAIL'])
})

test.each([
  [],
  ['grant'],
  ['grant', 'maria@redbud.example'],
  ['grant', 'maria@redbud.example', 'gold'],
  ['grant', 'maria', 'business'],
  ['grant', 'maria@redbud.example', 'business', '--seats', '2'],
  ['grant', 'maria@redbud.example', 'business', '--seats', 'ten'],
  ['grant', 'maria@redbud.example', 'business', '--seats', '10001'],
  ['grant', 'maria@redbud.example', 'pro', '--seats', '5'],
  ['grant', 'maria@redbud.example', 'business', 'now'],
  ['revoke', 'maria@redbud.example', 'business'],
  ['show', 'maria@redbud.example', '--all'],
  ['sell', 'maria@redbud.example'],
])('[D8.4] an invalid command prints its usage, and Business needs 3 seats: %s %s %s %s %s', (...args) => {
  const { status, stderr, stdout } = plan(join(folder, 'never-made'), ...args)

  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^(Usage: npm run admin -- plan|--seats must be)/)
})
