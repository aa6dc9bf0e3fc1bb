import type { WaitingOffer } from '@loadping/contract/inquiries/inquiries'
import type { MailboxName } from '@loadping/contract/mailboxes/mailboxes'
import { Problem } from '@loadping/contract/wire/problem'
import { getAccount } from '../accounts/accounts.service.ts'
import { type Context, inTransaction } from '../context.ts'
import { countMovable, emailJobKind, moveDeliveries } from '../delivery/queue.service.ts'
import * as states from '../emails/email-states.service.ts'
import { lockSends } from '../loads/contacts.service.ts'
import { findDefaultMailbox } from '../mailboxes/mailboxes.service.ts'
import { addressesOf, senderOf } from './sender.service.ts'

/** Returns how many emails wait for another mailbox of the caller's than the default, which could send them now. */
export async function getWaitingOffer(ctx: Context): Promise<WaitingOffer> {
  const mailbox = await findDefaultMailbox(ctx, ctx.caller.userId)
  if (!mailbox || mailbox.connectionError !== null) return { emails: 0, mailbox: null }
  const { kind, address } = mailbox
  return { emails: await countMovable(ctx, ctx.caller.userId, { kind, address }), mailbox: { kind, address } }
}

/**
 * Lets the caller's default mailbox send the emails that wait for another one and were never tried. Each keeps its id,
 * its unit and its sell-by. Repeating it changes nothing.
 */
export async function moveWaitingEmails(ctx: Context, name: MailboxName): Promise<{ moved: number }> {
  const { userId } = ctx.caller
  const moved = await inTransaction(ctx, async (tx) => {
    await lockSends(tx, userId)
    const row = await findDefaultMailbox(tx, userId)
    if (row?.kind !== name.kind || row.address !== name.address)
      throw new Problem('too-late', 'New emails are sent from another mailbox now. Look again.')
    const account = await getAccount(tx, userId)
    const { connectionError } = row
    const sender = senderOf({ ...account, mailboxKind: row.kind, mailboxAddress: row.address, connectionError })
    const ids = await moveDeliveries(tx, userId, sender.mailbox) // locks the queue's rows before the emails
    const emails = ids.length > 0 ? await states.changeSender(tx, { userId, ids }, addressesOf(sender)) : []
    if (emails.length !== ids.length) throw new Error('An email is in another state than the queue says; none moves.')
    return ids.length
  })
  if (moved > 0) ctx.wakeJobs(emailJobKind(name.kind), ctx.now())
  return { moved }
}
