import type { Db } from '../db/db.ts'
import { answerOf } from './idempotency.reads.ts'
import type { KeyAnswer } from './idempotency.tables.ts'

type Answered = { bodyHash: string; answer: KeyAnswer }

export const keyWrite = (db: Db, row: Answered & { userId: string; key: string; createdAt: Date }) =>
  db.insertInto('idempotencyKey').values({ ...row, answer: JSON.stringify(row.answer) })

export const findAnswer = (db: Db, userId: string, key: string): Promise<Answered | undefined> =>
  answerOf(db, { userId, key }).executeTakeFirst()

export const deleteKeys = (db: Db, before: Date) =>
  db.deleteFrom('idempotencyKey').where('createdAt', '<', before).execute()

export const deleteKeysOf = async (db: Db, userId: string, limit: number): Promise<boolean> => {
  const some = db.selectFrom('idempotencyKey').select('key').where('userId', '=', userId).limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('idempotencyKey')
    .where('userId', '=', userId)
    .where('key', 'in', some)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === limit
}
