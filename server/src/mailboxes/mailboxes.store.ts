import type { MailboxKind } from '@loadping/contract/mailboxes'
import type { Selectable } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type MailboxRow = Selectable<Tables['mailbox']>

/** Which mailbox: a person has one of each kind at most. */
export type MailboxKey = { userId: string; kind: MailboxKind }

/** A person's mailboxes: the one that was selected last first. */
export const listMailboxes = (db: Db, userId: string): Promise<MailboxRow[]> =>
  db
    .selectFrom('mailbox')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('defaultSince', 'desc')
    .orderBy('kind')
    .execute()

export const listMailboxesOf = (db: Db, userIds: string[]): Promise<MailboxRow[]> =>
  db.selectFrom('mailbox').selectAll().where('userId', 'in', userIds).execute()

export const findMailbox = (db: Db, { userId, kind }: MailboxKey): Promise<MailboxRow | undefined> =>
  db.selectFrom('mailbox').selectAll().where('userId', '=', userId).where('kind', '=', kind).executeTakeFirst()

/** Connects the relay; connecting it again changes nothing. */
export const addRelay = (db: Db, mailbox: { userId: string; address: string; connectedAt: Date; defaultSince: Date }) =>
  db
    .insertInto('mailbox')
    .values({ ...mailbox, kind: 'relay' })
    .onConflict((conflict) => conflict.columns(['userId', 'kind']).doNothing())
    .execute()

type Connected = MailboxKey & { address: string; encryptedCredentials: string; connectedAt: Date; defaultSince: Date }

/** Connects a mailbox, or connects it anew: what was wrong with it is over, and without `isDefault` it keeps its place. */
export const saveMailbox = (db: Db, mailbox: Connected, { isDefault }: { isDefault: boolean }) =>
  db
    .insertInto('mailbox')
    .values(mailbox)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'kind']).doUpdateSet({
        address: mailbox.address,
        encryptedCredentials: mailbox.encryptedCredentials,
        encryptedAccessToken: null,
        accessTokenExpiresAt: null,
        refreshLeaseUntil: null,
        connectionError: null,
        ...(isDefault && { connectedAt: mailbox.connectedAt, defaultSince: mailbox.defaultSince }),
      }),
    )
    .execute()

export const setDefaultMailbox = async (db: Db, { userId, kind }: MailboxKey, defaultSince: Date): Promise<boolean> =>
  (await db
    .updateTable('mailbox')
    .set({ defaultSince })
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .returning('kind')
    .executeTakeFirst()) !== undefined

/** Removes a mailbox; answers what there was of it. */
export const removeMailbox = (db: Db, { userId, kind }: MailboxKey): Promise<MailboxRow | undefined> =>
  db.deleteFrom('mailbox').where('userId', '=', userId).where('kind', '=', kind).returningAll().executeTakeFirst()

/** Takes the renewing of a leave, unless somebody has it, and answers the mailbox; whoever dies with it loses it at that time. */
export const claimRefreshLease = (
  db: Db,
  { userId, kind }: MailboxKey,
  { now, until }: { now: Date; until: Date },
): Promise<MailboxRow | undefined> =>
  db
    .updateTable('mailbox')
    .set({ refreshLeaseUntil: until })
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where((eb) => eb.or([eb('refreshLeaseUntil', 'is', null), eb('refreshLeaseUntil', '<', now)]))
    .returningAll()
    .executeTakeFirst()

type Renewed = { encryptedAccessToken: string; accessTokenExpiresAt: Date; encryptedCredentials?: string }

/** Ends a renewal that is still ours and writes down what it gave, unless the mailbox was connected anew meanwhile. */
export const finishRefresh = (
  db: Db,
  { userId, kind, encryptedCredentials }: MailboxRow,
  until: Date,
  renewed: Partial<Renewed>,
) =>
  db
    .updateTable('mailbox')
    .set({ ...renewed, refreshLeaseUntil: null })
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('encryptedCredentials', '=', encryptedCredentials)
    .where('refreshLeaseUntil', '=', until)
    .execute()

/** Notes why nothing can leave from a mailbox any more, unless it was connected anew, or its leave was renewed, meanwhile. */
export const markNeedsReconnect = (
  db: Db,
  { userId, kind, encryptedCredentials }: MailboxRow,
  connectionError: string,
) =>
  db
    .updateTable('mailbox')
    .set({ connectionError, encryptedAccessToken: null, accessTokenExpiresAt: null })
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('encryptedCredentials', '=', encryptedCredentials)
    .execute()
