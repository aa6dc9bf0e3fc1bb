import { Inquiry } from '@loadping/contract/emails'
import * as z from 'zod/mini'

/** How far the inquiry about one load has come, as its row shows it. */
export const InquiryState = z.object({
  /** `queued` can be taken back; `unknown` may have been sent; those from `undone` on went nowhere and can be tried again. */
  state: z.enum([
    'sending',
    'queued',
    'sent',
    'unknown',
    'undone',
    'failed',
    'missing',
    'contacted',
    'limit',
    'not-allowed',
    'signed-out',
  ]),
  templateId: z.string(),
  /** Why, in words for the sender. */
  reason: z.optional(z.string()),
  /** What the mail asked for. */
  askCents: z.optional(z.nullable(z.int())),
  /** The placeholders that need a value first. */
  missing: z.optional(z.array(z.string())),
  /** Of a send that was refused: what was typed for it, so that it can be sent as it is. */
  values: z.optional(Inquiry.shape.values),
  /** The server's id of the mail, once it has accepted it. */
  emailId: z.optional(z.string()),
  /** Of `queued`: when it is handed over or tried again. */
  dueAt: z.optional(z.nullable(z.string())),
})
export type InquiryState = z.infer<typeof InquiryState>

/** The states of one browser session, by load. */
export const InquiryStates = z.record(z.string(), InquiryState)
export type InquiryStates = z.infer<typeof InquiryStates>

/** An inquiry with this state goes out or has gone out, or may have: a further click must not send another mail. */
export const blocksResend = (inquiry: InquiryState | undefined): boolean =>
  inquiry !== undefined && ['sending', 'queued', 'sent', 'unknown'].includes(inquiry.state)

/** What becomes of it is not known yet. */
export const isInFlight = ({ state }: InquiryState): boolean => state === 'sending' || state === 'queued'
