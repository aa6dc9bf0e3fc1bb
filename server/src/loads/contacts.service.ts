import { randomUUIDv7 } from 'node:crypto'
import { duplicateWindowHours } from '@loadping/contract/emails'
import { laneKeyOf } from '@loadping/contract/rules/same-load'
import type { LoadEvent, StoredFacts } from '@loadping/contract/saved-loads'
import { recordContact } from '../analytics/analytics.service.ts'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { type Write, writeTogether } from '../db/write-together.ts'
import { type BuildingContacted, buildContacted } from './build-load.ts'
import * as store from './contacts.store.ts'
import { refuseLongHistory, toEvent } from './loads.service.ts'
import * as loads from './loads.store.ts'
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

/** Who a contact counts for. */
const holdersOf = ({ userId, organizationId }: Pick<Contact, 'userId' | 'organizationId'>): string[] =>
  organizationId === null ? [userId] : [userId, organizationId]

/** Adds a contact made now, with its event and daily counts. */
export function addContact(ctx: Deps, contact: Contact): Write[] {
  const { id, userId, organizationId, type, toAddress, loadKey, load, askCents } = contact
  const row = { id, userId, type, toAddress, loadKey, askCents, laneKey: laneKeyOf(load) ?? null, createdAt: ctx.now() }
  return [store.contactWrite(ctx.db, holdersOf({ userId, organizationId }), row), ...recordContact(ctx, contact)]
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
  if (loadId !== null) await store.resetContacted(ctx.db, { userId, loadId, loadKey })
}

/** Records a phone call as a contact of the caller, on their own load; a teammate's is added to theirs first. */
export async function recordCall(ctx: Context, id: string, askCents: number | null = null): Promise<LoadEvent> {
  const { userId, organizationId } = ctx.caller
  const visible = await findVisibleLoad(ctx, id)
  const { loadKey, facts } = visible
  return inTransaction(ctx, async (tx) => {
    await lockSends(tx, userId)
    const now = tx.now()
    const known = await loads.findByKey(tx.db, userId, loadKey)
    if (known) await refuseLongHistory(tx, known)
    const of = { userId, now, known, loadKey, facts: known?.facts ?? facts, askCents }
    const { loadId, writes } = contactLoad(tx, of)
    const call = {
      ...{ userId, loadId, id: randomUUIDv7(), by: userId, at: now },
      ...{ kind: 'called' as const, cents: askCents, status: null, outcome: null, text: null },
    }
    const contact = { id: call.id, userId, organizationId, type: 'PHONE' as const, toAddress: '' }
    await writeTogether(tx.db, [
      ...writes,
      ...addContact({ ...tx, now: () => now }, { ...contact, loadKey, loadId, load: of.facts, askCents }),
      loads.eventWrite(tx.db, [call]),
    ])
    return toEvent(call)
  })
}
