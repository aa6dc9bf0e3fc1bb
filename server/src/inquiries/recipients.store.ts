import type { KnownRecipient } from '@loadping/contract/emails/recipient-verdict'
import { type Insertable, sql } from 'kysely'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'

export type RecipientOf = Pick<KnownRecipient, 'domain' | 'mc' | 'companyKey'>

/** Counts one more email. */
export const recipientWrite = (db: Db, holders: string[], { now, ...recipient }: RecipientOf & { now: Date }) =>
  db
    .insertInto('recipient')
    .values(holders.map((holder) => ({ ...recipient, holder, sent: 1, lastAt: now })))
    .onConflict((conflict) =>
      conflict.columns(['holder', 'domain', 'mc', 'companyKey']).doUpdateSet((eb) => ({
        sent: eb('recipient.sent', '+', 1),
        lastAt: eb.ref('excluded.lastAt'),
      })),
    )

export const addPastRecipients = (db: Db, recipients: Insertable<Tables['recipient']>[]) =>
  db.insertInto('recipient').values(recipients).execute()

/** Counts one email less. */
export const withdrawRecipient = (db: Db, holders: string[], { domain, mc, companyKey }: RecipientOf) =>
  db
    .updateTable('recipient')
    .set((eb) => ({ sent: eb('sent', '-', 1) }))
    .where('holder', 'in', holders)
    .where('domain', '=', domain)
    .where('mc', '=', mc)
    .where('companyKey', '=', companyKey)
    .where('sent', '>', 0)
    .execute()

/** Lists the recipients of the last emails of a user or organization, the newest first. */
export const listRecipients = (
  db: Db,
  { holder, since, limit }: { holder: string; since: Date; limit: number },
): Promise<KnownRecipient[]> =>
  db
    .selectFrom('recipient')
    .select(['domain', 'mc', 'companyKey', 'sent'])
    .where('holder', '=', holder)
    .where('lastAt', '>', since)
    .where('sent', '>', 0)
    .orderBy('lastAt', 'desc')
    .limit(limit)
    .execute()

/** Enough for any team; a check takes about a millisecond for each thousand. */
const maxCompared = 5_000

/**
 * Selects what a verdict on a recipient needs: the rows of its domain and company and, for a domain that is new and no
 * free mail, all others.
 */
export const neededRecipients = (holder: string, { domain, mc, companyKey }: RecipientOf) => {
  const rows = sql`select domain, mc, company_key, sent from recipient where holder = ${holder} and sent > 0`
  return sql<KnownRecipient>`
    (${rows} and domain = ${domain})
    union (${rows} and mc = ${mc} and mc <> '')
    union (${rows} and company_key = ${companyKey} and company_key <> '')
    union (${rows} and position('@' in ${domain}) = 0
      and not exists (select from recipient where holder = ${holder} and sent > 0 and domain = ${domain})
      order by last_at desc limit ${maxCompared})`
}

/** Returns what a verdict on a recipient needs. */
export const listNeeded = async (db: Db, holder: string, recipient: RecipientOf): Promise<KnownRecipient[]> =>
  (await neededRecipients(holder, recipient).execute(db)).rows

/** Deletes some recipients of a user or organization. Returns whether there may be more. */
export async function deleteRecipients(db: Db, holder: string, limit: number): Promise<boolean> {
  const some = db
    .selectFrom('recipient')
    .select(['domain', 'mc', 'companyKey'])
    .where('holder', '=', holder)
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('recipient')
    .where('holder', '=', holder)
    .where((eb) => eb(eb.refTuple('domain', 'mc', 'companyKey'), 'in', some.$asTuple('domain', 'mc', 'companyKey')))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === limit
}
