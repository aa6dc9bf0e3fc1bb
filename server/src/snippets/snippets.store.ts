import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

type Row = { name: string; text: string; usedBy: string[] }

/** Lists a user's snippets by name, each with the names of the templates that use it. */
export async function listSnippets(db: Db, userId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select snippet.name, snippet.text, array(${templatesWith(userId, sql`snippet.name`)}) as used_by
    from snippet where user_id = ${userId} order by name collate "C"`.execute(db)
  return rows
}

export const listTexts = (db: Db, userId: string) =>
  db.selectFrom('snippet').select(['name', 'text']).where('userId', '=', userId).execute()

/** Lists the names of the templates that use a snippet. */
export async function listTemplatesWith(db: Db, userId: string, name: string): Promise<string[]> {
  const { rows } = await templatesWith(userId, sql`${name}::text`).execute(db)
  return rows.map((template) => template.name)
}

const templatesWith = (userId: string, name: ReturnType<typeof sql>) =>
  sql<{ name: string }>`select template.name from template
    where template.user_id = ${userId} and template.deleted_at is null
      and template.subject || template.template ~ ('\\{\\{\\s*snippet:' || ${name} || '\\s*\\}\\}')
    order by template.name`

/** Locks saving a user's snippets until commit. Returns how many others there are. */
export async function lockOthers(db: Db, userId: string, name: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`snippets ${userId}`}, 0))`.execute(db)
  const { count } = await db
    .selectFrom('snippet')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('name', '!=', name)
    .executeTakeFirstOrThrow()
  return count
}

export const saveSnippet = (db: Db, snippet: { userId: string; name: string; text: string }) =>
  db
    .insertInto('snippet')
    .values(snippet)
    .onConflict((conflict) => conflict.columns(['userId', 'name']).doUpdateSet({ text: snippet.text }))
    .execute()

export async function deleteSnippet(db: Db, userId: string, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('snippet')
    .where('userId', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0
}
