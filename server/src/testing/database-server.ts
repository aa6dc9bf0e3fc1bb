import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { lockDataFolder } from '../db/data-folder.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { sharedTempFolder } from './spawned-product.ts'
import { connected, distribute, listMachines, query } from './test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which test files create their databases. */
    server: pg.ClientConfig
    /** The server and, if it is the coordinator of a Citus cluster, its workers. */
    machines: pg.ClientConfig[]
    /** A migrated database to copy; distributed on a cluster. */
    template: string
    /** A migrated database without rows, in which statements are planned. */
    plans: string
    /** Has a file for each statement that was checked in this run. */
    checkedStatements: string
  }
}

/** Starts one database server for the run, or uses TEST_DATABASE_URL, and creates a migrated database to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { connection, stop } = await startServer(process.env['TEST_DATABASE_URL'])
  const template = `loadping_template_${process.pid}`
  const plans = `loadping_plans_${process.pid}`
  const machines = await listMachines(connection)
  for (const machine of machines)
    for (const database of [template, plans]) await query(machine, `create database ${database}`)
  for (const database of [template, plans]) await connected({ ...connection, database }, migrate)
  if (machines.length > 1) await distribute(machines, template)
  project.provide('server', connection)
  project.provide('machines', machines)
  project.provide('template', template)
  project.provide('plans', plans)
  const checkedStatements = sharedTempFolder()
  project.provide('checkedStatements', checkedStatements)

  return async () => {
    for (const machine of machines)
      for (const database of [template, plans]) await query(machine, `drop database ${database} with (force)`)
    await stop()
    rmSync(checkedStatements, { recursive: true, force: true })
  }
}

async function startServer(
  url: string | undefined,
): Promise<{ connection: pg.ClientConfig; stop: () => Promise<void> }> {
  if (url) {
    const { hostname, port, username, password, pathname, searchParams } = new URL(url)
    const host = searchParams.get('host') ?? hostname
    return {
      connection: {
        host,
        port: Number(port) || 5432,
        user: username,
        password: decodeURIComponent(password),
        database: pathname.slice(1) || 'postgres',
      },
      stop: async () => {},
    }
  }
  const path = sharedTempFolder()
  const folder = lockDataFolder(join(path, 'data'))
  const database = await startEmbedded(folder)
  await query(database.connection, 'alter role loadping set synchronous_commit = off')
  return {
    connection: database.connection,
    async stop() {
      await database.stop()
      folder.release()
      rmSync(path, { recursive: true, force: true })
    },
  }
}
