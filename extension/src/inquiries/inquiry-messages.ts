import { PostedLoad } from '@loadping/contract/boards/posted-load'
import { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import * as z from 'zod/mini'
import { message } from '../message.ts'
import { ClickKey } from '../outbox/click-key.ts'
import type { InquiryState } from './inquiry-state.ts'

/** Responds with the state, or `asked` if a page of the extension asks before it sends. */
export const sendInquiry = message('send-inquiry', { inquiry: PostingInquiry, key: ClickKey }).answeredBy<
  'asked' | InquiryState
>()
/** Has a page of the extension ask before it sends, and say so if the board has just changed the rate. */
export const askInquiry = message('ask-inquiry', { inquiry: PostingInquiry, isChanged: z.boolean() }).answeredBy<null>()
/** Responds with the present state of the email, if there is one. */
export const undoInquiry = message('undo-inquiry', {
  boardLoadId: PostedLoad.shape.boardLoadId,
}).answeredBy<InquiryState | null>()
