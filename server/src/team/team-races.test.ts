import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { newYorkMonth } from '@loadping/contract/format/new-york-days'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../context.ts'
import { lockSends } from '../loads/contacts.service.ts'
import { goalSize } from '../testing/goal-size.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner, grant, inviteByMail } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

const rounds = goalSize({ full: 1_000, tenth: 100, quick: 24 })
const seatRounds = goalSize({ full: 1_000, tenth: 20, quick: 3 })
const longest = goalSize({ full: 60 * 60_000, tenth: 600_000, quick: 300_000 }) // a busy machine takes long

let app: TestApp
beforeAll(async () => {
  app = await testApp({ max: 20 })
})

const newEmail = () => `${randomUUID()}@carrier.example`
const setRole = (by: TestUser, { userId }: TestUser, role: 'MANAGER' | 'USER') =>
  by.team.updateRole({ body: { data: { userId, role } } })

const idOf = async (user: TestUser): Promise<string> => (await user.team.getTeam()).id ?? ''

test(
  `[T08] concurrent demotions, removals and transfers keep an owner who manages, ${rounds} times`,
  async () => {
    const owner = await createOwner(app)
    const one = await createMember(app, owner, { role: 'MANAGER' })
    const other = await createMember(app, owner, { role: 'MANAGER' })
    const id = await idOf(owner)
    const demoteEachOther = () => [setRole(one, other, 'USER'), setRole(other, one, 'USER')]
    const races: (() => Promise<unknown>[])[] = [
      () => [...demoteEachOther(), one.team.leaveTeam(), other.team.leaveTeam()],
      () => [
        owner.team.transferOwnership({ body: { userId: one.userId } }),
        setRole(other, one, 'USER'),
        setRole(one, owner, 'USER'),
      ],
      () => [
        owner.team.transferOwnership({ body: { userId: one.userId } }),
        one.team.leaveTeam(),
        owner.team.leaveTeam(),
      ],
      () => [one, other].map(({ userId }) => owner.team.transferOwnership({ body: { userId } })),
      () => [
        owner.team.transferOwnership({ body: { userId: one.userId } }),
        other.team.removeMember({ query: { userId: one.userId } }),
      ],
      () => [
        one.team.removeMember({ query: { userId: other.userId } }),
        other.team.removeMember({ query: { userId: one.userId } }),
      ],
    ]
    const mutual: number[] = []

    for (let round = 0; round < rounds; round++) {
      mutual.push((await Promise.allSettled(demoteEachOther())).filter(({ status }) => status === 'fulfilled').length)
      await putBack(id, { owner, managers: [owner, one, other] })
      const outcomes = await Promise.allSettled(races[round % races.length]?.() ?? [])

      const { rows } = await app.pool.query<{ owners: number; managers: number }>(
        `select count(*) filter (where user_id = owner_id and role = 'MANAGER') as owners, count(*) filter (where role = 'MANAGER') as managers
       from organization join membership on organization_id = id where id = $1`,
        [id],
      )
      expect(rows[0]?.owners, `round ${round}`).toBe(1)
      expect(rows[0]?.managers).toBeGreaterThan(0)
      for (const { reason } of outcomes.filter((outcome) => outcome.status === 'rejected'))
        expect(['not-allowed', 'not-found']).toContain(reason.code)
      await putBack(id, { owner, managers: [owner, one, other] })
    }

    expect(new Set(mutual)).toEqual(new Set([1])) // of two managers who demote each other, exactly one succeeds
  },
  longest,
)

/** Restores the team to its state before a round. */
async function putBack(id: string, { owner, managers }: { owner: TestUser; managers: TestUser[] }): Promise<void> {
  for (const { userId } of managers) {
    await app.pool.query(
      "insert into membership values ($1, $2, 'MANAGER', now()) on conflict (user_id) do update set role = 'MANAGER' where membership.role <> 'MANAGER'",
      [userId, id],
    )
  }
  await app.pool.query('update organization set owner_id = $2 where id = $1 and owner_id <> $2', [id, owner.userId])
  await app.pool.query('delete from removed_member where organization_id = $1', [id])
}

