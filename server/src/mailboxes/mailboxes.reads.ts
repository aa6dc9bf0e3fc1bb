import type { Db } from '../db/db.ts'

/** Selects the mailbox that a user's new emails are sent from; no row without one. */
export const defaultMailbox = (db: Db, userId: string) =>
  db
    .selectFrom('mailbox')
    .select(['kind', 'address', 'connectionError'])
    .where('userId', '=', userId)
    .orderBy('defaultSince', 'desc')
    .orderBy('kind')
    .orderBy('address')
    .limit(1)
