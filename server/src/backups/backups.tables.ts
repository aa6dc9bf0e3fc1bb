import type { Generated } from 'kysely'

/** Column types; `backup-folder.sql` and `former-backup-id.sql` are the source of truth. */
export type BackupsTables = {
  backupFolder: { isOnly: Generated<boolean>; id: string; folder: string | null; formerId: Generated<string | null> }
}
