import type { Db } from '../db/db.ts'
import type { FuelFigure } from './fuel-figures.ts'

export const listFigures = (db: Db): Promise<FuelFigure[]> =>
  db.selectFrom('fuelPrice').select(['area', 'product', 'price', 'asOf']).execute()

/** Returns when figures were last fetched, or undefined if never. */
export async function findLastFetch(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('fuelPrice')
    .select('fetchedAt')
    .orderBy('fetchedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.fetchedAt
}

/** Adds the newest figures in place of those of the same areas. */
export const addFigures = (db: Db, figures: FuelFigure[], fetchedAt: Date) =>
  db
    .insertInto('fuelPrice')
    .values(figures.map((figure) => ({ ...figure, fetchedAt })))
    .onConflict((conflict) =>
      conflict.columns(['area', 'product']).doUpdateSet((eb) => ({
        price: eb.ref('excluded.price'),
        asOf: eb.ref('excluded.asOf'),
        fetchedAt: eb.ref('excluded.fetchedAt'),
      })),
    )
    .execute()
