import type { SuppressedAddress } from '@loadping/contract/emails/emails'
import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import { Problem } from '@loadping/contract/wire/problem'
import type { DeletionStep } from '../accounts/deletion-step.ts'
import { type Context, type Deps, inTransaction } from '../context.ts'
import * as store from './suppressed-recipients.store.ts'
import { findReasons } from './suppression.service.ts'

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
  return rows.flatMap(({ address, since, allowedAt }) => {
    const reason = reasons.get(address)
    const isAllowed = allowedAt !== null && reason === 'bounced'
    return reason ? [{ address, reason, since: since.toISOString(), isAllowed }] : []
  })
}

type Recipients = { userId: string; mailboxKind: MailboxKind; toAddress: string; cc: string[] }

/**
 * Returns which recipients of an email get none: the relay skips all that are suppressed, a user's own mailbox all but
 * those that bounced and that the user allowed.
 */
export async function findSkipped(ctx: Deps, emails: Recipients[]): Promise<(email: Recipients) => Set<string>> {
  const reasons = await findReasons(
    ctx,
    emails.flatMap(({ toAddress, cc }) => [toAddress, ...cc]),
  )
  const bounced = [...reasons].flatMap(([address, reason]) => (reason === 'bounced' ? [address] : []))
  const userIds = emails.flatMap(({ userId, mailboxKind }) => (mailboxKind === 'relay' ? [] : [userId]))
  const rows = bounced.length > 0 && userIds.length > 0 ? await store.listAllowed(ctx.db, userIds, bounced) : []
  const allowed = new Set(rows.map(({ userId, address }) => `${userId} ${address}`))
  return ({ userId, mailboxKind, toAddress, cc }) =>
    new Set(
      [toAddress, ...cc].filter((address) => {
        const isAllowed = mailboxKind !== 'relay' && allowed.has(`${userId} ${address}`)
        return reasons.has(address) && !(isAllowed && reasons.get(address) === 'bounced')
      }),
    )
}

/**
 * Allows the caller's own mailboxes to email an address that bounced; never one whose owner objected. The relay keeps
 * skipping it. Repeating it changes nothing.
 */
export async function allowSuppressedAddress(ctx: Context, address: string): Promise<SuppressedAddress[]> {
  const { userId } = ctx.caller
  await inTransaction(ctx, async (tx) => {
    if (!(await store.findRecipient(tx.db, userId, address))) return
    const reason = (await findReasons(tx, [address])).get(address)
    if (reason !== undefined && reason !== 'bounced')
      throw new Problem('not-allowed', 'The owner of this address asked for no more emails.')
    await store.allowRecipient(tx.db, userId, address, tx.now())
  })
  return listSuppressedAddresses(ctx)
}

export const deleteSuppressedRecipients: DeletionStep = ({ db }, { userId }) => store.deleteRecipients(db, userId)
