import { domainOf } from '@loadping/contract/mailboxes/free-mail'
import { type Deps, inTransaction } from '../context.ts'
import * as states from '../emails/email-states.service.ts'
import { reverseAcceptance } from '../inquiries/acceptance.service.ts'
import type { BounceReport } from '../integrations/bounce-server.ts'
import { lockSends } from '../loads/contacts.service.ts'
import { countIn } from '../observed.ts'
import {
  type BouncedEmail,
  bounceAddressOfProduct,
  emailInBounceAddress,
  isProductBounceAddress,
} from '../relay/bounce-address.service.ts'
import { providerOf } from '../relay/receivers.ts'
import { recordRefusal } from '../relay/relay.service.ts'
import { recordSuppressed } from '../suppression/suppressed-recipients.service.ts'
import { suppress } from '../suppression/suppression.service.ts'

/** Reports on older emails are ignored as forged. */
const bounceReportDays = 7

/** Whether an address is a valid bounce address of one of our emails. */
export const isBounceAddress = (ctx: Deps, address: string): boolean =>
  emailInBounceAddress(ctx, address) !== undefined || isProductBounceAddress(ctx, address)

/**
 * Records a report: a bounced email fails and is refunded once unless it had copies, and an address that does not exist
 * or complained is suppressed. Repeating it has no effect.
 */
export async function recordBounce(ctx: Deps, report: BounceReport): Promise<void> {
  const bounced = emailInBounceAddress(ctx, report.to)
  if (bounced || isProductBounceAddress(ctx, report.to)) await countBounce(ctx, report)
  if (!bounced) return recordProductBounce(ctx, report)
  const refused = await inTransaction(ctx, async (tx) => {
    const { toAddress, state, createdAt } =
      (await states.findEmail(tx, { userId: bounced.userId, id: bounced.emailId })) ?? {}
    if (!createdAt || ctx.now().getTime() - createdAt.getTime() > bounceReportDays * 86_400_000) return
    if (state === 'sending')
      throw new Error('The report arrived before its email was recorded as sent; the sending server must retry.')
    const isRecipient = toAddress !== undefined && (report.recipient ?? toAddress) === toAddress
    if (!isRecipient) return
    const failed = report.kind === 'failed' ? await failBounced(tx, bounced, `Bounced: ${report.reason}`) : undefined
    const reason = report.kind === 'complained' ? 'complained' : isUnknownAddress(report) ? 'bounced' : undefined
    if (!reason) return failed
    await suppress(tx, toAddress, 'inquiry', reason)
    await recordSuppressed(tx, bounced.userId, toAddress)
    return undefined
  })
  if (refused && report.refusesSender) await recordRefusal(ctx, refused, report.reason)
}

/** Counts a report by the large provider that receives the recipient's email; all others are one. */
async function countBounce(ctx: Deps, { recipient, kind }: BounceReport): Promise<void> {
  const hosts = recipient === undefined ? [] : await ctx.findMailHosts(domainOf(recipient)).catch(() => [])
  countIn(ctx.observed.bounces, `${providerOf(hosts) ?? 'other'} ${kind}`)
}

/** Suppresses the product's own unrequested emails to an address that does not exist or complained about one. */
async function recordProductBounce(ctx: Deps, report: BounceReport): Promise<void> {
  const { to, recipient, kind } = report
  if (recipient === undefined || to !== bounceAddressOfProduct(ctx, recipient)) return
  ctx.log.warn({ kind, status: report.status }, 'product email bounced')
  if (kind === 'complained' || isUnknownAddress(report))
    await suppress(ctx, recipient, 'product', kind === 'complained' ? 'complained' : 'bounced')
}

/**
 * Marks a bounced email as failed, with all its consequences, once and in the caller's transaction, and returns it. Its
 * unit stays used if it had copies: they left, and a sender can write the report on their own address.
 */
async function failBounced(
  ctx: Deps,
  { userId, emailId: id }: BouncedEmail,
  reason: string,
): Promise<states.EmailRow | undefined> {
  await lockSends(ctx, userId)
  const failed = await states.markBounced(ctx, { userId, id }, reason)
  if (failed) await reverseAcceptance(ctx, failed, { keepsUnit: failed.cc.length > 0 })
  return failed
}

/** RFC 3463: 5.1.x are addresses that do not exist, are ambiguous, or have moved. */
const isUnknownAddress = ({ status }: BounceReport): boolean => /^5\.1\./.test(status ?? '')
