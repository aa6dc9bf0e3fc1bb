import type { EmailState, SentEmail } from '@loadping/contract/emails'
import type { PostedLoad } from '@loadping/contract/loads'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

/** Holds an idempotency key until the transaction ends; false while another request holds it. */
export async function holdKey(db: Db, userId: string, key: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${`${userId} ${key}`}, 0)) as held`.execute(db)
  return rows[0]?.held ?? false
}

export const findKey = (db: Db, userId: string, key: string) =>
  db.selectFrom('idempotencyKey').select(['bodyHash', 'answer']).where('userId', '=', userId).where('key', '=', key).executeTakeFirst()

export const addKey = (db: Db, row: { userId: string; key: string; bodyHash: string; answer: SentEmail; createdAt: Date }) =>
  db
    .insertInto('idempotencyKey')
    .values({ ...row, answer: JSON.stringify(row.answer) })
    .execute()

export type NewEmail = Omit<Insertable<Tables['email']>, 'state' | 'load'> & { load: PostedLoad }

export const addEmail = (db: Db, email: NewEmail) =>
  db
    .insertInto('email')
    .values({ ...email, state: 'queued', load: JSON.stringify(email.load) })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findEmail = (db: Db, userId: string, id: string) =>
  db.selectFrom('email').selectAll().where('userId', '=', userId).where('id', '=', id).executeTakeFirst()

/** The newest messages that reached nobody. */
export const listFailedEmails = (db: Db, userId: string, limit: number) =>
  db.selectFrom('email').selectAll().where('userId', '=', userId).where('state', '=', 'failed').orderBy('createdAt', 'desc').limit(limit).execute()

type Step = { from: EmailState[]; to: EmailState; failure?: string | null; sentAt?: Date }

/** Moves a message on, if it is in one of the states it may come from; answers whether it was. */
export async function moveEmail(db: Db, userId: string, id: string, { from, to, ...rest }: Step): Promise<boolean> {
  const moved = await db
    .updateTable('email')
    .set({ state: to, ...rest })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return moved !== undefined
}
