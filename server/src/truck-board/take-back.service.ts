import type { MailboxKind } from '@loadping/contract/mailboxes/mailboxes'
import type { CallReason, OpenAsk, TakeBack, TakeBackAsk } from '@loadping/contract/truck-board/truck-board'
import { Problem } from '@loadping/contract/wire/problem'
import { type Context, inTransaction } from '../context.ts'
import * as states from '../emails/email-states.service.ts'
import { acceptWithdrawals } from '../inquiries/withdrawals.service.ts'
import { announce } from '../live/live.service.ts'
import { closeAsks } from '../loads/asks.service.ts'
import { listMailboxUse } from '../mailboxes/daily-limits.service.ts'
import { findThreadMailboxes, type MailboxRow } from '../mailboxes/mailboxes.service.ts'
import { findSkipped } from '../suppression/suppressed-recipients.service.ts'
import { toOpenAsks } from './asks.ts'
import { findToTakeBack, toBooking } from './booked-trucks.ts'
import { findNamed, lockAskers, readTakeBack } from './fleet.service.ts'
import { getDueMinutes } from './truck-board.service.ts'
import * as store from './truck-board.store.ts'

type Found = Awaited<ReturnType<typeof readTakeBack>>

const noneToTakeBack: TakeBack = { booking: null, undone: [], ready: [], call: [], withdrawn: [], text: '' }

/** Reads a truck's booking and what is left of its other asks, those of several people about one posting together. */
async function findAsked(ctx: Context, truckId: string) {
  const found = await readTakeBack(ctx, truckId)
  if (!found.isOwn) throw new Problem('not-found', 'This truck was removed.')
  const bookings = new Map(found.bookings.map((booking) => [booking.truckId, booking]))
  const booking = bookings.get(truckId)
  if (!booking) return { found, booking, asked: [] }
  const namedAt = await findNamed(ctx, found.userIds, { asks: found.asks, bookings })
  const isToTakeBack = findToTakeBack({ bookings, truckIds: found.truckIds, namedAt })
  const asks = found.asks.filter((ask) => isToTakeBack(ask, booking))
  return { found, booking, asked: groupByPosting(asks, found.firsts) }
}

/** Returns what became, and what is left, of the asks that one of the caller's booked trucks had before. */
export async function getTakeBack(ctx: Context, truckId: string): Promise<TakeBack> {
  const now = ctx.now().getTime()
  const [{ found, booking, asked }, dueMinutes] = await Promise.all([findAsked(ctx, truckId), getDueMinutes(ctx)])
  if (!booking) return noneToTakeBack
  const toAsks = (rows: Found['asks']): OpenAsk[] => toOpenAsks(rows, { now, dueMinutes }).map(({ ask }) => ask)
  const { ready, call } = await sortByWay(ctx, toAsks(asked.flatMap(([first]) => first ?? [])), found)
  const withdrawalOf = new Map(found.withdrawals.map((withdrawal) => [withdrawal.loadId, withdrawal]))
  const withdrawn = found.withdrawn.filter(
    ({ withdrawnAt, askedBy, id }) =>
      withdrawnAt !== null && withdrawnAt >= booking.at && (askedBy === null || withdrawalOf.has(id)),
  )
  return {
    booking: toBooking(booking),
    undone: await listUndone(ctx, found.userIds, booking.undoneEmails),
    ready,
    call,
    withdrawn: toAsks(withdrawn).map((ask) => {
      const sent = withdrawalOf.get(ask.loadId)
      return {
        ask,
        to: sent?.toAddress ?? null,
        withdrawal: sent ? { emailId: sent.id, state: sent.state } : null,
        callReason: null,
      }
    }),
    text: textOf(booking.before.truck.place),
  }
}

const textOf = (place: { city: string; state: string } | null): string =>
  place ? `Our truck in ${place.city}, ${place.state} is booked, thank you.` : 'Our truck is booked, thank you.'

async function listUndone(ctx: Context, userIds: string[], ids: string[]): Promise<TakeBack['undone']> {
  const rows =
    ids.length > 0 ? await Promise.all(userIds.map((userId) => store.listUndone(ctx.db, { userId, ids }))) : []
  return rows.flat().map(({ loadId, load, toAddress, askCents, createdAt }) => ({
    loadId,
    origin: load.origin,
    dest: load.dest,
    company: load.company ?? null,
    to: toAddress,
    askCents,
    askedAt: createdAt.toISOString(),
  }))
}

