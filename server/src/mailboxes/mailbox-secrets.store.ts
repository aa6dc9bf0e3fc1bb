import { expressionBuilder, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import type { MailboxKey } from './mailboxes.store.ts'

/** A column of encrypted secrets. */
export type SecretColumn = 'encryptedCredentials' | 'encryptedAccessToken'

const mailbox = expressionBuilder<Tables, 'mailbox'>()
const keyIdIn = (column: SecretColumn) => sql<string>`split_part(${mailbox.ref(column)}, '.', 1)`

export const countByKey = (db: Db, column: SecretColumn) =>
  db
    .selectFrom('mailbox')
    .select((eb) => [keyIdIn(column).as('keyId'), eb.fn.countAll<number>().as('count')])
    .where(column, 'is not', null)
    .groupBy(keyIdIn(column))
    .execute()

export const listOfOtherKeys = (
  db: Db,
  column: SecretColumn,
  { keyId, skip, limit }: { keyId: string; skip: number; limit: number },
) =>
  db
    .selectFrom('mailbox')
    .select(['userId', 'kind', 'address', `${column} as encrypted`])
    .where(column, 'is not', null)
    .where(keyIdIn(column), '<>', keyId)
    .orderBy('userId')
    .orderBy('kind')
    .orderBy('address')
    .offset(skip)
    .limit(limit)
    .execute()

/** Replaces a secret unless it was changed since. Returns whether it was not. */
export async function replaceSecret(
  db: Db,
  { userId, kind, address }: MailboxKey,
  { column, from, to }: { column: SecretColumn; from: string; to: string },
): Promise<boolean> {
  const replaced = await db
    .updateTable('mailbox')
    .set({ [column]: to })
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('address', '=', address)
    .where(column, '=', from)
    .returning('userId')
    .executeTakeFirst()
  return replaced !== undefined
}
