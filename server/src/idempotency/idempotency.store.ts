import type { SentEmail } from '@loadping/contract/emails/emails'
import type { RecordedCall } from '@loadping/contract/loads/loads.api'
import type { Db } from '../db/db.ts'

type Answered = { bodyHash: string; answer: SentEmail | RecordedCall }

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
