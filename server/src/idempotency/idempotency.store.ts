import type { Db } from '../db/db.ts'
import type { KeyAnswer } from './idempotency.tables.ts'

type Answered = { bodyHash: string; answer: KeyAnswer }

export const keyWrite = (db: Db, row: Answered & { userId: string; key: string; createdAt: Date }) =>
  db.insertInto('idempotencyKey').values({ ...row, answer: JSON.stringify(row.answer) })

/** Returns the answer that an idempotency key got. */
export const findAnswer = (db: Db, userId: string, key: string): Promise<Answered | undefined> =>
  db
    .selectFrom('idempotencyKey')
    .select(['bodyHash', 'answer'])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()

export const deleteKeys = (db: Db, before: Date) =>
  db.deleteFrom('idempotencyKey').where('createdAt', '<', before).execute()
