import * as z from 'zod/mini'
import { LoadFacts } from '../boards/posted-load.ts'

/** A broker's own posting, with equipment by DAT's code. */
export const OfferFacts = z.pick(LoadFacts, {
  origin: true,
  dest: true,
  pickupDay: true,
  pickupTime: true,
  equipment: true,
  lengthFeet: true,
  tripMiles: true,
  rate: true,
  reference: true,
})
export type OfferFacts = z.infer<typeof OfferFacts>

export const maxOfferPostings = 50
export const maxAnswersPerPosting = 500
/** Of all answers to a posting together, so that their list stays one answer of the server. */
export const maxAnswersLength = 1_000_000
export const maxAnswerLength = 20_000
/** How many answers one call adds or changes. */
export const maxAnswersPerCall = 100
/** How long postings and answers are kept. */
export const offerDays = 30

export const OfferPosting = z.object({
  id: z.uuid(),
  facts: OfferFacts,
  createdAt: z.iso.datetime(),
  answers: z.int(),
})
export type OfferPosting = z.infer<typeof OfferPosting>

/** A carrier's answer, as the broker pasted it. What it states is read where it is shown. */
export const OfferAnswer = z.object({
  id: z.uuid(),
  text: z.string(),
  pastedAt: z.iso.datetime(),
  isStarred: z.boolean(),
  /** When the broker last began a reply. */
  repliedAt: z.nullable(z.iso.datetime()),
})
export type OfferAnswer = z.infer<typeof OfferAnswer>

/** Pasted text, in which control characters become spaces. */
export const AnswerText = z.string().check(z.overwrite(cleanAnswer), z.minLength(1), z.maxLength(maxAnswerLength))

/** Returns pasted text as it is stored: line breaks as `\n`, other control characters as spaces. */
export function cleanAnswer(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?!\n)\p{Cc}/gu, ' ')
    .trim()
}

/** One change for all of the answers. */
export const AnswerChange = z.union([
  z.strictObject({ kind: z.literal('star'), isStarred: z.boolean() }),
  z.strictObject({ kind: z.literal('reply') }),
  z.strictObject({ kind: z.literal('delete') }),
  z.strictObject({ kind: z.literal('restore') }),
])
export type AnswerChange = z.infer<typeof AnswerChange>
