import type { MailboxKind } from '@loadping/contract/mailboxes'
import type { Selectable } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type MailboxRow = Selectable<Tables['mailbox']>

/** Which mailbox: a person has one of each kind at most. */
export type OwnMailbox = { userId: string; kind: MailboxKind }

/** A person's mailboxes: the one that was selected last first. */
export const listMailboxes = (db: Db, userId: string): Promise<MailboxRow[]> =>
  db.selectFrom('mailbox').selectAll().where('userId', '=', userId).orderBy('selectedAt', 'desc').orderBy('kind').execute()

export const listMailboxesOf = (db: Db, userIds: string[]): Promise<MailboxRow[]> =>
  db.selectFrom('mailbox').selectAll().where('userId', 'in', userIds).execute()

export const findMailbox = (db: Db, { userId, kind }: OwnMailbox): Promise<MailboxRow | undefined> =>
  db.selectFrom('mailbox').selectAll().where('userId', '=', userId).where('kind', '=', kind).executeTakeFirst()

/** Connects the relay; connecting it again changes nothing. */
export const addRelay = (db: Db, mailbox: { userId: string; address: string; connectedAt: Date; selectedAt: Date }) =>
  db
    .insertInto('mailbox')
    .values({ ...mailbox, kind: 'relay' })
    .onConflict((conflict) => conflict.columns(['userId', 'kind']).doNothing())
    .execute()

type Connected = OwnMailbox & { address: string; sealedGrant: string; connectedAt: Date; selectedAt: Date }

/** Connects a mailbox, or connects it anew: what was wrong with it is over, and without `isSelected` it keeps its place. */
export const saveMailbox = (db: Db, mailbox: Connected, { isSelected }: { isSelected: boolean }) =>
  db
    .insertInto('mailbox')
    .values(mailbox)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'kind']).doUpdateSet({
        address: mailbox.address,
        sealedGrant: mailbox.sealedGrant,
        sealedAccess: null,
        accessExpiresAt: null,
        renewingUntil: null,
        failure: null,
        ...(isSelected && { connectedAt: mailbox.connectedAt, selectedAt: mailbox.selectedAt }),
      }),
    )
    .execute()

export const selectMailbox = async (db: Db, { userId, kind }: OwnMailbox, selectedAt: Date): Promise<boolean> =>
  (await db.updateTable('mailbox').set({ selectedAt }).where('userId', '=', userId).where('kind', '=', kind).returning('kind').executeTakeFirst()) !== undefined

/** Removes a mailbox; answers what there was of it. */
export const removeMailbox = (db: Db, { userId, kind }: OwnMailbox): Promise<MailboxRow | undefined> =>
  db.deleteFrom('mailbox').where('userId', '=', userId).where('kind', '=', kind).returningAll().executeTakeFirst()

/** Takes the renewing of a leave, unless somebody has it, and answers the mailbox; whoever dies with it loses it at that time. */
export const takeRenewal = (db: Db, { userId, kind }: OwnMailbox, { now, until }: { now: Date; until: Date }): Promise<MailboxRow | undefined> =>
  db
    .updateTable('mailbox')
    .set({ renewingUntil: until })
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where((eb) => eb.or([eb('renewingUntil', 'is', null), eb('renewingUntil', '<', now)]))
    .returningAll()
    .executeTakeFirst()

type Renewed = { sealedAccess: string; accessExpiresAt: Date; sealedGrant?: string }

/** Ends a renewal that is still ours and writes down what it gave, unless the mailbox was connected anew meanwhile. */
export const endRenewal = (db: Db, { userId, kind, sealedGrant }: MailboxRow, until: Date, renewed: Partial<Renewed>) =>
  db
    .updateTable('mailbox')
    .set({ ...renewed, renewingUntil: null })
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('sealedGrant', '=', sealedGrant)
    .where('renewingUntil', '=', until)
    .execute()

/** Notes why nothing can leave from a mailbox any more, unless it was connected anew, or its leave was renewed, meanwhile. */
export const markLocked = (db: Db, { userId, kind, sealedGrant }: MailboxRow, failure: string) =>
  db
    .updateTable('mailbox')
    .set({ failure, sealedAccess: null, accessExpiresAt: null })
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('sealedGrant', '=', sealedGrant)
    .execute()
