import { browserStorage } from './browser-storage.ts'

const verifierKey = 'loadping.sign-in-verifier'

/**
 * Returns the secret that proves this browser started a sign-in; undefined if it never did. It stays, so that the server
 * knows the device.
 */
export const findVerifier = (): string | undefined => browserStorage.read(verifierKey)

/** Whether the verifier survives a visit to another site. */
export const isVerifierLasting = (): boolean => browserStorage.isPersistent(verifierKey)

/** Creates the challenge that starts a sign-in and stores its verifier; undefined without a secure context. */
export async function createChallenge(): Promise<string | undefined> {
  if (!('subtle' in crypto)) return undefined

  const verifier = findVerifier() ?? base64Url(crypto.getRandomValues(new Uint8Array(32)))
  browserStorage.write(verifierKey, verifier)
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

const base64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
