import type { MailboxKind, MailboxName } from '@loadping/contract/mailboxes/mailboxes'
import { type Selectable, sql } from 'kysely'
import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { emails } from '../emails/emails.reads.ts'

export type MailboxRow = Selectable<Tables['mailbox']>

/** Identifies a mailbox: a user has at most one of each kind for an address. */
export type MailboxKey = { userId: string; kind: MailboxKind; address: string }

const keyOf = ({ userId, kind, address }: MailboxKey): MailboxKey => ({ userId, kind, address })

/** Lists a user's mailboxes, the default first. */
export const listMailboxes = compileOnce((db, { userId }: { userId: string }) =>
  db
    .selectFrom('mailbox')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('defaultSince', 'desc')
    .orderBy('kind')
    .orderBy('address'),
)

/** Counts the newest emails of a user's mailboxes since then, and how many of them bounced. */
export const countBounces = compileOnce((db, { userId, since }: { userId: string; since: Date }) =>
  db
    .selectFrom(
      db
        .selectFrom(emails(db).as('email'))
        .select(['mailboxKind', 'replyTo', 'failureCode'])
        .where('userId', '=', userId)
        .where('state', 'in', ['sent', 'failed'])
        .where('createdAt', '>', since)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(1_000)
        .as('newest'),
    )
    .select((eb) => [
      'mailboxKind',
      'replyTo',
      eb.fn.countAll<number>().as('sent'),
      eb.fn.countAll<number>().filterWhere('failureCode', '=', 'bounced').as('bounced'),
    ])
    .groupBy(['mailboxKind', 'replyTo']),
)

/** Lists people's mailboxes, the default of each first. */
export const listMailboxesOf = compileOnce((db, { userIds }: { userIds: string[] }) =>
  db
    .selectFrom('mailbox')
    .selectAll()
    .where('userId', '=', (eb) => eb.fn.any(eb.val(userIds)))
    .orderBy('defaultSince', 'desc')
    .orderBy('kind')
    .orderBy('address'),
)

export const findMailbox = (db: Db, mailbox: MailboxKey): Promise<MailboxRow | undefined> =>
  db
    .selectFrom('mailbox')
    .selectAll()
    .where((eb) => eb.and(keyOf(mailbox)))
    .executeTakeFirst()

/** Whether any user has connected this mailbox. */
export const isConnected = async (db: Db, { kind, address }: MailboxName): Promise<boolean> =>
  (await db
    .selectFrom('mailbox')
    .select('userId')
    .where('address', '=', address)
    .where('kind', '=', kind)
    .limit(1)
    .executeTakeFirst()) !== undefined

type Connected = MailboxKey & {
  encryptedCredentials: string
  connectedAt: Date
  defaultSince: Date
  isSealed: boolean
}

/** Connects the relay, unless it is connected already. */
export const addRelay = (db: Db, mailbox: Omit<Connected, 'kind' | 'encryptedCredentials'>) =>
  db
    .insertInto('mailbox')
    .values({ ...mailbox, kind: 'relay' })
    .onConflict((conflict) => conflict.columns(['userId', 'kind', 'address']).doNothing())
    .execute()

/** Lets replies to what a user's relay sends go to another address. */
export const moveRelay = (db: Db, { userId, from, to }: { userId: string; from: string; to: string }) =>
  db
    .updateTable('mailbox')
    .set({ address: to })
    .where('userId', '=', userId)
    .where('kind', '=', 'relay')
    .where('address', '=', from)
    .execute()

/** Counts people's own mailboxes: all, and those that must be connected again. */
export const countMailboxes = (db: Db) =>
  db
    .selectFrom('mailbox')
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('connectionError', 'is not', null).as('failing'),
    ])
    .where('kind', '<>', 'relay')
    .executeTakeFirstOrThrow()

/** Says why nothing can be sent from the relays of all users, or that it can; a sealed mailbox needs no relay. */
export const setRelayErrors = (db: Db, connectionError: string | null) =>
  db
    .updateTable('mailbox')
    .set({ connectionError })
    .where('kind', '=', 'relay')
    .where('isSealed', '=', false)
    .where('connectionError', 'is distinct from', connectionError)
    .execute()

