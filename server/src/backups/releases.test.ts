import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDb } from '../db/db.ts'
import { migrations } from '../db/migrate.ts'
import { buildLoad, callAbout, sendInquiry } from '../testing/inquiries.ts'
import { createMember, grant } from '../testing/teams.ts'
import { testApp } from '../testing/test-app.ts'
import { emptyDb } from '../testing/test-database.ts'
import { buildTruck } from '../testing/trucks.ts'
import { readBackup } from './backup-files.ts'
import { rehearseRestore } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

// The backup of a small office as each released version made it. NEW_RELEASE=1 adds the one of this version.
const releases = join(import.meta.dirname, 'releases')
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
const office = { owner: 'rosa@redbud.example', member: 'ben@redbud.example', note: 'Call before 4 pm' }

const loadTo = (city: string, state: string) =>
  buildLoad({
    dest: { city, state },
    reference: city,
    company: `${city} Freight`,
    contactEmail: 'loads@plains.example',
  })

if (process.env['NEW_RELEASE']) test('writes the backup of this version', () => backUpOffice(join(releases, version)))
const released = existsSync(releases) ? readdirSync(releases).sort() : []

test('every released version up to this one has its backup here', () => {
  expect(released).toContain(version)
})

test.each(released)('[K09] from %s every row comes along, and everybody goes on with what they had', async (name) => {
  const { manifest, ...backup } = readBackup(join(releases, name))
  const database = await emptyDb({ isMigrated: false })

  await rehearseRestore(database.connection, { ...backup, manifest }) // compares each row, then migrates

  const { rows: applied } = await database.pool.query<{ name: string }>('select name from migration order by name')
  expect(applied.map((one) => one.name)).toEqual(migrations.map((one) => one.name))
  for (const { name: table, rows } of manifest.tables) {
    const { rows: counted } = await database.pool.query<{ count: number }>(`select count(*)::int from "${table}"`)
    expect(counted[0]?.count, table).toBeGreaterThanOrEqual(table === 'migration' ? 0 : rows)
  }
  const app = await testApp({ change: (deps) => ({ ...deps, db: createDb(database.pool) }) })
  const owner = await app.signUp(office.owner)
  const member = await app.signUp(office.member)
  const members = await owner.team.listMembers()
  expect(members.map(({ email }) => email).sort()).toEqual([office.member, office.owner])
  const { loads } = await member.loads.listLoads({ query: {} })
  expect(loads.map(({ facts, note }) => [facts.company, note])).toContainEqual(['Quillon Logistics', office.note])
  expect((await member.emails.listEmails({ query: {} })).emails).toHaveLength(1)
  await sendInquiry(member, { load: loadTo('Reno', 'NV') })
  expect((await member.emails.listEmails({ query: {} })).emails).toHaveLength(2)
})

/** Backs up an office that did a little of everything. */
async function backUpOffice(folder: string): Promise<void> {
  const app = await testApp()
  const owner = await app.signUp(office.owner)
  await grant(app, owner)
  await owner.team.createOrganization({ body: { name: 'Redbud Carriers LLC' } })
  const member = await createMember(app, owner, { user: await app.signUp(office.member) })
  await owner.trucks.saveTrucks({ body: { trucks: [buildTruck()] } })
  const saved = await owner.loads.saveLoad({ body: { load: buildLoad(), note: office.note } })
  await callAbout(owner, saved.id, 250_000)
  await sendInquiry(member, { load: loadTo('Denver', 'CO') })
  await app.runDueJobs()
  const parent = `${folder}.new`
  mkdirSync(parent, { recursive: true })
  const backup = await writeBackup(app.connection, { folder: parent, keyIds: [], now: new Date() })
  renameSync(backup.path, folder)
  rmSync(parent, { recursive: true })
}
