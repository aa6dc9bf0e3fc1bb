import * as z from 'zod/mini'

/** `unknown`: may have been delivered, so it is never resent automatically. */
export const EmailState = z.enum(['queued', 'sending', 'sent', 'failed', 'unknown', 'undone'])
export type EmailState = z.infer<typeof EmailState>

/** Emails waiting to send, and failed and unconfirmed emails that need attention. */
export const EmailCounts = z.object({ waiting: z.int(), failed: z.int(), unknown: z.int() })
export type EmailCounts = z.infer<typeof EmailCounts>
