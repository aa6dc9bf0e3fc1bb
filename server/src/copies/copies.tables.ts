import type { Generated } from 'kysely'

/** Column types; `copies.sql` is the source of truth. */
export type CopiesTables = {
  databaseFingerprint: { isOnly: Generated<boolean>; server: string; folder: string | null }
}
