import { randomUUID } from 'node:crypto'
import type { TestEmail } from '@loadping/contract/inquiries/inquiries'
import { valuesOf } from '@loadping/contract/templates/placeholders'
import { Problem } from '@loadping/contract/wire/problem'
import { getAccount } from '../accounts/accounts.service.ts'
import type { Context } from '../context.ts'
import { messageIdOf, textOf } from '../emails/email-text.ts'
import { reserveTestSlot } from '../mailboxes/connecting.service.ts'
import { openMailSender, toDeliveryProblem } from '../mailboxes/credentials.service.ts'
import { findDefaultMailbox } from '../mailboxes/mailboxes.service.ts'
import { getSnippetTexts } from '../snippets/snippets.service.ts'
import { isSuppressed } from '../suppression/suppression.service.ts'
import { cleanTemplate } from '../templates/templates.service.ts'
import { listTrucks } from '../trucks/trucks.service.ts'
import { render } from './inquiries.service.ts'
import { addressesOf, senderOf } from './sender.service.ts'
import { findTruckOfEmail } from './truck-values.service.ts'

/**
 * Fills a template and sends it at once from the caller's default mailbox to the caller's own address. Nothing of it is
 * stored or counted.
 */
export async function sendTestEmail(ctx: Context, { load, values, ...template }: TestEmail): Promise<{ to: string }> {
  const { userId, email: to } = ctx.caller
  const row = await findDefaultMailbox(ctx, userId)
  const sender = senderOf({
    ...(await getAccount(ctx, userId)),
    mailboxKind: row?.kind ?? null,
    mailboxAddress: row?.address ?? null,
    connectionError: row?.connectionError ?? null,
  })
  const clean = cleanTemplate(template, ctx.caller.userType)
  const { values: ofTruck } = await findTruckOfEmail(await listTrucks(ctx, userId), load, clean)
  const profile = { ...sender.profile, ...ofTruck, snippets: await getSnippetTexts(ctx, userId) }
  const { subject, html } = render(clean, valuesOf(load, profile, values))
  const { fromName, fromAddress, replyTo, mailboxKind } = addressesOf(sender)
  if (await isSuppressed(ctx, to, 'inquiry'))
    throw new Problem('not-allowed', `We can't email ${to}: an earlier email bounced or was opted out of.`)
  await reserveTestSlot(ctx, sender.mailbox)
  const message = {
    messageId: messageIdOf(randomUUID()),
    date: ctx.now(),
    from: { name: fromName, address: fromAddress },
    ...(mailboxKind === 'relay' && { replyTo }),
    to,
    cc: [],
    subject: [...`[Test] ${subject}`].slice(0, 255).join(''),
    html,
    text: textOf(html),
  }
  const problem = row && toDeliveryProblem(await openMailSender(ctx, row).send(message, async () => {}))
  if (problem) throw problem
  return { to }
}
