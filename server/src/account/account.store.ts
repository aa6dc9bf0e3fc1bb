import type { Db } from '../db/db.ts'

/** The account of an address, made if there is none; of two at once one is made. */
export const addAccount = (db: Db, account: { id: string; email: string; createdAt: Date }) =>
  db
    .insertInto('account')
    .values(account)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()

export const getAccountByEmail = (db: Db, email: string) => db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()

export const getAccount = (db: Db, userId: string) => db.selectFrom('account').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()

export const addMailbox = (db: Db, mailbox: { userId: string; kind: 'relay'; address: string; connectedAt: Date }) =>
  db
    .insertInto('mailbox')
    .values(mailbox)
    .onConflict((conflict) => conflict.columns(['userId', 'kind']).doNothing())
    .execute()

export const findMailbox = (db: Db, userId: string) => db.selectFrom('mailbox').selectAll().where('userId', '=', userId).executeTakeFirst()
