import type pg from 'pg'

/** A column of a table, by its name and PostgreSQL's name of its type. */
export type Column = { table: string; column: string; type: string; isNullable: boolean; isGenerated: boolean }

/** Lists the columns of all tables, those of a table in their order. */
export async function readColumns(pool: pg.Pool): Promise<Column[]> {
  const { rows } = await pool.query(
    `select c.table_name as table, column_name as column, udt_name as type, is_nullable = 'YES' as "isNullable",
       is_generated = 'ALWAYS' as "isGenerated"
     from information_schema.columns c join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1, ordinal_position`,
  )
  return rows
}

/** Returns the first text that a column's constraint allows, by `table.column`; nothing for those that take any. */
export async function readAllowedTexts(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ table: string; text: string }>(
    `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as text from pg_constraint
     where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  return new Map(
    rows.flatMap(({ table, text }) => {
      const [, column, first] = /^CHECK \(\(+(\w+) = ANY \(ARRAY\['([^']+)'/.exec(text) ?? []
      return column && first ? [[`${table}.${column}`, first] as const] : []
    }),
  )
}
