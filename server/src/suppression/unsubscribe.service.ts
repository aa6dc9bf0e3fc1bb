import type { Deps } from '../context.ts'

export const unsubscribePath = '/unsubscribe'

/** Returns the one-click unsubscribe URL (RFC 8058) of an address, which it contains encrypted. */
export const unsubscribeUrl = ({ keys, baseUrl }: Pick<Deps, 'keys' | 'baseUrl'>, address: string): string =>
  `${baseUrl}${unsubscribePath}?${new URLSearchParams({ token: keys.encryptForever(address, tokenContext) })}`

/** Returns the address in an unsubscribe token; undefined for an invalid one. */
export function readUnsubscribeToken({ keys }: Pick<Deps, 'keys'>, token: unknown): string | undefined {
  if (typeof token !== 'string' || token.length > 1_000) return undefined
  try {
    return keys.decryptForever(token, tokenContext)
  } catch {
    return undefined // forged, truncated or created for another purpose
  }
}

const tokenContext = 'unsubscribe product'
