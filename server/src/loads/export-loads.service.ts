import { formatCsv } from '@loadping/contract/rules/csv'
import { loadCsvHead, loadCsvRow } from '@loadping/contract/rules/load-csv'
import type { LoadQuery } from '@loadping/contract/saved-loads'
import type { Context } from '../context.ts'
import { listLoads } from './load-list.store.ts'
import { toSavedLoad } from './load-row.ts'
import { listPeople } from './visible-loads.service.ts'

const pageSize = 2_000
/** Few enough that formatting them takes a few milliseconds. */
const chunkSize = 250

/** Exports the matching loads as CSV, one page after the other. */
export async function* exportLoads(
  ctx: Context,
  { sort = 'age', descending, ...filter }: LoadQuery,
): AsyncGenerator<string> {
  const people = await listPeople(ctx)
  const names = new Map(people.map(({ userId, name }) => [userId, name]))
  const listing = { userIds: [...names.keys()], filter, sort, isDescending: descending === 'true', limit: pageSize }
  yield formatCsv([loadCsvHead])
  let after: Parameters<typeof listLoads>[1]['after']
  do {
    const rows = await listLoads(ctx.db, { ...listing, after })
    for (let start = 0; start < rows.length; start += chunkSize)
      yield formatCsv(
        rows.slice(start, start + chunkSize).map((row) => loadCsvRow(toSavedLoad(row), names.get(row.userId) ?? '')),
      )
    const last = rows.length === pageSize ? rows.at(-1) : undefined
    after = last && { value: last.sortValue, id: last.id }
  } while (after)
}
