import type { MailboxName } from '@loadping/contract/mailboxes/mailboxes'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { firstAsks, isInquiry } from './emails.reads.ts'
import type { EmailRow } from './emails.store.ts'

/** Lists a user's emails that wait or are being sent, and name a truck or are about a load. */
export const listUnsentOfTruck = (
  db: Db,
  { userId, truckId, loadId }: { userId: string; truckId: string; loadId: string },
): Promise<Pick<EmailRow, 'id' | 'state'>[]> =>
  db
    .selectFrom('email')
    .select(['id', 'state'])
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('truckId', '=', truckId), eb('loadId', '=', loadId)]))
    .where('state', 'in', ['queued', 'sending'])
    .where('dismissedAt', 'is', null)
    .where('withdrawalOf', 'is', null)
    .where(isInquiry)
    .orderBy('createdAt')
    .execute()

export const listFirstAsks = (
  db: Db,
  { loadIds, ...named }: { userId: string; truckId: string; loadIds: string[] },
): Promise<EmailRow[]> =>
  firstAsks(db, named).clearSelect().selectAll().where('loadId', '=', sql<string>`any(${loadIds}::uuid[])`).execute()

/** Lets failed withdrawals of these emails need no attention any longer. */
export const dismissWithdrawals = async (
  db: Db,
  { userId, of, now }: { userId: string; of: string[]; now: Date },
): Promise<void> =>
  void (await db
    .updateTable('email')
    .set({ dismissedAt: now })
    .where('userId', '=', userId)
    .where('withdrawalOf', '=', sql<string>`any(${of}::uuid[])`)
    .where('state', '=', 'failed')
    .where('dismissedAt', 'is', null)
    .execute())

export async function countWaitingFrom(
  db: Db,
  { userId, mailbox: { kind, address } }: { userId: string; mailbox: MailboxName },
): Promise<number> {
  const { count } = await db
    .selectFrom('email')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('state', '=', 'queued')
    .where('dismissedAt', 'is', null)
    .where('mailboxKind', '=', kind)
    .where('replyTo', '=', address)
    .executeTakeFirstOrThrow()
  return Number(count)
}
