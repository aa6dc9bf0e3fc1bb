import { dirname } from 'node:path'
import { repeatDeletions } from '../../server/src/accounts/deletion.service.ts'
import { listBackups, listDeletions, readBackup } from '../../server/src/backups/backup-files.ts'
import { restoreBackup } from '../../server/src/backups/restore-backup.ts'
import { markRestored } from '../../server/src/copies/copies.service.ts'
import { requireKey } from '../../server/src/key-ring/key-ring.service.ts'
import { createKeys } from '../../server/src/keys.ts'
import { endEverySession } from '../../server/src/sessions/sessions.service.ts'
import { settingError, startupError } from '../../server/src/startup-error.ts'
import { folderOf } from './backup.ts'
import { secretsOf } from './keys-of.ts'
import type { Answer, CommandContext, Word } from './word.ts'

/** Restores a backup into a database without tables. */
export const word: Word = {
  summary: 'restores a backup into an empty database',
  usage: ['BACKUP', 'newest'],
  database: 'empty',
  read([path, ...extra]) {
    return path === undefined || extra.length > 0 ? undefined : { changes: 'restore', run: (ctx) => restore(ctx, path) }
  },
}

async function restore(ctx: CommandContext, path: string): Promise<Answer> {
  const backup = path === 'newest' ? listBackups(folderOf(ctx, undefined)).at(-1) : readBackup(path)
  if (!backup) throw startupError('There is no backup to restore.')
  const secrets = secretsOf(ctx.config)
  const { ids } = createKeys(secrets.secret, secrets)
  if (!backup.manifest.keyIds.some((id) => ids.includes(id)))
    throw settingError(
      'The secrets of this backup need another AUTH_SECRET: the one of then, or the file auth.secret of its data folder.',
    )
  const folders = [dirname(backup.path), ...(ctx.config.backups ? [ctx.config.backups.folder] : [])]
  const deletions = folders.flatMap(listDeletions)
  let deleted = 0
  await restoreBackup(ctx.connection, backup, async (client) => {
    await requireKey(client, secrets)
    await markRestored(client)
    await endEverySession(client)
    deleted = await repeatDeletions(client, deletions)
  })
  const rows = backup.manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const text = [
    `Restored ${rows} rows of ${backup.createdAt.toISOString()}.`,
    `${deleted} accounts that were deleted since are deleted again within a minute of the start.`,
    'What was queued is held: after the start, npm run admin -- queue list.',
  ].join('\n')
  return { text, data: { backup: backup.path, createdAt: backup.createdAt, rows, deleted } }
}
