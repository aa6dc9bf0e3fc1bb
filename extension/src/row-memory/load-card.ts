import * as z from 'zod/mini'

/** What the card of a row tells about the email that a click sends. */
export const LoadCard = z.object({
  /** The lane. */
  title: z.string(),
  template: z.string(),
  /** What the email asks for, if it states that. */
  ask: z.nullable(z.string()),
  /** The arithmetic of the ask, then rates per mile and the user's floor. */
  lines: z.array(z.object({ label: z.string(), value: z.string() })),
  /** What the mail check says about the filled email, or that the row shows no address. */
  check: z.nullable(z.object({ tone: z.enum(['good', 'warning', 'plain']), text: z.string() })),
  notes: z.array(z.object({ tone: z.enum(['plain', 'warning', 'bad']), text: z.string() })),
})
export type LoadCard = z.infer<typeof LoadCard>
