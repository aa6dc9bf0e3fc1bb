import type { Selectable } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type ReviewerRow = Selectable<Tables['reviewer']>

/** Adds a reviewer. Returns false if the address is one already. */
export const addReviewer = async (db: Db, reviewer: Omit<ReviewerRow, 'codeTries'>): Promise<boolean> =>
  (await db
    .insertInto('reviewer')
    .values(reviewer)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('email')
    .executeTakeFirst()) !== undefined

export const listReviewers = (db: Db): Promise<Omit<ReviewerRow, 'codeHash'>[]> =>
  db
    .selectFrom('reviewer')
    .select(['email', 'codeTries', 'createdAt', 'expiresAt'])
    .orderBy('createdAt')
    .orderBy('email')
    .execute()

export const isReviewer = async (db: Db, email: string): Promise<boolean> =>
  (await db.selectFrom('reviewer').select('email').where('email', '=', email).executeTakeFirst()) !== undefined

/** Counts one attempt at a code that is valid and had fewer than `max` wrong ones in a row, and returns its hash. */
export const countAttempt = (db: Db, email: string, { now, max }: { now: Date; max: number }) =>
  db
    .updateTable('reviewer')
    .set((eb) => ({ codeTries: eb('codeTries', '+', 1) }))
    .where('email', '=', email)
    .where('expiresAt', '>', now)
    .where('codeTries', '<', max)
    .returning('codeHash')
    .executeTakeFirst()

export const forgetAttempts = (db: Db, email: string) =>
  db.updateTable('reviewer').set({ codeTries: 0 }).where('email', '=', email).execute()

/** Locks a reviewer whose code has this hash and is valid. Returns false if there is none. */
export const lockCode = async (
  db: Db,
  { email, codeHash, now }: { email: string; codeHash: string; now: Date },
): Promise<boolean> =>
  (await db
    .selectFrom('reviewer')
    .select('email')
    .where('email', '=', email)
    .where('codeHash', '=', codeHash)
    .where('expiresAt', '>', now)
    .forUpdate()
    .executeTakeFirst()) !== undefined

/** Ends the code of a reviewer: no code has an empty hash. Returns false if there is no such reviewer. */
export const endCode = async (db: Db, email: string, now: Date): Promise<boolean> =>
  (await db
    .updateTable('reviewer')
    .set((eb) => ({ codeHash: '', expiresAt: eb.fn<Date>('least', ['expiresAt', eb.val(now)]) }))
    .where('email', '=', email)
    .returning('email')
    .executeTakeFirst()) !== undefined

export const deleteReviewer = (db: Db, email: string) => db.deleteFrom('reviewer').where('email', '=', email).execute()
