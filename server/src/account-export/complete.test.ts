import { beforeAll, describe, expect, test } from 'vitest'
import { encryptCredentials } from '../mailboxes/credentials.service.ts'
import { suppress } from '../suppression/suppression.service.ts'
import { type Column, readAllowedTexts, readColumns } from '../testing/catalog.ts'
import { exportAccount } from '../testing/exports.ts'
import { createMember, createOwner } from '../testing/teams.ts'
import { type TestApp, type TestUser, testApp } from '../testing/test-app.ts'

type Exported = {
  /** The names of its files. */
  files: string[]
  /** The column that says whose row it is, and by what. */
  owner?: { column: string; by: 'userId' | 'email' }
  /** Columns that no file has, each with the reason. */
  leftOut?: Record<string, string>
  /** Columns with another name in the files. */
  renamed?: Record<string, string>
  /** What is planted in columns that take no made-up value. */
  values?: Record<string, unknown>
}

const whose = 'Says whose row it is: the user whose export it is.'
const secret = 'Opens the account or proves something to us, or is the hash of what does.'
const derived = 'Made of other columns, so that lists and searches are fast.'
const copy = 'A copy or sum of what the files have.'
const counter = 'A count for a limit, gone within a day.'
const nobody = 'Has no user.'

const leaveOut = (columns: string[], reason: string) => Object.fromEntries(columns.map((column) => [column, reason]))
const derivedOfLoad = ['board', 'origin', 'dest', 'company', 'company_key', 'mc', 'temperature', 'pickup_day']
  .concat(['trip_miles', 'deadhead_miles', 'rate_cents', 'rpm_cents', 'all_in_rpm_cents', 'lane_key', 'join_key'])
  .concat(['origin_latitude', 'origin_longitude', 'dest_latitude', 'dest_longitude', 'search_text'])

/** Stands for the facts of a load with a text of the user's. */
const aLoad = Symbol('load')

