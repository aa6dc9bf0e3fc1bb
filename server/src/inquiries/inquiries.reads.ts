import type { Db } from '../db/db.ts'

/** Selects whom a user emailed, as the recipient check knows them. */
export const ownRecipients = (db: Db, { userId }: { userId: string }) =>
  db.selectFrom('recipient').select(['domain', 'mc', 'companyKey', 'sent', 'lastAt']).where('holder', '=', userId)
