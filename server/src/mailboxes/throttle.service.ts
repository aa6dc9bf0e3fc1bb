import { MailboxKind } from '@loadping/contract/mailboxes'
import { type Deps, inTransaction, type SendSettings } from '../context.ts'
import * as store from './throttle.store.ts'

/** Names a mailbox in the throttle. Two users who send from the same address share it. */
export const mailboxName = (kind: MailboxKind, address: string): string => `${kind} ${address}`

/** Returns the kind and address that `mailboxName` joined. */
export function parseMailboxName(mailbox: string): { kind: MailboxKind; address: string } {
  const space = mailbox.indexOf(' ')
  return { kind: MailboxKind.parse(mailbox.slice(0, space)), address: mailbox.slice(space + 1) }
}

/**
 * Reserves the next slot for each email, in the order given; a mailbox may appear more than once. Runs in the caller's
 * transaction.
 */
export async function reserveSlots(ctx: Deps, mailboxes: string[]): Promise<Date[]> {
  if (mailboxes.length === 0) return []
  const throttles = await store.lockThrottles(ctx.db, [...new Set(mailboxes)].sort())
  const now = ctx.now()
  const reserved = mailboxes.map((mailbox) => {
    const slots = throttles.get(mailbox) ?? []
    const slot = nextSlot(slots, now, ctx.sendSettings.pace)
    throttles.set(mailbox, [...slots, slot].slice(-ctx.sendSettings.pace.perMinute))
    return slot
  })
  await store.saveThrottles(
    ctx.db,
    [...throttles].map(([mailbox, slots]) => ({ mailbox, slots })),
  )
  return reserved
}

/** Returns the earliest time that keeps both the per-second and the per-minute limit. */
export function nextSlot(slots: Date[], now: Date, { perSecond, perMinute }: SendSettings['pace']): Date {
  const after = (count: number, ms: number) => (slots.at(-count)?.getTime() ?? Number.NEGATIVE_INFINITY) + ms
  return new Date(Math.max(now.getTime(), after(perSecond, 1_000), after(perMinute, 60_000)))
}

/** Reserves a slot of the mailbox for an email that cannot wait. Returns false if none is free now. */
export const reserveSlotNow = (ctx: Deps, kind: MailboxKind, address: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const mailbox = mailboxName(kind, address)
    const slots = (await store.lockThrottles(tx.db, [mailbox])).get(mailbox) ?? []
    if (nextSlot(slots, ctx.now(), ctx.sendSettings.pace) > ctx.now()) return false
    await reserveSlots(tx, [mailbox])
    return true
  })

/** Deletes throttles of mailboxes that have not sent since then. */
export const deleteIdleThrottles = (ctx: Deps, before: Date) => store.deleteThrottles(ctx.db, before)
