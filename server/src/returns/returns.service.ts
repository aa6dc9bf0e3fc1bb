import { type Deps, inTransaction } from '../context.ts'
import { failReturned, findReturned } from '../emails/hand-over.service.ts'
import { messageOf } from '../emails/return-address.service.ts'
import type { Report } from '../integrations/return-server.ts'
import { suppress } from '../suppression/suppression.service.ts'

/** For so long a message is reported about; after that a report is somebody’s invention. */
const reportDays = 7

/** Whether an address is one at which we take reports about a message of ours. */
export const takesReportsAt = (ctx: Deps, address: string): boolean => messageOf(ctx, address) !== undefined

/**
 * Writes down what a report says: a message that came back has failed, with its unit and its counts given back once; an address that does not
 * exist, or whose owner complained, gets no more (E20). Copies that came back change nothing, and neither does the same report again.
 */
export async function noteReport(ctx: Deps, report: Report): Promise<void> {
  const id = messageOf(ctx, report.to)
  if (id === undefined) return
  await inTransaction(ctx, async (inside) => {
    const { toAddress, state, createdAt } = (await findReturned(inside, id)) ?? {}
    if (!createdAt || ctx.now().getTime() - createdAt.getTime() > reportDays * 86_400_000) return
    if (state === 'sending') throw new Error('A report came before its message was written down as sent: it is to come again.')
    const isRecipient = toAddress !== undefined && (report.recipient ?? toAddress) === toAddress
    if (isRecipient && report.kind === 'failed') await failReturned(inside, id, `It came back: ${report.reason}`)
    if (isRecipient && report.kind === 'complained') await suppress(inside, toAddress, 'inquiry', 'complained')
    if (isRecipient && isUnknownAddress(report)) await suppress(inside, toAddress, 'inquiry', 'bounced')
  })
}

/** RFC 3463: 5.1.x are addresses that do not exist, are ambiguous, or have moved. */
const isUnknownAddress = ({ status }: Report): boolean => /^5\.1\./.test(status ?? '')
