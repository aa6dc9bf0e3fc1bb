import type { Db } from '../db/db.ts'
import type { ReceiverState } from './relay.tables.ts'

/** Locks a receiver's row until the transaction ends, with this state if it is new, and returns its state. */
export async function lockReceiver(db: Db, receiver: string, initial: ReceiverState): Promise<ReceiverState> {
  await db
    .insertInto('relayReceiver')
    .values({ receiver, ...columnsOf(initial), reply: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('relayReceiver')
    .select(['refusals', 'pausedUntil', 'pauses', 'triedEmail', 'changedAt'])
    .where('receiver', '=', receiver)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export const saveReceiver = (
  db: Db,
  { receiver, reply, ...state }: ReceiverState & { receiver: string; reply: string },
) =>
  db
    .updateTable('relayReceiver')
    .set({ ...columnsOf(state), reply })
    .where('receiver', '=', receiver)
    .execute()

const columnsOf = (state: ReceiverState) => ({ ...state, refusals: JSON.stringify(state.refusals) })

/** Lists the receivers that refused, by name. */
export const listReceivers = (db: Db) =>
  db.selectFrom('relayReceiver').select(['receiver', 'pausedUntil', 'changedAt', 'reply']).orderBy('receiver').execute()

export const findPaused = (db: Db) =>
  db.selectFrom('relayReceiver').select('receiver').where('pausedUntil', 'is not', null).limit(1).executeTakeFirst()

const pauseOf = (db: Db, receiver: string) =>
  db
    .selectFrom('relayReceiver')
    .select('pausedUntil')
    .where('receiver', '=', receiver)
    .where('pausedUntil', 'is not', null)
    .$narrowType<{ pausedUntil: Date }>()

export const findPause = (db: Db, receiver: string) => pauseOf(db, receiver).executeTakeFirst()

/** Keeps a pause from ending until the transaction ends. */
export const lockPause = (db: Db, receiver: string) => pauseOf(db, receiver).forShare().executeTakeFirst()

/** Lets one email be tried, while the others wait further. Returns false if another one is tried already. */
export async function startTry(
  db: Db,
  { receiver, pausedUntil, emailId, until, now }: Record<'pausedUntil' | 'until' | 'now', Date> & TriedEmail,
): Promise<boolean> {
  const started = await db
    .updateTable('relayReceiver')
    .set({ pausedUntil: until, triedEmail: emailId, changedAt: now })
    .where('receiver', '=', receiver)
    .where('pausedUntil', '=', pausedUntil)
    .returning('receiver')
    .executeTakeFirst()
  return started !== undefined
}

type TriedEmail = { receiver: string; emailId: string }

/** Ends a pause if this email was the one that was tried. */
export const endPause = (db: Db, { receiver, emailId, now }: TriedEmail & { now: Date }) =>
  db
    .updateTable('relayReceiver')
    .set({ pausedUntil: null, changedAt: now })
    .where('receiver', '=', receiver)
    .where('triedEmail', '=', emailId)
    .execute()

/** Returns false if nothing was known of the receiver. */
export async function deleteReceiver(db: Db, receiver: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('relayReceiver')
    .where('receiver', '=', receiver)
    .returning('receiver')
    .executeTakeFirst()
  return deleted !== undefined
}

export const deleteReceivers = (db: Db, before: Date) =>
  db.deleteFrom('relayReceiver').where('changedAt', '<', before).execute()
