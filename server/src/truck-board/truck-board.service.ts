import { addDays, newYorkDay } from '@loadping/contract/format/new-york-days'
import type {
  Absence,
  BoardTruck,
  DueCalls,
  DueMinutes,
  OpenAsk,
  TruckBoard,
} from '@loadping/contract/truck-board/truck-board'
import { Problem } from '@loadping/contract/wire/problem'
import type { DeletionStep } from '../accounts/deletion-step.ts'
import { type Context, type DataDeps, inTransaction } from '../context.ts'
import { announce } from '../live/live.service.ts'
import { toOutcome } from '../loads/load-row.ts'
import { findHandedOver } from '../trucks/handovers.service.ts'
import { listTrucks } from '../trucks/trucks.service.ts'
import { type CountedAsk, countAsks, summarize, toOpenAsks } from './asks.ts'
import { findToTakeBack, isWhereDelivered, toBooking } from './booked-trucks.ts'
import { dueMinutesOf, findNamed, listHeld, readFleet } from './fleet.service.ts'
import { listTakenFrom } from './handover.service.ts'
import * as store from './truck-board.store.ts'

export async function getTruckBoard(ctx: Context): Promise<TruckBoard> {
  const now = ctx.now().getTime()
  const fleet = await readFleet(ctx, ctx.caller.userId)
  const { trucks, bookings, absences, answers, dueMinutes } = fleet
  const asks = countAsks(fleet.asks, { now, dueMinutes })
  const known = new Set(trucks.map(({ id }) => id))
  const byTruck = new Map<string, CountedAsk[]>(trucks.map(({ id }) => [id, []]))
  for (const ask of asks) for (const id of ask.truckIds ?? []) byTruck.get(id)?.push(ask)
  const booked = new Map(bookings.map((booking) => [booking.truckId, booking]))
  const absent = new Map(
    absences.map(({ truckId, from, until, note }) => [truckId, { from, until, ...(note && { note }) }]),
  )
  const answered = new Map(answers.map((answer) => [answer.truckId, answer]))
  const namedAt = await findNamed(ctx, fleet.userIds, { asks, bookings: booked })
  const isToTakeBack = findToTakeBack({ bookings: booked, truckIds: known, namedAt })
  const today = newYorkDay(ctx.now())
  const toRow = ({ emptyAt, ...truck }: (typeof trucks)[number]): BoardTruck => {
    const { id } = truck
    const booking = booked.get(id)
    const absence = absent.get(id)
    const answer = answered.get(id)
    const own = byTruck.get(id) ?? []
    return {
      truck: { ...truck, emptyAt: emptyAt?.toISOString() ?? null },
      isFromDelivery: booking !== undefined && isWhereDelivered({ ...truck, emptyAt }, booking),
      booking: booking ? toBooking(booking) : null,
      absence: absence && absence.until >= today ? absence : null,
      asks: summarize(own),
      lastAnswer: answer
        ? {
            loadId: answer.id,
            at: answer.statedAt.toISOString(),
            status: answer.status,
            outcome: toOutcome(answer),
            company: answer.company,
          }
        : null,
      takeBack: booking ? countPostings(own.filter((ask) => isToTakeBack(ask, booking))) : 0,
    }
  }
  return {
    trucks: trucks.map(toRow),
    withoutTruck: summarize(asks.filter(({ truckIds }) => !truckIds?.some((id) => known.has(id)))),
    asks: summarize(asks),
    dueMinutes,
    taken: fleet.handed.given.size > 0 ? await listTakenFrom(ctx, ctx.caller.userId) : [],
  }
}

/** Two people's asks about one posting are taken back at once. */
const countPostings = (asks: readonly CountedAsk[]): number => new Set(asks.map(({ joinKey }) => joinKey)).size

const maxListed = 500

