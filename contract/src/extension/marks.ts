import * as z from 'zod/mini'
import { OutcomeKind } from '../loads/outcomes.ts'

/** How long a row shows what teammates did about its load, and what the caller did. */
export const teamMarkHours = 24
export const ownMarkHours = 48

/** An email, a call or a save of the caller or a teammate, matched with rows in the browser. */
export const Mark = z.object({
  id: z.uuid(),
  /** See `markKey`: of the posting, and of the load on any board. */
  postingKey: z.string(),
  laneKey: z.nullable(z.string()),
  userId: z.uuid(),
  name: z.string(),
  type: z.enum(['EMAIL', 'PHONE', 'SAVED']),
  at: z.iso.datetime(),
  askCents: z.nullable(z.int()),
  /** What was posted at that time for the whole load; null if unknown. */
  postedCents: z.nullable(z.int()),
  outcome: z.nullable(OutcomeKind),
})
export type Mark = z.infer<typeof Mark>

/** Marks that changed since a version of the page state, or all of them. */
export const MarkChanges = z.object({
  /** Of the team or, without one, the person. A new salt makes earlier marks invalid. */
  salt: z.string(),
  /** Whether these are all marks rather than changes. */
  isComplete: z.boolean(),
  /** The newest first; each replaces an earlier one with its id. */
  marks: z.array(Mark),
  /** The ids of marks that no longer apply. */
  removed: z.array(z.uuid()),
})
export type MarkChanges = z.infer<typeof MarkChanges>
