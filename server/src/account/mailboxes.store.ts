import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

export type MailboxKind = 'relay' | 'google' | 'outlook'
export type OwnMailbox = { userId: string; kind: Exclude<MailboxKind, 'relay'> }

/** Connects the relay; connecting it again changes nothing. */
export const addRelay = (db: Db, mailbox: { userId: string; address: string; connectedAt: Date }) =>
  db
    .insertInto('mailbox')
    .values({ ...mailbox, kind: 'relay' })
    .onConflict((conflict) => conflict.columns(['userId', 'kind']).doNothing())
    .execute()

export const saveMailbox = (db: Db, mailbox: OwnMailbox & { address: string; sealedGrant: string; connectedAt: Date }) =>
  db
    .insertInto('mailbox')
    .values(mailbox)
    .onConflict((conflict) => conflict.columns(['userId', 'kind']).doUpdateSet({ address: mailbox.address, sealedGrant: mailbox.sealedGrant }))
    .execute()

export const removeMailbox = (db: Db, { userId, kind }: OwnMailbox) => db.deleteFrom('mailbox').where('userId', '=', userId).where('kind', '=', kind).execute()

/** A person's mailboxes: their own before the relay, and of these the one that was connected first. */
export const listMailboxes = (db: Db, userId: string) =>
  db
    .selectFrom('mailbox')
    .select(['kind', 'address'])
    .where('userId', '=', userId)
    .orderBy(sql`kind = 'relay'`)
    .orderBy('connectedAt')
    .orderBy('kind')
    .execute()
