import type { DataDeps, Deps } from '../context.ts'
import * as store from './suppression.store.ts'

export type { Scope } from './suppression.store.ts'

type SuppressionDeps = DataDeps & Pick<Deps, 'keys'>

/** Whether emails of this scope must not be sent to the address: user inquiries, or unrequested product emails. */
export const isSuppressed = async (ctx: SuppressionDeps, address: string, scope: store.Scope): Promise<boolean> =>
  (await findSuppressed(ctx, [address], scope)).size > 0

/** Returns those of the addresses that are suppressed for this scope, as given. */
export async function findSuppressed(
  ctx: SuppressionDeps,
  addresses: string[],
  scope: store.Scope,
): Promise<Set<string>> {
  const codes = new Map(addresses.map((address) => [address, hashAddress(ctx, address)]))
  const suppressed = new Set(await store.listSuppressed(ctx.db, [...new Set(codes.values())], scope))
  return new Set(addresses.filter((address) => suppressed.has(codes.get(address) ?? '')))
}

/** Returns why inquiries to these addresses are suppressed, by address. */
export async function findReasons(ctx: SuppressionDeps, addresses: string[]): Promise<Map<string, store.Reason>> {
  const hashes = addresses.map((address) => hashAddress(ctx, address))
  const reasons = new Map(
    (await store.listReasons(ctx.db, hashes, 'inquiry')).map(({ addressHash, reason }) => [addressHash, reason]),
  )
  return new Map(
    addresses.flatMap((address, index) => {
      const reason = reasons.get(hashes[index] ?? '')
      return reason ? [[address, reason] as const] : []
    }),
  )
}

/** Suppresses an address for this scope. Repeating it has no effect. */
export const suppress = (ctx: SuppressionDeps, address: string, scope: store.Scope, reason: store.Reason) =>
  store.addSuppression(ctx.db, { addressHash: hashAddress(ctx, address), scope, reason, since: ctx.now() })

/** Allows emails of this scope to the address again, if they are suppressed for one of these reasons. */
export const unsuppress = (
  ctx: SuppressionDeps,
  address: string,
  scope: store.Scope,
  reasons: readonly store.Reason[] = ['bounced', 'complained', 'unsubscribed'],
) => store.removeSuppression(ctx.db, hashAddress(ctx, address), scope, reasons)

export const listSuppressions = (ctx: SuppressionDeps, address: string) =>
  store.listSuppressions(ctx.db, hashAddress(ctx, address))

/** Returns a keyed hash, so that addresses can't be recovered from the table. */
const hashAddress = ({ keys }: SuppressionDeps, address: string): string =>
  keys.hmac('suppression', address.trim().toLowerCase())
