const openKeys = new Map<string, string>()

/** The key under which a message is sent once more; the same until that was answered, so that a lost answer makes no second mail. */
export function keyToResend(id: string): string {
  const key =
    openKeys.get(id) ??
    Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
  openKeys.set(id, key)
  return key
}

/** Forgets the key, once there was an answer. */
export function dropResendKey(id: string): void {
  openKeys.delete(id)
}
