import { randomUUIDv7 } from 'node:crypto'
import type { LoadEvent } from '@loadping/contract/saved-loads'
import { type Context, inTransaction } from '../context.ts'
import { writeTogether } from '../db/write-together.ts'
import { addContact, contactLoad, lockSends } from './contacts.service.ts'
import { addEvents } from './load-events.store.ts'
import { refuseLongHistory, toEvent } from './loads.service.ts'
import { findByKey } from './loads.store.ts'
import { findVisibleLoad } from './visible-loads.service.ts'

/** Records a phone call as a contact of the caller, on their own load; a teammate's is added to theirs first. */
export async function recordCall(ctx: Context, id: string, askCents: number | null = null): Promise<LoadEvent> {
  const { userId, organizationId } = ctx.caller
  const visible = await findVisibleLoad(ctx, id)
  const { loadKey, facts } = visible
  return inTransaction(ctx, async (tx) => {
    await lockSends(tx, userId)
    const now = tx.now()
    const known = await findByKey(tx.db, userId, loadKey)
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
      ...addContact({ ...tx, now: () => now }, { ...contact, loadKey, load: of.facts, askCents }),
    ])
    await addEvents(tx.db, [call])
    return toEvent(call)
  })
}
