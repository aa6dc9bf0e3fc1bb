import type { DataDeps, Deps } from '../context.ts'
import * as store from './suppression.store.ts'

export type { Scope } from './suppression.store.ts'

type SuppressionDeps = DataDeps & Pick<Deps, 'keys'>

/** Whether emails of this scope must not be sent to the address: user inquiries, or unrequested product emails. */
export const isSuppressed = async (ctx: SuppressionDeps, address: string, scope: store.Scope): Promise<boolean> =>
  (await store.listReasons(ctx.db, [hashAddress(ctx, address)], scope)).length > 0

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

/** Allows everyone's emails of this scope to the address again. */
export const unsuppress = (ctx: SuppressionDeps, address: string, scope: store.Scope) =>
  store.removeSuppression(ctx.db, hashAddress(ctx, address), scope)

export const listSuppressions = (ctx: SuppressionDeps, address: string) =>
  store.listSuppressions(ctx.db, hashAddress(ctx, address))

/** Returns a keyed hash, so that addresses can't be recovered from the table. */
const hashAddress = ({ keys }: SuppressionDeps, address: string): string =>
  keys.hmac('suppression', address.trim().toLowerCase())
