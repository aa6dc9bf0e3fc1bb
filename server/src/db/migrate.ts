import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { startupError } from '../startup-error.ts'

export type Migration = { name: string; sql: string }

/** The schema's history in order: each file is one step, and never changes once it is out. */
export const migrations: Migration[] = readdirSync(join(import.meta.dirname, 'migrations'))
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .map((name) => ({ name, sql: readFileSync(join(import.meta.dirname, 'migrations', name), 'utf8') }))

/** Any number, the same for every starter. */
const lockId = 4_806_301_177

/**
 * Brings the schema up to date: one starter at a time, each step in a transaction of its own. Refuses a schema that is newer
 * than this program, and a step that was changed after it ran. Answers the names of the steps that it ran.
 */
export async function migrate(client: ClientBase, steps: Migration[] = migrations): Promise<string[]> {
  await client.query('select pg_advisory_lock($1)', [lockId])
  try {
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migration order by name',
    )
    refuseForeignSchema(rows, steps)
    const open = steps.slice(rows.length)
    for (const step of open) await runStep(client, step)
    return open.map(({ name }) => name)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockId]).catch(() => {}) // a lost connection has let go already
  }
}

async function runStep(client: ClientBase, step: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(step.sql)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [step.name, checksum(step)])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {}) // a lost connection has rolled back already
    throw error
  }
}

function refuseForeignSchema(ran: { name: string; checksum: string }[], steps: Migration[]): void {
  for (const [index, { name, checksum: recorded }] of ran.entries()) {
    const step = steps[index]
    if (!step)
      throw startupError(
        `The database was made by a newer version of LoadPing (step ${name}). Start that version, or restore a backup.`,
      )
    if (step.name !== name || checksum(step) !== recorded)
      throw startupError(
        `The database's step ${name} is not the one of this version (${step.name}). Start the version that made it.`,
      )
  }
}

const checksum = ({ sql }: Migration): string => createHash('sha256').update(sql).digest('hex')
