import type { CallReason, OpenAsk, TakeBack, TakeBackAsk } from '@loadping/contract/truck-board/truck-board'
import { Problem } from '@loadping/contract/wire/problem'
import { type Context, inTransaction } from '../context.ts'
import * as states from '../emails/email-states.service.ts'
import { acceptWithdrawals } from '../inquiries/withdrawals.service.ts'
import { listMailboxUse } from '../mailboxes/daily-limits.service.ts'
import { findDefaultMailbox } from '../mailboxes/mailboxes.service.ts'
import { findSkipped } from '../suppression/suppressed-recipients.service.ts'
import { toOpenAsks } from './asks.ts'
import { isToTakeBack, toBooking } from './booked-trucks.ts'
import { lockAskers, readTakeBack } from './fleet.service.ts'
import { getDueMinutes } from './truck-board.service.ts'
import * as store from './truck-board.store.ts'

type Found = Awaited<ReturnType<typeof readTakeBack>>

const noneToTakeBack: TakeBack = { booking: null, undone: [], ready: [], call: [], withdrawn: [], text: '' }

/** Returns what became, and what is left, of the asks that one of the caller's booked trucks had before. */
export async function getTakeBack(ctx: Context, truckId: string): Promise<TakeBack> {
  const now = ctx.now().getTime()
  const [found, dueMinutes] = await Promise.all([readTakeBack(ctx, truckId), getDueMinutes(ctx)])
  const { isOwn, truckIds } = found
  if (!isOwn) throw new Problem('not-found', 'This truck was removed.')
  const bookings = new Map(found.bookings.map((booking) => [booking.truckId, booking]))
  const booking = bookings.get(truckId)
  if (!booking) return noneToTakeBack
  const toAsks = (rows: Found['asks']): OpenAsk[] => toOpenAsks(rows, { now, dueMinutes }).map(({ ask }) => ask)
  const open = toAsks(found.asks.filter((ask) => isToTakeBack(ask, booking, { bookings, truckIds })))
  const { ready, call } = await sortByWay(ctx, open, found)
  const withdrawalOf = new Map(found.withdrawals.map((withdrawal) => [withdrawal.loadId, withdrawal]))
  const withdrawn = found.withdrawn.filter(({ withdrawnAt }) => withdrawnAt !== null && withdrawnAt >= booking.at)
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
  const mailbox = await findDefaultMailbox(ctx, userId)
  const isWorking = mailbox !== undefined && mailbox.connectionError === null
  const [use] = mailbox ? await listMailboxUse(ctx, [mailbox]) : []
  const mailboxKind = mailbox?.kind ?? 'relay'
  const addressed = firsts.map(({ toAddress }) => ({ userId, mailboxKind, toAddress, cc: [] }))
  const skippedOf = await findSkipped(ctx, addressed)
  const firstOf = new Map(firsts.map((first) => [first.loadId, first]))
  const queued = mailbox ? await states.countWaitingFrom(ctx, { userId, mailbox }) : 0
  let left = use ? Math.max(0, use.cap - use.sent - queued) : 0
  const reasonOf = (ask: OpenAsk): CallReason | null => {
    const first = firstOf.get(ask.loadId)
    if (ask.outcome) return 'has-outcome'
    if (!first) return 'no-email'
    const { toAddress } = first
    if (skippedOf({ userId, mailboxKind, toAddress, cc: [] }).has(toAddress)) return 'suppressed'
    if (!isWorking) return 'no-mailbox'
    if (left === 0) return 'mailbox-limit'
    left -= 1
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
    await acceptWithdrawals(tx, firsts, { text, pickupOf: (loadId) => pickups.get(loadId ?? '') })
    return getTakeBack(tx, truckId)
  })
