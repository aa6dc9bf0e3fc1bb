import type { Db } from '../db/db.ts'

/** Selects a user's emails and calls as analytics counts them. */
export const ownContacts = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('contactEvent')
    .select(['id', 'type', 'contactTime', 'day', 'postToContactSeconds', 'askCents', 'postedCents', 'emailId'])
    .select(['loadId', 'organizationId', 'load'])
    .where('userId', '=', userId)

/** Selects the teams for which a user emailed or called somebody. */
export const contactedTeams = (db: Db, { userId }: { userId: string }) =>
  db.selectFrom('contactEvent').select('organizationId').distinct().where('userId', '=', userId)

/** Selects the last week that a user got the summary of; no row while it is off. */
export const ownWeeklySummary = (db: Db, { userId }: { userId: string }) =>
  db.selectFrom('weeklySummary').select('week').where('userId', '=', userId)
