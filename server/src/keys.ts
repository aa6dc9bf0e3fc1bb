import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Creates a token of 256 random bits (43 characters, base64url). */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** Hashes a token for storage; tokens are never stored in plain text. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Keys derived from the secret, one per purpose, so that a value for one purpose never works for another. */
export type Keys = {
  /** Names the secret, and tells nothing of it. */
  id: string
  /** Returns the key that signs tokens for a purpose. */
  signing: (purpose: 'access' | 'pairing') => Uint8Array
  /** Computes a deterministic 256-bit HMAC of the text. */
  hmac: (
    purpose:
      | 'sign-in-code'
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
  decrypt: (encrypted: string, context: string) => string
}

export function createKeys(secret: string): Keys {
  const derived = new Map<string, Uint8Array>()
  const derive = (purpose: string): Uint8Array => {
    const key = derived.get(purpose) ?? new Uint8Array(hkdfSync('sha256', secret, 'loadping', purpose, 32))
    derived.set(purpose, key)
    return key
  }
  const encryptionKey = derive('encryption')
  const encryptionKeyId = createHash('sha256').update(encryptionKey).digest('base64url').slice(0, 6)
  return {
    id: encryptionKeyId,
    signing: (purpose) => derive(`signing ${purpose}`),
    hmac: (purpose, text) =>
      createHmac('sha256', derive(`hmac ${purpose}`))
        .update(text)
        .digest('base64url'),
    encrypt(text, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce).setAAD(Buffer.from(context))
      const bytes = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${encryptionKeyId}.${bytes.toString('base64url')}`
    },
    decrypt(encrypted, context) {
      const [, keyId, content = ''] = /^(.*?)\.(.*)$/s.exec(encrypted) ?? []
      if (keyId !== encryptionKeyId) throw new Error('Encrypted with another key: AUTH_SECRET has changed.')
      const bytes = Buffer.from(content, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, 12))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
