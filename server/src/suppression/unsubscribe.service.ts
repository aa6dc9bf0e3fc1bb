import type { DataDeps, Deps } from '../context.ts'
import { suppress } from './suppression.service.ts'

export const unsubscribePath = '/unsubscribe'

/** Where the person of an address ends LoadPing's own mail with one click (RFC 8058); the link knows the address, and nobody can read it in it. */
export const unsubscribeUrl = ({ keys, baseUrl }: Pick<Deps, 'keys' | 'baseUrl'>, address: string): string =>
  `${baseUrl}${unsubscribePath}?${new URLSearchParams({ token: keys.encrypt(address, sealContext) })}`

/** Whether a token is one of ours. */
export const isUnsubscribeToken = (ctx: Pick<Deps, 'keys'>, token: unknown): boolean =>
  addressIn(ctx, token) !== undefined

/** Sends nothing more of LoadPing's own to the address in the token; answers whether it is one of ours. */
export async function unsubscribe(ctx: DataDeps & Pick<Deps, 'keys'>, token: unknown): Promise<boolean> {
  const address = addressIn(ctx, token)
  if (address === undefined) return false
  await suppress(ctx, address, 'product', 'unsubscribed')
  return true
}

function addressIn({ keys }: Pick<Deps, 'keys'>, token: unknown): string | undefined {
  if (typeof token !== 'string' || token.length > 1_000) return undefined
  try {
    return keys.decrypt(token, sealContext)
  } catch {
    return undefined // forged, cut off on its way, or made for something else
  }
}

const sealContext = 'unsubscribe product'
