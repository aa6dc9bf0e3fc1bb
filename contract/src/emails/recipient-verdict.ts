import * as z from 'zod/mini'

/** What the recipient check says: amber is worth a line, red needs a confirmation. */
export const RecipientVerdict = z.object({ level: z.enum(['green', 'amber', 'red']), reason: z.nullable(z.string()) })
export type RecipientVerdict = z.infer<typeof RecipientVerdict>
