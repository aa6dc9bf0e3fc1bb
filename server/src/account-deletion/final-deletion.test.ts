import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { forgetOldTrials } from '../billing/trials.service.ts'
import { inTransaction } from '../context.ts'
import { setSwitch } from '../kill-switches/kill-switches.service.ts'
import { type Column, readAllowedTexts, readColumns } from '../testing/catalog.ts'
import { deleteAccount } from '../testing/deletion.ts'
import { sendInquiry } from '../testing/inquiries.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'
import { deleteDueAccounts, deletionSteps } from './final-deletion.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})

const days = (count: number): number => count * 86_400_000

/** Lets the week of a deletion pass, and a quarter of an hour. */
const passTheWeek = () => app.clock.advance(days(7) + 15 * 60_000)

async function deleteForGood(user: TestUser): Promise<void> {
  await deleteAccount(user)
  await app.runDueJobs()
  passTheWeek()
  await deleteDueAccounts(app.deps)
  await app.runDueJobs()
}

/** Lists the tables with rows in which a text occurs. */
async function findInDatabase(text: string): Promise<string[]> {
  const { rows } = await app.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  )
  const found: string[] = []
  for (const { name } of rows) {
    const hits = await app.pool.query(`select 1 from "${name}" as one where one::text ilike '%' || $1 || '%' limit 1`, [
      text,
    ])
    if (hits.rowCount) found.push(name)
  }
  return found
}

/** Why a table has nothing of a user that a deletion would have to find. */
const nobodys: Record<string, string> = {
  database_fingerprint: 'Of the database itself.',
  backup_folder: "The operator's.",
  hash_key: 'A key.',
  board_settings: "The operator's.",
  fuel_price: 'Public figures.',
  kept_from: 'Two days.',
  kill_switch: "The operator's.",
  withdrawn_version: "The operator's.",
  migration: 'Names of files.',
  stripe_event: 'Ids of events at Stripe, for 30 days.',
  used_pairing_code: 'Random ids, for minutes.',
  relay_receiver: 'Domains that refused the relay, for a day.',
  suppression: 'Keyed hashes, so that an address which wants no email gets none.',
  send_limit_window: 'Counts by id, for a day.',
  delivery: 'The queue; see the test of an email that is still in it.',
  job: 'Encrypted; an entry is gone once it is done or given up, within a week.',
  account_export_part: 'Goes with account_export.',
  organization: 'The team; its owner cannot be deleted before it is transferred or closed.',
  customer: 'Forgotten by the job that ends subscriptions; see subscription-end.test.ts.',
}

/** Where the id of a deleted user stays, without address and name: what a team that goes on keeps. */
const keptOfTeam = ['contact', 'contact_count', 'contact_event', 'email', 'former_member', 'load_event', 'mark']

/** Values that no rule for a type gives. */
const given: Record<string, Record<string, unknown>> = {
  used_trial: { hash: 'a-hash', key_id: 'a-key', expires_at: null },
  plan: { source: 'grant', seats: null },
  template: { shared_at: null },
  contact_count: { moments: Buffer.from('') },
  one_time_code: { code_hash: 'a-hash' },
}

/** What rows of a team say of the load, the broker or the change, and never of the user. */
const aboutOthers: Record<string, string[]> = {
  contact: ['to_address', 'load_key', 'lane_key'],
  contact_event: ['load'],
  email: ['to_address', 'load', 'load_key'],
  mark: ['load_key', 'lane_key', 'outcome'],
  recipient: ['domain', 'mc', 'company_key'],
  team_activity: ['action', 'detail'],
}
let number = 10_000

/** Adds a row of the user to a table, with the address in every text. */
async function plant(columns: Column[], allowed: Map<string, string>, table: string, user: TestUser, holder: string) {
  const isTeam = holder !== user.userId
  const cells = columns
    .filter((column) => column.table === table && !column.isGenerated)
    .map(({ column, type, isNullable }): [string, unknown] => {
      if (column in (given[table] ?? {})) return [column, given[table]?.[column]]
      if (['user_id', 'by', 'accepted_by', 'invited_by', 'actor_id', 'to_user'].includes(column))
        return [column, user.userId]
      if (['holder', 'holder_id'].includes(column)) return [column, holder]
      if (column === 'organization_id') return [column, isTeam || !isNullable ? (isTeam ? holder : randomUUID()) : null]
      if (['email', 'actor', 'subject'].includes(column) && table !== 'template') return [column, user.email]
      if (column === 'mailbox') return [column, `smtp ${user.email}`]
      if (column === 'kind' && table === 'mailbox') return [column, 'smtp']
      if (isTeam && aboutOthers[table]?.includes(column)) return [column, type === 'jsonb' ? '{}' : `other ${number++}`]
      const text = `${user.email} ${number++}`
      const values: Record<string, unknown> = {
        text: allowed.get(`${table}.${column}`) ?? (column === 'address' ? user.email : text),
        _text: [user.email],
        jsonb: JSON.stringify({ text: user.email, origin: { city: user.email, state: 'IL' } }),
        bytea: Buffer.from(user.email),
        uuid: isNullable ? null : randomUUID(),
        _uuid: '{}',
        timestamptz: app.clock.now,
        _timestamptz: '{}',
        date: '2026-11-23',
        bool: false,
      }
      return [column, type in values ? values[type] : column === 'number' ? number++ : 1]
    })
  const names = cells.map(([column]) => `"${column}"`).join()
  const places = cells.map((_, index) => `$${index + 1}`).join()
  await app.pool.query(
    `insert into ${table} (${names}) values (${places}) on conflict do nothing`,
    cells.map(([, value]) => value),
  )
}

