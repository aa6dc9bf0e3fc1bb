import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrations } from '../server/src/db/migrate.ts'
import { findCrossings, readOwners } from './table-owners.ts'

const root = join(import.meta.dirname, '..')
const files = {
  paths: execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'server/src'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((path) => existsSync(join(root, path)))
    .filter((path) => /\.(ts|sql)$/.test(path) && !/\.test\.ts$|\/testing\//.test(path)),
  read: (path: string) => readFileSync(join(root, path), 'utf8'),
}
const owners = readOwners(files)
const crossings = findCrossings(files, owners)

/** Why the demo fills tables itself. */
const inPast = 'It makes a year of the past in one transaction, and services write only what happens now.'

/** What a folder reads of other folders' tables, and why it cannot ask the owner. */
const allowedReads: { folder: string; tables: string[]; because: string }[] = [
  { folder: 'db', tables: ['account'], because: 'A copy goes only into a database that has no users.' },
  { folder: 'demo', tables: ['account', 'membership', 'template', 'truck'], because: inPast },
]

/** The only folder that writes tables of others. */
const allowedWriter = { folder: 'demo', because: inPast }

test('only the folder that owns a table writes it', () => {
  expect(listOf('write').filter((crossing) => !crossing.includes(`/src/${allowedWriter.folder}/`))).toEqual([])
})

test('a folder reads the tables of others through their owners, but for those with a reason', () => {
  const reasoned = allowedReads.flatMap(({ folder, tables }) =>
    crossings
      .filter(({ kind, path, table }) => kind === 'read' && path.split('/').at(-2) === folder && tables.includes(table))
      .map(textOf),
  )

  expect(listOf('read').filter((crossing) => !reasoned.includes(crossing))).toEqual([])
  expect(allowedReads.filter(({ folder }) => !reasoned.some((text) => text.includes(`/${folder}/`)))).toEqual([])
})

const textOf = ({ path, kind, table }: (typeof crossings)[number]) => `${path} ${kind}s ${table}`
const listOf = (kind: 'read' | 'write') => crossings.filter((crossing) => crossing.kind === kind).map(textOf)

test('every SQL file of a feature is a migration, and the types of its tables stand beside it', () => {
  const sqlFiles = files.paths.filter((path) => path.endsWith('.sql') && !path.startsWith('server/src/db/'))
  const typesOf = (folder: string) => files.read(`server/src/${folder}/${folder}.tables.ts`)
  const untyped = [...owners].filter(([table, folder]) => {
    const name = table.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    return !new RegExp(`^  ${name}: `, 'm').test(typesOf(folder))
  })

  expect(migrations.map(({ name }) => `server/src/${name.split(' ')[1]}`).sort()).toEqual(sqlFiles.sort())
  expect(owners.size).toBeGreaterThan(40)
  expect(untyped).toEqual([])
})

/** Returns what a made-up store of the folder `team` does with tables of others. */
const crossingsOf = (store: string, name = 'team.store.ts') => {
  const madeUp: Record<string, string> = {
    'server/src/emails/emails.sql': 'create table email (id uuid); create table sent_copy (id uuid);',
    'server/src/team/team.sql': 'create table member (id uuid references email (id) on delete cascade);',
    [`server/src/team/${name}`]: store,
  }
  const source = { paths: Object.keys(madeUp), read: (path: string) => madeUp[path] ?? '' }
  return findCrossings(source, readOwners(source)).map(({ kind, table }) => `${kind}s ${table}`)
}

test.each([
  ["db.insertInto('email').values(row)", 'writes email'],
  ["db.updateTable('sentCopy').set({ id })", 'writes sent_copy'],
  ["db.deleteFrom('email').where('id', '=', id)", 'writes email'],
  ['for (const table of tables) db.deleteFrom(table)', 'writes (computed)'],
  ["db\n  .selectFrom('email as e')\n  .selectAll()", 'reads email'],
  ["db.selectFrom(['member', 'email'])", 'reads email'],
  ["db.selectFrom('member').leftJoin('sentCopy', 'sentCopy.id', 'member.id')", 'reads sent_copy'],
  [`sql\`select id from email where id = \${id}\``, 'reads email'],
  ['sql<{ id: string }>`select m.id from member m, email e`', 'reads email'],
  [`sql\`with found as (\${rows}) update email set id = found.id from found\``, 'writes email'],
  ['sql`delete from "email" using member where member.id = email.id`', 'writes email'],
  [`sql\`insert into sent_copy (id) \${sql\`select id from member\`}\``, 'writes sent_copy'],
  ["pool.query('select 1 from email')", 'reads email'],
  ['sql`select case when exists (select from email) then 1 end`', 'reads email'],
])('a made-up store that uses a table of another folder is found: %s', (store, crossing) => {
  expect(crossingsOf(store)).toEqual([crossing])
})

test.each([
  "db.selectFrom('member').innerJoin(emailsOf(db).as('email'), 'email.id', 'member.id')",
  "// sql`delete from email`\ndb.insertInto('member').values({ email })",
  `sql\`select id from (\${emails}) as email join member on member.id = email.id\``,
  'sql`with email as materialized (select id from member) select id from email`',
  "throw new Error('It came from email.')",
  "Array.from('email'.split(''))",
])('a made-up store that uses its own tables, or what an owner hands out, passes: %s', (store) => {
  expect(crossingsOf(store)).toEqual([])
})

test('SQL files may refer to tables of others by foreign keys, not change them', () => {
  expect(crossingsOf('alter table email add column added int;', 'changes.sql')).toEqual(['writes email'])
})
