import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { lockName } from '../db/locks.ts'
import { templatesOf } from '../templates/templates.reads.ts'
import { snippetsOf } from './snippets.reads.ts'

type Row = { name: string; text: string; usedBy: string[] }

/** Lists a user's snippets by name, each with the names of the templates that use it. */
export async function listSnippets(db: Db, userId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select snippet.name, snippet.text,
      coalesce(array_agg(uses.template order by uses.template) filter (where uses.template is not null), '{}') as used_by
    from snippet left join (${usesOf(db, userId)}) as uses on uses.snippet = snippet.name
    where snippet.user_id = ${userId}
    group by snippet.user_id, snippet.name order by snippet.name collate "C"`.execute(db)
  return rows
}

export const listTexts = (db: Db, userId: string) => snippetsOf(db, userId).execute()

/** Lists the names of the templates that use a snippet. */
export async function listTemplatesWith(db: Db, userId: string, name: string): Promise<string[]> {
  const { rows } = await sql<{ template: string }>`
    select template from (${usesOf(db, userId)}) as uses where snippet = ${name} order by template`.execute(db)
  return rows.map(({ template }) => template)
}

/** Reads each template once, however many snippets there are. */
const usesOf = (db: Db, userId: string) =>
  sql`select distinct template.id, template.name as template, found[1] as snippet
    from (${templatesOf(db, userId)}) as template, regexp_matches(subject || template.template, '\\{\\{\\s*snippet:([a-z0-9-]+)\\s*\\}\\}', 'g') as found`

/** Locks saving a user's snippets until commit. Returns how many others there are. */
export async function lockOthers(db: Db, userId: string, name: string): Promise<number> {
  await lockName(db, `snippets ${userId}`)
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

export const deleteSnippetsOf = (db: Db, userId: string) =>
  db.deleteFrom('snippet').where('userId', '=', userId).execute()
