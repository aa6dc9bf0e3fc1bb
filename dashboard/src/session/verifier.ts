import { browserStorage } from './browser-storage.ts'

const verifierKey = 'loadping.sign-in-verifier'

/** What shows that a sign-in was started here; undefined when it was not. */
export const findVerifier = (): string | undefined => browserStorage.read(verifierKey)

/** Whether the verifier is still here after the browser has been elsewhere. */
export const isVerifierLasting = (): boolean => browserStorage.isPersistent(verifierKey)

/** Forgets the verifier, once it has served. */
export const dropVerifier = (): void => browserStorage.remove(verifierKey)

/** The challenge that starts a sign-in; the verifier behind it stays in this browser until the proof. None where the page has no secure context. */
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
