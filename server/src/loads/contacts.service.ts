import { randomUUIDv7 } from 'node:crypto'
import type { PostedLoad } from '@loadping/contract/boards/posted-load'
import { laneKeyOf, postingKeyOf } from '@loadping/contract/boards/same-load'
import { duplicateWindowHours } from '@loadping/contract/emails/emails'
import type { RecordedCall } from '@loadping/contract/loads/loads.api'
import type { StoredFacts } from '@loadping/contract/loads/saved-loads'
import { allowedFacts } from '@loadping/contract/team/team-rules'
import { postedTotalCents } from '@loadping/contract/templates/rate-formula'
import { recordContact } from '../analytics/analytics.service.ts'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { type Write, writeTogether } from '../db/write-together.ts'
import { answerWrite, findAnswer } from '../idempotency/idempotency.service.ts'
import { type BuildingContacted, buildContacted } from './build-load.ts'
import * as store from './contacts.store.ts'
import { type LoadRow, storedFactsOf } from './load-row.ts'
import { refuseLongHistory } from './loads.service.ts'
import * as loads from './loads.store.ts'
import { holdersOf } from './marks.service.ts'
import { markWrite, removeMark } from './marks.store.ts'
import { findVisibleLoad } from './visible-loads.service.ts'

/** Serializes changes of a user's loads, contacts and allowance; call it before anything else in the transaction. */
export const lockSends = (ctx: Pick<Deps, 'db'>, userId: string) => loads.lockLoads(ctx.db, userId)

/** Saves a user's load as contacted. Returns its id and the writes. */
export function contactLoad(ctx: Deps, contacted: BuildingContacted): { loadId: string; writes: Write[] } {
  const { row, events, names } = buildContacted(contacted)
  const writes = [
    loads.loadWrite(ctx.db, row),
    loads.nameWrite(ctx.db, names),
    ...(events.length > 0 ? [loads.eventWrite(ctx.db, events)] : []),
  ]
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
    markWrite(ctx.db, holders, { ...common, at, postedCents: postedTotalCents(load) ?? null }),
    ...recordContact(ctx, contact),
  ]
}

/** Lists the contacts of the last 24 hours about the same load on any board, the newest first. */
export const listSameLoad = (
  ctx: Deps,
  { holder, loadKey, load }: { holder: string; loadKey: string; load: StoredFacts },
) =>
  store.listSameLoad(ctx.db, {
    holder,
    loadKey,
    laneKey: laneKeyOf(load),
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

/** Records a phone call once per idempotency key, on the caller's load. Brokers save no loads. */
export function recordCall(
  ctx: Context,
  key: string,
  body: { about: Called; askCents?: number | undefined },
): Promise<RecordedCall> {
  const { userId, userType } = ctx.caller
  return inTransaction(ctx, async (tx) => {
    await lockSends(tx, userId)
    const earlier = await findAnswer<RecordedCall>(tx, key, body)
    if (earlier) return earlier
    const at = tx.now()
    const now = { ...tx, now: () => at }
    const call = { ...(await findCalled(now, body.about)), askCents: body.askCents ?? null }
    const { loadId, writes } =
      userType === 'broker'
        ? { loadId: null, writes: addCall(now, randomUUIDv7(), { ...call, loadId: null }) }
        : await callAbout(now, call)
    const answer = { at: at.toISOString(), loadId }
    await writeTogether(tx.db, [...writes, answerWrite(now, { key, body, answer })])
    return answer
  })
}

type Called = { loadId: string } | { load: PostedLoad }
type Found = { loadKey: string; facts: StoredFacts; known: LoadRow | undefined }
type Call = Found & { askCents: number | null }

/** Finds what a call is about: the caller's load, a teammate's, or the posting. */
async function findCalled(ctx: Context, about: Called): Promise<Found> {
  const { userId } = ctx.caller
  if ('load' in about) {
    const loadKey = postingKeyOf(about.load) ?? ''
    const facts = allowedFacts(storedFactsOf(about.load), ctx.caller.rules)
    return { loadKey, facts, known: await loads.findByKey(ctx.db, userId, loadKey) }
  }
  const { loadKey, facts } = await findVisibleLoad(ctx, about.loadId)
  const known = await loads.findByKey(ctx.db, userId, loadKey)
  return { loadKey, facts: allowedFacts(known?.facts ?? facts, ctx.caller.rules), known }
}

/** Returns the writes of a call made now, with its event in the history of the caller's load. */
async function callAbout(ctx: Context, { known, ...call }: Call): Promise<{ loadId: string; writes: Write[] }> {
  if (known) await refuseLongHistory(ctx, known)
  const { userId } = ctx.caller
  const now = ctx.now()
  const { loadId, writes } = contactLoad(ctx, { userId, now, known, ...call })
  const event = {
    userId,
    loadId,
    id: randomUUIDv7(),
    by: userId,
    at: now,
    kind: 'called' as const,
    cents: call.askCents,
    status: null,
    outcome: null,
    text: null,
  }
  return {
    loadId,
    writes: [...writes, ...addCall(ctx, event.id, { ...call, loadId }), loads.eventWrite(ctx.db, [event])],
  }
}

/** Adds the contact of a call made now, which for a broker is all that is kept of it. */
function addCall(
  ctx: Context,
  id: string,
  { loadKey, facts: load, askCents, loadId }: Omit<Call, 'known'> & { loadId: string | null },
): Write[] {
  const { userId, organizationId } = ctx.caller
  const contact = { id, userId, organizationId, type: 'PHONE' as const, toAddress: '' }
  return addContact(ctx, { ...contact, loadKey, loadId, load, askCents })
}
