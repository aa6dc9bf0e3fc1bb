import { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import { type Done, message } from '../message.ts'
import type { Account } from '../session/account.ts'

/** What the confirm page asks, with the account whose template it would send; null without a question. */
export type Question = {
  inquiry: PostingInquiry
  account: Account
  /** Whether it asks because this version of the template was not sent before. */
  isFirst: boolean
  /** Whether the board had just changed the rate when the user clicked. */
  isChanged: boolean
  /** Whether the profile has no name for recipients to see. */
  lacksName: boolean
  /** The truck that the email names, or why it names none; null without trucks. */
  truck: string | null
  /** `Misses pickup by 7 h`, if it does. */
  missed: string | null
  /** What the load costs the user, if the ask is below that. */
  floorCents: number | null
  /** The subject of the email, if nothing in it is missing. */
  subject: string | null
} | null

export const getQuestion = message('question', {}).answeredBy<Question>()
/** Sends the inquiry that the page shows, if it is still the question. */
export const confirmSend = message('confirm-send', { inquiry: PostingInquiry }).answeredBy<Done>()
