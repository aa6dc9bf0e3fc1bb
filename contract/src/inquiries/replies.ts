import * as z from 'zod/mini'
import { Instant } from '../boards/posted-load.ts'
import { EmailState } from '../emails/email-state.ts'
import { EmailAddress } from '../format/email-address.ts'
import { plainLines } from '../format/text.ts'
import { StatedCents } from '../loads/outcomes.ts'

/** Of a reply's text, with placeholders or filled. */
export const maxReplyLength = 1000

/** An answer to a broker's counter, in the thread of the load's first email. */
export const Reply = z.strictObject({
  /** As it is sent; it states the ask. */
  text: plainLines(maxReplyLength, 1),
  askCents: StatedCents,
  /** How the caller words it, kept for the next one; null: as the product does. */
  wording: z.nullable(plainLines(maxReplyLength, 1)),
  /** The truck that was chosen; absent: the one that fits. */
  truckId: z.optional(z.uuid()),
  /** Allows a contact after the counter, else rejected as `already-contacted`. */
  confirmed: z.optional(z.boolean()),
  /** What the user saw; with another recipient, counter or truck it is rejected as `price-changed`. */
  expected: z.strictObject({ to: EmailAddress, counterAt: Instant, truckId: z.nullable(z.uuid()) }),
})
export type Reply = z.infer<typeof Reply>

/** Whether and how the caller can answer the counter that one of their loads has. */
export const ReplyOffer = z.object({
  /** Who got the load's first email; null if none left. */
  to: z.nullable(z.string()),
  /** The reply that answered it, if one did. */
  answer: z.nullable(
    z.object({ id: z.uuid(), state: EmailState, askCents: z.nullable(z.int()), at: z.iso.datetime() }),
  ),
  wording: z.nullable(z.string()),
})
export type ReplyOffer = z.infer<typeof ReplyOffer>
