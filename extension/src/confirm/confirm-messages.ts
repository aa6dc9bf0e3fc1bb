import { PostingInquiry } from '@loadping/contract/emails/emails'
import * as z from 'zod/mini'
import { Done, message } from '../message.ts'
import { Account } from '../session/account.ts'

/** What the confirm page asks, with the account whose template it would send; null without a question. */
export const Question = z.nullable(
  z.object({
    inquiry: PostingInquiry,
    account: Account,
    /** Whether it asks because this version of the template was not sent before. */
    isFirst: z.boolean(),
    /** Whether the profile has no name for recipients to see. */
    lacksName: z.boolean(),
    /** The subject of the email, if nothing in it is missing. */
    subject: z.nullable(z.string()),
  }),
)
export type Question = z.infer<typeof Question>

export const getQuestion = message('question', {}, Question)
/** Sends the inquiry that the page shows, if it is still the question. */
export const confirmSend = message('confirm-send', { inquiry: PostingInquiry }, Done)
