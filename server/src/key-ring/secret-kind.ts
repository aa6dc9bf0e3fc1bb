import type { Db } from '../db/db.ts'

/** One stored ciphertext. */
export type StoredSecret = {
  encrypted: string
  context: string
  /** Returns false if it was changed since it was read. */
  replace: (encrypted: string) => Promise<boolean>
}

/** The ciphertexts of one column, which a rotation reads and replaces. */
export type SecretKind = {
  /** In the plural, for people. */
  name: string
  /** Counts them by the id of their key. */
  count: (db: Db) => Promise<{ keyId: string; count: number }[]>
  /** Lists some that another key than this one encrypted, always in the same order, after so many. */
  list: (db: Db, others: { keyId: string; skip: number; limit: number }) => Promise<StoredSecret[]>
}
