import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** A secret of 256 random bits that may stand in an address or a header (43 characters, base64url). */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** The only form in which a token is stored. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** What one secret is good for: each purpose has a key of its own, so that none can be passed off as another. */
export type Keys = {
  /** Signs the tokens of one audience. */
  signing: (purpose: 'access' | 'pairing') => Uint8Array
  /** The same text gives the same code of 256 bits, which nobody without the key can tell from chance. */
  hmac: (
    purpose: 'sign-in-code' | 'next-refresh-token' | 'one-time-code' | 'invitation' | 'suppression' | 'bounce-address',
    text: string,
  ) => string
  /** Encrypts text so that only `open` with the same context reads it, and refuses any change (AES-256-GCM); it begins with the key's id. */
  encrypt: (text: string, context: string) => string
  decrypt: (sealed: string, context: string) => string
}

export function createKeys(secret: string): Keys {
  const derive = (purpose: string) => new Uint8Array(hkdfSync('sha256', secret, 'loadping', purpose, 32))
  const encryptionKey = derive('encryption')
  const encryptionKeyId = createHash('sha256').update(encryptionKey).digest('base64url').slice(0, 6)
  return {
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
    decrypt(sealed, context) {
      const [, keyId, content = ''] = /^(?:(.*?)\.)?(.*)$/s.exec(sealed) ?? []
      if (keyId !== undefined && keyId !== encryptionKeyId)
        throw new Error('This was sealed with another key: AUTH_SECRET is not what it was then.')
      const bytes = Buffer.from(content, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, 12))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
