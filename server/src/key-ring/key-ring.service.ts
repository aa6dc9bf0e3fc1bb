import type { DataDeps } from '../context.ts'
import { createKeys, type Keys, keyIdOf, randomToken } from '../keys.ts'
import { settingError } from '../startup-error.ts'
import * as store from './key-ring.store.ts'
import type { SecretKind } from './secret-kind.ts'

/** The secret that encrypts and signs, and those that only decrypt and verify. */
export type Secrets = { secret: string; others: string[] }

const context = 'hash key'

/** Throws if the secrets do not open what a database has encrypted. Changes nothing; there may be no tables yet. */
export async function requireKey(client: Parameters<typeof store.readHashKey>[0], secrets: Secrets): Promise<void> {
  const encrypted = await store.readHashKey(client)
  if (encrypted !== undefined) openHashKey(secrets, encrypted)
}

function openHashKey({ secret, others }: Secrets, encrypted: string): string {
  const { ids, decrypt } = createKeys(secret, { others })
  try {
    return decrypt(encrypted, context)
  } catch (error) {
    throw settingError(
      `AUTH_SECRET is not the one of this database: it has key ${keyIdOf(encrypted)}, and the settings have ${ids.join(', ')}. ` +
        'Set the former secret again, or name it in OTHER_AUTH_SECRETS. Nothing was changed.',
      error,
    )
  }
}

/**
 * Opens the keys of a database. Of one that has users and no key of hashes yet, the hashes were made with the secret itself; else the
 * key is random.
 */
export async function openKeys(
  { db }: Pick<DataDeps, 'db'>,
  secrets: Secrets,
  hasUsers: () => Promise<boolean>,
): Promise<Keys> {
  const { secret, others } = secrets
  if (!(await store.findHashKey(db))) {
    const hashKey = (await hasUsers()) ? secret : randomToken()
    await store.addHashKey(db, createKeys(secret).encrypt(hashKey, context))
  }
  const stored = await store.findHashKey(db)
  return createKeys(secret, { others, hashKey: openHashKey(secrets, stored?.encrypted ?? '') })
}

/** The key of the hashes, as a secret that is stored. */
export const hashKeySecret: SecretKind = {
  name: 'key of the hashes',
  count: async (db) => {
    const found = await store.findHashKey(db)
    return found ? [{ keyId: keyIdOf(found.encrypted), count: 1 }] : []
  },
  list: async (db, { keyId, skip }) => {
    const found = await store.findHashKey(db)
    if (!found || keyIdOf(found.encrypted) === keyId || skip > 0) return []
    const { encrypted } = found
    return [{ encrypted, context, replace: (to) => store.replaceHashKey(db, { from: encrypted, to }) }]
  },
}
