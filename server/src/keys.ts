import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Creates a token of 256 random bits (43 characters, base64url). */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Hashes a token for storage; tokens are never stored in plain text. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Keys derived from secrets, one per purpose, so that a value for one purpose never works for another. */
export type Keys = {
  /** Names the key that encrypts, and tells nothing of it. */
  id: string
  /** Names all keys of the ring. */
  ids: string[]
  /** Names the key of the hashes, which no rotation changes. */
  hashId: string
  /** Returns the key that signs tokens for a purpose. */
  signing: (purpose: 'access' | 'pairing') => Uint8Array
  /** Returns the keys whose tokens are accepted for a purpose. */
  verifying: (purpose: 'access' | 'pairing') => Uint8Array[]
  /** Computes a deterministic 256-bit HMAC of the text. */
  hmac: (
    purpose:
      | 'sign-in-code'
      | 'reviewer-code'
      | 'address-code'
      | 'network'
      | 'next-refresh-token'
      | 'one-time-code'
      | 'invitation'
      | 'suppression'
      | 'bounce-address'
      | 'marks'
      | 'trial',
    text: string,
  ) => string
  /** Encrypts text with AES-256-GCM, bound to the context and prefixed with the key id. */
  encrypt: (text: string, context: string) => string
  /** Encrypts text for links that never expire: a rotation does not end them. */
  encryptForever: (text: string, context: string) => string
  /** Opens what a key of the ring encrypted. */
  decrypt: (encrypted: string, context: string) => string
  /** Opens what never expires; nothing else, because its key may be a secret that was replaced since. */
  decryptForever: (encrypted: string, context: string) => string
}

/** Derives keys from one secret, one per purpose. */
type Derive = (purpose: string) => Uint8Array

function deriveFrom(secret: string): Derive {
  const derived = new Map<string, Uint8Array>()
  return (purpose) => {
    const key = derived.get(purpose) ?? new Uint8Array(hkdfSync('sha256', secret, 'loadping', purpose, 32))
    derived.set(purpose, key)
    return key
  }
}

const idOf = (derive: Derive): string =>
  createHash('sha256').update(derive('encryption')).digest('base64url').slice(0, 6)

/** Returns the id of the key that encrypted a text. */
export const keyIdOf = (encrypted: string): string => encrypted.split('.')[0] ?? ''

/**
 * Creates the keys of a secret, which encrypts and signs. Other secrets only decrypt and verify. `hashKey` is what keyed hashes
 * are made with.
 */
export function createKeys(
  secret: string,
  { others = [], hashKey = secret }: { others?: string[]; hashKey?: string } = {},
): Keys {
  const current = deriveFrom(secret)
  const ring = [current, ...others.map(deriveFrom)]
  const hashing = deriveFrom(hashKey)
  const byId = new Map(ring.map((derive) => [idOf(derive), derive]))
  return {
    id: idOf(current),
    ids: [...new Set(ring.map(idOf))],
    hashId: idOf(hashing),
    signing: (purpose) => current(`signing ${purpose}`),
    verifying: (purpose) => ring.map((derive) => derive(`signing ${purpose}`)),
    hmac: (purpose, text) =>
      createHmac('sha256', hashing(`hmac ${purpose}`))
        .update(text)
        .digest('base64url'),
    encrypt: (text, context) => encryptWith(current, text, context),
    encryptForever: (text, context) => encryptWith(hashing, text, context),
    decrypt(encrypted, context) {
      const derive = byId.get(keyIdOf(encrypted))
      if (!derive) throw new Error('Encrypted with another key: AUTH_SECRET has changed.')
      return decryptWith(derive, encrypted, context)
    },
    decryptForever: (encrypted, context) => decryptWith(hashing, encrypted, context),
  }
}

function encryptWith(derive: Derive, text: string, context: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', derive('encryption'), nonce).setAAD(Buffer.from(context))
  const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${idOf(derive)}.${bytes.toString('base64url')}`
}

function decryptWith(derive: Derive, encrypted: string, context: string): string {
  const bytes = Buffer.from(encrypted.slice(encrypted.indexOf('.') + 1), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', derive('encryption'), bytes.subarray(0, 12))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-16))
  return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
}
