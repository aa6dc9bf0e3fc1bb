import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { newYorkDay } from '@loadping/contract/format/new-york-days'
import type { PoolConfig } from 'pg'
import type { Deps } from '../context.ts'
import { listBackups, removeOldBackups } from './backup-files.ts'
import { claimBackupFolder } from './backup-folder.service.ts'

type BackupDeps = Pick<Deps, 'db' | 'now' | 'log' | 'keys' | 'observed'>
type Nightly = { folder: string; days: number; connection: PoolConfig; signal: AbortSignal }

/** A night's backup is made after 3 AM in New York, when the product is used least, or as soon as the server runs again. */
const nightOf = (at: Date): string => newYorkDay(new Date(at.getTime() - 3 * 3_600_000))

/** Makes the backup of the last night if there is none, in a process that the signal ends, and deletes those that are too old. */
export async function backUpNightly(ctx: BackupDeps, { folder, days, connection, signal }: Nightly): Promise<void> {
  await claimBackupFolder(ctx, folder).catch((error: unknown) => fail(ctx, error))
  const night = nightOf(ctx.now())
  if (listBackups(folder).some(({ createdAt }) => nightOf(createdAt) === night)) {
    ctx.observed.backupFailure = undefined // another process made it
    return
  }
  const startedAt = performance.now()
  const [made] = await Promise.allSettled([runProcess({ folder, connection, keyIds: ctx.keys.ids }, signal)])
  const removed = removeOldBackups(folder, { days, now: ctx.now() }) // after a failure too: it makes room
  if (made.status === 'rejected') return fail(ctx, made.reason)
  ctx.observed.backupFailure = undefined
  ctx.log.info({ name: made.value, removed, ms: Math.round(performance.now() - startedAt) }, 'backup made')
}

function fail(ctx: BackupDeps, error: unknown): never {
  ctx.observed.backupFailure = { at: ctx.now(), reason: error instanceof Error ? error.message : String(error) }
  throw error
}

async function runProcess(input: object, signal: AbortSignal): Promise<string> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'backup-process.ts')], { signal })
  child.stdin.on('error', () => {}) // its exit code says that it failed
  child.stdin.end(JSON.stringify(input))
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`The backup failed: ${errors.trim()}`)
  return output.trim()
}
