import type { Db } from '../db/db.ts'

/** Selects a user's postings as they are stored. */
export const ownPostings = (db: Db, { userId }: { userId: string }) =>
  db.selectFrom('offerPosting').select(['id', 'facts', 'createdAt', 'deletedAt', 'endsAt']).where('userId', '=', userId)

/** Selects the answers that a user pasted, as they are stored. */
export const ownAnswers = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('offerAnswer')
    .select(['id', 'postingId', 'text', 'pastedAt', 'isStarred', 'repliedAt', 'deletedAt', 'endsAt'])
    .where('userId', '=', userId)
