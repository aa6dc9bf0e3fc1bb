/** Keeps the idempotency key of each request until its response, so that a repeated request does nothing twice. */
export function createRequestKeys() {
  const keys = new Map<string, string>()
  return {
    of(request: string): string {
      const key = keys.get(request) ?? randomKey()
      keys.set(request, key)
      return key
    },
    forget: (request: string) => keys.delete(request),
  }
}

/** Works without HTTPS, unlike `crypto.randomUUID`. */
const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