/** Every table: which files have its rows, or why none has. A new table gets its line here. */
const tables: Record<string, Exported | string> = {
  account: {
    files: ['account'],
    owner: { column: 'id', by: 'userId' },
    leftOut: { deletes_at: 'Nobody can sign in and export while it is set.' },
  },
  account_export: 'The exports themselves.',
  account_export_part: 'The exports themselves.',
  address_code: { files: ['address-checks'], leftOut: { user_id: whose, code_hash: secret } },
  allowance: { files: ['allowances'], leftOut: { user_id: whose } },
  board_health: { files: ['board-health'], leftOut: { user_id: whose } },
  board_report: { files: ['row-reports'], leftOut: { user_id: whose } },
  board_settings: nobody,
  contact: copy,
  contact_count: copy,
  contact_event: { files: ['contacts'], leftOut: { user_id: whose }, values: { load: aLoad } },
  cost_profile: { files: ['costs'], leftOut: { user_id: whose } },
  customer: {
    files: ['payments'],
    owner: { column: 'holder_id', by: 'userId' },
    leftOut: { holder_id: whose, ...leaveOut(['begun', 'stored'], 'Numbers our questions to Stripe.') },
  },
  backup_folder: nobody,
  database_fingerprint: nobody,
  hash_key: nobody,
  delivery: 'The queue; emails that wait are in the file of emails.',
  due_setting: { files: ['due-calls'], leftOut: { user_id: whose } },
  email: { files: ['emails'], leftOut: { user_id: whose, search_text: derived }, values: { load: aLoad } },
  former_member: { files: ['left-teams'], leftOut: { user_id: whose } },
  fuel_price: nobody,
  idempotency_key: copy,
  identity: { files: ['sign-in-accounts'], leftOut: { user_id: whose } },
  invitation: {
    files: ['invitations-sent'],
    owner: { column: 'invited_by', by: 'userId' },
    leftOut: { invited_by: whose, accepted_by: 'Another user.' },
  },
  job: 'The queue of work, encrypted; an entry is gone once it is done.',
  kept_from: nobody,
  kill_switch: nobody,
  withdrawn_version: nobody,
  known_network: { files: ['networks'], owner: { column: 'email', by: 'email' }, leftOut: { network_hash: secret } },
  learned_limit: counter,
  live_version: 'Counts changes, so that an open page learns of them.',
  load: {
    files: ['loads'],
    leftOut: leaveOut(derivedOfLoad, derived),
    values: { facts: aLoad },
  },
  load_event: { files: ['load-history'], leftOut: { user_id: whose, by: whose } },
  load_link: { files: ['load-links'], leftOut: { user_id: whose, key_hash: secret } },
  load_name: copy,
  load_view: { files: ['load-views'], leftOut: { user_id: whose } },
  mailbox: {
    files: ['mailboxes'],
    leftOut: {
      user_id: whose,
      ...leaveOut(['encrypted_credentials', 'encrypted_access_token', 'access_token_expires_at'], secret),
      refresh_lease_until: 'A lock of a few seconds.',
    },
  },
  mailbox_hour: counter,
  mailbox_throttle: counter,
  mark: copy,
  membership: { files: ['team'], leftOut: { user_id: whose } },
  migration: nobody,
  notification: { files: ['notifications'], leftOut: { user_id: whose } },
  offer_answer: { files: ['answers'], leftOut: { user_id: whose, text_hash: derived } },
  offer_posting: { files: ['postings'], leftOut: { user_id: whose } },
  one_time_code: secret,
  organization: {
    files: ['team'],
    leftOut: { owner_id: 'In the file as isOwner.', owner_role: 'Always manager.' },
    renamed: { id: 'organizationId' },
  },
  photo: {
    files: ['account'],
    leftOut: { user_id: whose, webp: 'A file of its own.' },
    renamed: { fetched_at: 'photoFetchedAt' },
  },
  plan: {
    files: ['plans'],
    owner: { column: 'holder_id', by: 'userId' },
    leftOut: { holder_id: whose },
    values: { seats: null },
  },
  recipient: { files: ['recipients'], owner: { column: 'holder', by: 'userId' }, leftOut: { holder: whose } },
  relay_receiver: nobody,
  removed_member: { files: ['removals'], leftOut: { user_id: whose } },
  reviewer: 'Who tries the product for a store, and the hash of a code.',
  send_limit_window: counter,
  session: { files: ['devices'], leftOut: { user_id: whose, token_hash: secret, previous_token_hash: secret } },
  sign_up_invitation: 'Of addresses without an account; an account ends it.',
  sign_in_token: {
    files: ['sign-in-emails'],
    owner: { column: 'email', by: 'email' },
    leftOut: leaveOut(['token_hash', 'code_hash', 'challenge', 'network_hash'], secret),
  },
  snippet: { files: ['snippets'], leftOut: { user_id: whose } },
  stripe_event: nobody,
  suppressed_recipient: { files: ['no-email'], leftOut: { user_id: whose } },
  suppression: 'Has hashes of addresses only; what concerns the own address is in the file "unsubscribed".',
  team_activity: { files: ['team-activity'], owner: { column: 'actor', by: 'email' }, leftOut: { actor: whose } },
  team_notice: {
    files: ['team-notices'],
    leftOut: { user_id: whose, ...leaveOut(['actor_id', 'actor'], 'Names a teammate.') },
  },
  template: {
    files: ['templates'],
    leftOut: { user_id: whose },
    renamed: { template: 'body' },
    values: { shared_at: null },
  },
  template_use: { files: ['template-uses'], leftOut: { user_id: whose } },
  truck: { files: ['trucks'], leftOut: { user_id: whose } },
  truck_absence: { files: ['truck-absences'], leftOut: { user_id: whose } },
  truck_handover: { files: ['truck-handovers'], owner: { column: 'from_user', by: 'userId' } },
  truck_note: { files: ['truck-notes'], leftOut: { user_id: whose } },
  truck_booking: { files: ['truck-bookings'], leftOut: { user_id: whose } },
  used_pairing_code: nobody,
  used_trial: 'Keyed hashes of the address and sign-in accounts, which are in the files.',
  weekly_summary: { files: ['weekly-summary'], leftOut: { user_id: whose } },
}
const exported = Object.entries(tables).flatMap(([table, how]) => (typeof how === 'string' ? [] : [{ table, ...how }]))

