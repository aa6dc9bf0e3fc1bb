import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { createDb, createPool } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { afterFile } from './after-file.ts'
import { collectStatements, findUnsuitable } from './cluster-check.ts'
import { query } from './test-cluster.ts'

export type TestDatabase = { db: Kysely<Tables>; pool: pg.Pool; connection: pg.ClientConfig }

/**
 * Creates a database for this test file, copied from the migrated one or empty, and drops it at the end. For a patient one
 * a machine that stalls for some seconds is no outage.
 */
export async function emptyDb({ isMigrated = true, isPatient = true, max = 16 } = {}): Promise<TestDatabase> {
  const server = inject('server')
  const name = `loadping_${randomUUID().replaceAll('-', '')}`
  const template = isMigrated ? ` template ${inject('template')} strategy file_copy` : ''
  await onEachMachine(`create database ${name}${template}`)
  const connection = { ...server, database: name }
  const pool = createPool({ ...connection, max, ...(isPatient && { connectionTimeoutMillis: 30_000 }) })
  const statements = collectStatements(pool)
  afterFile(async () => {
    await pool.end()
    await onEachMachine(`drop database if exists ${name} with (force)`)
    const plans = new pg.Pool({ ...server, database: inject('plans'), max: 1 })
    const unsuitable = await findUnsuitable(plans, statements, inject('checkedStatements')).finally(() => plans.end())
    expect(unsuitable).toEqual([])
  })
  return { db: createDb(pool), pool, connection }
}

const onEachMachine = (statement: string) => Promise.all(inject('machines').map((machine) => admin(machine, statement)))

/** Runs one statement outside the databases under test; retries, since PostgreSQL copies a template one at a time. */
async function admin(machine: pg.ClientConfig, statement: string, triesLeft = 50): Promise<void> {
  try {
    await query(machine, statement)
  } catch (error) {
    if (triesLeft === 0 || !String(error).includes('being accessed by other users')) throw error
    await new Promise((resolve) => setTimeout(resolve, 100))
    await admin(machine, statement, triesLeft - 1)
  }
}
