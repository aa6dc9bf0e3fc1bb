import type { Db } from '../db/db.ts'
import { isInquiry } from './emails.reads.ts'

type OfLoad = { userId: string; loadId: string }

/** Finds the first email about a user's load that left, or may have left. */
export const findFirstEmail = (db: Db, { userId, loadId }: OfLoad) =>
  db
    .selectFrom('email')
    .selectAll()
    .where('userId', '=', userId)
    .where('loadId', '=', loadId)
    .where('withdrawalOf', 'is', null)
    .where('state', 'in', ['sent', 'unknown'])
    .where(isInquiry)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()

/** Finds the reply to a counter that left or will. */
export const findReply = (db: Db, { userId, loadId, counterAt }: OfLoad & { counterAt: Date }) =>
  db
    .selectFrom('email')
    .select(['id', 'state', 'askCents', 'createdAt'])
    .where('userId', '=', userId)
    .where('loadId', '=', loadId)
    .where('counterAt', '=', counterAt)
    .where('state', 'not in', ['failed', 'undone'])
    .where('resentAs', 'is', null)
    .executeTakeFirst()