test('[T08] the database rejects an organization whose owner is no manager of it', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)

  for (const sql of [
    "update membership set role = 'USER' where user_id = $1",
    'delete from membership where user_id = $1',
    'delete from account where id = $1',
    'update organization set owner_id = $2 where owner_id = $1',
  ])
    await expect(
      app.pool.query(sql, sql.includes('$2') ? [owner.userId, member.userId] : [owner.userId]),
      sql,
    ).rejects.toMatchObject({ code: '23503' })
})

test(
  `[T10] [D7.5] of fifty concurrent invitations for three open seats three are sent, ${seatRounds} times`,
  async () => {
    const owner = await createOwner(app, { seats: 5 })
    await createMember(app, owner)
    const id = await idOf(owner)

    for (let round = 0; round < seatRounds; round++) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => owner.team.invite({ body: { emails: [newEmail()] } })),
      )

      const statuses = answers.flatMap(({ results }) => results.map(({ status }) => status))
      expect(statuses.filter((status) => status === 'invited')).toHaveLength(3)
      expect(statuses.filter((status) => status === 'no-seat')).toHaveLength(47)
      const { rowCount } = await app.pool.query(
        'delete from invitation where organization_id = $1 and accepted_by is null',
        [id],
      )
      expect(rowCount).toBe(3)
      await app.pool.query("delete from job where kind = 'invitation-email'")
    }
  },
  longest,
)

test(
  `[T10] [D7.5] of fifty concurrent acceptances for three open seats three join, ${seatRounds} times`,
  async () => {
    const owner = await createOwner(app, { seats: 60 })
    const invited: TestUser[] = []
    // One by one, because each waits for its own email.
    for (let person = 0; person < 50; person++) invited.push(await app.signUp())
    await owner.team.invite({ body: { emails: invited.map(({ email }) => email) } })
    const id = await idOf(owner)
    const { rows } = await app.pool.query<{ email: string; id: string }>(
      'select email, id from invitation where organization_id = $1',
      [id],
    )
    const links = new Map(rows.map((row) => [row.email, row.id]))
    const tokens = new Map<string, string>()
    for (const { email } of invited) {
      const { url } = await owner.team.copyInvitationLink({ body: { inviteId: links.get(email) ?? '' } })
      tokens.set(email, url.split('/').at(-1) ?? '')
    }
    await grant(app, owner, { seats: 4 })

    for (let round = 0; round < seatRounds; round++) {
      const outcomes = await Promise.allSettled(
        invited.map((user) => user.team.acceptInvitation({ query: { token: tokens.get(user.email) ?? '' } })),
      )

      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
      const { rows: members } = await app.pool.query('select 1 from membership where organization_id = $1', [id])
      expect(members).toHaveLength(4)
      await app.pool.query('delete from membership where organization_id = $1 and user_id <> $2', [id, owner.userId])
      await app.pool.query('update invitation set accepted_by = null where organization_id = $1', [id])
    }
  },
  longest,
)

test('[D8.10] becoming a broker during a promotion, acceptance or creation leaves no management rights', async () => {
  const owner = await createOwner(app, { seats: 200 })
  const beBroker = (user: TestUser) => user.account.saveUserInfo({ body: { userType: 'broker' } })

  for (let round = 0; round < 20; round++) {
    const member = await createMember(app, owner)
    const invited = await app.signUp()
    const buyer = await app.signUp()
    const token = await inviteByMail(app, owner, invited.email, 'MANAGER')
    await grant(app, buyer)

    await Promise.allSettled([
      setRole(owner, member, 'MANAGER'),
      beBroker(member),
      invited.team.acceptInvitation({ query: { token } }),
      beBroker(invited),
      buyer.team.createOrganization({ body: { name: 'Quillon' } }),
      beBroker(buyer),
    ])

    const { rows } = await app.pool.query(
      "select email from account join membership on user_id = id where user_type = 'broker' and role = 'MANAGER'",
    )
    expect(rows).toEqual([])
  }
})

