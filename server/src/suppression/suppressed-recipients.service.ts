import type { SuppressedAddress } from '@loadping/contract/emails/emails'
import { Problem } from '@loadping/contract/wire/problem'
import { type Context, type Deps, inTransaction } from '../context.ts'
import * as store from './suppressed-recipients.store.ts'
import { findReasons, unsuppress } from './suppression.service.ts'

const maxShown = 100

/** Records that an email of a user met a suppressed address, so that the user sees it. */
export const recordSuppressed = (ctx: Deps, userId: string, address: string) =>
  store.addRecipient(ctx.db, { userId, address, since: ctx.now() })

/** Lists the newest addresses that the caller's emails may not go to, and why. */
export async function listSuppressedAddresses(ctx: Context): Promise<SuppressedAddress[]> {
  const rows = await store.listRecipients(ctx.db, ctx.caller.userId, maxShown)
  const reasons = await findReasons(
    ctx,
    rows.map(({ address }) => address),
  )
  return rows.flatMap(({ address, since }) => {
    const reason = reasons.get(address)
    return reason ? [{ address, reason, since: since.toISOString() }] : []
  })
}

/** Allows emails to an address that bounced; never to one whose owner objected. Repeating it changes nothing. */
export async function removeSuppressedAddress(ctx: Context, address: string): Promise<SuppressedAddress[]> {
  const { userId } = ctx.caller
  await inTransaction(ctx, async (tx) => {
    if (!(await store.findRecipient(tx.db, userId, address))) return
    const reason = (await findReasons(tx, [address])).get(address)
    if (reason !== undefined && reason !== 'bounced')
      throw new Problem('not-allowed', 'The owner of this address asked for no more emails.')
    await unsuppress(tx, address, 'inquiry', ['bounced'])
    await store.removeRecipient(tx.db, userId, address)
  })
  return listSuppressedAddresses(ctx)
}
