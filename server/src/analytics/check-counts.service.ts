import type { DataDeps } from '../context.ts'
import { type DayRow, listUserIds, readStoredAndCounted, recountDay } from './analytics.store.ts'
import { sortMoments } from './contact-moments.ts'

const usersPerPage = 20

/** A day whose stored counts are not those of its events. Null: there is no such row. */
export type Difference = Pick<DayRow, 'userId' | 'day' | 'holder'> & { stored: DayRow | null; counted: DayRow | null }

/** Finds the days of all users whose stored counts are not those of their events. */
export async function findDifferences({ db }: Pick<DataDeps, 'db'>): Promise<Difference[]> {
  const found: Difference[] = []
  let userIds = await listUserIds(db, { after: '00000000-0000-0000-0000-000000000000', limit: usersPerPage })
  while (userIds.length > 0) {
    const { stored, counted } = await readStoredAndCounted(db, userIds)
    found.push(...differencesOf(stored, counted))
    userIds = await listUserIds(db, { after: userIds.at(-1) ?? '', limit: usersPerPage })
  }
  return found
}

function differencesOf(stored: DayRow[], counted: DayRow[]): Difference[] {
  const keyOf = ({ userId, day, holder }: DayRow) => `${userId} ${day} ${holder}`
  const [storedByKey, countedByKey] = [stored, counted].map((rows) => new Map(rows.map((row) => [keyOf(row), row])))
  return [...new Map([...stored, ...counted].map((row) => [keyOf(row), row]))].flatMap(
    ([key, { userId, day, holder }]) => {
      const pair = { stored: storedByKey?.get(key) ?? null, counted: countedByKey?.get(key) ?? null }
      return describe(pair.stored) === describe(pair.counted) ? [] : [{ userId, day, holder, ...pair }]
    },
  )
}

/** Describes what a day counts, the same for the same contacts in any order. */
export const describe = (row: DayRow | null): string =>
  row === null
    ? 'none'
    : [
        `${row.emailSent} emails, ${row.phoneCall} calls`,
        `${row.postToContactSum} s of ${row.postToContactCount}, ${row.rateCentsSum} cents of ${row.rateCount}`,
        `moments ${sortMoments(row.moments)}`,
      ].join(', ')

/** Sets a day's counts to those of its events. */
export const repair = ({ db }: Pick<DataDeps, 'db'>, difference: Difference): Promise<void> =>
  recountDay(db, difference)
