import { addDays, newYorkDay } from '@loadping/contract/format/new-york-days'
import { clockIn, timeZoneOf } from '@loadping/contract/format/time-zones'
import type { LoadPerson } from '@loadping/contract/loads/saved-loads'
import {
  type Handover,
  type HandoverTruck,
  maxHandoverAsks,
  type OpenAsk,
  type TakenTrucks,
  type UnconfirmedEmail,
} from '@loadping/contract/truck-board/truck-board'
import { Problem } from '@loadping/contract/wire/problem'
import { type Context, inTransaction } from '../context.ts'
import { announce } from '../live/live.service.ts'
import { lockSends } from '../loads/contacts.service.ts'
import { listPeople } from '../loads/visible-loads.service.ts'
import { findPlace } from '../places/places.service.ts'
import { listTeamOf, lockOwnTeam, notFoundIn } from '../team/membership.service.ts'
import {
  askDays,
  findHandover,
  type HandoverRow,
  listHandovers,
  listHandoversOf,
  recordHandover,
} from '../trucks/handovers.service.ts'
import { countTrucks, listTrucks, moveTrucks } from '../trucks/trucks.service.ts'
import { countAsks, summarize, toOpenAsks } from './asks.ts'
import { toBooking } from './booked-trucks.ts'
import { listHeld, readFleet } from './fleet.service.ts'
import * as store from './truck-board.store.ts'

const maxEarlier = 20
const recentMs = 12 * 3_600_000
const defaultZone = 'America/New_York'
const formerTeammate = 'A former teammate'

/** Returns what is open of the trucks of a person whose loads the caller may see; without one, of who has trucks. */
export async function getHandover(ctx: Context, from: string | undefined): Promise<Handover> {
  const { userIds, people: team } = await listPeople(ctx)
  const count = await countTrucks(ctx, userIds)
  const { userId } = ctx.caller
  const people = team
    .filter((person) => userIds.includes(person.userId))
    .map((person) => ({ userId: person.userId, name: person.name, trucks: count.get(person.userId) ?? 0 }))
    .toSorted((one, other) => Number(other.userId === userId) - Number(one.userId === userId))
  const most = people.toSorted((one, other) => other.trucks - one.trucks)[0]
  const own = people.find((person) => person.userId === userId)
  const shown = from === undefined ? (own?.trucks ? own : most) : people.find((person) => person.userId === from)
  if (!shown) throw notFoundIn(ctx, personNotFound())
  const [trucks, earlier] = await Promise.all([listHandoverTrucks(ctx, shown.userId, team), listTaken(ctx)])
  return {
    from: { userId: shown.userId, name: shown.name },
    trucks,
    taken: recentlyFrom(ctx, earlier, shown.userId).map(({ taken }) => taken),
    people: people.filter((person) => person.trucks > 0 || person.userId === userId),
    earlier: earlier.map(({ taken }) => taken),
  }
}

async function listHandoverTrucks(ctx: Context, userId: string, team: LoadPerson[]): Promise<HandoverTruck[]> {
  const now = ctx.now().getTime()
  const [fleet, rows, notes, unconfirmed] = await Promise.all([
    readFleet(ctx, userId),
    listHeld(ctx, userId, (of) => store.listAsks(ctx.db, { ...of, truckId: null })),
    store.listNotes(ctx.db, userId),
    store.listUnconfirmed(ctx.db, userId),
  ])
  const clock = { now, dueMinutes: fleet.dueMinutes }
  const today = newYorkDay(ctx.now())
  const counted = byTruck(countAsks(fleet.asks, clock), ({ truckIds }) => truckIds ?? [])
  const open = byTruck(toOpenAsks(rows, clock), ({ ask }) => ask.truckIds)
  const nameOf = new Map(team.map((person) => [person.userId, person.name]))
  const trucks = fleet.trucks.map(({ emptyAt, ...truck }): HandoverTruck => {
    const booking = fleet.bookings.find(({ truckId }) => truckId === truck.id)
    const absence = fleet.absences.find(({ truckId, until }) => truckId === truck.id && until >= today)
    const note = notes.find(({ truckId }) => truckId === truck.id)
    return {
      truck: { ...truck, emptyAt: emptyAt?.toISOString() ?? null },
      booking: booking ? toBooking(booking) : null,
      pickup: booking ? pickupOf(booking, now) : null,
      absence: absence
        ? { from: absence.from, until: absence.until, ...(absence.note && { note: absence.note }) }
        : null,
      note: note ? { text: note.text, at: note.at.toISOString(), by: nameOf.get(note.by) ?? formerTeammate } : null,
      asks: summarize(counted.get(truck.id) ?? []),
      open: (open.get(truck.id) ?? [])
        .toSorted(byImportance)
        .slice(0, maxHandoverAsks)
        .map(({ ask }) => ask),
      unconfirmed: unconfirmed.filter(({ truckId }) => truckId === truck.id).map(toUnconfirmed),
    }
  })
  return trucks.toSorted((one, other) => Number(hasOpen(other)) - Number(hasOpen(one)))
}

