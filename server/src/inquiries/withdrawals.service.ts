import { randomUUIDv7 } from 'node:crypto'
import { pickupEndOf } from '@loadping/contract/emails/sell-by'
import { Problem } from '@loadping/contract/wire/problem'
import { getAccount } from '../accounts/accounts.service.ts'
import { isDeleted } from '../accounts/deletion.service.ts'
import type { Context } from '../context.ts'
import { writeTogether } from '../db/write-together.ts'
import { emailJobKind, initialDueAt, queueEmails } from '../delivery/queue.service.ts'
import * as states from '../emails/email-states.service.ts'
import { announce } from '../live/live.service.ts'
import { closeAsks } from '../loads/asks.service.ts'
import { findThreadMailboxes } from '../mailboxes/mailboxes.service.ts'
import { addressesOf, senderOf } from './sender.service.ts'
import { htmlOf, replySubject } from './thread.ts'

/** How long a withdrawal without a pickup date may wait. */
const openMs = 86_400_000

/**
 * Accepts emails that take back asks, each in the thread of the ask's first email, also of a teammate who had the truck
 * before, and closes the asks. `pickupOf` has a load's pickup as it is now. `lockSends` of all who asked first, in a
 * transaction. They leave from that email's mailbox if it is the caller's and works, else from the default, and count in its
 * pace and daily limit alone. Rejects a second withdrawal of an email.
 */
export async function acceptWithdrawals(
  ctx: Context,
  firsts: states.EmailRow[],
  { text, pickupOf }: { text: string; pickupOf: (loadId: string | null) => Pickup | undefined },
): Promise<void> {
  if (firsts.length === 0) return
  const { userId, organizationId } = ctx.caller
  if (await isDeleted(ctx, userId)) throw new Problem('not-signed-in', 'Please sign in.')
  const mailboxOf = await findThreadMailboxes(ctx, userId)
  const account = await getAccount(ctx, userId)
  const senderFor = (first: states.EmailRow) => {
    const row = mailboxOf(first)
    const mailbox = { mailboxKind: row?.kind ?? null, mailboxAddress: row?.address ?? null, connectionError: null }
    return addressesOf(senderOf({ ...account, ...mailbox }))
  }
  const html = htmlOf(text)
  const queued = firsts.map((first) => ({
    email: { ...withdrawalOf(first, html), ...senderFor(first), userId, organizationId, createdAt: ctx.now() },
    sellBy: sellByOf(pickupOf(first.loadId) ?? first.load, ctx.now()),
    toNewRecipient: false,
  }))
  await states.dismissWithdrawals(ctx, { userId, of: firsts.map(({ id }) => id) })
  await writeTogether(ctx.db, [
    states.emailsWrite(
      ctx,
      queued.map(({ email }) => email),
    ),
    queueEmails(ctx, queued),
  ])
  for (const asker of new Set(firsts.map((first) => first.userId))) {
    const asked = firsts.filter((first) => first.userId === asker)
    await closeAsks(
      ctx,
      asker,
      asked.flatMap(({ loadId }) => loadId ?? []),
    )
    if (asker !== userId) await announce(ctx, asker)
  }
  await announce(ctx, userId)
  for (const kind of new Set(queued.map(({ email }) => email.mailboxKind)))
    ctx.wakeJobs(emailJobKind(kind), initialDueAt(ctx))
}

type Pickup = Parameters<typeof pickupEndOf>[0]

function sellByOf(pickup: Pickup, now: Date): Date {
  const pickupEnd = pickupEndOf(pickup)
  return new Date(Number.isFinite(pickupEnd) ? pickupEnd : now.getTime() + openMs)
}

type Content = Omit<
  states.NewEmail,
  'mailboxKind' | 'replyTo' | 'fromAddress' | 'fromName' | 'userId' | 'organizationId' | 'createdAt'
>

const withdrawalOf = (first: states.EmailRow, html: string): Content => ({
  id: randomUUIDv7(),
  templateId: first.templateId,
  templateVersion: first.templateVersion,
  templateName: first.templateName,
  toAddress: first.toAddress,
  cc: first.cc,
  subject: replySubject(first.subject),
  html,
  askCents: null,
  load: first.load,
  loadKey: first.loadKey,
  loadId: first.loadId,
  templateInputs: { values: {}, formula: null },
  recipientVerdict: null,
  resendOf: null,
  isPractice: false,
  truckId: first.truckId,
  withdrawalOf: first.id,
  replyOf: null,
  counterAt: null,
})
