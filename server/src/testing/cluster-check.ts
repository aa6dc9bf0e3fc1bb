import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'

const distribution = readFileSync(join(import.meta.dirname, '../db/distribute.sql'), 'utf8')

/** The column by which each distributed table is distributed. */
export const distributedBy = new Map(
  [...distribution.matchAll(/create_distributed_table\('(\w+)', '(\w+)'/g)].map(([, table = '', column = '']) => [
    table,
    column,
  ]),
)

/** A node of `explain (verbose, format json)`. */
export type PlanNode = {
  'Node Type': string
  'Parent Relationship'?: string
  'Relation Name'?: string
  Alias?: string
  'Index Name'?: string
  Operation?: string
  Plans?: PlanNode[]
  [field: string]: unknown
}

/** Lists what a Citus cluster refuses in a statement with this plan, or sends to all machines. */
export function clusterProblems(plan: PlanNode): string[] {
  const everyTable = tablesIn(plan)
  return everyTable.some((table) => distributedBy.has(table))
    ? problemsIn(plan, { conditions: '', isLocked: false })
    : []
}

type Above = { conditions: string; isLocked: boolean }

function problemsIn(node: PlanNode, above: Above): string[] {
  const { 'Relation Name': table = '', Alias: alias = table, Plans: children = [] } = node
  const conditions = Object.entries(node)
    .filter(([field]) => /(Cond|Filter)$/.test(field))
    .flatMap(([, condition]) => String(condition).split(' AND '))
    .filter((condition) => !condition.includes(' OR '))
    .join(' ')
  const inside: Above = {
    conditions: `${above.conditions} ${conditions}`,
    isLocked: above.isLocked || node['Node Type'] === 'LockRows',
  }
  return [
    ...(node['Node Type'] === 'ModifyTable' ? insertProblems(node) : scanProblems({ table, alias }, inside)),
    ...correlationProblems(node),
    ...groupingProblems(node),
    ...children.flatMap((child) => problemsIn(child, inside)),
  ]
}

function scanProblems({ table, alias }: { table: string; alias: string }, { conditions, isLocked }: Above): string[] {
  const column = distributedBy.get(table)
  if (column === undefined) return []
  const key = `\\b(${alias}\\.)?${column}\\b`
  if (!new RegExp(`${key} = |= ${key}`).test(conditions)) return [`reads ${table} without ${column}`]
  return isLocked && !new RegExp(`${key} = (?!ANY)`).test(conditions) ? [`locks ${table} for many users`] : []
}

function insertProblems({
  Operation: operation,
  'Relation Name': table = '',
  Plans: sources = [],
}: PlanNode): string[] {
  const isPlain = sources.every(
    ({ 'Node Type': type, Plans: inner = [] }) => /^(Result|Values Scan)$/.test(type) && inner.length === 0,
  )
  return operation === 'Insert' && distributedBy.has(table) && !isPlain ? [`inserts a query into ${table}`] : []
}

/** A subquery that is run for each row cannot read a table that is not distributed. */
function correlationProblems(node: PlanNode): string[] {
  if (node['Parent Relationship'] !== 'SubPlan') return []
  return tablesIn(node)
    .filter((table) => !distributedBy.has(table))
    .map((table) => `reads ${table} for each row`)
}

/** Grouping sets of a distributed table need a materialized query, which brings the rows to one machine. */
function groupingProblems(node: PlanNode): string[] {
  if (!node['Grouping Sets']) return []
  return (node.Plans ?? [])
    .filter((child) => child['Parent Relationship'] !== 'InitPlan')
    .flatMap(tablesIn)
    .filter((table) => distributedBy.has(table))
    .map((table) => `groups ${table} by sets`)
}

/** Lists the tables of whose rows a statement sets the column by which they are distributed, even to the same value. */
export const movedTables = (text: string): string[] =>
  [...distributedBy]
    .filter(([table]) => new RegExp(`(into|update) "?${table}"?[ (]`).test(text))
    .filter(([, column]) =>
      [...text.matchAll(/\bset (.*?)( where | returning |$)/gs)].some(([, set = '']) =>
        new RegExp(`(^|, *)"?${column}"? =`).test(set),
      ),
    )
    .map(([table]) => `moves rows of ${table}`)

const tablesIn = ({ 'Relation Name': table, Plans: children = [] }: PlanNode): string[] => [
  ...(table === undefined ? [] : [table]),
  ...children.flatMap(tablesIn),
]

/** Tables that do not grow with users. */
const smallTables = [
  'backup_folder',
  'board_settings',
  'database_fingerprint',
  'fuel_price',
  'hash_key',
  'kept_from',
  'kill_switch',
  'migration',
  'pg_database',
  'relay_receiver',
  'reviewer',
  'withdrawn_version',
]

/** Statements that are meant for all machines. */
const forAllMachines = [
  'delete from "idempotency_key" where "created_at" < $1',
  'delete from "template" where "deleted_at" < $1',
  'delete from "load" where "deleted_at" < $1 returning "user_id", "id"',
  'delete from "mark" where "at" < $1',
  'delete from "offer_answer" where "ends_at" < $1',
  'delete from "offer_answer" where "deleted_at" < $1',
  'delete from "offer_posting" where "ends_at" < $1 returning "user_id", "id"',
  'delete from "offer_posting" where "deleted_at" < $1 returning "user_id", "id"',
  ...['count(*) as count', '*'].map(
    (columns) =>
      `select ${columns} from (select "load_id", "id", "at", "kind", "cents", "status", "outcome", "text" from "load_event" where "by" = $1`,
  ), // an export of an account: what a user did to loads of teammates
  "select lower(split_part(to_address, '@', -1)) as domain", // the operator's report about the relay
]

/**
 * Statements that may read whole tables: the hourly cleanup, of rows that do not stay long, the demo's removal, and what
 * holds the queue of a copied database.
 */
const forWholeTables = [
  'delete from "one_time_code" where "expires_at" <',
  'delete from "used_pairing_code" where "expires_at" <',
  'delete from "session" where ("revoked_at" <',
  'delete from "send_limit_window" where "starts_at" <',
  'delete from "mailbox_throttle" where slots[array_upper(slots, 1)] <',
  'delete from "learned_limit" where "learned_at" <',
  'delete from "team_activity" where "at" <= $1 and not exists',
  'select "email" from "account" where "is_demo" =',
  'select "id", "email" from "account" where "is_demo" =',
  'delete from "organization" where "owner_id" =',
  'delete from "delivery" where "user_id" =',
  'update "delivery" set "held_at" = $1 where',
  'update "job" set "held_at" =',
  'select split_part(',
  'select kind, (count(*) filter',
  'select count(*) as "all", count(*) filter(where "connection_error"',
]

/** Plans a statement without running it, as for tables so large that any index is better than none. */
export async function planOf(pool: pg.Pool, text: string): Promise<PlanNode> {
  const client = await pool.connect()
  try {
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query(`explain (generic_plan, verbose, format json) ${text}`)
    return rows[0]['QUERY PLAN'][0].Plan
  } finally {
    await client.query('reset enable_seqscan')
    client.release()
  }
}

/** Lists the tables and indexes that a statement with this plan reads as a whole, for want of a suitable index. */
export function wholeScans(plan: PlanNode, firstColumns: Map<string, string>, isLimited = false): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': index = '', Plans: children = [] } = plan
  const isByIndex = new RegExp(`\\b${firstColumns.get(index)}\\b`).test(String(plan['Index Cond']))
  const isWhole = type === 'Seq Scan' || (index !== '' && !isByIndex && !isLimited)
  const isSmall = smallTables.some((small) => table === small || index === `${small}_pkey`)
  return [
    ...(isWhole && !isSmall ? [`reads all of ${index || table}`] : []),
    ...children.flatMap((child) => wholeScans(child, firstColumns, type === 'Limit')),
  ]
}