function byTruck<Row>(rows: Row[], truckIdsOf: (row: Row) => string[]): Map<string, Row[]> {
  const named = rows.flatMap((row) => truckIdsOf(row).map((truckId) => ({ truckId, row })))
  const grouped = Map.groupBy(named, ({ truckId }) => truckId)
  return new Map([...grouped].map(([truckId, found]) => [truckId, found.map(({ row }) => row)]))
}

const hasOpen = ({ asks, pickup, note, unconfirmed }: HandoverTruck): boolean =>
  asks.count > 0 || pickup !== null || note !== null || unconfirmed.length > 0

/** Returns when a booked load is picked up, if that is today or tomorrow at the pickup. */
function pickupOf({ facts }: store.BookedRow, now: number): HandoverTruck['pickup'] {
  const { origin, pickupDay, pickupTime } = facts
  const zone = timeZoneOf({ ...origin, ...findPlace(origin) }) ?? defaultZone
  const today = clockIn(zone, now).day
  const isTomorrow = pickupDay === addDays(today, 1)
  if (pickupDay === undefined || !(isTomorrow || pickupDay === today)) return null
  return { day: pickupDay, time: pickupTime ?? null, isTomorrow }
}

const toUnconfirmed = (email: store.UnconfirmedRow): UnconfirmedEmail => ({
  id: email.id,
  loadId: email.loadId,
  origin: email.load.origin,
  dest: email.load.dest,
  company: email.load.company ?? null,
  askCents: email.askCents,
  at: email.createdAt.toISOString(),
})

type Ranked = { ask: OpenAsk; isDue: boolean }

const rankOf = ({ ask, isDue }: Ranked): number =>
  ask.outcome?.kind === 'countered' ? 0 : ask.status === 'replied' ? 1 : isDue ? 2 : 3

const byImportance = (one: Ranked, other: Ranked): number =>
  rankOf(one) - rankOf(other) || one.ask.askedAt.localeCompare(other.ask.askedAt)

/** Lists what a team took over from one another, the newest first, with who gave it. */
async function listTaken(ctx: Context): Promise<{ taken: TakenTrucks; from: string }[]> {
  const { organizationId } = ctx.caller
  if (organizationId === null) return []
  const [rows, team] = await Promise.all([
    listHandovers(ctx, organizationId, maxEarlier),
    listTeamOf(ctx, organizationId),
  ])
  const oldest = new Date(ctx.now().getTime() - askDays * 86_400_000)
  const latest = new Map<string, string>()
  for (const { truckId, id } of rows) if (!latest.has(truckId)) latest.set(truckId, id)
  const nameOf = new Map(team.map(({ userId, name, email }) => [userId, name ?? email]))
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((taken) => {
    const [first] = taken
    if (!first) return []
    const isHeld = taken.some(({ id, truckId }) => latest.get(truckId) === id) && first.at >= oldest
    const shown = toTaken(ctx, taken, nameOf)
    return [{ taken: { ...shown, mayUndo: shown.mayUndo && isHeld }, from: first.fromUser }]
  })
}

function toTaken(ctx: Context, rows: HandoverRow[], nameOf: ReadonlyMap<string, string>): TakenTrucks {
  const [first] = rows
  if (!first) throw new Error('A handover has at least one truck.')
  const { id, at, fromUser, toUser } = first
  return {
    id,
    at: at.toISOString(),
    from: nameOf.get(fromUser) ?? formerTeammate,
    to: nameOf.get(toUser) ?? formerTeammate,
    trucks: rows.map(({ truckName }) => truckName),
    mayUndo: [fromUser, toUser].includes(ctx.caller.userId) && nameOf.has(fromUser) && nameOf.has(toUser),
  }
}

const recentlyFrom = (ctx: Context, all: Awaited<ReturnType<typeof listTaken>>, userId: string) =>
  all.filter(({ from, taken }) => from === userId && Date.parse(taken.at) >= ctx.now().getTime() - recentMs)

/** Lists what teammates took over from a user in the last hours and still have. */
export const listTakenFrom = async (ctx: Context, userId: string): Promise<TakenTrucks[]> =>
  recentlyFrom(ctx, await listTaken(ctx), userId)
    .map(({ taken }) => taken)
    .filter(({ mayUndo }) => mayUndo)

