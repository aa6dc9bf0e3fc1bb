import type { TemplateDraft } from '@loadping/contract/templates'
import { sql } from 'kysely'
import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'

type Written = Omit<TemplateDraft, 'id'>

/** Lists a user's templates, the default one first, then by name. */
export const listTemplates = compileOnce((db, { userId }: { userId: string }) =>
  db
    .selectFrom('template')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('isDefault', 'desc')
    .orderBy('name')
    .orderBy('id'),
)

/** Locks saving a user's templates until commit. Returns how many others there are, and the bytes of their bodies. */
export async function lockOthers(db: Db, userId: string, id: string): Promise<{ count: number; bytes: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`templates ${userId}`}, 0))`.execute(db)
  return db
    .selectFrom('template')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.coalesce(eb.fn.sum<number>(eb.fn('octet_length', ['template'])), sql<number>`0`).as('bytes'),
    ])
    .where('userId', '=', userId)
    .where('id', '!=', id)
    .executeTakeFirstOrThrow()
}

export const findTemplate = (db: Db, userId: string, id: string) =>
  db.selectFrom('template').selectAll().where('userId', '=', userId).where('id', '=', id).executeTakeFirst()

export const addTemplate = (
  db: Db,
  template: Written & { userId: string; id: string; isDefault: boolean; createdAt: Date },
) =>
  db
    .insertInto('template')
    .values({ ...template, updatedAt: template.createdAt })
    .returningAll()
    .executeTakeFirstOrThrow()

export const updateTemplate = (db: Db, userId: string, id: string, written: Written, now: Date) =>
  db
    .updateTable('template')
    .set((eb) => ({ ...written, updatedAt: now, version: eb('version', '+', 1) }))
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const deleteTemplate = (db: Db, userId: string, id: string) =>
  db.deleteFrom('template').where('userId', '=', userId).where('id', '=', id).returning('id').executeTakeFirst()
