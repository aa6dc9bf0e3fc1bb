import { createPrivateKey, sign } from 'node:crypto'

/** Signs the list of a release's hashes with an Ed25519 key in PEM, as `openssl pkeyutl -verify -rawin` verifies it. */
export function signRelease(hashes: string, key: string): Buffer {
  const privateKey = createPrivateKey(key)
  if (privateKey.asymmetricKeyType !== 'ed25519')
    throw new Error('RELEASE_KEY_FILE must name a private Ed25519 key in PEM.')
  return sign(null, Buffer.from(hashes), privateKey)
}
