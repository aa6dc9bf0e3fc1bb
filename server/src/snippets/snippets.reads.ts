import type { Db } from '../db/db.ts'

export const snippetsOf = (db: Db, userId: string) =>
  db.selectFrom('snippet').select(['name', 'text']).where('userId', '=', userId)
