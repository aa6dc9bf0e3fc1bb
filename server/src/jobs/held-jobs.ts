import { sql } from 'kysely'
import type { DataDeps } from '../context.ts'

/** Holds the emails of the product itself that are queued, and returns how many. Other jobs may repeat. */
export const holdEmailJobs = async ({ db, now }: DataDeps): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ heldAt: now() })
    .where('heldAt', 'is', null)
    .where(sql<boolean>`kind like '%-email'`)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Counts the held emails of the product itself by kind. */
export const countHeldJobs = ({ db }: Pick<DataDeps, 'db'>) =>
  db
    .selectFrom('job')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('heldAt', 'is not', null)
    .groupBy('kind')
    .orderBy('kind')
    .execute()

/** Lets the held emails of the product itself go, and returns how many. */
export const releaseJobs = async ({ db, now }: DataDeps): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ heldAt: null, dueAt: now() })
    .where('heldAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Deletes the held emails of the product itself, and returns how many. */
export const dropHeldJobs = async ({ db }: Pick<DataDeps, 'db'>): Promise<number> => {
  const { numDeletedRows } = await db.deleteFrom('job').where('heldAt', 'is not', null).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
