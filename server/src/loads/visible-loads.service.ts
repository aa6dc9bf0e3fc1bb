import type { LoadPerson } from '@loadping/contract/loads/saved-loads'
import { getAccount } from '../accounts/accounts.service.ts'
import type { Context } from '../context.ts'
import { keepReadable, listTeamOf, notFoundIn } from '../team/membership.service.ts'
import { groupJoined } from './join-loads.ts'
import { listByKeys, listJoined } from './load-list.store.ts'
import { type LoadRow, loadNotFound, type ShownRow } from './load-row.ts'
import * as store from './loads.store.ts'

/** Lists the users whose loads the caller may see, and can be read: those of their team as it is now, themselves first. */
export async function listVisibleUsers(ctx: Context): Promise<string[]> {
  return idsOf(ctx, await keepReadable(ctx, await findTeam(ctx)))
}

const idsOf = ({ caller: { userId } }: Context, team: { userId: string }[]): string[] => [
  userId,
  ...team.map((member) => member.userId).filter((id) => id !== userId),
]

/** Lists the same users, and the names of all whose loads the caller may see. */
export async function listPeople(ctx: Context): Promise<{ userIds: string[]; people: LoadPerson[] }> {
  const { userId, email } = ctx.caller
  const team = await findTeam(ctx)
  const people = team.length > 0 ? team : [{ userId, email, name: (await getAccount(ctx, userId)).name }]
  return {
    userIds: idsOf(ctx, await keepReadable(ctx, team)),
    people: people.map((person) => ({ ...person, name: person.name ?? person.email })),
  }
}

/** Empty without a team, also if the caller has just left it. */
async function findTeam(ctx: Context) {
  const { userId, organizationId } = ctx.caller
  const team = organizationId === null ? [] : await listTeamOf(ctx, organizationId)
  return team.some((member) => member.userId === userId) ? team : []
}

/** Returns the visible rows of the load that a row is about, first the one that stands for it. */
export async function listJoinedRows(ctx: Context, load: LoadRow): Promise<[ShownRow, ...ShownRow[]]> {
  const userIds = await listVisibleUsers(ctx)
  if (userIds.length === 1) return [load]
  const joined = await listJoined(ctx.db, { userIds, joinKeys: [load.joinKey] })
  const keys = groupJoined(joined).find((rows) => rows.some(({ id }) => id === load.id)) ?? []
  const [lead = load, ...others] = await listByKeys(ctx.db, keys)
  return [lead, ...others]
}

/** Returns a load of the caller or, if they have none with this id, of a teammate. */
export async function findVisibleLoad(ctx: Context, id: string): Promise<LoadRow> {
  const { userId } = ctx.caller
  const own = await store.findLoad(ctx.db, { userIds: [userId], id })
  const load = own ?? (await store.findLoad(ctx.db, { userIds: await listVisibleUsers(ctx), id }))
  if (!load) throw notFoundIn(ctx, loadNotFound())
  return load
}
