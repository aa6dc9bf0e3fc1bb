import type { MailboxKind } from '@loadping/contract/mailboxes'
import { type Deps, inTransaction, type SendSettings } from '../context.ts'
import { type EmailRow, listEmailsById } from './emails.store.ts'
import { claimJobs, type Job } from './jobs.store.ts'
import * as store from './throttle.store.ts'

/** Work whose turn it is, its message, and the mailbox from which that leaves. */
export type SendCandidate = { work: Job; email: EmailRow | undefined; mailbox: string }

type Departure = SendCandidate & { scope: string; hasSlot: boolean }

/** So late a message may come to its place in the pace; after that the place is lost, so that a pause is not made up for in a burst. */
const slotGraceMs = 1_500

/**
 * Takes due messages whose turn it is. The others come up again when it is: in the pace of their mailbox (D3.4), in the next hour of an
 * organization that used this one up, in the next minute of everybody (E19), or when their mailbox has fewer under way than it can take.
 * `looked` says how many there were; while it is not 0 there may be more.
 */
export const claimSendable = (
  ctx: Deps,
  {
    mailboxKind,
    limit,
    until,
    inFlight,
  }: { mailboxKind: MailboxKind; limit: number; until: Date; inFlight: ReadonlyMap<string, number> },
): Promise<{ candidates: SendCandidate[]; examined: number }> =>
  inTransaction(ctx, async (tx) => {
    const claimed = await claimJobs(tx.db, { kind: 'email', mailboxKind, now: ctx.now(), until, limit })
    if (claimed.length === 0) return { candidates: [], examined: 0 }
    const { due, waits } = await applyThrottle(tx, await departuresOf(tx, claimed))
    const { go: withRoom, atCapacity } = limitConcurrency(due, inFlight, ctx.sendSettings.pace.atOnce)
    const { go, held } = await applySendLimits(tx, withRoom)
    const inASecond = new Date(ctx.now().getTime() + 1_000)
    const all = [
      ...waits,
      ...atCapacity.map(({ work }) => ({ id: work.id, dueAt: inASecond, hasSlot: false })),
      ...held,
    ]
    if (all.length > 0) await store.deferJobs(tx.db, all)
    return { candidates: go, examined: claimed.length }
  })

/** Messages of claimed work; whose message is gone has nothing to wait for, and goes. */
async function departuresOf(ctx: Deps, claimed: (Job & { wasDueAt: Date })[]): Promise<Departure[]> {
  const byId = new Map((await listEmailsById(ctx.db, claimed)).map((email) => [email.id, email]))
  return claimed.map((work) => {
    const email = byId.get(work.id)
    const hasSlot = work.hasSlot && ctx.now().getTime() - work.wasDueAt.getTime() <= slotGraceMs
    return {
      work,
      email,
      hasSlot,
      mailbox: email ? mailboxName(email.mailboxKind, email.replyTo) : '',
      scope: email?.organizationId ?? email?.userId ?? '',
    }
  })
}

/** How a mailbox is named where its pace is kept: two people who send from one share it. */
const mailboxName = (kind: MailboxKind, address: string): string => `${kind} ${address}`

const globalScope = 'everybody'