const personNotFound = () => new Problem('not-found', 'This person is not on your team.')

/** Makes trucks of a teammate the caller's, with their notes, days without loads and open asks. */
export const takeOver = (
  ctx: Context,
  { from, truckIds }: { from: string; truckIds: string[] },
): Promise<TakenTrucks> =>
  inTransaction(ctx, async (tx) => {
    const { userId } = tx.caller
    const { team } = await lockOwnTeam(tx)
    const members = team ? await listTeamOf(tx, team.id) : []
    if (!team || from === userId || !members.some((member) => member.userId === from)) throw personNotFound()
    const moved = await move(tx, { organizationId: team.id, from, to: userId, truckIds })
    if (!moved) throw await takenMeanwhile(tx, { organizationId: team.id, from, truckIds })
    const nameOf = new Map(members.map((member) => [member.userId, member.name ?? member.email]))
    return toTaken(tx, moved, nameOf)
  })

type Move = { organizationId: string; from: string; to: string; truckIds: string[] }

/** Moves trucks and records it. Returns undefined unless all are still of who had them. */
async function move(tx: Context, { organizationId, from, to, truckIds }: Move): Promise<HandoverRow[] | undefined> {
  for (const userId of [from, to].toSorted()) await lockSends(tx, userId)
  const trucks = await moveTrucks(tx, { from, to, truckIds })
  if (!trucks) return undefined
  await store.moveOfTrucks(tx.db, { from, to, truckIds })
  const rows = await recordHandover(tx, { organizationId, from, to, trucks })
  await announce(tx, from)
  await announce(tx, to)
  return rows
}

async function takenMeanwhile(
  ctx: Context,
  { organizationId, from, truckIds }: Pick<Move, 'organizationId' | 'from' | 'truckIds'>,
): Promise<Problem> {
  const [rows, team] = await Promise.all([
    listHandoversOf(ctx, { organizationId, truckIds }),
    listTeamOf(ctx, organizationId),
  ])
  const latest = new Map(rows.toReversed().map((row) => [row.truckId, row]))
  const taken = [...latest.values()].find(({ toUser }) => toUser !== from)
  const taker = team.find(({ userId }) => userId === taken?.toUser)
  const name = taker?.name ?? taker?.email ?? formerTeammate
  return new Problem(
    'too-late',
    taken ? `${name} took over ${taken.truckName}. Look again.` : 'One of these trucks was removed. Look again.',
  )
}

/** Gives back those trucks of a handover that the taker still has; for who gave or took them. */
export const undoTakeOver = (ctx: Context, id: string): Promise<null> =>
  inTransaction(ctx, async (tx) => {
    const { team } = await lockOwnTeam(tx)
    const rows = await findHandover(tx, id)
    const [first] = rows
    const { userId } = tx.caller
    if (!first || first.organizationId !== team?.id || ![first.fromUser, first.toUser].includes(userId))
      throw new Problem('not-found', 'This handover is not one of yours.')
    const { fromUser, toUser, organizationId } = first
    const members = new Set((await listTeamOf(tx, organizationId)).map((member) => member.userId))
    const had = new Set(rows.map(({ truckId }) => truckId))
    const truckIds = (await listTrucks(tx, toUser)).map((truck) => truck.id).filter((truck) => had.has(truck))
    if (truckIds.length === 0 || !members.has(fromUser) || !members.has(toUser)) throw tooLateToUndo()
    const newest = await listHandoversOf(tx, { organizationId, truckIds })
    const latest = new Map(newest.toReversed().map((row) => [row.truckId, row.id]))
    const held = truckIds.filter((truck) => latest.get(truck) === id)
    const isMoved = held.length > 0 && (await move(tx, { organizationId, from: toUser, to: fromUser, truckIds: held }))
    if (!isMoved) throw tooLateToUndo()
    return null
  })

const tooLateToUndo = () => new Problem('too-late', 'These trucks were taken over again or removed. Look again.')

/** Sets what the next person has to know of one of the caller's trucks; null removes it. */
export const setTruckNote = (ctx: Context, truckId: string, text: string | null): Promise<null> =>
  inTransaction(ctx, async (tx) => {
    const { userId } = tx.caller
    await lockSends(tx, userId)
    const trucks = await listTrucks(tx, userId)
    if (!trucks.some(({ id }) => id === truckId)) throw new Problem('not-found', 'This truck is no longer yours.')
    const note = text === null ? null : { text, at: tx.now(), by: userId }
    await store.saveNote(tx.db, { userId, truckId, note })
    await announce(tx, userId)
    return null
  })
