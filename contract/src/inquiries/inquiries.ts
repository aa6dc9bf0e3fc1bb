import * as z from 'zod/mini'
import { LoadFacts, PostedLoad } from '../boards/posted-load.ts'
import { SellByMinutes } from '../emails/sell-by.ts'
import { EmailAddress } from '../format/email-address.ts'
import { multiLine, singleLine } from '../format/text.ts'
import { MailboxName } from '../mailboxes/mailboxes.ts'
import { placeholderTitles } from '../templates/placeholder-titles.ts'
import { parseRateFormula } from '../templates/rate-formula.ts'
import { maxTemplateLength } from '../templates/templates.ts'
import { TemplateAsk } from '../wire/problem.ts'

/** What the posting lacks. */
const values = z.optional(z.partialRecord(z.enum(Object.keys(placeholderTitles)), singleLine(200)))

const inquiry = {
  templateId: z.uuid(),
  /** Overrides the posting's address. */
  to: z.optional(EmailAddress),
  values,
  /** The truck that fills place, equipment and deadhead; absent: the current one. */
  truckId: z.optional(z.uuid()),
  /** Computes the ask in place of the template's own formula. */
  formula: z.optional(
    singleLine(40).check(z.refine((text) => parseRateFormula(text) !== undefined, 'No rate formula')),
  ),
  /** Allows a duplicate contact. */
  confirmed: z.optional(z.boolean()),
  /** Allows a recipient that the check marks red, else rejected as `suspicious-recipient`. */
  confirmedRecipient: z.optional(z.boolean()),
  /** What the user saw; an email with another ask, template version or truck is rejected as `price-changed`. */
  expected: z.optional(TemplateAsk),
}

/** A request to email about one posting. */
export const PostingInquiry = z.strictObject({ ...inquiry, load: PostedLoad })
export type PostingInquiry = z.infer<typeof PostingInquiry>

/** A request to email about one load: a posting, or a saved load of the caller or a teammate. */
export const Inquiry = z.strictObject({ ...inquiry, load: z.optional(PostedLoad), loadId: z.optional(z.uuid()) }).check(
  z.refine(({ load, loadId }) => (load === undefined) !== (loadId === undefined), {
    path: ['load'],
    error: 'Give either load or loadId',
  }),
)
export type Inquiry = z.infer<typeof Inquiry>

/** A template as edited, saved or not, with the load to fill it for. */
export const TestEmail = z.strictObject({
  subject: singleLine(255),
  template: multiLine(maxTemplateLength),
  load: LoadFacts,
  values,
})
export type TestEmail = z.infer<typeof TestEmail>

export const SendSettings = z.strictObject({
  /** How long after its click an email may still be sent. */
  sellByMinutes: SellByMinutes,
})
export type SendSettings = z.infer<typeof SendSettings>

/** The emails that wait for another of the user's mailboxes and were never tried, and the mailbox that could send them. */
export const WaitingOffer = z.object({ emails: z.int(), mailbox: z.nullable(MailboxName) })
export type WaitingOffer = z.infer<typeof WaitingOffer>
