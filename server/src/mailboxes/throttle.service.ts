import { MailboxKind, type MailboxName } from '@loadping/contract/mailboxes/mailboxes'
import { type Deps, inTransaction, type SendSettings } from '../context.ts'
import * as store from './throttle.store.ts'

/** Formats a mailbox's name as throttle and daily limits store it. Users who send from the same address share it. */
export const formatMailboxName = ({ kind, address }: MailboxName): string => `${kind} ${address}`

/** Returns the name that `formatMailboxName` formatted. */
export function parseMailboxName(mailbox: string): MailboxName {
  const space = mailbox.indexOf(' ')
  return { kind: MailboxKind.parse(mailbox.slice(0, space)), address: mailbox.slice(space + 1) }
}

/** Throttles that are locked until the transaction ends. */
export type LockedSlots = {
  /** Reserves the next slot of a mailbox. Saved by `countSends` or `saveSlots`. */
  reserve: (mailbox: string) => Date
  /** Returns the throttles with new slots. */
  listReserved: () => store.Throttle[]
}

/** Locks the throttles of these mailboxes until the caller's transaction ends. */
export async function lockSlots(ctx: Deps, mailboxes: string[]): Promise<LockedSlots> {
  const throttles = await store.lockThrottles(ctx.db, [...new Set(mailboxes)].sort())
  const now = ctx.now()
  const reserved = new Map<string, Date[]>()
  return {
    reserve(mailbox) {
      const slots = reserved.get(mailbox) ?? throttles.get(mailbox) ?? []
      const slot = nextSlot(slots, now, ctx.sendSettings.throttle)
      reserved.set(mailbox, [...slots, slot].slice(-ctx.sendSettings.throttle.perMinute))
      return slot
    },
    listReserved: () => [...reserved].map(([mailbox, slots]) => ({ mailbox, slots })),
  }
}

/** Saves reserved slots when no email is counted with them. */
export async function saveSlots(ctx: Deps, slots: LockedSlots): Promise<void> {
  const reserved = slots.listReserved()
  if (reserved.length > 0) await store.saveThrottles(ctx.db, reserved)
}

/** Further ahead than any waiting emails reserve: a slot of a clock that was set back since. */
const maxAheadMs = 3_600_000

/** Returns the earliest time that keeps both the per-second and the per-minute limit. */
export function nextSlot(slots: Date[], now: Date, { perSecond, perMinute }: SendSettings['throttle']): Date {
  const known = slots.filter((slot) => slot.getTime() - now.getTime() < maxAheadMs)
  const after = (count: number, ms: number) => (known.at(-count)?.getTime() ?? Number.NEGATIVE_INFINITY) + ms
  return new Date(Math.max(now.getTime(), after(perSecond, 1_000), after(perMinute, 60_000)))
}

/** Reserves a slot of the mailbox for an email that cannot wait. Returns 0, or in how many seconds one is free. */
export const reserveSlotNow = (ctx: Deps, name: MailboxName): Promise<number> =>
  inTransaction(ctx, async (tx) => {
    const mailbox = formatMailboxName(name)
    const slots = await lockSlots(tx, [mailbox])
    const waitMs = slots.reserve(mailbox).getTime() - ctx.now().getTime()
    if (waitMs <= 0) await saveSlots(tx, slots)
    return Math.max(0, Math.ceil(waitMs / 1_000))
  })

/** Deletes throttles of mailboxes that have not sent for a day. */
export const deleteIdleThrottles = (ctx: Deps) =>
  store.deleteThrottles(ctx.db, new Date(ctx.now().getTime() - 86_400_000))

/** Forgets the slots of a mailbox that nobody has connected any more. */
export const forgetSlots = ({ db }: Pick<Deps, 'db'>, mailbox: MailboxName) =>
  store.deleteThrottleOf(db, formatMailboxName(mailbox))
