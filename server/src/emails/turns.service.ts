import type { MailboxKind } from '@loadping/contract/mailboxes'
import { type Deps, inTransaction, type Sending } from '../context.ts'
import { type EmailRow, listEmailsById } from './emails.store.ts'
import { claimWork, type DueWork } from './outbox.store.ts'
import * as store from './turns.store.ts'

/** Work whose turn it is, its message, and the mailbox from which that leaves. */
export type Turn = { work: DueWork; email: EmailRow | undefined; mailbox: string }

type Departure = Turn & { holder: string; hasPlace: boolean }

/** So late a message may come to its place in the pace; after that the place is lost, so that a pause is not made up for in a burst. */
const latestMs = 1_500

/**
 * Takes due messages whose turn it is. The others come up again when it is: in the pace of their mailbox (D3.4), in the next hour of an
 * organisation that used this one up, in the next minute of everybody (E19), or when their mailbox has fewer under way than it can take.
 * `looked` says how many there were; while it is not 0 there may be more.
 */
export const claimTurns = (
  ctx: Deps,
  { mailboxKind, limit, until, underWay }: { mailboxKind: MailboxKind; limit: number; until: Date; underWay: ReadonlyMap<string, number> },
): Promise<{ turns: Turn[]; looked: number }> =>
  inTransaction(ctx, async (inside) => {
    const claimed = await claimWork(inside.db, { kind: 'email', mailboxKind, now: ctx.now(), until, limit })
    if (claimed.length === 0) return { turns: [], looked: 0 }
    const { due, waits } = await keepPace(inside, await departuresOf(inside, claimed))
    const { go: withRoom, crowded } = leaveRoom(due, underWay, ctx.sending.pace.atOnce)
    const { go, held } = await keepToWindows(inside, withRoom)
    const inASecond = new Date(ctx.now().getTime() + 1_000)
    const all = [...waits, ...crowded.map(({ work }) => ({ id: work.id, dueAt: inASecond, isBooked: false })), ...held]
    if (all.length > 0) await store.waitUntil(inside.db, all)
    return { turns: go, looked: claimed.length }
  })

/** Messages of claimed work; whose message is gone has nothing to wait for, and goes. */
async function departuresOf(ctx: Deps, claimed: (DueWork & { wasDueAt: Date })[]): Promise<Departure[]> {
  const byId = new Map((await listEmailsById(ctx.db, claimed)).map((email) => [email.id, email]))
  return claimed.map((work) => {
    const email = byId.get(work.id)
    const hasPlace = work.isBooked && ctx.now().getTime() - work.wasDueAt.getTime() <= latestMs
    return { work, email, hasPlace, mailbox: email ? mailboxName(email.mailboxKind, email.replyTo) : '', holder: email?.organizationId ?? email?.userId ?? '' }
  })
}

/** How a mailbox is named where its pace is kept: two people who send from one share it. */
const mailboxName = (kind: MailboxKind, address: string): string => `${kind} ${address}`

const everybody = 'everybody'

