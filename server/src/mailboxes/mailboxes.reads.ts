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

/** Selects the addresses that a user wanted to prove, without the codes. */
export const ownAddressCodes = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('addressCode')
    .select(['id', 'address', 'tries', 'createdAt', 'expiresAt', 'usedAt'])
    .where('userId', '=', userId)

/** Selects the names of a user's mailboxes. */
export const mailboxNames = (db: Db, { userId }: { userId: string }) =>
  db.selectFrom('mailbox').select(['kind', 'address']).where('userId', '=', userId)
