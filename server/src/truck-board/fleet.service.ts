import type { DueMinutes } from '@loadping/contract/truck-board/truck-board'
import { type Context, inTransaction } from '../context.ts'
import { lockSends } from '../loads/contacts.service.ts'
import { keepReadable } from '../team/membership.service.ts'
import { askDays, findHandedOver, type HandedOver } from '../trucks/handovers.service.ts'
import { defaultDueMinutes } from './due.ts'
import * as store from './truck-board.store.ts'

type Asker = HandedOver['askers'] extends ReadonlyMap<string, infer One> ? One : never

/** An ask, with the name of the teammate who asked before the truck was taken over. */
export type HeldAsk = store.AskRow & { askedBy: string | null }

/** Whose asks are read, and since when these can be open. */
const askingOf = (ctx: Context, userId: string) => ({
  userId,
  since: new Date(ctx.now().getTime() - askDays * 86_400_000),
})

/** Whether an ask went to a teammate with its trucks. */
const isGiven = (truckIds: string[] | null, { given }: HandedOver): boolean =>
  truckIds !== null && truckIds.length > 0 && truckIds.every((id) => given.has(id))

const isTaken = (truckIds: string[] | null, asker: Asker): boolean =>
  truckIds?.some((id) => asker.truckIds.has(id)) ?? false

/** Returns after how many minutes asks are due for a call, as a user chose, or before they did. */
export const dueMinutesOf = (chosen: { dueMinutes: DueMinutes } | undefined): DueMinutes =>
  chosen ? chosen.dueMinutes : defaultDueMinutes

/** Reads what the board shows of a user, with what teammates asked and booked for trucks that the user took over. */
export async function readFleet(ctx: Context, userId: string) {
  const read = (of: string) =>
    Promise.all([store.readBoard(ctx.db, askingOf(ctx, of)), store.listBriefly(ctx.db, askingOf(ctx, of))])
  const [[own, rows], handed] = await Promise.all([read(userId), findHandedOver(ctx, userId)])
  const askers = await keepReadable(ctx, [...handed.askers.values()])
  const others = await Promise.all(
    askers.map(async (asker) => {
      const [board, theirs] = await read(asker.userId)
      const isOfTaken = ({ truckId }: { truckId: string }) => asker.truckIds.has(truckId)
      return {
        bookings: board.bookings.filter(isOfTaken),
        answers: board.answers.filter(isOfTaken),
        asks: theirs.filter(([, truckIds]) => isTaken(truckIds, asker)),
      }
    }),
  )
  return {
    userIds: [userId, ...askers.map((asker) => asker.userId)],
    trucks: own.trucks,
    absences: own.absences,
    dueMinutes: dueMinutesOf(own.settings[0]),
    handed,
    bookings: latestOfTrucks([...own.bookings, ...others.flatMap(({ bookings }) => bookings)], ({ at }) => at),
    answers: latestOfTrucks([...own.answers, ...others.flatMap(({ answers }) => answers)], ({ statedAt }) => statedAt),
    asks: [...rows.filter(([, truckIds]) => !isGiven(truckIds, handed)), ...others.flatMap(({ asks }) => asks)],
  }
}

function latestOfTrucks<Row extends { truckId: string }>(rows: Row[], timeOf: (row: Row) => Date): Row[] {
  const latest = new Map<string, Row>()
  for (const row of rows) {
    const known = latest.get(row.truckId)
    if (!known || timeOf(row) > timeOf(known)) latest.set(row.truckId, row)
  }
  return [...latest.values()]
}

/** Reads asks of a user that nobody took over since, and those of teammates for trucks that the user took over. */
export async function listHeld<Row extends Pick<store.AskRow, 'truckIds'>>(
  ctx: Context,
  userId: string,
  read: (asking: ReturnType<typeof askingOf>) => Promise<Row[]>,
): Promise<(Row & { askedBy: string | null })[]> {
  const [own, handed] = await Promise.all([read(askingOf(ctx, userId)), findHandedOver(ctx, userId)])
  const askers = await keepReadable(ctx, [...handed.askers.values()])
  const taken = await Promise.all(
    askers.map(async (asker) => {
      const rows = await read(askingOf(ctx, asker.userId))
      return rows.flatMap((row) => (isTaken(row.truckIds, asker) ? [{ ...row, askedBy: asker.name }] : []))
    }),
  )
  const kept = own.filter(({ truckIds }) => !isGiven(truckIds, handed))
  return [...kept.map((row) => ({ ...row, askedBy: null })), ...taken.flat()]
}

