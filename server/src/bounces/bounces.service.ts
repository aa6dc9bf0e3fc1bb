import { type Deps, inTransaction } from '../context.ts'
import { emailIdFromBounceAddress } from '../emails/bounce-address.service.ts'
import { failBounced, findBounced } from '../emails/delivery.service.ts'
import type { BounceReport } from '../integrations/bounce-server.ts'
import { suppress } from '../suppression/suppression.service.ts'

/** For so long a message is reported about; after that a report is somebody’s invention. */
const bounceReportDays = 7

/** Whether an address is one at which we take reports about a message of ours. */
export const isBounceAddress = (ctx: Deps, address: string): boolean =>
  emailIdFromBounceAddress(ctx, address) !== undefined

/**
 * Writes down what a report says: a message that came back has failed, with its unit and its counts given back once; an address that does not
 * exist, or whose owner complained, gets no more (E20). Copies that came back change nothing, and neither does the same report again.
 */
export async function recordBounce(ctx: Deps, report: BounceReport): Promise<void> {
  const id = emailIdFromBounceAddress(ctx, report.to)
  if (id === undefined) return
  await inTransaction(ctx, async (tx) => {
    const { toAddress, state, createdAt } = (await findBounced(tx, id)) ?? {}
    if (!createdAt || ctx.now().getTime() - createdAt.getTime() > bounceReportDays * 86_400_000) return
    if (state === 'sending')
      throw new Error('A report came before its message was written down as sent: it is to come again.')
    const isRecipient = toAddress !== undefined && (report.recipient ?? toAddress) === toAddress
    if (isRecipient && report.kind === 'failed') await failBounced(tx, id, `It came back: ${report.reason}`)
    if (isRecipient && report.kind === 'complained') await suppress(tx, toAddress, 'inquiry', 'complained')
    if (isRecipient && isUnknownAddress(report)) await suppress(tx, toAddress, 'inquiry', 'bounced')
  })
}

/** RFC 3463: 5.1.x are addresses that do not exist, are ambiguous, or have moved. */
const isUnknownAddress = ({ status }: BounceReport): boolean => /^5\.1\./.test(status ?? '')
