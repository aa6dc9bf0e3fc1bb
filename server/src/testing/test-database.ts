import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { createDb, createPool } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { afterFile } from './after-file.ts'
import { collectStatements, findUnsuitable } from './cluster-check.ts'

export type TestDatabase = { db: Kysely<Tables>; pool: pg.Pool; connection: pg.ClientConfig }

/** Creates a database for this test file, copied from the migrated one or empty, and drops it at the end. */
export async function emptyDb({ isMigrated = true, max = 16 } = {}): Promise<TestDatabase> {
  const server = inject('server')
  const name = `loadping_${randomUUID().replaceAll('-', '')}`
  await admin(`create database ${name}${isMigrated ? ` template ${inject('template')} strategy file_copy` : ''}`)
  const connection = { ...server, database: name }
  const pool = createPool({ ...connection, max })
  const statements = collectStatements(pool)
  afterFile(async () => {
    await pool.end()
    await admin(`drop database if exists ${name} with (force)`)
    const plans = new pg.Pool({ ...server, database: inject('plans'), max: 1 })
    const unsuitable = await findUnsuitable(plans, statements, inject('checkedStatements')).finally(() => plans.end())
    expect(unsuitable).toEqual([])
  })
  return { db: createDb(pool), pool, connection }
}

/** Runs one statement outside the databases under test; retries, since PostgreSQL copies a template one at a time. */
async function admin(statement: string, triesLeft = 50): Promise<void> {
  const client = new pg.Client(inject('server'))
  await client.connect()
  try {
    await client.query(statement)
  } catch (error) {
    if (triesLeft === 0 || !String(error).includes('being accessed by other users')) throw error
    await new Promise((resolve) => setTimeout(resolve, 100))
    await admin(statement, triesLeft - 1)
  } finally {
    await client.end()
  }
}
