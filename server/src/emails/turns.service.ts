import { type Deps, inTransaction, type Sending } from '../context.ts'
import { type EmailRow, listEmailsById } from './emails.store.ts'
import { claimWork, type DueWork } from './outbox.store.ts'
import * as store from './turns.store.ts'

/** Work whose turn it is, its message, and the mailbox from which that leaves. */
export type Turn = { work: DueWork; email: EmailRow | undefined; mailbox: string }

type Departure = Turn & { holder: string }

/**
 * Takes due messages whose turn it is. The others come up again when it is: in the pace of their mailbox (D3.4), in the next hour of an
 * organisation that used this one up, in the next minute of everybody (E19), or when their mailbox has fewer under way than it can take.
 * `looked` says how many there were; while it is not 0 there may be more.
 */
export const claimTurns = (
  ctx: Deps,
  { limit, until, underWay }: { limit: number; until: Date; underWay: ReadonlyMap<string, number> },
): Promise<{ turns: Turn[]; looked: number }> =>
  inTransaction(ctx, async (inside) => {
    const claimed = await claimWork(inside.db, { kind: 'email', now: ctx.now(), until, limit })
    if (claimed.length === 0) return { turns: [], looked: 0 }
    const departures = await departuresOf(inside, claimed)
    const allowed = await keepToWindows(inside, departures)
    const { due, waits } = await keepPace(inside, allowed.go)
    const { go, crowded } = leaveRoom(due, underWay, ctx.sending.pace.atOnce)
    const inASecond = new Date(ctx.now().getTime() + 1_000)
    const all = [...allowed.waits, ...waits, ...crowded.map(({ work }) => ({ id: work.id, dueAt: inASecond, isBooked: true }))]
    if (all.length > 0) await store.waitUntil(inside.db, all)
    return { turns: go, looked: claimed.length }
  })

/** Messages of claimed work; whose message is gone has nothing to wait for, and goes. */
async function departuresOf(ctx: Deps, claimed: DueWork[]): Promise<Departure[]> {
  const byId = new Map((await listEmailsById(ctx.db, claimed)).map((email) => [email.id, email]))
  return claimed.map((work) => {
    const email = byId.get(work.id)
    return { work, email, mailbox: email ? `${email.mailboxKind} ${email.replyTo}` : '', holder: email?.organizationId ?? email?.userId ?? '' }
  })
}

const everybody = 'everybody'

/** Counts each message once in the windows of its holder and of everybody; what finds one full waits for the next. */
async function keepToWindows(ctx: Deps, departures: Departure[]): Promise<{ go: Departure[]; waits: store.Wait[] }> {
  const fresh = departures.filter(({ work }) => !work.isBooked)
  if (fresh.length === 0) return { go: departures, waits: [] }
  const { mailsPerHour, mailsPerMinute } = ctx.sending
  const rules = { hour: { milliseconds: 3_600_000, most: mailsPerHour }, minute: { milliseconds: 60_000, most: mailsPerMinute } }
  const startOf = (milliseconds: number) => new Date(Math.floor(ctx.now().getTime() / milliseconds) * milliseconds)
  const asked = [...new Set([everybody, ...fresh.map(({ holder }) => holder)])]
    .sort()
    .map((holder) => ({ holder, startsAt: startOf(rules[holder === everybody ? 'minute' : 'hour'].milliseconds) }))
  const windows = new Map((await store.holdWindows(ctx.db, asked)).map((window) => [window.holder, window]))

  const held = fresh.flatMap((departure) => {
    const full = [everybody, departure.holder].find((holder) => {
      const rule = rules[holder === everybody ? 'minute' : 'hour']
      return (windows.get(holder)?.used ?? 0) >= rule.most
    })
    if (full === undefined) for (const holder of [everybody, departure.holder]) addOne(windows.get(holder))
    const rule = rules[full === everybody ? 'minute' : 'hour']
    return full === undefined ? [] : [{ departure, dueAt: new Date(startOf(rule.milliseconds).getTime() + rule.milliseconds) }]
  })
  await store.saveWindows(ctx.db, [...windows.values()])
  if (held.length > 0) await tellHeld(ctx, held)
  const isHeld = new Set(held.map(({ departure }) => departure))
  return {
    go: departures.filter((departure) => !isHeld.has(departure)),
    waits: held.map(({ departure, dueAt }) => ({ id: departure.work.id, dueAt, isBooked: false })),
  }
}

function addOne(window: store.Window | undefined): void {
  if (window) window.used++
}

async function tellHeld(ctx: Deps, held: { departure: Departure }[]): Promise<void> {
  ctx.log.error({ count: held.length, ...pick(ctx.sending) }, 'more mail waits than MAILS_PER_HOUR or MAILS_PER_MINUTE lets out')
  const waiting = held.map(({ departure }) => departure.work)
  await store.noteWaiting(ctx.db, waiting, 'Very much mail is leaving right now. This one goes out a little later.')
}

const pick = ({ mailsPerHour, mailsPerMinute }: Sending) => ({ mailsPerHour, mailsPerMinute })

/** Books each message's place in its mailbox's pace; what has its place already goes. */
async function keepPace(ctx: Deps, departures: Departure[]): Promise<{ due: Departure[]; waits: store.Wait[] }> {
  const fresh = departures.filter(({ work }) => !work.isBooked)
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
