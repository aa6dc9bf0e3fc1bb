import { Readable } from 'node:stream'
import { formatCsv } from '@loadping/contract/format/csv'
import { loadCsvHead, loadCsvRow } from '@loadping/contract/loads/load-csv'
import type { LoadQuery } from '@loadping/contract/loads/saved-loads'
import type { Context } from '../context.ts'
import type { JoinedLoad } from './join-loads.ts'
import { type ListedLoad, type ListedRows, type LoadCursor, readRows } from './load-list.store.ts'
import { toSavedLoad } from './load-row.ts'
import { filteringOf, readListed } from './loads.service.ts'
import { listPeople } from './visible-loads.service.ts'

/** Few enough that receiving them leaves room for other requests, and many enough for few reads of the index. */
const maxRows = 5_000
/** Few enough that formatting them takes a few milliseconds. */
const chunkSize = 250

/** Exports the matching loads as CSV, one part after the other. */
export async function* exportLoads(ctx: Context, query: LoadQuery): AsyncGenerator<string> {
  const { userIds, people } = await listPeople(ctx)
  const names = new Map(people.map(({ userId, name }) => [userId, name]))
  const namesOf = ({ savedBy }: JoinedLoad) => savedBy.map((userId) => names.get(userId) ?? '').join(', ')
  const format = async (chunk: ListedLoad[]) => {
    const loads = await readListed(ctx, chunk)
    return formatCsv(loads.map((load) => loadCsvRow(toSavedLoad(load), namesOf(load))))
  }
  yield formatCsv([loadCsvHead])
  // One chunk is read while the one before it is formatted.
  yield* Readable.from(listChunks(ctx, userIds, query)).map(format, { concurrency: 2 })
}

async function* listChunks(
  ctx: Context,
  userIds: string[],
  { sort = 'age', descending, ...filter }: LoadQuery,
): AsyncGenerator<ListedLoad[]> {
  const listing = {
    ...(await filteringOf(ctx, userIds, filter)),
    sort,
    isDescending: descending === 'true',
    limit: maxRows,
  }
  let after: LoadCursor | undefined
  do {
    const { loads, next }: ListedRows = await readRows(ctx.db, { ...listing, after })
    for (let start = 0; start < loads.length; start += chunkSize) yield loads.slice(start, start + chunkSize)
    after = next
  } while (after)
}
