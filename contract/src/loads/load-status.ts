import * as z from 'zod/mini'
import { Instant } from '../boards/posted-load.ts'
import { OutcomeKind, StatedCents } from './outcomes.ts'

/** `gone` is shown as Covered, `refused` as Declined. */
export const LoadStatus = z.enum(['saved', 'contacted', 'replied', 'negotiating', 'booked', 'refused', 'gone'])
export type LoadStatus = z.infer<typeof LoadStatus>

/** What an outcome says about its load; no answer says nothing. */
export const statusAfter: Record<OutcomeKind, LoadStatus | undefined> = {
  booked: 'booked',
  countered: 'negotiating',
  covered: 'gone',
  declined: 'refused',
  'no-answer': undefined,
}

/** What a change replaced, to undo it. */
export const LoadBefore = z.strictObject({
  id: z.uuid(),
  /** Whether it was deleted; absent unless the change deleted or restored it. */
  isDeleted: z.optional(z.boolean()),
  status: LoadStatus,
  /** When a person had set the status or outcome. */
  statedAt: z.optional(z.nullable(Instant)),
  /** The truck whose booking ended with the change. */
  truckId: z.optional(z.uuid()),
  outcome: z.nullable(z.strictObject({ kind: OutcomeKind, cents: z.nullable(StatedCents), at: Instant })),
})
export type LoadBefore = z.infer<typeof LoadBefore>
