import { type Costs, noCosts, type Truck } from '@loadping/contract/trucks/trucks'
import { Problem } from '@loadping/contract/wire/problem'
import { getAccount } from '../accounts/accounts.service.ts'
import type { DeletionStep } from '../accounts/deletion-step.ts'
import { type Context, type DataDeps, inTransaction } from '../context.ts'
import * as store from './trucks.store.ts'

/** Lists a user's trucks in the order they were saved. */
export const listTrucks = async (ctx: Pick<DataDeps, 'db'>, userId: string): Promise<Truck[]> =>
  (await store.listTrucks(ctx.db, userId)).map(toTruck)

/** Replaces the caller's trucks. Rejects more than the business profile says, and two current ones. */
export async function saveTrucks(ctx: Context, trucks: Truck[]): Promise<Truck[]> {
  const { userId } = ctx.caller
  const { trucksAmount } = await getAccount(ctx, userId)
  if (trucks.length > trucksAmount) throw tooMany(trucksAmount)
  if (new Set(trucks.map(({ id }) => id.toLowerCase())).size < trucks.length)
    throw new Problem('invalid-input', 'Two trucks have the same id.')
  if (trucks.filter(({ isCurrent }) => isCurrent).length > 1)
    throw new Problem('invalid-input', 'Only one truck can be the current one.')
  await replaceTrucks(ctx, userId, trucks)
  return trucks
}

/** Makes one of the caller's trucks the current one, or none. */
export async function chooseTruck(ctx: Context, truckId: string | null): Promise<null> {
  const { userId } = ctx.caller
  return inTransaction(ctx, async ({ db }) => {
    await store.lockTrucks(db, userId)
    await store.clearCurrentTruck(db, userId)
    if (truckId !== null && !(await store.markCurrentTruck(db, userId, truckId)))
      throw new Problem('not-found', 'This truck was removed.')
    return null
  })
}

export const replaceTrucks = (ctx: DataDeps, userId: string, trucks: Truck[]): Promise<void> =>
  inTransaction(ctx, async ({ db }) => {
    await store.lockTrucks(db, userId)
    await store.deleteTrucks(db, userId)
    if (trucks.length > 0)
      await store.addTrucks(
        db,
        trucks.map((truck, position) => toRow(truck, { userId, position })),
      )
  })

/** Changes where and when one of a user's trucks is empty, and its hours. Returns how it was; undefined without it. */
export const placeTruck = (
  ctx: DataDeps,
  userId: string,
  truckId: string,
  changes: Partial<Pick<Truck, 'place' | 'emptyAt' | 'driveMinutes' | 'windowMinutes' | 'cycleMinutes'>>,
): Promise<Truck | undefined> =>
  inTransaction(ctx, async (tx) => {
    await store.lockTrucks(tx.db, userId)
    const truck = (await listTrucks(tx, userId)).find(({ id }) => id === truckId)
    if (truck) await store.updateTruck(tx.db, toRow({ ...truck, ...changes }, { userId }))
    return truck
  })

const tooMany = (limit: number) =>
  new Problem(
    'not-allowed',
    `You can keep ${limit} ${limit === 1 ? 'truck' : 'trucks'}. Change your number of trucks under Business to add more.`,
  )

const toTruck = (row: store.TruckRow): Truck => {
  const { id, name, equipment, city, state, postalCode, emptyAt } = row
  const { driveMinutes, windowMinutes, cycleMinutes, isCurrent } = row
  return {
    id,
    name,
    equipment,
    place: city !== null && state !== null ? { city, state, ...(postalCode !== null && { postalCode }) } : null,
    emptyAt: emptyAt?.toISOString() ?? null,
    driveMinutes,
    windowMinutes,
    cycleMinutes,
    isCurrent,
  }
}

const toRow = <Key extends { userId: string }>(
  { place, emptyAt, ...truck }: Truck,
  key: Key,
): store.TruckRow & Key => ({
  ...truck,
  ...key,
  city: place?.city ?? null,
  state: place?.state ?? null,
  postalCode: place?.postalCode ?? null,
  emptyAt: emptyAt === null ? null : new Date(emptyAt),
})

export const getCosts = async (ctx: Context): Promise<Costs> =>
  (await store.findCosts(ctx.db, ctx.caller.userId)) ?? noCosts

export async function saveCosts(ctx: Context, costs: Costs): Promise<Costs> {
  await replaceCosts(ctx, ctx.caller.userId, costs)
  return costs
}

export const replaceCosts = (ctx: DataDeps, userId: string, costs: Costs) => store.saveCosts(ctx.db, userId, costs)

export const deleteTrucksAndCosts: DeletionStep = ({ db }, { userId }) => store.deleteTrucksOf(db, userId)