/** Reads what taking back a truck's asks needs, also those of teammates who had it before. */
export async function readTakeBack(ctx: Context, truckId: string) {
  const { userId } = ctx.caller
  const read = (of: string) => store.readTakeBack(ctx.db, { ...askingOf(ctx, of), truckId })
  const [own, { askers }] = await Promise.all([read(userId), findHandedOver(ctx, userId)])
  const ofTruck = [...askers.values()].filter(({ truckIds }) => truckIds.has(truckId))
  const before = await keepReadable(ctx, ofTruck)
  const theirs = await Promise.all(before.map(async (asker) => ({ name: asker.name, found: await read(asker.userId) })))
  const others = theirs.map(({ found }) => found)
  const named = (rows: store.AskRow[], askedBy: string | null): HeldAsk[] => rows.map((row) => ({ ...row, askedBy }))
  return {
    userIds: [userId, ...before.map((asker) => asker.userId)],
    isOwn: own.trucks.some(({ id }) => id === truckId),
    /** Also those that teammates who had the truck have now: an ask for one of these stays open. */
    truckIds: new Set([own, ...others].flatMap(({ trucks }) => trucks.map(({ id }) => id))),
    bookings: latestOfTrucks(
      [own, ...others].flatMap(({ bookings }) => bookings),
      ({ at }) => at,
    ),
    asks: [...named(own.asks, null), ...theirs.flatMap(({ name, found }) => named(found.asks, name))],
    withdrawn: [...named(own.withdrawn, null), ...theirs.flatMap(({ name, found }) => named(found.withdrawn, name))],
    firsts: [own, ...others].flatMap(({ firsts }) => firsts),
    withdrawals: [own, ...others].flatMap(({ withdrawals }) => withdrawals),
  }
}

type Booked = ReadonlyMap<string, { at: Date }>

/**
 * Returns the function that tells when an email named a truck for a load last, of the asks that were contacted after a truck of
 * theirs was booked: by an email or only by a call.
 */
export async function findNamed(
  ctx: Context,
  userIds: string[],
  { asks, bookings }: { asks: Pick<store.AskRow, 'id' | 'truckIds' | 'contactedAt'>[]; bookings: Booked },
): Promise<(loadId: string, truckId: string) => Date | undefined> {
  const isAfter = (contactedAt: Date) => (truckId: string) => (bookings.get(truckId)?.at ?? contactedAt) < contactedAt
  const loadIds = asks.filter((ask) => ask.truckIds?.some(isAfter(ask.contactedAt))).map(({ id }) => id)
  const of = (userId: string) => (loadIds.length > 0 ? store.listNamed(ctx.db, { userId, loadIds }) : [])
  const named = (await Promise.all(userIds.map(of))).flat()
  const times = new Map(named.map(({ loadId, truckId, at }) => [`${loadId} ${truckId}`, at]))
  return (loadId, truckId) => times.get(`${loadId} ${truckId}`)
}

/**
 * Locks the sends of the caller and of teammates who had or have trucks that the caller gave or took, all in one order, so that
 * two never wait for each other. Returns those who asked for the caller's trucks. Needs a transaction.
 */
export async function lockFleet(ctx: Context): Promise<HandedOver['askers']> {
  const { userId } = ctx.caller
  const { askers, people } = await findHandedOver(ctx, userId)
  for (const one of [...new Set([userId, ...people])].toSorted()) await lockSends(ctx, one)
  return askers
}

/** Does the same, and lists the caller and those who asked for one truck. */
export const lockAskers = (ctx: Context, truckId: string): Promise<string[]> =>
  inTransaction(ctx, async (tx) => usersOf(await lockFleet(tx), tx.caller.userId, truckId))

/** Lists who has a truck and those who asked for it before. */
export const listAskers = async (ctx: Context, holder: string, truckId: string): Promise<string[]> =>
  usersOf((await findHandedOver(ctx, holder)).askers, holder, truckId)

const usersOf = (askers: HandedOver['askers'], holder: string, truckId: string): string[] => [
  holder,
  ...[...askers.values()].filter(({ truckIds }) => truckIds.has(truckId)).map(({ userId }) => userId),
]
