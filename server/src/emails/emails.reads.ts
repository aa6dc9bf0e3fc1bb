import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

/** Selects what became of emails, and what they were made from. */
export const emails = (db: Db) =>
  db
    .selectFrom('email')
    .select([
      'userId',
      'id',
      'organizationId',
      'createdAt',
      'state',
      'failureReason',
      'failureCode',
      'toAddress',
      'subject',
      'templateName',
      'askCents',
      'loadId',
      'mailboxKind',
      'replyTo',
    ])

/** Holds for emails that are no practice. */
export const isInquiry = (eb: ExpressionBuilder<Tables, 'email'>) => eb.not(eb.ref('isPractice'))

/** Selects the trucks that a user's asks about a load named, the newest first, as one array; null for none. */
export const namedTrucks = (db: Db, { userId, loadId }: { userId: string; loadId: string }) => {
  const named = db
    .selectFrom('email')
    .select((eb) => ['truckId', eb.fn.max('createdAt').as('at')])
    .where('userId', '=', userId)
    .where('loadId', '=', loadId)
    .where('truckId', 'is not', null)
    .where('withdrawalOf', 'is', null)
    .where('state', 'not in', ['undone', 'failed'])
    .groupBy('truckId')
  return db
    .selectFrom(named.as('named'))
    .select(sql<string[] | null>`array_agg(truck_id order by at desc)`.as('truckIds'))
}

/** Selects when a user's trucks were named by asks that left or will. */
export const truckAsks = (db: Db, userId: string) =>
  db
    .selectFrom('email')
    .select(['loadId', 'createdAt'])
    .select(sql<string>`truck_id`.as('truckId'))
    .where('userId', '=', userId)
    .where('truckId', 'is not', null)
    .where('withdrawalOf', 'is', null)
    .where('state', 'not in', ['undone', 'failed'])

/** Selects the first email about each load that named a truck, left or may have left, and was not taken back. */
export const firstAsks = (db: Db, { userId, truckId }: { userId: string; truckId: string }) => {
  const takenBack = withdrawalsOf(db, userId).where('truckId', '=', truckId).select('withdrawalOf')
  return db
    .selectFrom('email')
    .select(['id', 'loadId', 'toAddress', 'subject', 'createdAt', 'mailboxKind', 'replyTo'])
    .distinctOn('loadId')
    .where('userId', '=', userId)
    .where('truckId', '=', truckId)
    .where('withdrawalOf', 'is', null)
    .where('state', 'in', ['sent', 'unknown'])
    .where(isInquiry)
    .where('id', 'not in', takenBack.$castTo<{ withdrawalOf: string }>())
    .orderBy('loadId')
    .orderBy('createdAt')
}

/** Selects a user's withdrawals that left or will. */
const withdrawalsOf = (db: Db, userId: string) =>
  db
    .selectFrom('email')
    .where('userId', '=', userId)
    .where('withdrawalOf', 'is not', null)
    .where('state', 'not in', ['failed', 'undone'])

/** Selects the withdrawals since then that left or will, the oldest first. */
export const withdrawals = (db: Db, { userId, since }: { userId: string; since: Date }) =>
  withdrawalsOf(db, userId)
    .select(['id', 'loadId', 'state', 'toAddress'])
    .where('createdAt', '>=', since)
    .orderBy('createdAt')

/** Counts a user's unresolved emails by state. */
export const unresolvedCounts = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('email')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('userId', '=', userId)
    // As literals, so that the index of open emails serves a prepared plan.
    .where(sql<boolean>`state in ('queued', 'sending', 'failed', 'unknown')`)
    .where('dismissedAt', 'is', null)
    .where(isInquiry)
    .groupBy('state')

/** Selects a user's emails with all that is stored of them. */
export const ownEmails = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('email')
    .select(['id', 'state', 'createdAt', 'sentAt', 'fromAddress', 'fromName', 'replyTo', 'toAddress', 'cc', 'subject'])
    .select(['html', 'askCents', 'failureReason', 'failureCode', 'dismissedAt', 'mailboxKind', 'load', 'loadKey'])
    .select(['loadId', 'templateId', 'templateName', 'templateVersion', 'templateInputs', 'recipientVerdict'])
    .select(['organizationId', 'resendOf', 'resentAs', 'resendUndoneAt', 'isPractice'])
    .select(['truckId', 'withdrawalOf', 'replyOf', 'counterAt'])
    .where('userId', '=', userId)
