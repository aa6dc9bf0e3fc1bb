import { type Insertable, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { namedTrucks } from '../emails/emails.reads.ts'

export const contactWrite = (db: Db, holders: string[], contact: Omit<Insertable<Tables['contact']>, 'holder'>) =>
  db.insertInto('contact').values(holders.map((holder) => ({ ...contact, holder })))

export const removeContacts = (
  db: Db,
  holders: string[],
  { toAddress, loadKey, id }: { toAddress: string; loadKey: string; id: string },
) =>
  db
    .deleteFrom('contact')
    .where('holder', 'in', holders)
    .where('toAddress', '=', toAddress)
    .where('loadKey', '=', loadKey)
    .where('id', '=', id)
    .execute()

type SameLoad = { holder: string; loadKey: string; laneKey: string | undefined; since: Date }

/** Lists the newest contacts of a user or organization about the same posting or the same load. */
export const listSameLoad = (db: Db, { holder, loadKey, laneKey, since }: SameLoad) =>
  db
    .selectFrom('contact')
    .select(['id', 'userId', 'type', 'toAddress', 'createdAt', 'askCents', 'loadKey'])
    .where('holder', '=', holder)
    .where((eb) => eb.or([eb('loadKey', '=', loadKey), eb('laneKey', '=', laneKey ?? null)]))
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc')
    .limit(100)
    .execute()

/**
 * Sets a user's load back to what its other contacts say, after one was removed. A status that the user chose stays,
 * except `saved`.
 */
export const resetContacted = (
  db: Db,
  { userId, loadId, loadKey }: { userId: string; loadId: string; loadKey: string },
) =>
  sql`
  with others as (select created_at, ask_cents from contact where holder = ${userId} and load_key = ${loadKey}),
    chosen as (
      select status, at from load_event
      where user_id = ${userId} and load_id = ${loadId} and status is not null order by id desc limit 1
    )
  update load set
    ask_cents = (select ask_cents from others where ask_cents is not null order by created_at desc limit 1),
    contacted_at = (select max(created_at) from others),
    truck_ids = (${namedTrucks(db, { userId, loadId })}),
    status = case
      when status <> 'contacted' then status
      when coalesce((select status from chosen), 'saved') <> 'saved' then (select status from chosen)
      when exists (select 1 from others where created_at > coalesce((select at from chosen), '-infinity')) then 'contacted'
      else 'saved' end
  where user_id = ${userId} and id = ${loadId}`.execute(db)
