import type { Generated } from 'kysely'

/** Column types; `key-ring.sql` is the source of truth. */
export type KeyRingTables = {
  hashKey: { id: Generated<number>; encrypted: string }
}
