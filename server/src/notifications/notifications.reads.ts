import type { Db } from '../db/db.ts'

/** Selects what a user chose to be told of, and what was told last. */
export const ownNotifications = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('notification')
    .select(['emails', 'mailboxes', 'boards', 'summary', 'quietFrom', 'quietUntil', 'timeZone', 'told'])
    .select(['lookedAt', 'dueAt'])
    .where('userId', '=', userId)
