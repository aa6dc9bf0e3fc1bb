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
    .where('userId', '=', userId)