/** Returns the first column of each index. */
export async function firstColumnsOf(pool: pg.Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ index: string; column: string }>(
    `select relname as index, pg_get_indexdef(indexrelid, 1, true) as column
     from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map(({ index, column }) => [index, column]))
}

/** Collects the prepared statements of a pool: those of the product, not of a test. */
export function collectStatements(pool: pg.Pool): Set<string> {
  const texts = new Set<string>()
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    const collecting = (...words: Parameters<typeof query>) => {
      const [statement] = words as unknown[]
      if (typeof statement === 'object' && statement !== null && 'name' in statement && 'text' in statement)
        texts.add(String(statement.text))
      return query(...words)
    }
    Object.assign(client, { query: collecting })
  })
  return texts
}

/**
 * Lists the statements that do not suit a cluster or large tables, with the reasons. Skips those checked before, and
 * all before PostgreSQL 16.
 */
export async function findUnsuitable(pool: pg.Pool, texts: Set<string>, checkedFolder: string): Promise<string[]> {
  const { rows } = await pool.query(`select current_setting('server_version_num')::int as version`)
  if (rows[0].version < 160_000) return []
  mkdirSync(checkedFolder, { recursive: true })
  const firstColumns = await firstColumnsOf(pool)
  const found: string[] = []
  for (const text of texts) {
    const mark = join(checkedFolder, createHash('sha256').update(text).digest('hex'))
    const mayAskAll = forAllMachines.some((start) => text.trimStart().startsWith(start))
    if (existsSync(mark) || mayAskAll || !/^\s*(with|select|insert|update|delete)\b/.test(text)) continue
    const plan = await planOf(pool, text)
    const mayReadAll = forWholeTables.some((start) => text.startsWith(start))
    const problems = [
      ...movedTables(text),
      ...clusterProblems(plan),
      ...(mayReadAll ? [] : wholeScans(plan, firstColumns)),
    ]
    if (problems.length > 0) found.push(`${problems.join(', ')}: ${text}`)
    else writeFileSync(mark, '')
  }
  return found
}
