import type { Costs } from '@loadping/contract/trucks/trucks'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { lockName } from '../db/locks.ts'
import type { Tables } from '../db/tables.ts'
import { costsOf } from './trucks.reads.ts'

export type TruckRow = Omit<Selectable<Tables['truck']>, 'userId' | 'position'>

const columns = [
  'id',
  'name',
  'equipment',
  'city',
  'state',
  'postalCode',
  'emptyAt',
  'driveMinutes',
  'windowMinutes',
  'cycleMinutes',
  'isCurrent',
] as const

export const listTrucks = (db: Db, userId: string): Promise<TruckRow[]> =>
  db.selectFrom('truck').select(columns).where('userId', '=', userId).orderBy('position').execute()

export const countTrucks = (db: Db, userIds: string[]) =>
  db
    .selectFrom('truck')
    .select((eb) => ['userId', eb.fn.countAll<number>().as('count')])
    .where('userId', '=', sql<string>`any(${userIds}::uuid[])`)
    .groupBy('userId')
    .execute()

/** Serializes saves of a user's trucks until commit. */
export const lockTrucks = (db: Db, userId: string) => lockName(db, `trucks ${userId}`)

export const deleteTrucksOf = (db: Db, userId: string) => db.deleteFrom('truck').where('userId', '=', userId).execute()

export const deleteTrucks = (db: Db, userId: string, ids: string[]) =>
  db.deleteFrom('truck').where('userId', '=', userId).where('id', '=', sql<string>`any(${ids}::uuid[])`).execute()

/** Returns the position after a user's last truck. */
export async function nextPosition(db: Db, userId: string): Promise<number> {
  const { last } = await db
    .selectFrom('truck')
    .select((eb) => eb.fn.max('position').as('last'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return last === null ? 0 : last + 1
}

export const clearCurrentTruck = (db: Db, userId: string) =>
  db.updateTable('truck').set({ isCurrent: false }).where('userId', '=', userId).where('isCurrent', '=', true).execute()

/** Returns undefined if the user has no such truck. */
export const markCurrentTruck = (db: Db, userId: string, id: string) =>
  db
    .updateTable('truck')
    .set({ isCurrent: true })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()

export const updateTruck = (db: Db, { userId, id, ...changes }: TruckRow & { userId: string }) =>
  db.updateTable('truck').set(changes).where('userId', '=', userId).where('id', '=', id).execute()

/** Adds at least one truck; a request's size keeps them well below the parameters that a statement may have. */
export const addTrucks = (db: Db, trucks: (TruckRow & { userId: string; position: number })[]) =>
  db.insertInto('truck').values(trucks).execute()

export const findCosts = (db: Db, userId: string): Promise<Costs | undefined> => costsOf(db, userId).executeTakeFirst()

export const saveCosts = (db: Db, userId: string, costs: Costs) =>
  db
    .insertInto('costProfile')
    .values({ userId, ...costs })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(costs))
    .execute()

export const deleteCosts = (db: Db, userId: string) =>
  db.deleteFrom('costProfile').where('userId', '=', userId).execute()
