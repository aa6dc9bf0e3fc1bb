import { PostedLoad } from '@loadping/contract/boards/posted-load'
import { PostingInquiry } from '@loadping/contract/emails/emails'
import * as z from 'zod/mini'
import { message } from '../message.ts'
import { ClickKey } from '../outbox/outbox.ts'
import { InquiryState } from './inquiry-state.ts'

/** Responds with the state, or `asked` if a page of the extension asks before it sends. */
export const sendInquiry = message(
  'send-inquiry',
  { inquiry: PostingInquiry, key: ClickKey },
  z.union([z.literal('asked'), InquiryState]),
)
/** Has a page of the extension ask before it sends. */
export const askInquiry = message('ask-inquiry', { inquiry: PostingInquiry }, z.null())
/** Responds with the present state of the email, if there is one. */
export const undoInquiry = message(
  'undo-inquiry',
  { boardLoadId: PostedLoad.shape.boardLoadId },
  z.nullable(InquiryState),
)
