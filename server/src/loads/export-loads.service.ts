import { formatCsv } from '@loadping/contract/rules/csv'
import type { LoadFilter, LoadSort } from '@loadping/contract/saved-loads'
import type { Context } from '../context.ts'
import { listLoads } from './load-list.store.ts'
import type { LoadRow } from './load-row.ts'
import { listPeople } from './visible-loads.ts'

type Query = LoadFilter & { sort?: LoadSort | undefined; descending?: 'true' | undefined }

const pageSize = 2_000
/** Few enough that formatting them takes a few milliseconds. */
const chunkSize = 250

/** Exports the matching loads as CSV, one page after the other. */
export async function* exportLoads(
  ctx: Context,
  { sort = 'age', descending, ...filter }: Query,
): AsyncGenerator<string> {
  const people = await listPeople(ctx)
  const names = new Map(people.map(({ userId, name }) => [userId, name]))
  const listing = { userIds: [...names.keys()], filter, sort, isDescending: descending === 'true', limit: pageSize }
  yield formatCsv([columns.map(([title]) => title)])
  let after: Parameters<typeof listLoads>[1]['after']
  do {
    const rows = await listLoads(ctx.db, { ...listing, after })
    for (let start = 0; start < rows.length; start += chunkSize)
      yield formatCsv(
        rows
          .slice(start, start + chunkSize)
          .map((row) => columns.map(([, read]) => read(row, names.get(row.userId) ?? '') ?? null)),
      )
    const last = rows.length === pageSize ? rows.at(-1) : undefined
    after = last && { value: last.sortValue, id: last.id }
  } while (after)
}

type Value = string | number | null | undefined

const columns: [title: string, read: (load: LoadRow, savedBy: string) => Value][] = [
  ['status', ({ status }) => status],
  ['posted', ({ facts, firstSeenAt }) => facts.postedAt ?? firstSeenAt.toISOString()],
  ['pickup', ({ facts }) => facts.pickupDay],
  ['origin city', ({ facts }) => facts.origin.city],
  ['origin state', ({ facts }) => facts.origin.state],
  ['destination city', ({ facts }) => facts.dest.city],
  ['destination state', ({ facts }) => facts.dest.state],
  ['equipment', ({ facts }) => facts.equipment],
  ['full or partial', ({ facts }) => facts.fullPartial],
  ['length ft', ({ facts }) => facts.lengthFeet],
  ['weight lb', ({ facts }) => facts.weightPounds],
  ['trip miles', ({ tripMiles }) => tripMiles],
  ['deadhead miles', ({ deadheadMiles }) => deadheadMiles],
  ['rate', ({ rateCents }) => dollars(rateCents)],
  ['rate per mile', ({ rpmCents }) => dollars(rpmCents)],
  ['rate per mile, all-in', ({ allInRpmCents }) => dollars(allInRpmCents)],
  ['company', ({ facts }) => facts.company],
  ['email', ({ facts }) => facts.contactEmail],
  ['phone', ({ facts }) => facts.phone],
  ['MC', ({ facts }) => facts.mc],
  ['USDOT', ({ facts }) => facts.dot],
  ['reference', ({ facts }) => facts.reference],
  ['commodity', ({ facts }) => facts.commodity],
  ['board', ({ facts }) => facts.board],
  ['ask', ({ askCents }) => dollars(askCents)],
  ['contacted', ({ contactedAt }) => contactedAt?.toISOString()],
  ['outcome', ({ outcome }) => outcome],
  ['outcome rate', ({ outcomeCents }) => dollars(outcomeCents)],
  ['note', ({ note }) => note],
  ['saved by', (_, savedBy) => savedBy],
]

const dollars = (cents: number | null): Value => (cents === null ? null : (Math.round(cents) / 100).toFixed(2))
