import { randomUUID } from 'node:crypto'
import { createClient } from '@loadping/contract/client'
import { beforeAll, expect, test } from 'vitest'
import { createMember, createOwner, grant, inviteByMail } from '../testing/teams.ts'
import { sendTo, type TestApp, type TestUser, testApp, withOtherHmacKey } from '../testing/test-app.ts'
import { revokePlan } from './plan-grants.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const day = 86_400_000
const newEmail = () => `${randomUUID()}@carrier.example`
const accept = (user: TestUser, token: string) => user.team.acceptInvitation({ query: { token } })
const preview = (token: string) => app.as().team.previewInvitation({ query: { token } })
const expired = { code: 'not-found', message: 'Invitation Expired' }

test('[7.10] [D7.3] an invited user joins with the intended role, and accepting again changes nothing', async () => {
  const owner = await createOwner(app)
  const email = newEmail()
  const token = await inviteByMail(app, owner, email, 'MANAGER')
  const invited = await app.signUp(email)

  const organization = await accept(invited, token)

  expect(organization).toEqual({ id: (await owner.team.getTeam()).id, name: 'Redbud Carriers LLC' })
  expect(await accept(invited, token)).toEqual(organization)
  expect(await invited.account.getMe()).toMatchObject({ organizationId: organization.id, role: 'MANAGER' })
  expect(await owner.team.listMembers()).toMatchObject([
    { isOwner: true },
    { email, role: 'MANAGER', status: 'active' },
  ])
})

test('[T09] [D7.3] a forwarded link gives another account "Invitation Expired" and still works for its own', async () => {
  const owner = await createOwner(app)
  const email = newEmail()
  const token = await inviteByMail(app, owner, email)
  const stranger = await app.signUp()
  const invited = await app.signUp(email)

  await expect(accept(stranger, token)).rejects.toMatchObject({ ...expired, status: 404 })

  expect(await stranger.account.getMe()).toMatchObject({ organizationId: null })
  expect(await owner.team.listMembers()).toMatchObject([{ isOwner: true }, { email, status: 'invited' }])
  await accept(invited, token)
  await expect(accept(stranger, token)).rejects.toMatchObject(expired)
})

test("[T09] a token made with another server's key counts as expired", async () => {
  const owner = await createOwner(app)
  const email = newEmail()
  const token = await inviteByMail(app, owner, email)
  const other = createClient(sendTo(await withOtherHmacKey(app), owner.accessToken))
  const { url } = await other.team.copyInvitationLink({ body: { inviteId: token.split('.')[0] ?? '' } })
  const invited = await app.signUp(email)

  await expect(accept(invited, url.split('/').at(-1) ?? '')).rejects.toMatchObject(expired)
  await accept(invited, token)
})

test('[T09] [8.6] a changed or made-up token counts as expired, for the preview too', async () => {
  const owner = await createOwner(app)
  const email = newEmail()
  const token = await inviteByMail(app, owner, email)
  const invited = await app.signUp(email)
  const [id = '', generation = '', code = ''] = token.split('.')
  const last = code.at(-1) === 'A' ? 'B' : 'A'
  const forged = [
    `${id}.2.${code}`,
    `${id}.${generation}.${code.slice(0, -1)}${last}`,
    `${randomUUID()}.${generation}.${code}`,
    `${id}.${generation}`,
    `${id.toUpperCase()}.${generation}.${code}`,
    `${token}.x`,
    `${id}.01.${code}`,
    id,
    'made-up',
  ]

  for (const one of forged) {
    await expect(accept(invited, one), one).rejects.toMatchObject(expired)
    await expect(preview(one), one).rejects.toMatchObject(expired)
  }
  expect(await accept(invited, token)).toMatchObject({ name: 'Redbud Carriers LLC' })
})

test('[D7.3] a member of another team gets "Invitation Expired", and can accept after leaving it', async () => {
  const here = await createOwner(app)
  const elsewhere = await createOwner(app)
  const person = await createMember(app, elsewhere)
  const token = await inviteByMail(app, here, person.email)

  await expect(accept(person, token)).rejects.toMatchObject(expired)

  expect(await person.account.getMe()).toMatchObject({ organizationId: (await elsewhere.team.getTeam()).id })
  await person.team.leaveTeam()
  expect(await accept(person, token)).toMatchObject({ id: (await here.team.getTeam()).id })
})

test('[D7.5] [9.6] a team that is full or without its plan adds no member; the invitation stays', async () => {
  const owner = await createOwner(app, { seats: 3 })
  const emails = [newEmail(), newEmail()]
  const tokens = [await inviteByMail(app, owner, emails[0] ?? ''), await inviteByMail(app, owner, emails[1] ?? '')]
  const first = await app.signUp(emails[0])
  const second = await app.signUp(emails[1])
  await grant(app, owner, { seats: 2 })
  await accept(first, tokens[0] ?? '')
  await expect(accept(second, tokens[1] ?? '')).rejects.toMatchObject(expired)
  await revokePlan(app.deps, owner.email)
  await expect(accept(second, tokens[1] ?? '')).rejects.toMatchObject(expired)

  await grant(app, owner)

  expect(await accept(second, tokens[1] ?? '')).toMatchObject({ name: 'Redbud Carriers LLC' })
  expect(await accept(first, tokens[0] ?? '')).toMatchObject({ name: 'Redbud Carriers LLC' })
})

test("an invitation's preview is visible to every holder of its link", async () => {
  const owner = await createOwner(app, { seats: 5 })
  const email = newEmail()
  const token = await inviteByMail(app, owner, email)

  expect(await preview(token)).toEqual({
    email,
    role: 'USER',
    invitedBy: owner.email,
    organization: { name: 'Redbud Carriers LLC', dotNumber: null },
    members: 1,
    limitUsers: 5,
    expiresAt: new Date(app.clock.now.getTime() + 7 * day).toISOString(),
    isAccepted: false,
  })
  await accept(await app.signUp(email), token)
  expect(await preview(token)).toMatchObject({ isAccepted: true, members: 2 })
})
