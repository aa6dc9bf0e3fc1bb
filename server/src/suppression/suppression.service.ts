import type { DataDeps, Deps } from '../context.ts'
import * as store from './suppression.store.ts'

export type { Scope } from './suppression.store.ts'

type SuppressionDeps = DataDeps & Pick<Deps, 'keys'>

/** Whether nothing of this kind is sent to the address: inquiries of people, or LoadPing's own mail that nobody has asked for. */
export const isSuppressed = async (ctx: SuppressionDeps, address: string, scope: store.Scope): Promise<boolean> =>
  (await findSuppressed(ctx, [address], scope)).size > 0

/** Those of the addresses, as they are given, that nothing of this kind is sent to. */
export async function findSuppressed(
  ctx: SuppressionDeps,
  addresses: string[],
  scope: store.Scope,
): Promise<Set<string>> {
  const codes = new Map(addresses.map((address) => [address, hashAddress(ctx, address)]))
  const suppressed = new Set(await store.listSuppressed(ctx.db, [...new Set(codes.values())], scope))
  return new Set(addresses.filter((address) => suppressed.has(codes.get(address) ?? '')))
}

/** Has nothing of this kind sent to the address any more; again it changes nothing. */
export const suppress = (ctx: SuppressionDeps, address: string, scope: store.Scope, reason: store.Reason) =>
  store.addSuppression(ctx.db, { addressHash: hashAddress(ctx, address), scope, reason, since: ctx.now() })

/** Lets mail of this kind go to the address again. */
export const unsuppress = (ctx: SuppressionDeps, address: string, scope: store.Scope) =>
  store.removeSuppression(ctx.db, hashAddress(ctx, address), scope)

/** What is not sent to the address, why, and since when. */
export const listSuppressions = (ctx: SuppressionDeps, address: string) =>
  store.listSuppressions(ctx.db, hashAddress(ctx, address))

/** Nobody can read an address back from what is kept. */
const hashAddress = ({ keys }: SuppressionDeps, address: string): string =>
  keys.hmac('suppression', address.trim().toLowerCase())
