import { readFileSync } from 'node:fs'
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
type PlanNode = {
  'Node Type': string
  'Parent Relationship'?: string
  'Relation Name'?: string
  Alias?: string
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

const tablesIn = ({ 'Relation Name': table, Plans: children = [] }: PlanNode): string[] => [
  ...(table === undefined ? [] : [table]),
  ...children.flatMap(tablesIn),
]

/** Plans a statement without running it. */
export async function planOf(client: Pick<pg.Pool, 'query'>, text: string): Promise<PlanNode> {
  const { rows } = await client.query(`explain (generic_plan, verbose, format json) ${text}`)
  return rows[0]['QUERY PLAN'][0].Plan
}
