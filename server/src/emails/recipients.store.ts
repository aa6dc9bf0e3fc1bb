import type { KnownRecipient } from '@loadping/contract/board-memory'
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

/** Lists the recipients of the last emails of these holders, the newest first. */
export const listRecipients = async (
  db: Db,
  { holders, since, limit }: { holders: string[]; since: Date; limit: number },
): Promise<KnownRecipient[]> =>
  (
    await sql<KnownRecipient>`
      select domain, mc, company_key, max(sent) as sent from recipient
      where holder = any(${holders}::uuid[]) and last_at > ${since} and sent > 0
      group by domain, mc, company_key order by max(last_at) desc limit ${limit}`.execute(db)
  ).rows

/** Lists what a verdict on a recipient needs of an organization's emails. */
export const listNeededRecipients = async (
  db: Db,
  organizationId: string,
  recipient: RecipientOf,
): Promise<KnownRecipient[]> => (await neededRecipients(organizationId, recipient).execute(db)).rows

/** Enough for any team; a check takes about a millisecond for each thousand. */
const maxCompared = 5_000

/**
 * Selects what a verdict on a recipient needs: the rows of its domain and its company and, if its domain was never
 * written to and is no free mail, those of all others.
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
