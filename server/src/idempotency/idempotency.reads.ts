import type { Db } from '../db/db.ts'

/** Selects what a key was answered with, and the hash of the body that it stands for. */
export const answerOf = (db: Db, { userId, key }: { userId: string; key: string }) =>
  db.selectFrom('idempotencyKey').select(['bodyHash', 'answer']).where('userId', '=', userId).where('key', '=', key)
