import { sql } from 'kysely'

/** Whether the column `search_text` of the only table contains a text, in any case. Wildcards in it are plain text. */
export const searchTextContains = (text: string) =>
  sql<boolean>`search_text like lower(${`%${text.replace(/[\\%_]/g, '\\$&')}%`})`