/** Tables with one row of each user already, and the column that finds it. */
const existing: Record<string, 'id' | 'user_id'> = { account: 'id', membership: 'user_id', organization: 'id' }

let app: TestApp
let columns: Column[]
/** The first of the texts that a column allows, by table and column. */
let allowed: Map<string, string>
let me: TestUser
let teammate: TestUser
let stranger: TestUser
let files: Map<string, string>

beforeAll(async () => {
  app = await testApp()
  columns = await readColumns(app.pool)
  allowed = await readAllowedTexts(app.pool)
  me = await createOwner(app)
  teammate = await createMember(app, me)
  stranger = await createOwner(app)
  await plant(teammate, 'hers')
  await plant(stranger, 'theirs')
  await plant(me, 'mine')
  await plantAmongUsers()
  files = await exportAccount(app, me)
})

const columnsOf = (table: string) => columns.filter((column) => column.table === table)

/** Whether a column can hold any text, such as one that says whose it is and where. */
const holdsCanary = ({ table, column, type, isGenerated }: Column) =>
  ['text', '_text', 'jsonb', 'bytea'].includes(type) &&
  !isGenerated &&
  !allowed.has(`${table}.${column}`) &&
  !['email', 'actor'].includes(column)
const canaryOf = (user: string, { table, column }: Column) => `${user}-${table}-${column}`

const byUserId: NonNullable<Exported['owner']> = { column: 'user_id', by: 'userId' }

/** Gives a user a row in each exported table. */
async function plant(user: TestUser, name: string): Promise<void> {
  const { organizationId } = await app.db
    .selectFrom('membership')
    .select('organizationId')
    .where('userId', '=', user.userId)
    .executeTakeFirstOrThrow()
  for (const { table, owner = byUserId, values = {} } of exported) {
    const key = existing[table]
    if (key) await replaceTexts(table, { key, id: table === 'organization' ? organizationId : user.userId, name })
    else
      await insertRow(table, (column) => {
        if (column.column === owner.column || column.column === 'by') return user[owner.by]
        if (column.column === 'organization_id') return organizationId
        return column.column in values ? givenValue(values[column.column], column, name) : madeUpValue(column, name)
      })
  }
}

async function insertRow(table: string, cellOf: (column: Column) => unknown): Promise<void> {
  const filled = columnsOf(table).filter(({ isGenerated }) => !isGenerated)
  const names = filled.map(({ column }) => `"${column}"`)
  const places = filled.map((_, index) => `$${index + 1}`)
  await app.pool.query(`insert into ${table} (${names.join()}) values (${places.join()})`, filled.map(cellOf))
}

async function replaceTexts(table: string, { key, id, name }: { key: string; id: string; name: string }) {
  for (const column of columnsOf(table).filter(holdsCanary))
    await app.pool.query(`update ${table} set "${column.column}" = $1 where ${key} = $2`, [
      madeUpValue(column, name),
      id,
    ])
}

/** Entries of an activity log are numbered, and the first ones are there already. */
let entryNumber = 1_000

function madeUpValue(column: Column, name: string): unknown {
  const canary = canaryOf(name, column)
  const values: Record<string, unknown> = {
    text: allowed.get(`${column.table}.${column.column}`) ?? canary,
    _text: [canary],
    jsonb: JSON.stringify({ text: canary }),
    bytea: Buffer.from(canary),
    uuid: column.isNullable ? null : crypto.randomUUID(),
    _uuid: '{}',
    timestamptz: new Date(),
    date: '2026-11-23',
    bool: false,
  }
  if (column.type in values) return values[column.type]
  return column.column === 'number' ? entryNumber++ : 1
}

function givenValue(value: unknown, column: Column, name: string): unknown {
  const place = { city: canaryOf(name, column), state: 'IL' }
  return value === aLoad ? JSON.stringify({ origin: place, dest: place }) : value
}

