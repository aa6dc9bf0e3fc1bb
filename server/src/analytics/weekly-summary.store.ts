import { addDays, type Day } from '@loadping/contract/format/new-york-days'
import type { ExpressionBuilder } from 'kysely'
import { accounts } from '../accounts/accounts.reads.ts'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { memberships, organizations } from '../team/team.reads.ts'

export const isTurnedOn = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('weeklySummary').select('userId').where('userId', '=', userId).executeTakeFirst()) !== undefined

/** Turns the summary on, from the week after this one. Repeating it has no effect. */
export const turnOn = (db: Db, row: { userId: string; week: Day }) =>
  db
    .insertInto('weeklySummary')
    .values(row)
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute()

export const turnOff = (db: Db, userId: string) => db.deleteFrom('weeklySummary').where('userId', '=', userId).execute()

/** Whether a week was not queued. One that is far ahead was queued by a clock that was set back since. */
const isDue = (week: Day) => (eb: ExpressionBuilder<Tables, 'weeklySummary'>) =>
  eb.or([eb('week', '<', week), eb('week', '>', addDays(week, 14))])

/** Lists some users whose summary of this week was not queued. */
export const listDue = async (db: Db, { week, limit }: { week: Day; limit: number }): Promise<string[]> =>
  (await db.selectFrom('weeklySummary').select('userId').where(isDue(week)).orderBy('week').limit(limit).execute()).map(
    ({ userId }) => userId,
  )

/** Records that a week is queued for a user. Returns whether it was not yet. */
export const claimWeek = async (db: Db, { userId, week }: { userId: string; week: Day }): Promise<boolean> =>
  (await db
    .updateTable('weeklySummary')
    .set({ week })
    .where('userId', '=', userId)
    .where(isDue(week))
    .returning('userId')
    .executeTakeFirst()) !== undefined

/** Returns the address and team of a user who gets the summary and manages a team; undefined for others, and for one who
 * deleted the account. */
export const findRecipient = (db: Db, userId: string) =>
  db
    .selectFrom('weeklySummary')
    .innerJoin(accounts(db).as('account'), 'account.id', 'weeklySummary.userId')
    .innerJoin(memberships(db).as('membership'), 'membership.userId', 'weeklySummary.userId')
    .innerJoin(organizations(db).as('organization'), 'organization.id', 'membership.organizationId')
    .select(['account.email', 'membership.organizationId', 'membership.role', 'organization.name as organizationName'])
    .where('weeklySummary.userId', '=', userId)
    .where('membership.role', '=', 'MANAGER')
    .where('account.deletesAt', 'is', null)
    .where('account.suspendedAt', 'is', null)
    .where((eb) => eb.or([eb('account.userType', 'is', null), eb('account.userType', '!=', 'broker')]))
    .executeTakeFirst()
