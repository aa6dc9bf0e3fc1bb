import pg from 'pg'

const { escapeIdentifier } = pg

/** A table with the columns that it stores, and those that refer to its own rows. */
export type Table = {
  name: string
  columns: string[]
  own_references: string[]
  referenced: string[]
  /** Whether its rows may be large. */
  has_files: boolean
}

/** Makes a session write and read every value as the same text, whatever the server's settings. */
export const fixFormats = (client: pg.ClientBase) =>
  client.query("set timezone = 'UTC'; set bytea_output = 'hex'; set extra_float_digits = 1")

/** Lists our tables but that of migrations, each after those that its rows refer to. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name,
       array(select attname::text from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
       array(select attname::text from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
         where contype = 'f' and conrelid = c.oid and confrelid = c.oid) as own_references,
       array(select confrelid::regclass::text from pg_constraint
         where contype = 'f' and conrelid = c.oid and confrelid <> c.oid and not condeferrable) as referenced,
       exists (select from pg_attribute where attrelid = c.oid and atttypid = 'bytea'::regtype) as has_files
     from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migration'
     order by relname`,
  )
  return inOrder(rows)
}

function inOrder(tables: Table[]): Table[] {
  const ordered: Table[] = []
  while (ordered.length < tables.length) {
    const isDone = (name: string) => ordered.some((table) => table.name === name)
    const next = tables.filter(({ name, referenced }) => !isDone(name) && referenced.every(isDone))
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.')
    ordered.push(...next)
  }
  return ordered
}

/** Deletes what the migrations put into the tables. */
export async function emptyTables(client: pg.ClientBase, tables: Table[]): Promise<void> {
  for (const { name } of tables.toReversed()) await client.query(`delete from ${escapeIdentifier(name)}`)
}

const rowsAtOnce = 500
const filesAtOnce = 10

/** Reads all rows, each as a line of JSON, those first to which others refer. Needs a transaction. */
export async function* readRows(client: pg.ClientBase, table: Table): AsyncGenerator<string[]> {
  const columns = table.columns.map(escapeIdentifier).join(', ')
  const parentsFirst = table.own_references.map((column) => `${escapeIdentifier(column)} is not null`)
  const order = parentsFirst.length > 0 ? `order by ${parentsFirst.join(', ')}` : ''
  await client.query(
    `declare copied no scroll cursor for
     select to_json(stored)::text as row from (select ${columns} from ${escapeIdentifier(table.name)} ${order}) as stored`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(
      `fetch ${table.has_files ? filesAtOnce : rowsAtOnce} from copied`,
    )
    if (rows.length === 0) break
    yield rows.map(({ row }) => row)
  }
  await client.query('close copied')
}

/** Inserts rows that were read as lines of JSON. */
export async function insertRows(client: pg.ClientBase, { name, columns }: Table, rows: string[]): Promise<void> {
  const names = columns.map(escapeIdentifier).join(', ')
  const table = escapeIdentifier(name)
  await client.query(
    `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1)`,
    [`[${rows.join(',')}]`],
  )
}
