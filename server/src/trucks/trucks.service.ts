import { type Costs, noCosts, type Truck } from '@loadping/contract/trucks/trucks'
import { Problem } from '@loadping/contract/wire/problem'
import { getAccount } from '../accounts/accounts.service.ts'
import type { DeletionStep } from '../accounts/deletion-step.ts'
import { type Context, type DataDeps, inTransaction } from '../context.ts'
import { deleteHandovers, findHandedOver } from './handovers.service.ts'
import * as store from './trucks.store.ts'

/** Lists a user's trucks in the order they were saved. */
export const listTrucks = async (ctx: Pick<DataDeps, 'db'>, userId: string): Promise<Truck[]> =>
  (await store.listTrucks(ctx.db, userId)).map(toTruck)

/** Counts the trucks of those users who have any. */
export const countTrucks = async (ctx: Pick<DataDeps, 'db'>, userIds: string[]): Promise<Map<string, number>> =>
  new Map((await store.countTrucks(ctx.db, userIds)).map(({ userId, count }) => [userId, Number(count)]))

/**
 * Replaces the caller's trucks. Rejects more than the business profile says unless they have them already, two current ones,
 * and a truck that a teammate took over.
 */
export async function saveTrucks(ctx: Context, typed: Truck[]): Promise<Truck[]> {
  const { userId } = ctx.caller
  const trucks = typed.map((truck) => ({ ...truck, id: truck.id.toLowerCase() }))
  if (new Set(trucks.map(({ id }) => id)).size < trucks.length)
    throw new Problem('invalid-input', 'Two trucks have the same id.')
  if (trucks.filter(({ isCurrent }) => isCurrent).length > 1)
    throw new Problem('invalid-input', 'Only one truck can be the current one.')
  const { trucksAmount } = await getAccount(ctx, userId)
  return inTransaction(ctx, async (tx) => {
    await store.lockTrucks(tx.db, userId)
    const known = new Set((await store.listTrucks(tx.db, userId)).map(({ id }) => id))
    if (trucks.length > Math.max(trucksAmount, known.size)) throw tooMany(trucksAmount)
    const added = trucks.filter(({ id }) => !known.has(id))
    const { given } = added.length > 0 ? await findHandedOver(tx, userId) : { given: new Set() }
    const taken = added.find(({ id }) => given.has(id))
    if (taken) throw takenOver(taken)
    await replaceTrucks(tx, userId, trucks)
    return trucks
  })
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
    await store.deleteTrucksOf(db, userId)
    if (trucks.length > 0)
      await store.addTrucks(
        db,
        trucks.map((truck, position) => toRow(truck, { userId, position })),
      )
  })

/**
 * Moves trucks to another user, after those of the user. Returns undefined, and moves none, unless all are still of who had
 * them.
 */
export const moveTrucks = (
  ctx: DataDeps,
  { from, to, truckIds }: { from: string; to: string; truckIds: readonly string[] },
): Promise<Truck[] | undefined> =>
  inTransaction(ctx, async (tx) => {
    for (const userId of [from, to].toSorted()) await store.lockTrucks(tx.db, userId)
    const moved = (await listTrucks(tx, from)).filter(({ id }) => truckIds.includes(id))
    const isKnown = (await listTrucks(tx, to)).some(({ id }) => truckIds.includes(id))
    if (isKnown || moved.length < new Set(truckIds).size) return undefined
    const position = await store.nextPosition(tx.db, to)
    await store.deleteTrucks(
      tx.db,
      from,
      moved.map(({ id }) => id),
    )
    const rows = moved.map((truck, index) =>
      toRow({ ...truck, isCurrent: false }, { userId: to, position: position + index }),
    )
    await store.addTrucks(tx.db, rows)
    return moved
  })

const takenOver = ({ name }: Truck) => new Problem('too-late', `A teammate took over ${name}. Look again.`)

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

export const deleteTrucksAndCosts: DeletionStep = async ({ db }, { userId }) => {
  await store.deleteTrucksOf(db, userId)
  await store.deleteCosts(db, userId)
  await deleteHandovers({ db }, userId)
}
