import type { Db } from '../db/db.ts'

/** Selects the addresses that get no email from a user, or that the user allowed again. */
export const ownSuppressedRecipients = (db: Db, { userId }: { userId: string }) =>
  db.selectFrom('suppressedRecipient').select(['address', 'since', 'allowedAt']).where('userId', '=', userId)
