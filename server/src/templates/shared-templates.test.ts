import { beforeAll, expect, test } from 'vitest'
import { codesOf } from '../testing/codes-of.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const draft = { name: 'Reefer', subject: 'Load', template: '<p>From {{signature}}</p>', cc: [], labels: ['cold'] }
const namesOf = async (user: TestUser) => (await user.templates.listTemplates()).map(({ name }) => name)

/** Creates a team whose owner shares a template with a member. */
async function createSharing(name = 'Rosa Ortiz') {
  const owner = await createOwner(app)
  await app.pool.query('update account set name = $1 where id = $2', [name, owner.userId])
  const member = await createMember(app, owner)
  const { id } = await owner.templates.createTemplate({ body: draft })
  const shared = await owner.templates.shareTemplate({ params: { id } })
  return { owner, member, id, shared }
}

const isGoneFor = async (user: TestUser, id: string) => {
  expect((await user.templates.listTemplates()).map((template) => template.id)).not.toContain(id)
  expect(
    await codesOf([
      user.templates.getTemplate({ params: { id } }),
      user.templates.duplicateTemplate({ params: { id } }),
      sendInquiry(user, { templateId: id }),
    ]),
  ).toEqual(['not-found'])
}

test('[D4.8] [7.22] a shared template is listed for teammates with its owner, after their own', async () => {
  const { owner, member, id, shared } = await createSharing()
  const stranger = await createOwner(app)

  expect(shared).toMatchObject({ id, isShared: true, owner: null, version: 1 })
  const seen = { ...shared, owner: { userId: owner.userId, name: 'Rosa Ortiz' } }
  expect(await member.templates.getTemplate({ params: { id } })).toEqual(seen)
  expect(await member.templates.listTemplates()).toMatchObject([{ name: 'Default', owner: null }, seen])
  expect(await namesOf(owner)).toEqual(['Default', 'Reefer'])
  await isGoneFor(stranger, id)
})

test('[D4.8] a shared template is read-only for teammates, who can duplicate it to their own', async () => {
  const { owner, member, id } = await createSharing()

  expect(
    await codesOf([
      member.templates.updateTemplate({ params: { id }, body: draft }),
      member.templates.deleteTemplate({ params: { id } }),
      member.templates.setDefaultTemplate({ params: { id } }),
      member.templates.shareTemplate({ params: { id } }),
      member.templates.unshareTemplate({ params: { id } }),
      member.templates.labelTemplates({ body: { ids: [id], add: ['x'], remove: [] } }),
    ]),
  ).toEqual(['not-found'])
  const copy = await member.templates.duplicateTemplate({ params: { id } })

  expect(copy).toMatchObject({ ...draft, isShared: false, owner: null })
  await owner.templates.deleteTemplate({ params: { id } })
  expect(await namesOf(member)).toEqual(['Default', 'Reefer'])
})

test('[D4.8] a teammate sends with a shared template from their own profile, and it counts for both', async () => {
  const { owner, member, id } = await createSharing()
  await app.pool.query("update account set signature = 'Tom Becker' where id = $1", [member.userId])

  const { id: emailId } = await sendInquiry(member, { templateId: id })

  expect(await member.emails.getEmailDetails({ params: { id: emailId } })).toMatchObject({
    html: '<p>From Tom Becker</p>',
    templateId: id,
    templateVersion: 1,
  })
  for (const user of [owner, member])
    expect((await user.templates.listTemplates()).find((template) => template.id === id)).toMatchObject({
      sent: 1,
      lastUsedAt: app.clock.now.toISOString(),
    })
})

test.for<[string, (sharing: Awaited<ReturnType<typeof createSharing>>) => Promise<unknown>]>([
  ['its owner stops sharing it', ({ owner, id }) => owner.templates.unshareTemplate({ params: { id } })],
  ['its owner deletes it', ({ owner, id }) => owner.templates.deleteTemplate({ params: { id } })],
  ['the reader leaves the team', ({ member }) => member.team.leaveTeam()],
  [
    'its owner leaves the team',
    async ({ owner, member }) => {
      await owner.team.transferOwnership({ body: { userId: member.userId } })
      await owner.team.leaveTeam()
    },
  ],
])('[D4.8] a shared template is gone for others as soon as %s', async ([, end]) => {
  const sharing = await createSharing()
  await end(sharing)

  await isGoneFor(sharing.member, sharing.id)
})

test('an inquiry in flight while its sender is removed does not send a template of that team', async () => {
  const { member, id } = await createSharing()
  const client = await app.pool.connect()
  await client.query('begin')
  await client.query('delete from membership where user_id = $1', [member.userId])

  const refused = expect(sendInquiry(member, { templateId: id })).rejects.toMatchObject({ code: 'not-found' })
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await app.pool.query(waiting)).rowCount).toBeGreaterThan(0)
  await client.query('commit')
  client.release()

  await refused
})

test('a template shared with one team is not shared with the next', async () => {
  const { owner, member, id } = await createSharing()
  await owner.team.transferOwnership({ body: { userId: member.userId } })
  await owner.team.leaveTeam()
  const next = await createOwner(app)
  await createMember(app, next, { user: owner })

  expect(await owner.templates.getTemplate({ params: { id } })).toMatchObject({ isShared: false })
  await isGoneFor(next, id)
})

test('[D4.8] a member who joins again shares nothing that they shared before', async () => {
  const { owner, member, id } = await createSharing()
  await owner.team.transferOwnership({ body: { userId: member.userId } })
  await owner.team.leaveTeam()
  app.clock.advance(60_000)
  await createMember(app, member, { user: owner })

  expect(await owner.templates.getTemplate({ params: { id } })).toMatchObject({ isShared: false })
  await isGoneFor(member, id)
  await owner.templates.shareTemplate({ params: { id } })
  expect(await member.templates.getTemplate({ params: { id } })).toMatchObject({ isShared: true })
})

test('a user without a team cannot share', async () => {
  const user = await app.signUp()
  const { id } = await user.templates.createTemplate({ body: draft })

  await expect(user.templates.shareTemplate({ params: { id } })).rejects.toMatchObject({
    code: 'not-allowed',
    message: 'Only members of a team can share templates.',
  })
  expect(await user.templates.getTemplate({ params: { id } })).toMatchObject({ isShared: false })
})

test("a team's shared templates take at most 2 MB, so that each member's list stays quick", async () => {
  const { owner, member } = await createSharing()
  const long = { ...draft, template: 'Is it open? '.repeat(16_500) }
  const addShared = async (by: TestUser) => {
    const { id } = await by.templates.createTemplate({ body: long })
    return by.templates.shareTemplate({ params: { id } })
  }
  for (let number = 0; number < 5; number++) await addShared(owner)
  for (let number = 0; number < 4; number++) await addShared(member)
  const small = await member.templates.createTemplate({ body: { ...draft, name: 'Small' } })
  await member.templates.shareTemplate({ params: { id: small.id } })

  expect(
    await codesOf([
      addShared(member),
      member.templates.updateTemplate({ params: { id: small.id }, body: { ...long, name: 'Small' } }),
    ]),
  ).toEqual(['too-large'])
  expect(await member.templates.getTemplate({ params: { id: small.id } })).toMatchObject({ template: draft.template })
})
