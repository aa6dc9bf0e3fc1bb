import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { startupError } from '../startup-error.ts'

export type Migration = {
  name: string
  sql: string
  /** Whether programs of before it may go on, as during an update and after going back one release. */
  keepsEarlier?: boolean
}

/** The SQL files of all features, in the order in which they run. Once released, files are only added. */
const files = [
  'accounts/accounts.sql',
  'sign-in/sign-in.sql',
  'sessions/sessions.sql',
  'oauth/oauth.sql',
  'team/team.sql',
  'billing/billing.sql',
  'templates/templates.sql',
  'snippets/snippets.sql',
  'trucks/trucks.sql',
  'mailboxes/mailboxes.sql',
  'loads/loads.sql',
  'emails/emails.sql',
  'inquiries/inquiries.sql',
  'delivery/delivery.sql',
  'relay/relay.sql',
  'analytics/analytics.sql',
  'idempotency/idempotency.sql',
  'suppression/suppression.sql',
  'jobs/jobs.sql',
  'kill-switches/kill-switches.sql',
  'extension/extension.sql',
  'fuel/fuel.sql',
  'account-export/account-export.sql',
  'live/live.sql',
  'notifications/notifications.sql',
  'loads/load-names.sql',
  'copies/copies.sql',
  'delivery/held-deliveries.sql',
  'jobs/held-jobs.sql',
  'sign-in/known-devices.sql',
  'sign-in/sign-up.sql',
  'accounts/suspensions.sql',
  'mailboxes/relay-mailboxes.sql',
  'key-ring/key-ring.sql',
  'accounts/onboarding.sql',
  'analytics/asked-loads.sql',
  'accounts/registered-address.sql',
  'backups/backup-folder.sql',
  'backups/former-backup-id.sql',
  'team/team-rules.sql',
  'extension/withdrawn-versions.sql',
  'accounts/reviewers.sql',
  'mailboxes/sealed-mailboxes.sql',
  'analytics/kept-from.sql',
  'loads/old-contacts.sql',
  'offers/offers.sql',
  'emails/asked-trucks.sql',
  'loads/asked-trucks.sql',
  'truck-board/truck-board.sql',
  'trucks/handovers.sql',
  'truck-board/truck-notes.sql',
  'emails/replies.sql',
  'accounts/reply-wording.sql',
]

/** Those with which programs of before them can go on. */
const keepingEarlier = new Set([
  'analytics/asked-loads.sql',
  'accounts/registered-address.sql',
  'backups/backup-folder.sql',
  'backups/former-backup-id.sql',
  'team/team-rules.sql',
  'extension/withdrawn-versions.sql',
  'accounts/reviewers.sql',
  'mailboxes/sealed-mailboxes.sql',
  'analytics/kept-from.sql',
  'loads/old-contacts.sql',
  'offers/offers.sql',
  'emails/asked-trucks.sql',
  'loads/asked-trucks.sql',
  'truck-board/truck-board.sql',
  'trucks/handovers.sql',
  'truck-board/truck-notes.sql',
  'emails/replies.sql',
  'accounts/reply-wording.sql',
])

/** All migrations, named by their number and file. */
export const migrations: Migration[] = files.map((file, index) => ({
  name: `${String(index + 1).padStart(3, '0')} ${file}`,
  sql: readFileSync(join(import.meta.dirname, '..', file), 'utf8'),
  keepsEarlier: keepingEarlier.has(file),
}))

const migrationTable =
  'migration (name text primary key, checksum text not null, applied_at timestamptz not null default now(), ' +
  'keeps_earlier boolean not null default false)'

type AppliedMigration = { name: string; checksum: string; keepsEarlier?: boolean }

/** Lists the migrations that were applied to a database. */
export const listMigrations = async (client: ClientBase): Promise<AppliedMigration[]> =>
  (
    await client.query<AppliedMigration>(
      'select name, checksum, keeps_earlier as "keepsEarlier" from migration order by name',
    )
  ).rows

/** An arbitrary id, the same in every process. */
const lockId = 4_806_301_177

/**
 * Applies pending migrations, each in its own transaction, and returns their names. Fails if an applied migration has changed, or
 * if a later version ran one that this program cannot live with.
 */
export async function migrate(client: ClientBase, list: Migration[] = migrations): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [lockId])
  try {
    await client.query(`create table if not exists ${migrationTable}`)
    const rows = await listMigrations(client)
    rejectForeignSchema(rows, list)
    const pending = list.slice(rows.length)
    for (const migration of pending) await applyMigration(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockId]).catch(() => {}) // a lost connection has released it
  }
}

/** Returns whether a database has the tables of this version, older ones or none. Throws if they are newer. */
export async function schemaState(client: ClientBase): Promise<'none' | 'older' | 'current'> {
  const { rows: found } = await client.query<{ name: string | null }>("select to_regclass('migration')::text as name")
  if (!found[0]?.name) return 'none'
  const rows = await listMigrations(client)
  rejectForeignSchema(rows, migrations)
  return rows.length < migrations.length ? 'older' : 'current'
}

/**
 * Creates the tables as they were after these migrations, in the caller's transaction. Fails if this version does not have them,
 * or if there are tables.
 */
export async function createSchema(client: ClientBase, ran: AppliedMigration[]): Promise<void> {
  rejectForeignSchema(ran, migrations)
  await client.query(`create table ${migrationTable}`)
  for (const migration of migrations.slice(0, ran.length)) await runMigration(client, migration)
}

async function applyMigration(client: ClientBase, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await runMigration(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {}) // a lost connection has rolled back
    throw error
  }
}

async function runMigration(client: ClientBase, migration: Migration): Promise<void> {
  await client.query(migration.sql)
  const { name, keepsEarlier = false } = migration
  await client.query('insert into migration (name, checksum, keeps_earlier) values ($1, $2, $3)', [
    name,
    checksum(migration),
    keepsEarlier,
  ])
}

function rejectForeignSchema(ran: AppliedMigration[], list: Migration[]): void {
  for (const [index, { name, checksum: recorded, keepsEarlier }] of ran.entries()) {
    const migration = list[index]
    if (!migration && keepsEarlier) continue
    if (!migration)
      throw startupError(
        `The database was created by a newer version of LoadPing (migration ${name}). Run that version, or restore a backup.`,
      )
    if (migration.name !== name || checksum(migration) !== recorded)
      throw startupError(
        `Migration ${name} doesn't match this version (${migration.name}). Run the version that created this database.`,
      )
  }
}

const checksum = ({ sql }: Migration): string => createHash('sha256').update(sql).digest('hex')
