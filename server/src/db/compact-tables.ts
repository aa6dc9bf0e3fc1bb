import pg from 'pg'
import { startupError } from '../startup-error.ts'

export type Compacted = { table: string; bytesBefore: number; bytesAfter: number }

/**
 * Gives the space of removed rows back to the disk, the smallest table first. Each is locked meanwhile, and needs as much free space
 * as its rows take.
 */
export async function compactTables(database: pg.ClientConfig): Promise<Compacted[]> {
  const client = new pg.Client(database) // without the product's limit to the time of a statement
  await client.connect()
  try {
    const { rows: clusters } = await client.query("select from pg_extension where extname = 'citus'")
    if (clusters.length > 0)
      throw startupError(
        'The rows of a cluster are on its machines. Run vacuum (full, analyze) on the coordinator, table by table.',
      )
    const { rows: tables } = await client.query<{ table: string }>(
      'select relname as "table" from pg_stat_user_tables where schemaname = current_schema() order by pg_total_relation_size(relid)',
    )
    const compacted: Compacted[] = []
    for (const { table } of tables) {
      const bytesBefore = await sizeOf(client, table)
      await client.query(`vacuum (full, analyze) ${pg.escapeIdentifier(table)}`)
      compacted.push({ table, bytesBefore, bytesAfter: await sizeOf(client, table) })
    }
    return compacted
  } finally {
    await client.end()
  }
}

/** Returns how many bytes a table takes with its indexes. */
async function sizeOf(client: pg.Client, table: string): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>('select pg_total_relation_size($1::regclass) as bytes', [
    pg.escapeIdentifier(table),
  ])
  return Number(rows[0]?.bytes)
}
