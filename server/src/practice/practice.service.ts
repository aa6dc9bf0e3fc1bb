import type { SentEmail } from '@loadping/contract/emails/emails'
import {
  listPracticeRows,
  type Practice,
  type PracticeInquiry,
  practiceEmailsPerDay,
} from '@loadping/contract/practice/practice'
import { isReviewer } from '../accounts/reviewers.service.ts'
import type { Context } from '../context.ts'
import { countPracticeEmails } from '../emails/sent-emails.service.ts'
import { sendAbout } from '../inquiries/inquiries.service.ts'
import { loadNotFound } from '../loads/load-row.ts'

/**
 * Accepts a practice email about a made-up posting: an inquiry in everything but that it goes to the caller's own address
 * and counts nowhere.
 */
export function sendPracticeEmail(
  ctx: Context,
  key: string,
  inquiry: PracticeInquiry,
  ageSeconds: number,
): Promise<SentEmail> {
  const row = listPracticeRows(ctx.now()).find(({ id }) => id === inquiry.row)
  if (!row) throw loadNotFound()
  return sendAbout(ctx, key, inquiry, {
    load: row.load,
    loadKey: inquiry.row,
    toAddress: ctx.caller.email,
    isJustRead: true,
    isPractice: true,
    ageSeconds,
  })
}

export const getPractice = async (ctx: Context): Promise<Practice> => ({
  to: ctx.caller.email,
  used: await countPracticeEmails(ctx),
  limit: practiceEmailsPerDay,
  ...((await isReviewer(ctx, ctx.caller.email)) && { isSealed: true }),
})