test('[T09] accepting in two tabs at once makes one membership, and both succeed', async () => {
  const owner = await createOwner(app, { seats: 40 })
  for (let round = 0; round < 20; round++) {
    const user = await app.signUp()
    await owner.team.invite({ body: { emails: [user.email] } })
    const invitation = (await owner.team.listMembers()).find(({ email }) => email === user.email)
    const { url } = await owner.team.copyInvitationLink({ body: { inviteId: invitation?.inviteId ?? '' } })
    const token = url.split('/').at(-1) ?? ''

    const answers = await Promise.all([user, user].map((tab) => tab.team.acceptInvitation({ query: { token } })))

    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    const { entries } = await owner.team.listActivity({ query: {} })
    expect(entries.filter(({ action, actor }) => action === 'joined' && actor === user.email)).toHaveLength(1)
  }
})

test('[D7.3] concurrent and repeated invitations to one address create one', async () => {
  const owner = await createOwner(app, { seats: 50 })
  const manager = await createMember(app, owner, { role: 'MANAGER' })
  const email = newEmail()

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? owner : manager).team.invite({ body: { emails: [email, email] } }),
    ),
  )

  expect(answers.flatMap(({ results }) => results).filter(({ status }) => status === 'invited')).toHaveLength(1)
  await app.runDueJobs()
  expect(app.sent.filter(({ to }) => to === email)).toHaveLength(1)
})

test("[T12] a send during the removal uses the team's plan before it, or the user's own after it", async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const id = await idOf(owner)
  await app.pool.query(
    'insert into allowance values ($1, $2, 50) on conflict (user_id, month) do update set used = 50',
    [member.userId, newYorkMonth(app.clock.now)],
  )

  for (let round = 0; round < 40; round++) {
    const [sent, removed] = await Promise.allSettled([
      sendInquiry(member),
      owner.team.removeMember({ query: { userId: member.userId } }),
    ])

    expect(removed.status).toBe('fulfilled')
    if (sent.status === 'fulfilled') {
      const { rows } = await app.pool.query('select organization_id from email where id = $1', [sent.value.id])
      expect(rows).toEqual([{ organization_id: id }]) // on the team's plan
    } else {
      expect(sent.reason).toMatchObject({ code: 'plan-limit' }) // the member's own allowance is used up
    }
    await expect(sendInquiry(member)).rejects.toMatchObject({ code: 'plan-limit' })
    await owner.team.restoreMember({ body: { userId: member.userId } })
  }
})

test("[T12] a removal waits for the member's send in progress", async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  const held = Promise.withResolvers<void>()
  const mayFinish = Promise.withResolvers<void>()
  const holding = inTransaction(app.deps, async (tx) => {
    await lockSends(tx, member.userId)
    held.resolve()
    await mayFinish.promise
  })
  await held.promise
  const sending = sendInquiry(member)
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await app.pool.query(waiting)).rowCount, { timeout: 10_000 }).toBeGreaterThan(0)

  const removal = owner.team.removeMember({ query: { userId: member.userId } })

  expect(await Promise.race([removal, sleep(300, 'waiting')])).toBe('waiting')
  mayFinish.resolve()
  await holding
  expect(await sending).toMatchObject({ state: 'queued' })
  expect(await removal).toBeNull()
})

test("[T12] a manager's change during their removal is complete or rejected, and later ones fail", async () => {
  const owner = await createOwner(app, { seats: 200 })
  const manager = await createMember(app, owner, { role: 'MANAGER' })

  for (let round = 0; round < 20; round++) {
    const email = newEmail()
    const [invited] = await Promise.allSettled([
      manager.team.invite({ body: { emails: [email] } }),
      owner.team.removeMember({ query: { userId: manager.userId } }),
    ])

    const isThere = (await owner.team.listMembers()).some((one) => one.email === email)
    expect(isThere).toBe(invited.status === 'fulfilled')
    // The role or the team's plan was gone.
    if (invited.status === 'rejected') expect(['not-allowed', 'plan-limit']).toContain(invited.reason.code)
    await expect(manager.team.invite({ body: { emails: [newEmail()] } })).rejects.toMatchObject({ code: 'plan-limit' })
    await owner.team.restoreMember({ body: { userId: manager.userId } })
  }
})