/** Tables with a row of each user already. */
const existing = ['account', 'membership']

/** Tables whose rows belong to a team. */
const ofTeams = ['former_member', 'invitation', 'removed_member', 'team_activity', 'team_notice', 'truck_handover']

/** Gives a member of a team rows in every table, of their own and for the team. */
async function plantEverywhere(owner: TestUser): Promise<{ member: TestUser; organizationId: string }> {
  const member = await createMember(app, owner)
  const { id: organizationId } = await owner.team.getTeam()
  const columns = await readColumns(app.pool)
  const allowed = await readAllowedTexts(app.pool)
  const tables = [...new Set(columns.map(({ table }) => table))].filter(
    (table) => !(table in nobodys) && !existing.includes(table),
  )
  for (const table of tables) {
    if (!ofTeams.includes(table)) await plant(columns, allowed, table, member, member.userId)
    await plant(columns, allowed, table, member, organizationId ?? '')
  }
  await app.pool.query(
    `insert into load_event (user_id, load_id, id, at, by, kind)
     values ($1, gen_random_uuid(), gen_random_uuid(), $3, $2, 'called')`,
    [owner.userId, member.userId, app.clock.now],
  )
  await member.account.saveProfile({ body: { name: 'Priya Nair', signature: `Priya, ${member.email}` } })
  await app.pool.query("update email set state = 'sent' where user_id = $1", [member.userId])
  return { member, organizationId: organizationId ?? '' }
}

test('[R03] after a deletion no table has the address, and only what a team keeps has the id', async () => {
  const owner = await createOwner(app)
  const { member } = await plantEverywhere(owner)
  const names = new Set((await readColumns(app.pool)).map(({ table }) => table))
  const before = new Set([...(await findInDatabase(member.email)), ...(await findInDatabase(member.userId))])
  expect([...names].filter((table) => !(table in nobodys) && !before.has(table))).toEqual([])

  await deleteForGood(member)

  expect(await findInDatabase(member.email)).toEqual([])
  expect(await findInDatabase('Priya')).toEqual([])
  expect(await findInDatabase(member.userId)).toEqual(keptOfTeam)
})

test('[D13.28] an account is deleted once its week is over, not before', async () => {
  const user = await app.signUp()
  await deleteAccount(user)
  app.clock.advance(days(7) - 60_000)
  await deleteDueAccounts(app.deps)
  expect(await findInDatabase(user.email)).toContain('account')

  app.clock.advance(15 * 60_000)
  await deleteDueAccounts(app.deps)
  await app.runDueJobs()
  expect(await findInDatabase(user.email)).toEqual([])
})

test('[P07] while writes are off no account is deleted', async () => {
  const user = await app.signUp()
  await deleteAccount(user)
  passTheWeek()
  await setSwitch(app.deps, 'writes', true)
  await deleteDueAccounts(app.deps)
  expect((await app.pool.query('select from template where user_id = $1', [user.userId])).rowCount).toBe(1)

  await setSwitch(app.deps, 'writes', false)
  await deleteDueAccounts(app.deps)
  await app.runDueJobs()
  expect(await findInDatabase(user.userId)).toEqual([])
})

test('[R03] [B09] who was deleted signs up as a new user, without another trial', async () => {
  const user = await app.signUp('lena.ortiz@gmail.com')
  await sendInquiry(user)
  expect((await user.account.getMe()).billingPlan).toBe('TRIAL')
  await deleteForGood(user)

  const again = await app.signUp(user.email)

  expect(again.userId).not.toBe(user.userId)
  expect(await again.account.getMe()).toMatchObject({ billingPlan: 'FREE', trialDays: 0 })
  expect((await again.loads.listLoads({ query: {} })).loads).toEqual([])
})

test('[D13.4] the trial of a deleted account is forgotten after two years, not before', async () => {
  const user = await app.signUp()
  const listTrials = async () => {
    await forgetOldTrials(app.deps)
    return (await app.pool.query('select from used_trial where expires_at is not null')).rowCount
  }
  await deleteForGood(user)

  app.clock.advance(days(2 * 365 - 1))
  expect(await listTrials()).toBe(1) // accounts that were deleted in other tests went a week earlier
  app.clock.advance(days(3))
  expect(await listTrials()).toBe(0)
})

