import * as z from 'zod/mini'

/** What the recipient check says: amber is worth a line, red needs a confirmation. */
export const RecipientVerdict = z.object({ level: z.enum(['green', 'amber', 'red']), reason: z.nullable(z.string()) })
export type RecipientVerdict = z.infer<typeof RecipientVerdict>

/** How many emails went to a domain or address of free mail about loads of one company, which may be unknown: empty. */
export const KnownRecipient = z.object({ domain: z.string(), mc: z.string(), companyKey: z.string(), sent: z.int() })
export type KnownRecipient = z.infer<typeof KnownRecipient>