/** Connects a mailbox as the default, or refreshes the credentials of a connected one, which keeps its rank. */
export const saveMailbox = (db: Db, mailbox: Connected) =>
  db
    .insertInto('mailbox')
    .values(mailbox)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'kind', 'address']).doUpdateSet({
        encryptedCredentials: mailbox.encryptedCredentials,
        encryptedAccessToken: null,
        accessTokenExpiresAt: null,
        refreshLeaseUntil: null,
        connectionError: null,
        isLoginOff: false,
      }),
    )
    .execute()

/** Lists some mailboxes that log in with a password and whose owners need a notice, or were not looked at. */
export const listWithoutLoginNotice = (db: Db): Promise<MailboxRow[]> =>
  db
    .selectFrom('mailbox')
    .selectAll()
    .where('kind', '=', 'smtp')
    .where('loginNoticeAt', 'is', null)
    .orderBy('connectedAt')
    .limit(100)
    .execute()

/** Records that a mailbox was looked at. Returns whether it was not yet. */
export const claimLoginNotice = async (db: Db, mailbox: MailboxKey, loginNoticeAt: Date): Promise<boolean> =>
  (await db
    .updateTable('mailbox')
    .set({ loginNoticeAt })
    .where((eb) => eb.and(keyOf(mailbox)))
    .where('loginNoticeAt', 'is', null)
    .returning('kind')
    .executeTakeFirst()) !== undefined

export const setDefaultMailbox = async (db: Db, mailbox: MailboxKey, defaultSince: Date): Promise<boolean> =>
  (await db
    .updateTable('mailbox')
    .set({ defaultSince })
    .where((eb) => eb.and(keyOf(mailbox)))
    .returning('kind')
    .executeTakeFirst()) !== undefined

/** Removes a mailbox and returns it, or undefined if there was none. */
export const removeMailbox = (db: Db, mailbox: MailboxKey): Promise<MailboxRow | undefined> =>
  db
    .deleteFrom('mailbox')
    .where((eb) => eb.and(keyOf(mailbox)))
    .returningAll()
    .executeTakeFirst()

/** Longer than the timeout of a call to a provider. Whole milliseconds by the database's clock, as a Date holds them. */
const refreshLeaseEnd = sql<Date>`date_trunc('milliseconds', now()) + interval '15 seconds'`

/** A lease that ends later than any can was made before a clock was set back. */
const isRefreshFree = sql<boolean>`(refresh_lease_until is null or refresh_lease_until < now()
  or refresh_lease_until > now() + interval '1 minute')`

/** Claims the token-refresh lease and returns the mailbox, or undefined if another worker holds the lease. */
export const claimRefreshLease = (db: Db, mailbox: MailboxKey): Promise<MailboxRow | undefined> =>
  db
    .updateTable('mailbox')
    .set({ refreshLeaseUntil: refreshLeaseEnd })
    .where((eb) => eb.and(keyOf(mailbox)))
    .where(isRefreshFree)
    .returningAll()
    .executeTakeFirst()

type RefreshedTokens = { encryptedAccessToken: string; accessTokenExpiresAt: Date; encryptedCredentials?: string }

/** Ends the refresh lease and saves the tokens, unless the lease or the mailbox changed meanwhile. */
export const finishRefresh = (db: Db, mailbox: MailboxRow, tokens: Partial<RefreshedTokens>) =>
  db
    .updateTable('mailbox')
    .set({ ...tokens, refreshLeaseUntil: null })
    .where((eb) => eb.and(keyOf(mailbox)))
    .where('encryptedCredentials', '=', mailbox.encryptedCredentials)
    .where('refreshLeaseUntil', '=', mailbox.refreshLeaseUntil)
    .execute()

/** Records why a mailbox needs to be reconnected, unless its credentials changed meanwhile. */
export const markNeedsReconnect = (
  db: Db,
  mailbox: MailboxRow,
  failure: { connectionError: string; isLoginOff: boolean },
) =>
  db
    .updateTable('mailbox')
    .set({ ...failure, encryptedAccessToken: null, accessTokenExpiresAt: null })
    .where((eb) => eb.and(keyOf(mailbox)))
    .where('encryptedCredentials', '=', mailbox.encryptedCredentials)
    .execute()
