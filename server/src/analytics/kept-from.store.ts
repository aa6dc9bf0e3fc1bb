import type { Day } from '@loadping/contract/format/new-york-days'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

type Kind = Tables['keptFrom']['kind']

/** Returns the first day from which all of these kinds is kept; null if nothing was removed because of its age. */
export async function findKeptFrom(db: Db, kinds: Kind[]): Promise<Day | null> {
  const found = await db
    .selectFrom('keptFrom')
    .select((eb) => eb.fn.max<Day | null>('day').as('day'))
    .where('kind', 'in', kinds)
    .executeTakeFirst()
  return found?.day ?? null
}

/** Says that what is of days before this one is removed. Never takes an earlier day back. */
export const setKeptFrom = (db: Db, { kind, day }: { kind: Kind; day: Day }) =>
  db
    .insertInto('keptFrom')
    .values({ kind, day })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ day }).where('keptFrom.day', '<', day))
    .execute()
