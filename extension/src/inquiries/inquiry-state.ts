import { PostingInquiry } from '@loadping/contract/inquiries/inquiries'
import * as z from 'zod/mini'

/** The state of the inquiry about one load, as its row shows it. */
export const InquiryState = z.object({
  /**
   * `waiting` has not reached the server; `queued` can be undone; `unknown` may have been sent; from `undone` on, none
   * was sent.
   */
  state: z.enum([
    'sending',
    'waiting',
    'queued',
    'sent',
    'unknown',
    'undone',
    'failed',
    'missing',
    'contacted',
    'suspicious',
    'changed',
    'limit',
    'not-allowed',
    'signed-out',
  ]),
  templateId: z.string(),
  /** Why, as shown to the user. */
  reason: z.optional(z.string()),
  /** What the email asked for, or would ask for now if it has `changed`. */
  askCents: z.optional(z.nullable(z.int())),
  /** If it has `changed`: what, of several the first. */
  changed: z.optional(z.enum(['ask', 'template', 'truck'])),
  /** If it has `changed`: the version of the template that the next click sends. */
  templateVersion: z.optional(z.int()),
  /** If it has `changed`: the truck that the email would name now, null for none. */
  truckId: z.optional(z.nullable(z.string())),
  /** The placeholders that need a value first. */
  missing: z.optional(z.array(z.string())),
  /** The entered values of a rejected send, so that it can be sent again with them. */
  values: z.optional(PostingInquiry.shape.values),
  /** What a further send must confirm: a duplicate contact, or a recipient that may be the wrong one. */
  confirms: z.optional(z.pick(PostingInquiry, { confirmed: true, confirmedRecipient: true })),
  /** The id of the email, once the server has accepted it. */
  emailId: z.optional(z.string()),
  /** When a `queued` email is delivered or retried. */
  dueAt: z.optional(z.nullable(z.string())),
  /** Why a `queued` email can't be sent yet, and what helps. */
  waits: z.optional(
    z.object({
      title: z.string(),
      label: z.string(),
      until: z.string(),
      todo: z.nullable(z.object({ label: z.string(), path: z.string() })),
    }),
  ),
})
export type InquiryState = z.infer<typeof InquiryState>

/** The states of one browser session, by board and load. */
export const InquiryStates = z.record(z.string(), InquiryState)
export type InquiryStates = z.infer<typeof InquiryStates>

/** Whether a further click must not send another email, because this one is being sent, was sent or may have been. */
export const blocksResend = (inquiry: InquiryState | undefined): boolean =>
  inquiry !== undefined && ['sending', 'waiting', 'queued', 'sent', 'unknown'].includes(inquiry.state)

/** Whether the final state is still to come. */
export const isInFlight = ({ state }: InquiryState): boolean => ['sending', 'waiting', 'queued'].includes(state)

/** Whether an email that was once sent from here went out, as far as is known. */
export const mayHaveLeft = (inquiry: InquiryState | undefined): boolean =>
  inquiry === undefined || blocksResend(inquiry)
