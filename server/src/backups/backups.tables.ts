import type { Generated } from 'kysely'

/** Column types; `backup-folder.sql` is the source of truth. */
export type BackupsTables = {
  backupFolder: { isOnly: Generated<boolean>; id: string; folder: string | null }
}
