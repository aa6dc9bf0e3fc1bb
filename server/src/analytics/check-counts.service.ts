import type { DataDeps } from '../context.ts'
import { type CountRow, listUserIds, readStoredAndCounted, recountDay } from './analytics.store.ts'
import { sortMoments } from './contact-moments.ts'
import { findKeptFrom } from './kept-from.store.ts'

const usersPerPage = 20

/** A day, week or month whose stored counts are not those of its events. Null: there is no such row. */
export type Difference = Pick<CountRow, 'userId' | 'bucket' | 'day' | 'holder'> & {
  stored: CountRow | null
  counted: CountRow | null
}

/** Finds the days, weeks and months whose stored counts are not those of their events, as far back as these are kept. */
export async function findDifferences({ db }: Pick<DataDeps, 'db'>): Promise<Difference[]> {
  const found: Difference[] = []
  let userIds = await listUserIds(db, { after: '00000000-0000-0000-0000-000000000000', limit: usersPerPage })
  while (userIds.length > 0) {
    const { stored, counted } = await readStoredAndCounted(db, userIds)
    const keptFrom = (await findKeptFrom(db, ['contacts'])) ?? '' // read last: events may have been removed meanwhile
    found.push(...differencesOf(stored, counted).filter(({ day }) => day >= keptFrom))
    userIds = await listUserIds(db, { after: userIds.at(-1) ?? '', limit: usersPerPage })
  }
  return found
}

function differencesOf(stored: CountRow[], counted: CountRow[]): Difference[] {
  const keyOf = ({ userId, bucket, day, holder }: CountRow) => `${userId} ${bucket} ${day} ${holder}`
  const [storedByKey, countedByKey] = [stored, counted].map((rows) => new Map(rows.map((row) => [keyOf(row), row])))
  const byKey = [...new Map([...stored, ...counted].map((row) => [keyOf(row), row]))].sort(([one], [other]) =>
    one < other ? -1 : 1,
  )
  return byKey.flatMap(([key, { userId, bucket, day, holder }]) => {
    const pair = { stored: storedByKey?.get(key) ?? null, counted: countedByKey?.get(key) ?? null }
    return describe(pair.stored) === describe(pair.counted) ? [] : [{ userId, bucket, day, holder, ...pair }]
  })
}

/** Describes what a row counts, the same for the same contacts in any order. */
export const describe = (row: CountRow | null): string =>
  row === null
    ? 'none'
    : [
        `${row.emailSent} emails, ${row.phoneCall} calls`,
        `${row.postToContactSum} s of ${row.postToContactCount}`,
        `${row.askedCentsSum} cents asked by ${row.askedCount}, ${row.postedCentsSum} posted of ${row.postedCount}`,
        `moments ${sortMoments(row.moments)}`,
      ].join(', ')

/** Sets the counts to those of the events; a user's days first, of which weeks and months are the sums. */
export const repair = ({ db }: Pick<DataDeps, 'db'>, difference: Difference): Promise<void> =>
  recountDay(db, difference)
