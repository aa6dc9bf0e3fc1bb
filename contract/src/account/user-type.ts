import * as z from 'zod/mini'

/** A user's business type. */
export const UserType = z.enum(['carrier', 'broker'])
export type UserType = z.infer<typeof UserType>
