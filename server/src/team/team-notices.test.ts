import { beforeAll, expect, test } from 'vitest'
import { createMember, createOwner, inviteByMail } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { deleteOldNotices } from './team-notices.service.ts'

let app: TestApp
let ana: TestUser
beforeAll(async () => {
  app = await testApp()
  ana = await createOwner(app, { name: 'Blue Line Freight', seats: 50 })
  await ana.account.saveProfile({ body: { name: 'Ana Ruiz' } })
})

const setRole = ({ userId }: TestUser, role: 'MANAGER' | 'USER', by = ana) =>
  by.team.updateRole({ body: { data: { userId, role } } })
const remove = ({ userId }: TestUser) => ana.team.removeMember({ query: { userId } })
const restore = ({ userId }: TestUser) => ana.team.restoreMember({ body: { userId } })
const hasNotices = async (user: TestUser) => (await user.account.getMe()).hasNotices
const removed = 'Ana Ruiz removed you from Blue Line Freight. Your templates and loads stay with you.'

test('[D7.6] a member sees once, on one device, who made them a manager or removed them', async () => {
  const laptop = await createMember(app, ana)
  const phone = await app.signUp(laptop.email)
  const stranger = await app.signUp()
  const claimOnBoth = async () => {
    const claimed = await Promise.all([laptop.team.claimNotices(), phone.team.claimNotices()])
    return claimed.flat()
  }
  expect(await hasNotices(laptop)).toBe(false)

  await setRole(laptop, 'MANAGER')
  expect([await hasNotices(laptop), await hasNotices(ana), await hasNotices(stranger)]).toEqual([true, false, false])
  expect([await ana.team.claimNotices(), await stranger.team.claimNotices()]).toEqual([[], []])
  expect(await claimOnBoth()).toEqual(['Ana Ruiz made you a manager of Blue Line Freight.'])
  expect([await hasNotices(phone), await claimOnBoth()]).toEqual([false, []])

  await setRole(laptop, 'USER')
  expect(await claimOnBoth()).toEqual(['Ana Ruiz made you a dispatcher of Blue Line Freight.'])

  await remove(laptop)
  expect(await claimOnBoth()).toEqual([removed])
  expect(await hasNotices(laptop)).toBe(false)
})

test('[D7.6] a member sees the last of several changes, and nothing if their role is as they knew it', async () => {
  const member = await createMember(app, ana)
  await setRole(member, 'MANAGER')
  await setRole(member, 'USER')
  expect(await hasNotices(member)).toBe(false)

  await remove(member)
  await restore(member)
  expect(await member.team.claimNotices()).toEqual([])

  await setRole(member, 'MANAGER')
  await remove(member)
  expect(await member.team.claimNotices()).toEqual([removed])

  await restore(member)
  expect(await member.team.claimNotices()).toEqual(['Ana Ruiz added you back to Blue Line Freight as a manager.'])
})

test("[D7.6] a member's own change creates no notice, and deletes one that waits", async () => {
  const left = await createMember(app, ana)
  const broker = await createMember(app, ana)
  const back = await createMember(app, ana)
  for (const member of [left, broker]) await setRole(member, 'MANAGER')
  await left.team.leaveTeam()
  await broker.account.saveUserInfo({ body: { userType: 'broker' } })
  await remove(back)
  await createMember(app, ana, { user: back })
  const revoked = await app.signUp()
  await inviteByMail(app, ana, revoked.email)
  const inviteId = (await ana.team.listMembers()).find(({ email }) => email === revoked.email)?.id
  await ana.team.removeMember({ query: { inviteId } })

  for (const user of [left, broker, back, revoked]) expect(await user.team.claimNotices()).toEqual([])
})

test('[D7.6] a new owner sees it, and a removed member does even after the team was closed', async () => {
  const owner = await createOwner(app, { name: 'Redbud' })
  const member = await createMember(app, owner)

  await owner.team.transferOwnership({ body: { userId: member.userId } })
  expect(await owner.team.claimNotices()).toEqual([])
  expect(await member.team.claimNotices()).toEqual([`${owner.email} made you the owner of Redbud.`])

  await member.team.transferOwnership({ body: { userId: owner.userId } })
  await owner.team.removeMember({ query: { userId: member.userId } })
  await owner.team.leaveTeam()
  expect(await owner.team.claimNotices()).toEqual([])
  expect(await member.team.claimNotices()).toEqual([
    `${owner.email} removed you from Redbud. Your templates and loads stay with you.`,
  ])
})

test('a notice that is not claimed is deleted after 30 days', async () => {
  const member = await createMember(app, ana)
  await remove(member)
  const day = 86_400_000

  app.clock.advance(30 * day)
  await deleteOldNotices(app.deps)
  expect(await hasNotices(await app.signUp(member.email))).toBe(true)

  app.clock.advance(1)
  await deleteOldNotices(app.deps)
  expect(await hasNotices(await app.signUp(member.email))).toBe(false)
})