/** Counts each message that leaves in the windows of its scope and of everybody; what finds one full waits for the next. */
async function applySendLimits(
  ctx: Deps,
  departures: Departure[],
): Promise<{ go: Departure[]; held: store.Deferral[] }> {
  if (departures.length === 0) return { go: [], held: [] }
  const { mailsPerHour, mailsPerMinute } = ctx.sendSettings
  const ruleOf = (scope: string) =>
    scope === globalScope ? { ms: 60_000, most: mailsPerMinute } : { ms: 3_600_000, most: mailsPerHour }
  const startOf = (scope: string) => new Date(Math.floor(ctx.now().getTime() / ruleOf(scope).ms) * ruleOf(scope).ms)
  const holders = [...new Set([globalScope, ...departures.map(({ scope }) => scope)])].sort()
  const running = await store.lockWindows(
    ctx.db,
    holders.map((scope) => ({ scope, startsAt: startOf(scope) })),
  )
  const windows = new Map(running.map((window) => [window.scope, window]))

  const held = departures.flatMap(({ work, scope }) => {
    const full = [globalScope, scope].find((name) => (windows.get(name)?.used ?? 0) >= ruleOf(name).most)
    if (full !== undefined)
      return [{ id: work.id, dueAt: new Date(startOf(full).getTime() + ruleOf(full).ms), hasSlot: false }]
    for (const name of [globalScope, scope]) increment(windows.get(name))
    return []
  })
  await store.saveWindows(ctx.db, [...windows.values()])
  if (held.length > 0)
    ctx.log.error(
      { count: held.length, mailsPerHour, mailsPerMinute },
      'more mail waits than TEAM_EMAILS_PER_HOUR or TOTAL_EMAILS_PER_MINUTE lets out',
    )
  const isHeld = new Set(held.map(({ id }) => id))
  return { go: departures.filter(({ work }) => !isHeld.has(work.id)), held }
}

function increment(window: store.Window | undefined): void {
  if (window) window.used++
}

/** Books each message's place in its mailbox's pace; what has its place already goes. */
async function applyThrottle(
  ctx: Deps,
  departures: Departure[],
): Promise<{ due: Departure[]; waits: store.Deferral[] }> {
  const fresh = departures.filter(({ hasSlot }) => !hasSlot)
  if (fresh.length === 0) return { due: departures, waits: [] }
  const paces = await store.lockThrottles(ctx.db, [...new Set(fresh.map(({ mailbox }) => mailbox))].sort())
  const now = ctx.now()
  const waits: store.Deferral[] = []
  for (const { work, mailbox } of fresh) {
    const slots = paces.get(mailbox) ?? []
    const slot = nextSlot(slots, now, ctx.sendSettings.pace)
    paces.set(mailbox, [...slots, slot].slice(-ctx.sendSettings.pace.perMinute))
    if (slot > now) waits.push({ id: work.id, dueAt: slot, hasSlot: true })
  }
  await store.saveThrottles(
    ctx.db,
    [...paces].map(([mailbox, slots]) => ({ mailbox, slots })),
  )
  const waiting = new Set(waits.map(({ id }) => id))
  return { due: departures.filter(({ work }) => !waiting.has(work.id)), waits }
}

/** The earliest moment at which neither a second nor a minute holds more than it may. */
export function nextSlot(slots: Date[], now: Date, { perSecond, perMinute }: SendSettings['pace']): Date {
  const after = (count: number, ms: number) => (slots.at(-count)?.getTime() ?? Number.NEGATIVE_INFINITY) + ms
  return new Date(Math.max(now.getTime(), after(perSecond, 1_000), after(perMinute, 60_000)))
}

function limitConcurrency(
  due: Departure[],
  inFlight: ReadonlyMap<string, number>,
  atOnce: number,
): { go: Departure[]; atCapacity: Departure[] } {
  const counts = new Map(inFlight)
  const [go, atCapacity]: [Departure[], Departure[]] = [[], []]
  for (const departure of due) {
    const count = counts.get(departure.mailbox) ?? 0
    const hasRoom = count < atOnce
    if (hasRoom) counts.set(departure.mailbox, count + 1)
    ;(hasRoom ? go : atCapacity).push(departure)
  }
  return { go, atCapacity }
}

/** Books a mailbox's place in its pace for something that cannot wait; false where there is none at this moment. */
export const reserveSlot = (ctx: Deps, kind: MailboxKind, address: string): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const mailbox = mailboxName(kind, address)
    const slots = (await store.lockThrottles(tx.db, [mailbox])).get(mailbox) ?? []
    const slot = nextSlot(slots, ctx.now(), ctx.sendSettings.pace)
    if (slot > ctx.now()) return false
    await store.saveThrottles(tx.db, [{ mailbox, slots: [...slots, slot].slice(-ctx.sendSettings.pace.perMinute) }])
    return true
  })
