import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { afterFile } from '../testing/after-file.ts'
import { databaseUrlOf } from '../testing/database-url.ts'
import { emptyDb } from '../testing/test-database.ts'
import { missingOptionOf, refuseUnusablePooler } from './pooler.ts'

const pgBouncer = '/usr/sbin/pgbouncer'
const folder = mkdtempSync(join(tmpdir(), 'loadping-pooler-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const port = Number(Object(server.address()).port)
  server.close()
  return port
}

/** Starts a real PgBouncer in transaction mode before a new database, and returns the address through it. */
async function startPgBouncer(options: string): Promise<{ connectionString: string; run: (sql: string) => unknown }> {
  const { connection, pool } = await emptyDb()
  const port = await freePort()
  const { host, port: serverPort, user, password, database } = connection
  const file = join(folder, `${port}.ini`)
  const target = `host=${host} port=${serverPort} user=${user} password='${password}' dbname=${database}`
  writeFileSync(
    file,
    `[databases]\n${database} = ${target}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}
auth_type = any\nunix_socket_dir =\npool_mode = transaction\n${options}\n`,
  )
  chmodSync(folder, 0o755)
  const owner = host && existsSync(host) ? statSync(host).uid : 65_534
  const asAnother = process.getuid?.() === 0 ? { uid: owner } : {} // it refuses to run as root
  const child = spawn(pgBouncer, [file], { stdio: ['ignore', 'ignore', 'pipe'], ...asAnother })
  afterFile(() => void child.kill('SIGKILL'))
  let output = ''
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (line) => {
      output += line
      if (output.includes('process up')) resolve()
    })
    child.once('exit', () => reject(new Error(`PgBouncer did not start: ${output}`)))
  })
  const connectionString = databaseUrlOf({ ...connection, host: '127.0.0.1', port })
  return { connectionString, run: (sql) => pool.query(sql) }
}

test.each([
  [{ message: 'unsupported startup parameter: statement_timeout', code: '08P01' }, /^refuses our options/],
  [{ message: 'prepared statement "x" already exists', code: '42P05' }, /^does not support prepared statements/],
  [{ message: 'prepared statement "x" does not exist', code: '26000' }, /^does not support prepared statements/],
  [{ message: 'password authentication failed', code: '28P01' }, undefined],
])('[D1.4] of an error %j it says what is missing at the pooler', (error, missing) => {
  if (missing) expect(missingOptionOf(error)).toMatch(missing)
  else expect(missingOptionOf(error)).toBeUndefined()
})

test('[D1.4] a database that is reached directly is accepted', async () => {
  const { connection } = await emptyDb()

  await expect(refuseUnusablePooler(connection)).resolves.toBeUndefined()
})

test.runIf(existsSync(pgBouncer))(
  '[D1.4] a real PgBouncer without our options is refused by one line each',
  async () => {
    const refused = async (options: string, prepare?: string) => {
      const { connectionString, run } = await startPgBouncer(options)
      if (prepare) await run(prepare)
      return refuseUnusablePooler({ connectionString }).then(
        () => 'accepted',
        ({ message, exitCode }) => `${exitCode}: ${message}`,
      )
    }
    const ignored = 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout'

    expect(await refused('')).toMatch(/^78: .*set ignore_startup_parameters = /)
    expect(await refused(ignored)).toMatch(/^78: .*drops our limits: run alter role/)
    const limit = (setting: string) =>
      `do $$ begin execute format('alter database %I set ${setting} = ''10s''', current_database()); end $$;`
    const one = limit('statement_timeout')
    expect(await refused(ignored, one)).toMatch(/^78: .*drops our limits: run alter role/)
    const both = `${one} ${limit('idle_in_transaction_session_timeout')}`
    expect(await refused(ignored, both)).toMatch(/^78: .*does not support prepared statements: use PgBouncer 1\.21/)
  },
)
