import type { Db } from '../db/db.ts'

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
