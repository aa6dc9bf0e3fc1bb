import type { Db } from '../db/db.ts'

/** Selects what the operator set for the boards; no row before that. */
export const boardSettings = (db: Db) =>
  db.selectFrom('boardSettings').select(['version', 'boards']).where('id', '=', 1)
