import * as z from 'zod/mini'

/** How far the inquiry about one load has come, as its row shows it. */
export const InquiryState = z.object({
  /** `unknown` may have been sent; `missing`, `limit` and `signed-out` went nowhere and can be tried again. */
  state: z.enum(['sending', 'sent', 'failed', 'unknown', 'missing', 'limit', 'signed-out']),
  templateId: z.string(),
  /** Why, in words for the sender. */
  reason: z.optional(z.string()),
  /** What the mail asked for. */
  askCents: z.optional(z.nullable(z.int())),
  /** The placeholders that need a value first. */
  missing: z.optional(z.array(z.string())),
  /** The server's id of the mail, once it has accepted it. */
  emailId: z.optional(z.string()),
})
export type InquiryState = z.infer<typeof InquiryState>

/** The states of one browser session, by load. */
export const InquiryStates = z.record(z.string(), InquiryState)
export type InquiryStates = z.infer<typeof InquiryStates>

/** An inquiry with this state goes out or has gone out, or may have: a further click must not send another mail. */
export const isSettled = (inquiry: InquiryState | undefined): boolean => inquiry !== undefined && ['sending', 'sent', 'unknown'].includes(inquiry.state)