test('[R03] the team of an owner who is alone in it goes too, and what a member did stays by a name', async () => {
  const alone = await createOwner(app)
  const { id: ownTeam } = await alone.team.getTeam()
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  await sendInquiry(alone)
  await sendInquiry(member)
  await app.runDueJobs()

  await deleteAccount(alone)
  await deleteForGood(member)

  expect((await app.pool.query('select from organization where id = $1', [ownTeam])).rowCount).toBe(0)
  expect(await findInDatabase(alone.userId)).toEqual([])
  const again = await app.signUp(owner.email)
  const { rows } = await app.pool.query('select from_name, reply_to, html from email where user_id = $1', [
    member.userId,
  ])
  expect(rows).toEqual([{ from_name: 'A former teammate', reply_to: '', html: '' }])
  expect((await again.team.listMembers()).map(({ email }) => email)).toEqual([owner.email])
})

test('[R03] what a user did for a team that was closed since goes with the account', async () => {
  const owner = await createOwner(app)
  const member = await createMember(app, owner)
  await sendInquiry(owner)
  await sendInquiry(member, { confirmed: true }) // to the same recipient
  await app.runDueJobs()
  await owner.team.removeMember({ query: { userId: member.userId } })
  await owner.team.leaveTeam()

  await deleteForGood(member)
  expect(await findInDatabase(member.userId)).toEqual([])
  await deleteForGood(await app.signUp(owner.email))
  expect(await findInDatabase(owner.userId)).toEqual([])
})

test('[R03] what a deleted manager is called goes from the notices of teammates, and from no others', async () => {
  const setName = (user: TestUser, name: string) => user.account.saveProfile({ body: { name } })
  const demote = (manager: TestUser, { userId }: TestUser) =>
    manager.team.updateRole({ body: { data: { userId, role: 'USER' } } })
  const owner = await createOwner(app)
  const manager = await createMember(app, owner, { role: 'MANAGER' })
  const members = [
    await createMember(app, owner, { role: 'MANAGER' }),
    await createMember(app, owner, { role: 'MANAGER' }),
  ]
  for (const by of [owner, manager]) await setName(by, 'Lena Ortiz')
  for (const [index, by] of [owner, manager].entries()) await demote(by, members[index] ?? manager)
  await setName(manager, 'Maria Lopez')

  await deleteForGood(manager)

  const actors = await app.pool.query('select actor from team_notice where user_id = any($1) order by actor', [
    members.map(({ userId }) => userId),
  ])
  expect(actors.rows).toEqual([{ actor: 'A former teammate' }, { actor: 'Lena Ortiz' }])
})

test('[R03] a deletion that was killed after any of its steps is finished by the next run', async () => {
  const { email } = await createOwner(app)
  for (let done = 1; done < deletionSteps.length; done++) {
    const owner = await app.signUp(email)
    const member = await createMember(app, owner)
    const { id } = await owner.team.getTeam()
    await sendInquiry(member)
    await app.runDueJobs()
    await deleteAccount(member)
    passTheWeek()
    const user = { userId: member.userId, email: member.email, ownTeam: undefined, keptTeams: [id ?? ''] }
    for (const step of deletionSteps.slice(0, done)) await inTransaction(app.deps, (tx) => step(tx, user))

    await deleteDueAccounts(app.deps)
    await app.runDueJobs()

    expect(await findInDatabase(member.email), `after step ${done}`).toEqual([])
  }
})

test('[R03] accounts whose deletion fails do not hold up others', async () => {
  const users: TestUser[] = []
  for (let count = 0; count < 22; count++) {
    const user = await app.signUp(`${randomUUID()}@${count < 21 ? 'stuck' : 'next'}.example`)
    users.push(user)
    await deleteAccount(user)
    app.clock.advance(1_000)
  }
  await app.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse before delete on account for each row when (old.email like '%@stuck.example')
    execute function refuse()`)
  passTheWeek()

  await deleteDueAccounts(app.deps)

  const { rows } = await app.pool.query('select from account where id = any($1)', [users.map(({ userId }) => userId)])
  expect(rows).toHaveLength(21)
  await app.pool.query('drop trigger refuse on account')
  await deleteDueAccounts(app.deps)
})

test('[R03] more rows than one transaction deletes all go', async () => {
  const user = await app.signUp()
  await app.pool.query(
    `insert into load_event (user_id, load_id, id, at, by, kind)
     select $1, gen_random_uuid(), gen_random_uuid(), now(), $1, 'called' from generate_series(1, 2500)`,
    [user.userId],
  )

  await deleteForGood(user)

  expect(await findInDatabase(user.userId)).toEqual([])
})

test('[R03] an email that was still being sent is in no queue afterwards', async () => {
  const user = await app.signUp()
  await sendInquiry(user)
  await app.pool.query("update email set state = 'sending' where user_id = $1", [user.userId])
  const inQueue = async () =>
    (await app.pool.query('select from delivery where user_id = $1', [user.userId])).rowCount ?? 0
  await deleteAccount(user)
  expect(await inQueue()).toBe(1)
  passTheWeek()

  await deleteDueAccounts(app.deps)

  expect(await inQueue()).toBe(0)
  await app.runDueJobs()
  expect(await findInDatabase(user.userId)).toEqual([])
})
