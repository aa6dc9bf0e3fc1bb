import { randomUUIDv7 } from 'node:crypto'
import type { Context, DataDeps } from '../context.ts'
import { listTeamOf } from '../team/membership.service.ts'
import * as store from './handovers.store.ts'

export type { HandoverRow } from './handovers.store.ts'

/** How long an ask can be open. */
export const askDays = 14
/** How long it is known who took over what. */
const keptDays = 90
const dayMs = 86_400_000

/** What was taken over: who asked for a user's trucks before, and who has those that the user had. */
export type HandedOver = {
  askers: ReadonlyMap<string, Asker>
  given: ReadonlyMap<string, string>
  /** All teammates who had one of either. */
  people: ReadonlySet<string>
}
type Asker = { userId: string; name: string; truckIds: ReadonlySet<string> }

const nothing: HandedOver = { askers: new Map(), given: new Map(), people: new Set() }

/** Returns what a user of the caller's team took over, and what was taken over from them, for as long as that is known. */
export async function findHandedOver(ctx: Context, userId: string): Promise<HandedOver> {
  const { organizationId } = ctx.caller
  const since = daysAgo(ctx, keptDays)
  const truckIds = await store.listTruckIds(ctx.db, { userId, since })
  if (truckIds.length === 0 || organizationId === null) return nothing
  const [rows, team] = await Promise.all([
    store.listOfTrucks(ctx.db, { truckIds, organizationId, since }),
    listTeamOf(ctx, organizationId),
  ])
  const nameOf = new Map(team.map((member) => [member.userId, member.name ?? member.email]))
  const holderOf = new Map(rows.toReversed().map(({ truckId, toUser }) => [truckId, toUser]))
  const given = new Map([...holderOf].filter(([, holder]) => holder !== userId && nameOf.has(holder)))
  const people = new Set(rows.flatMap(({ fromUser, toUser }) => [fromUser, toUser]).filter((one) => nameOf.has(one)))
  const askers = new Map<string, Asker & { truckIds: Set<string> }>()
  for (const { truckId, fromUser } of rows) {
    const name = nameOf.get(fromUser)
    if (holderOf.get(truckId) !== userId || fromUser === userId || name === undefined) continue
    const asker = askers.get(fromUser) ?? { userId: fromUser, name, truckIds: new Set() }
    askers.set(fromUser, asker)
    asker.truckIds.add(truckId)
  }
  return { askers, given, people }
}

type Taken = { organizationId: string; from: string; to: string; trucks: { id: string; name: string }[] }

/** Records that one user took over trucks from another, and forgets what the team did long ago. */
export async function recordHandover(ctx: DataDeps, { organizationId, from, to, trucks }: Taken) {
  const id = randomUUIDv7()
  const shared = { id, fromUser: from, toUser: to, organizationId, at: ctx.now() }
  const rows = trucks.map((truck) => ({ ...shared, truckId: truck.id, truckName: truck.name }))
  await store.deleteOld(ctx.db, { organizationId, before: daysAgo(ctx, keptDays) })
  await store.addHandovers(ctx.db, rows)
  return rows
}

const daysAgo = (ctx: Pick<DataDeps, 'now'>, days: number): Date => new Date(ctx.now().getTime() - days * dayMs)

/** Lists the trucks of a team's newest handovers, the newest first. */
export const listHandovers = (ctx: DataDeps, organizationId: string, limit: number): Promise<store.HandoverRow[]> =>
  store.listNewest(ctx.db, { organizationId, since: daysAgo(ctx, keptDays), limit })

/** Lists the trucks of a handover. */
export const findHandover = (ctx: DataDeps, id: string): Promise<store.HandoverRow[]> => store.findHandover(ctx.db, id)

/** Lists users of an organization whose truck it was. */
export const listGivers = (ctx: DataDeps, of: { organizationId: string; truckId: string }): Promise<string[]> =>
  store.listGivers(ctx.db, { ...of, since: daysAgo(ctx, keptDays) })

/** Lists how trucks changed hands in a team while asks can be open, the newest first. */
export const listHandoversOf = (
  ctx: DataDeps,
  sought: { organizationId: string; truckIds: string[] },
): Promise<store.HandoverRow[]> => store.listOfTrucks(ctx.db, { ...sought, since: daysAgo(ctx, askDays) })

/** Deletes what is known of trucks that a user gave or took. */
export const deleteHandovers = (ctx: Pick<DataDeps, 'db'>, userId: string) => store.deleteOf(ctx.db, userId)
