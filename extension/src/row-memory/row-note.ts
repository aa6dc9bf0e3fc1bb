import * as z from 'zod/mini'

/** What the user did about one posting on this device, with the times. */
export const RowNote = z.object({
  emailedAt: z.optional(z.string()),
  calledAt: z.optional(z.string()),
  savedAt: z.optional(z.string()),
  /** What the last email or call asked for. */
  askCents: z.optional(z.int()),
  /** The load in My loads, once the server has it. */
  loadId: z.optional(z.string()),
})
export type RowNote = z.infer<typeof RowNote>
