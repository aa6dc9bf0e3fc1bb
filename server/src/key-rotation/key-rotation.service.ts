import type { Deps } from '../context.ts'
import { jobPayloads } from '../jobs/job-secrets.ts'
import { hashKeySecret } from '../key-ring/key-ring.service.ts'
import type { SecretKind, StoredSecret } from '../key-ring/secret-kind.ts'
import { accessTokens, mailboxCredentials } from '../mailboxes/mailbox-secrets.ts'

type KeyDeps = Pick<Deps, 'db' | 'keys'>

/** All that is stored encrypted for longer than minutes. The key of the hashes is last: it says that all before it is done. */
const kinds: SecretKind[] = [mailboxCredentials, accessTokens, jobPayloads, hashKeySecret]

/** How many ciphertexts of a kind there are, by key. */
export type KeyCounts = { kind: string; current: number; others: { keyId: string; count: number }[] }

/** Counts all ciphertexts by the key that encrypted them. */
export const countByKey = ({ db, keys }: KeyDeps): Promise<KeyCounts[]> =>
  Promise.all(
    kinds.map(async ({ name, count }) => {
      const counts = (await count(db)).map((row) => ({ ...row, count: Number(row.count) }))
      return {
        kind: name,
        current: counts.find(({ keyId }) => keyId === keys.id)?.count ?? 0,
        others: counts.filter(({ keyId }) => keyId !== keys.id),
      }
    }),
  )

/** What a rotation did with the ciphertexts of a kind. */
export type Rotated = { kind: string; rotated: number; unreadable: number }

const batch = 200

/**
 * Encrypts with the current key what an earlier one encrypted, while LoadPing runs. Repeat it after a crash: it goes on. What no
 * key of the ring opens stays as it is.
 */
export async function rotateKeys(ctx: KeyDeps): Promise<Rotated[]> {
  const results: Rotated[] = []
  for (const kind of kinds) results.push({ kind: kind.name, ...(await rotateKind(ctx, kind)) })
  return results
}

async function rotateKind({ db, keys }: KeyDeps, { list }: SecretKind): Promise<Omit<Rotated, 'kind'>> {
  let rotated = 0
  let unreadable = 0
  for (;;) {
    const others = await list(db, { keyId: keys.id, skip: unreadable, limit: batch })
    if (others.length === 0) return { rotated, unreadable }
    for (const secret of others) {
      const text = open(keys, secret)
      if (text === undefined) unreadable++
      else if (await secret.replace(keys.encrypt(text, secret.context))) rotated++
    }
  }
}

function open(keys: Deps['keys'], { encrypted, context }: StoredSecret): string | undefined {
  try {
    return keys.decrypt(encrypted, context)
  } catch {
    return undefined
  }
}

/** Opens one ciphertext of each kind. Returns the kinds of which there is one, and whether it opened. */
export async function openOneOfEach({ db, keys }: KeyDeps): Promise<{ kind: string; isOpen: boolean }[]> {
  const opened = await Promise.all(
    kinds.map(async ({ name, list }) => {
      const [secret] = await list(db, { keyId: '', skip: 0, limit: 1 })
      return secret ? [{ kind: name, isOpen: open(keys, secret) !== undefined }] : []
    }),
  )
  return opened.flat()
}
