import * as z from 'zod/mini'

/** What became of a contact. */
export const OutcomeKind = z.enum(['booked', 'countered', 'covered', 'declined', 'no-answer'])
export type OutcomeKind = z.infer<typeof OutcomeKind>

export const outcomeLabels: Record<OutcomeKind, string> = {
  booked: 'Booked',
  countered: 'Countered',
  covered: 'Covered',
  declined: 'Declined',
  'no-answer': 'No answer',
}

/** The key that records each outcome, in the dashboard as in the extension. */
export const outcomeKeys: Record<OutcomeKind, string> = {
  booked: 'B',
  countered: 'O',
  covered: 'V',
  declined: 'D',
  'no-answer': 'A',
}

/** Whether an outcome may state an amount: the rate that was booked or offered. */
export const hasAmount = (outcome: OutcomeKind): outcome is 'booked' | 'countered' =>
  outcome === 'booked' || outcome === 'countered'

/** An outcome with its rate, which booked and countered ones may have. */
export const Outcome = z.object({ kind: OutcomeKind, cents: z.nullable(z.int()), at: z.iso.datetime() })
export type Outcome = z.infer<typeof Outcome>

/** An amount that a user states. */
export const StatedCents = z.int().check(z.minimum(1), z.maximum(100_000_00))