/** What users do in rows of each other, a mailbox with a login, and an address that gets no email. */
async function plantAmongUsers(): Promise<void> {
  const note = (owner: TestUser, by: TestUser, text: string) =>
    app.pool.query(
      `insert into load_event (user_id, load_id, id, at, by, kind, text)
       values ($1, gen_random_uuid(), gen_random_uuid(), now(), $2, 'note', $3)`,
      [owner.userId, by.userId, text],
    )
  await note(teammate, me, 'mine-on-a-load-of-hers')
  await note(me, teammate, 'hers-on-a-load-of-mine')
  await app.pool.query(
    `insert into invitation (id, organization_id, email, role, created_at, sent_at, expires_at, accepted_by)
     select gen_random_uuid(), organization_id, 'mine-accepted', 'USER', now(), now(), now(), user_id
     from membership where user_id = $1`,
    [me.userId],
  )
  const mailbox = { userId: me.userId, kind: 'smtp' as const, address: 'maria@mine.example' }
  const server = { host: 'smtp.mine.example', port: 465, user: 'mine-login', password: 'secret-password' }
  await app.db
    .insertInto('mailbox')
    .values({
      ...mailbox,
      connectedAt: new Date(),
      defaultSince: new Date(),
      encryptedCredentials: encryptCredentials(app.deps, mailbox, JSON.stringify(server)),
    })
    .execute()
  await suppress(app.deps, me.email, 'product', 'complained')
}

const rowsOf = (name: string): object[] => JSON.parse(files.get(`json/${name}.json`) ?? '')
const everything = () => [...files.values()].join('\n')
const inCode = (column: string) => column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

test('[R02] every table of the database is exported or has a reason why not', () => {
  expect(Object.keys(tables).sort()).toEqual([...new Set(columns.map(({ table }) => table))].sort())
})

describe.each(exported)('of $table', ({ table, files: names, leftOut = {}, renamed = {} }) => {
  test('[R02] every column is exported or has a reason why not', () => {
    const keys = names.flatMap((name) => Object.keys(rowsOf(name)[0] ?? {}))
    const found = columnsOf(table).filter(({ column }) => keys.includes(renamed[column] ?? inCode(column)))
    const others = columnsOf(table).filter((column) => !found.includes(column))

    expect(others.map(({ column }) => column).filter((column) => !(column in leftOut))).toEqual([])
    expect(Object.keys(leftOut).filter((left) => !columnsOf(table).some(({ column }) => column === left))).toEqual([])
  })

  test('[R02] own texts are in its file, and those left out are nowhere', () => {
    const planted = columnsOf(table).filter(holdsCanary)
    const isInFile = (column: Column) =>
      names.some((name) => files.get(`json/${name}.json`)?.includes(canaryOf('mine', column)))
    const isAnywhere = (column: Column) => everything().includes(canaryOf('mine', column))

    expect(planted.filter((column) => !(column.column in leftOut) && !isInFile(column))).toEqual([])
    expect(planted.filter((column) => leftOut[column.column] === secret && isAnywhere(column))).toEqual([])
  })
})

test('[R02] what a user did in rows of teammates is exported, and nothing that others wrote', () => {
  expect(rowsOf('load-history-team')).toMatchObject([{ text: 'mine-on-a-load-of-hers' }])
  expect(rowsOf('invitations-accepted')).toMatchObject([{ email: 'mine-accepted' }])
  expect(rowsOf('unsubscribed')).toMatchObject([{ scope: 'product', reason: 'complained' }])
  expect(files.get('photo.webp')).toBe('mine-photo-webp')
  expect(everything()).not.toMatch(/\b(hers|theirs)-/)
  for (const foreign of [teammate.userId, stranger.userId, stranger.email]) expect(everything()).not.toContain(foreign)
})

test('[R02] a mailbox is exported with its server and login, never with its password', () => {
  expect(rowsOf('mailboxes')).toContainEqual(
    expect.objectContaining({ host: 'smtp.mine.example', port: 465, login: 'mine-login' }),
  )
  expect(everything()).not.toContain('secret-password')
})