/** Lists the caller's open asks of one truck, the newest first, or those that named none of their trucks. */
export async function listOpenAsks(ctx: Context, truckId: string): Promise<OpenAsk[]> {
  const { userId } = ctx.caller
  const now = ctx.now().getTime()
  const isOfTruck = truckId !== 'none'
  const [dueMinutes, rows, trucks] = await Promise.all([
    getDueMinutes(ctx),
    listHeld(ctx, userId, (of) => store.listAsks(ctx.db, { ...of, truckId: isOfTruck ? truckId : null })),
    isOfTruck ? [] : listTrucks(ctx, userId),
  ])
  const known = new Set(trucks.map(({ id }) => id))
  const listed = isOfTruck ? rows : rows.filter(({ truckIds }) => !truckIds?.some((id) => known.has(id)))
  return toOpenAsks(listed.toSorted(byAsked), { now, dueMinutes })
    .slice(0, maxListed)
    .map(({ ask }) => ask)
}

const byAsked = (one: store.AskRow, other: store.AskRow): number =>
  other.contactedAt.getTime() - one.contactedAt.getTime()

/** Lists the caller's asks that are due for a call, the longest first, and those to call back later. */
export async function listDueCalls(ctx: Context): Promise<DueCalls> {
  const now = ctx.now().getTime()
  const dueMinutes = await getDueMinutes(ctx)
  const limit = 2 * maxListed // some may be of pickups that are over
  const yesterday = addDays(newYorkDay(ctx.now()), -1)
  const rows = await listHeld(ctx, ctx.caller.userId, async (of) => {
    const found = await store.readDue(ctx.db, { ...of, dueMinutes, now: ctx.now(), yesterday, limit })
    return [...found.asks, ...found.later]
  })
  const asks = toOpenAsks(rows, { now, dueMinutes })
  const waiting = asks.filter(({ isDue }) => !isDue)
  const sorted = (listed: { ask: OpenAsk }[]) => listed.map(({ ask }) => ask).toSorted(byDue)
  return {
    dueMinutes,
    due: sorted(asks.filter(({ isDue }) => isDue)).slice(0, maxListed),
    later: sorted(waiting.filter(({ isCallBack }) => isCallBack)).slice(0, maxListed),
    nextDueAt: sorted(waiting).find(({ dueAt }) => dueAt)?.dueAt ?? null,
  }
}

/** By when a call is due; by the user's own time if the pickup is over before. */
const byDue = (one: OpenAsk, other: OpenAsk): number => callTimeOf(one).localeCompare(callTimeOf(other))
const callTimeOf = ({ dueAt, callBackAt }: OpenAsk): string => dueAt ?? callBackAt ?? ''

/** Returns after how many minutes the caller's asks are due for a call. */
export const getDueMinutes = async (ctx: Context): Promise<DueMinutes> =>
  dueMinutesOf(await store.findDueMinutes(ctx.db, ctx.caller.userId))

export async function saveDueMinutes(ctx: Context, minutes: DueMinutes): Promise<null> {
  await store.saveDueMinutes(ctx.db, ctx.caller.userId, minutes)
  await announce(ctx, ctx.caller.userId)
  return null
}

/** Sets the days on which one of the caller's trucks takes no loads. */
export const setAbsence = (ctx: Context, truckId: string, absence: Absence | null): Promise<null> =>
  inTransaction(ctx, async (tx) => {
    const { userId } = tx.caller
    if (absence && absence.until < absence.from)
      throw new Problem('invalid-input', 'The last day is before the first.', { until: 'Before the first day' })
    const trucks = await listTrucks(tx, userId)
    if (!trucks.some(({ id }) => id === truckId)) throw new Problem('not-found', 'This truck was removed.')
    const { given } = await findHandedOver(tx, userId)
    await store.deleteOfOtherTrucks(tx.db, userId, [...trucks.map(({ id }) => id), ...given.keys()])
    await store.saveAbsence(tx.db, userId, truckId, absence)
    await announce(tx, userId)
    return null
  })

export const deleteTruckBoard: DeletionStep = ({ db }: DataDeps, { userId }) => store.deleteAllOf(db, userId)
