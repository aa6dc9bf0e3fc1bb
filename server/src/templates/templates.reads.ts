import type { Db } from '../db/db.ts'

/** Selects the user's templates that are not deleted. */
export const templatesOf = (db: Db, userId: string) =>
  db
    .selectFrom('template')
    .select(['id', 'name', 'subject', 'template', 'cc', 'version'])
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
