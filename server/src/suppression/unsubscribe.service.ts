import type { DataDeps, Deps } from '../context.ts'
import { suppress } from './suppression.service.ts'

export const unsubscribePath = '/unsubscribe'

/** Returns the one-click unsubscribe URL (RFC 8058) of an address, which it contains encrypted. */
export const unsubscribeUrl = ({ keys, baseUrl }: Pick<Deps, 'keys' | 'baseUrl'>, address: string): string =>
  `${baseUrl}${unsubscribePath}?${new URLSearchParams({ token: keys.encrypt(address, tokenContext) })}`

/** Whether an unsubscribe token is valid. */
export const isUnsubscribeToken = (ctx: Pick<Deps, 'keys'>, token: unknown): boolean =>
  addressIn(ctx, token) !== undefined

/** Suppresses product emails to the address in the token. Returns false for an invalid token. */
export async function unsubscribe(ctx: DataDeps & Pick<Deps, 'keys'>, token: unknown): Promise<boolean> {
  const address = addressIn(ctx, token)
  if (address === undefined) return false
  await suppress(ctx, address, 'product', 'unsubscribed')
  return true
}

function addressIn({ keys }: Pick<Deps, 'keys'>, token: unknown): string | undefined {
  if (typeof token !== 'string' || token.length > 1_000) return undefined
  try {
    return keys.decrypt(token, tokenContext)
  } catch {
    return undefined // forged, truncated or created for another purpose
  }
}

const tokenContext = 'unsubscribe product'