/** Sorts asks into those that an email can take back now, the newest first, and those that need a call. */
async function sortByWay(
  ctx: Context,
  asks: OpenAsk[],
  { firsts }: Pick<Found, 'firsts'>,
): Promise<{ ready: TakeBackAsk[]; call: TakeBackAsk[] }> {
  const { userId } = ctx.caller
  const mailboxOf = await findThreadMailboxes(ctx, userId)
  const left = await countLeft(ctx, new Set(firsts.flatMap((first) => mailboxOf(first) ?? [])))
  const addressedFrom = (mailboxKind: MailboxKind, toAddress: string) => ({ userId, mailboxKind, toAddress, cc: [] })
  const skippedOf = await findSkipped(
    ctx,
    firsts.map((first) => addressedFrom(mailboxOf(first)?.kind ?? 'relay', first.toAddress)),
  )
  const firstOf = new Map(firsts.map((first) => [first.loadId, first]))
  const reasonOf = (ask: OpenAsk): CallReason | null => {
    const first = firstOf.get(ask.loadId)
    if (ask.outcome) return 'has-outcome'
    if (!first) return 'no-email'
    const mailbox = mailboxOf(first)
    const { toAddress } = first
    if (skippedOf(addressedFrom(mailbox?.kind ?? 'relay', toAddress)).has(toAddress)) return 'suppressed'
    if (!mailbox) return 'no-mailbox'
    const free = left.get(mailbox) ?? 0
    if (free === 0) return 'mailbox-limit'
    left.set(mailbox, free - 1)
    return null
  }
  const all = asks.map((ask) => ({
    ask,
    to: firstOf.get(ask.loadId)?.toAddress ?? null,
    withdrawal: null,
    callReason: reasonOf(ask),
  }))
  return { ready: all.filter(({ callReason }) => !callReason), call: all.filter(({ callReason }) => callReason) }
}

/** Counts what mailboxes may still send today, beside what waits for them. */
async function countLeft(ctx: Context, mailboxes: ReadonlySet<MailboxRow>): Promise<Map<MailboxRow, number>> {
  const { userId } = ctx.caller
  const uses = await listMailboxUse(ctx, [...mailboxes])
  const left = new Map<MailboxRow, number>()
  for (const [index, mailbox] of [...mailboxes].entries()) {
    const { cap = 0, sent = 0 } = uses[index] ?? {}
    const queued = await states.countWaitingFrom(ctx, { userId, mailbox })
    left.set(mailbox, Math.max(0, cap - sent - queued))
  }
  return left
}

/**
 * Groups asks of several people about one posting to one address, the caller's first, then the newest: one withdrawal is enough
 * for all of them.
 */
function groupByPosting(asks: Found['asks'], firsts: Found['firsts']): Found['asks'][] {
  const toOf = new Map(firsts.map(({ loadId, toAddress }) => [loadId, toAddress]))
  const sorted = asks.toSorted((one, other) => Number(one.askedBy !== null) - Number(other.askedBy !== null))
  return [...Map.groupBy(sorted, ({ id, joinKey }) => `${toOf.get(id) ?? ''} ${joinKey}`).values()]
}

/** Emails a withdrawal for those of these asks that are ready. Those that were taken back meanwhile are left out. */
export const sendWithdrawals = (
  ctx: Context,
  truckId: string,
  { loadIds, text }: { loadIds: string[]; text: string },
): Promise<TakeBack> =>
  inTransaction(ctx, async (tx) => {
    const userIds = await lockAskers(tx, truckId)
    const { booking, ready } = await getTakeBack(tx, truckId)
    if (!booking) throw new Problem('too-late', 'This truck is no longer booked. Look again.')
    const pickups = new Map(
      ready.flatMap(({ ask }) => (loadIds.includes(ask.loadId) ? [[ask.loadId, ask.facts] as const] : [])),
    )
    const firsts: states.EmailRow[] = []
    for (const userId of userIds)
      firsts.push(...(await states.listFirstAsks(tx, { userId, truckId, loadIds: [...pickups.keys()] })))
    const { asked } = await findAsked(tx, truckId)
    await acceptWithdrawals(tx, firsts, { text, pickupOf: (loadId) => pickups.get(loadId ?? '') })
    const others = asked.flatMap(([first, ...rest]) => (first && pickups.has(first.id) ? rest : []))
    if (others.length > 0) await closeOthers(tx, userIds, others)
    return getTakeBack(tx, truckId)
  })

/** Ends the asks of other people to whom a withdrawal speaks too. */
async function closeOthers(ctx: Context, userIds: string[], asks: Found['asks']): Promise<void> {
  const loadIds = asks.map(({ id }) => id)
  for (const userId of userIds) {
    await closeAsks(ctx, userId, loadIds)
    await announce(ctx, userId)
  }
}
