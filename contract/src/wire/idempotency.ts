import * as z from 'zod/mini'

/** Names one act of the user, so that a repeated request does nothing again. */
export const idempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .check(z.regex(/^[\w-]{16,64}$/, 'Idempotency-Key must be 16–64 letters, digits, - or _')),
})
