import { formatCsv } from '@loadping/contract/format/csv'
import { loadCsvHead, loadCsvRow } from '@loadping/contract/loads/load-csv'
import type { LoadQuery } from '@loadping/contract/loads/saved-loads'
import type { Context } from '../context.ts'
import type { JoinedLoad } from './join-loads.ts'
import { type ListedRows, type LoadCursor, readRows } from './load-list.store.ts'
import { toSavedLoad } from './load-row.ts'
import { filteringOf, readListed } from './loads.service.ts'
import { listPeople } from './visible-loads.service.ts'

/** Few enough that receiving them leaves room for other requests, and many enough for few reads of the index. */
const maxRows = 5_000
/** Few enough that formatting them takes a few milliseconds. */
const chunkSize = 250

/** Exports the matching loads as CSV, one part after the other. */
export async function* exportLoads(
  ctx: Context,
  { sort = 'age', descending, ...filter }: LoadQuery,
): AsyncGenerator<string> {
  const people = await listPeople(ctx)
  const names = new Map(people.map(({ userId, name }) => [userId, name]))
  const listing = {
    ...(await filteringOf(ctx, [...names.keys()], filter)),
    sort,
    isDescending: descending === 'true',
    limit: maxRows,
  }
  const namesOf = ({ savedBy }: JoinedLoad) => savedBy.map((userId) => names.get(userId) ?? '').join(', ')
  yield formatCsv([loadCsvHead])
  let after: LoadCursor | undefined
  do {
    const { loads: listed, next }: ListedRows = await readRows(ctx.db, { ...listing, after })
    for (let start = 0; start < listed.length; start += chunkSize) {
      const loads = await readListed(ctx, listed.slice(start, start + chunkSize))
      yield formatCsv(loads.map((load) => loadCsvRow(toSavedLoad(load), namesOf(load))))
    }
    after = next
  } while (after)
}