/** Counts each message that leaves in the windows of its holder and of everybody; what finds one full waits for the next. */
async function keepToWindows(ctx: Deps, departures: Departure[]): Promise<{ go: Departure[]; held: store.Wait[] }> {
  if (departures.length === 0) return { go: [], held: [] }
  const { mailsPerHour, mailsPerMinute } = ctx.sending
  const ruleOf = (holder: string) => (holder === everybody ? { milliseconds: 60_000, most: mailsPerMinute } : { milliseconds: 3_600_000, most: mailsPerHour })
  const startOf = (holder: string) => new Date(Math.floor(ctx.now().getTime() / ruleOf(holder).milliseconds) * ruleOf(holder).milliseconds)
  const holders = [...new Set([everybody, ...departures.map(({ holder }) => holder)])].sort()
  const running = await store.holdWindows(
    ctx.db,
    holders.map((holder) => ({ holder, startsAt: startOf(holder) })),
  )
  const windows = new Map(running.map((window) => [window.holder, window]))

  const held = departures.flatMap(({ work, holder }) => {
    const full = [everybody, holder].find((name) => (windows.get(name)?.used ?? 0) >= ruleOf(name).most)
    if (full !== undefined) return [{ id: work.id, dueAt: new Date(startOf(full).getTime() + ruleOf(full).milliseconds), isBooked: false }]
    for (const name of [everybody, holder]) addOne(windows.get(name))
    return []
  })
  await store.saveWindows(ctx.db, [...windows.values()])
  if (held.length > 0) ctx.log.error({ count: held.length, mailsPerHour, mailsPerMinute }, 'more mail waits than MAILS_PER_HOUR or MAILS_PER_MINUTE lets out')
  const isHeld = new Set(held.map(({ id }) => id))
  return { go: departures.filter(({ work }) => !isHeld.has(work.id)), held }
}

function addOne(window: store.Window | undefined): void {
  if (window) window.used++
}

/** Books each message's place in its mailbox's pace; what has its place already goes. */
async function keepPace(ctx: Deps, departures: Departure[]): Promise<{ due: Departure[]; waits: store.Wait[] }> {
  const fresh = departures.filter(({ hasPlace }) => !hasPlace)
  if (fresh.length === 0) return { due: departures, waits: [] }
  const paces = await store.holdPaces(ctx.db, [...new Set(fresh.map(({ mailbox }) => mailbox))].sort())
  const now = ctx.now()
  const waits: store.Wait[] = []
  for (const { work, mailbox } of fresh) {
    const booked = paces.get(mailbox) ?? []
    const slot = nextSlot(booked, now, ctx.sending.pace)
    paces.set(mailbox, [...booked, slot].slice(-ctx.sending.pace.perMinute))
    if (slot > now) waits.push({ id: work.id, dueAt: slot, isBooked: true })
  }
  await store.savePaces(
    ctx.db,
    [...paces].map(([mailbox, booked]) => ({ mailbox, booked })),
  )
  const waiting = new Set(waits.map(({ id }) => id))
  return { due: departures.filter(({ work }) => !waiting.has(work.id)), waits }
}

/** The earliest moment at which neither a second nor a minute holds more than it may. */
export function nextSlot(booked: Date[], now: Date, { perSecond, perMinute }: Sending['pace']): Date {
  const after = (count: number, milliseconds: number) => (booked.at(-count)?.getTime() ?? Number.NEGATIVE_INFINITY) + milliseconds
  return new Date(Math.max(now.getTime(), after(perSecond, 1_000), after(perMinute, 60_000)))
}

function leaveRoom(due: Departure[], underWay: ReadonlyMap<string, number>, atOnce: number): { go: Departure[]; crowded: Departure[] } {
  const counts = new Map(underWay)
  const [go, crowded]: [Departure[], Departure[]] = [[], []]
  for (const departure of due) {
    const count = counts.get(departure.mailbox) ?? 0
    const hasRoom = count < atOnce
    if (hasRoom) counts.set(departure.mailbox, count + 1)
    ;(hasRoom ? go : crowded).push(departure)
  }
  return { go, crowded }
}

/** Books a mailbox's place in its pace for something that cannot wait; false where there is none at this moment. */
export const takePlace = (ctx: Deps, kind: MailboxKind, address: string): Promise<boolean> =>
  inTransaction(ctx, async (inside) => {
    const mailbox = mailboxName(kind, address)
    const booked = (await store.holdPaces(inside.db, [mailbox])).get(mailbox) ?? []
    const slot = nextSlot(booked, ctx.now(), ctx.sending.pace)
    if (slot > ctx.now()) return false
    await store.savePaces(inside.db, [{ mailbox, booked: [...booked, slot].slice(-ctx.sending.pace.perMinute) }])
    return true
  })
