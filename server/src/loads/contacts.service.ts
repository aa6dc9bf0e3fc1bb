import { randomUUIDv7 } from 'node:crypto'
import { duplicateWindowHours } from '@loadping/contract/emails'
import { laneKeyOf } from '@loadping/contract/rules/same-load'
import type { LoadEvent, StoredFacts } from '@loadping/contract/saved-loads'
import { recordContact } from '../analytics/analytics.service.ts'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { type Write, writeTogether } from '../db/write-together.ts'
import { type BuildingContacted, buildContacted } from './build-load.ts'
import * as store from './contacts.store.ts'
import type { LoadRow } from './load-row.ts'
import { refuseLongHistory, toEvent } from './loads.service.ts'
import * as loads from './loads.store.ts'
import { holdersOf } from './marks.service.ts'
import { markWrite, removeMark } from './marks.store.ts'
import { findVisibleLoad } from './visible-loads.service.ts'

/** Serializes changes of a user's loads, contacts and allowance; call it before anything else in the transaction. */
export const lockSends = (ctx: Deps, userId: string) => loads.lockLoads(ctx.db, userId)

/** Saves a user's load as contacted. Returns its id and the writes. */
export function contactLoad(ctx: Deps, contacted: BuildingContacted): { loadId: string; writes: Write[] } {
  const { row, events } = buildContacted(contacted)
  const writes = [loads.loadWrite(ctx.db, row), ...(events.length > 0 ? [loads.eventWrite(ctx.db, events)] : [])]
  return { loadId: row.id, writes }
}

type Contact = {
  /** Of the email, or of the event of a call. */
  id: string
  userId: string
  organizationId: string | null
  type: 'EMAIL' | 'PHONE'
  /** Empty for a call. */
  toAddress: string
  loadKey: string
  /** Null for a broker's email. */
  loadId: string | null
  load: StoredFacts
  askCents: number | null
}

/** Adds a contact made now, with its mark, event and daily counts. */
export function addContact(ctx: Deps, contact: Contact): Write[] {
  const { id, userId, organizationId, type, toAddress, loadKey, load, askCents } = contact
  const at = ctx.now()
  const common = { id, userId, type, loadKey, askCents, laneKey: laneKeyOf(load) ?? null }
  const holders = holdersOf({ userId, organizationId })
  return [
    store.contactWrite(ctx.db, holders, { ...common, toAddress, createdAt: at }),
    markWrite(ctx.db, holders, { ...common, at }),
    ...recordContact(ctx, contact),
  ]
}

/** Lists the contacts of the last 24 hours about the same load on any board, the newest first. */
export const listSameLoad = (
  ctx: Deps,
  { holder, loadKey, load }: { holder: string; loadKey: string; load: StoredFacts },
) =>
  store.listSameLoad(ctx.db, {
    ...{ holder, loadKey, laneKey: laneKeyOf(load) },
    since: new Date(ctx.now().getTime() - duplicateWindowHours * 3_600_000),
  })

type Emailed = Pick<Contact, 'id' | 'userId' | 'organizationId' | 'toAddress' | 'loadKey' | 'loadId'>

/** Removes the contact of an undelivered email, and its ask from the load; its event is removed apart. */
export async function withdrawContact(ctx: Deps, email: Emailed): Promise<void> {
  const { userId, loadId, loadKey } = email
  await store.removeContacts(ctx.db, holdersOf(email), email)
  await removeMark(ctx.db, holdersOf(email), { ...email, now: ctx.now() })
  if (loadId !== null) await store.resetContacted(ctx.db, { userId, loadId, loadKey })
}

/** Records a phone call about a load that the caller sees; a teammate's load is added to theirs first. */
export async function recordCall(ctx: Context, id: string, askCents: number | null = null): Promise<LoadEvent> {
  const { loadKey, facts } = await findVisibleLoad(ctx, id)
  return inTransaction(ctx, async (tx) => {
    await lockSends(tx, tx.caller.userId)
    const known = await loads.findByKey(tx.db, tx.caller.userId, loadKey)
    const { event, writes } = await callAbout(tx, { known, loadKey, facts: known?.facts ?? facts, askCents })
    await writeTogether(tx.db, writes)
    return event
  })
}

type Call = { loadKey: string; facts: StoredFacts; askCents: number | null }

/**
 * Returns a call made now as an event of the caller's load, with the writes that save both and its contact; `lockSends`
 * first.
 */
export async function callAbout(
  ctx: Context,
  { known, loadKey, facts, askCents }: Call & { known: LoadRow | undefined },
): Promise<{ event: LoadEvent; loadId: string; writes: Write[] }> {
  if (known) await refuseLongHistory(ctx, known)
  const { userId } = ctx.caller
  const now = ctx.now()
  const { loadId, writes } = contactLoad(ctx, { userId, now, known, loadKey, facts, askCents })
  const event = {
    ...{ userId, loadId, id: randomUUIDv7(), by: userId, at: now },
    ...{ kind: 'called' as const, cents: askCents, status: null, outcome: null, text: null },
  }
  const contact = addCallContact({ ...ctx, now: () => now }, event.id, { loadKey, loadId, facts, askCents })
  return { event: toEvent(event), loadId, writes: [...writes, ...contact, loads.eventWrite(ctx.db, [event])] }
}

/** Adds the contact of a call made now, which for a broker is all that is kept of it. */
export function addCallContact(
  ctx: Context,
  id: string,
  { facts: load, ...call }: Call & { loadId: string | null },
): Write[] {
  const { userId, organizationId } = ctx.caller
  return addContact(ctx, { id, userId, organizationId, type: 'PHONE', toAddress: '', load, ...call })
}
