import { type Selectable, sql } from 'kysely'
import { accounts } from '../accounts/accounts.reads.ts'
import type { Db } from '../db/db.ts'
import type { Tables } from '../db/tables.ts'
import { memberships, organizations } from '../team/team.reads.ts'
import { fromStored, type Subscription } from './subscriptions.ts'

const columns = ['id', 'holderId', 'subscriptions', 'syncedAt', 'failingSince'] as const
type Row = Pick<Selectable<Tables['customer']>, (typeof columns)[number]>

/** A customer at Stripe, with what was last read of it. */
export type Customer = Omit<Row, 'subscriptions'> & { subscriptions: Subscription[] }

const toCustomer = ({ subscriptions, ...row }: Row): Customer => ({
  ...row,
  subscriptions: subscriptions.map(fromStored),
})

/** Adds a customer, unless it is known. Returns whose it is. */
export const addCustomer = (db: Db, { id, holderId, now }: { id: string; holderId: string; now: Date }) =>
  db
    .insertInto('customer')
    .values({
      id,
      holderId,
      subscriptions: '[]',
      begun: 0,
      stored: 0,
      syncedAt: null,
      failingSince: null,
      checkAt: now,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ id }))
    .returning('holderId')
    .executeTakeFirstOrThrow()

export const removeCustomer = (db: Db, id: string) => db.deleteFrom('customer').where('id', '=', id).execute()

/** Lists the customers that pay for a user or organization; more than one after a team was closed. */
export const listCustomers = async (db: Db, holderId: string): Promise<Customer[]> =>
  (await db.selectFrom('customer').select(columns).where('holderId', '=', holderId).orderBy('id').execute()).map(
    toCustomer,
  )

/** Lists who holds what a user pays for: the user, and the team that the user owns. */
export const listHolders = async (db: Db, userId: string): Promise<string[]> => {
  const owned = await db
    .selectFrom(memberships(db).as('membership'))
    .innerJoin(organizations(db).as('organization'), 'organization.id', 'membership.organizationId')
    .select('organization.id')
    .where('membership.userId', '=', userId)
    .where('organization.ownerId', '=', userId)
    .execute()
  return [userId, ...owned.map(({ id }) => id)]
}

/** Finds the address of an organization's owner. */
export const findOwnerAddress = async (db: Db, organizationId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom(organizations(db).as('organization'))
      .innerJoin(accounts(db).as('account'), 'account.id', 'organization.ownerId')
      .select('account.email')
      .where('organization.id', '=', organizationId)
      .executeTakeFirst()
  )?.email

/** Removes the customers and plans of a user or organization. */
export async function removeHolder(db: Db, holderId: string): Promise<void> {
  await db.deleteFrom('customer').where('holderId', '=', holderId).execute()
  await db.deleteFrom('plan').where('holderId', '=', holderId).execute()
}

/** Finds the team that a user is in now, and their role. */
export const findMembership = (db: Db, userId: string) =>
  db
    .selectFrom(memberships(db).as('membership'))
    .select(['organizationId', 'role'])
    .where('userId', '=', userId)
    .executeTakeFirst()

export async function findCustomer(db: Db, id: string): Promise<Customer | undefined> {
  const row = await db.selectFrom('customer').select(columns).where('id', '=', id).executeTakeFirst()
  return row && toCustomer(row)
}

/** Begins a comparison. Returns its number, or undefined for an unknown customer. */
export const beginSync = async (db: Db, id: string): Promise<number | undefined> =>
  (
    await db
      .updateTable('customer')
      .set((eb) => ({ begun: eb('begun', '+', 1) }))
      .where('id', '=', id)
      .returning('begun')
      .executeTakeFirst()
  )?.begun

type Sync = { id: string; number: number; now: Date; checkAt: Date }

/** Stores what a comparison read, and locks the customer. Returns undefined if a later comparison stored its answer. */
export async function storeSync(
  db: Db,
  { id, number, now, checkAt, subscriptions }: Sync & { subscriptions: Subscription[] },
): Promise<Customer | undefined> {
  const row = await db
    .updateTable('customer')
    .set({ subscriptions: JSON.stringify(subscriptions), stored: number, syncedAt: now, failingSince: null, checkAt })
    .where('id', '=', id)
    .where('stored', '<', number)
    .returning(columns)
    .executeTakeFirst()
  return row && toCustomer(row)
}

/** Records that a comparison failed, unless a later one did not. Returns since when they fail. */
export const failSync = (db: Db, { id, number, now, checkAt }: Sync) =>
  db
    .updateTable('customer')
    .set({ failingSince: sql`coalesce(failing_since, ${now})`, checkAt })
    .where('id', '=', id)
    .where('stored', '<', number)
    .returning(['holderId', 'failingSince'])
    .executeTakeFirst()

/** Finds the plan that a customer gives, ended or not. */
export const findPlanOf = (db: Db, source: string, holderId: string) =>
  db.selectFrom('plan').selectAll().where('holderId', '=', holderId).where('source', '=', source).executeTakeFirst()

/** Ends the plan of a customer at that time, if not before. */
export const endPlanBy = (db: Db, { source, holderId, until }: { source: string; holderId: string; until: Date }) =>
  db
    .updateTable('plan')
    .set({ until: sql`least(until, ${until})` })
    .where('holderId', '=', holderId)
    .where('source', '=', source)
    .execute()

type Due = { now: Date; latest: Date; isForAll: boolean; limit: number }

/** Lists customers that are to be compared, the first due first: those due by now, or later than can be. */
export const listDue = async (db: Db, { now, latest, isForAll, limit }: Due): Promise<string[]> =>
  (
    await db
      .selectFrom('customer')
      .select('id')
      .$if(!isForAll, (query) => query.where((eb) => eb.or([eb('checkAt', '<=', now), eb('checkAt', '>', latest)])))
      .orderBy('checkAt')
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id)

/** Records an event of Stripe. Returns false for one that was received before. */
export const addEvent = async (db: Db, event: Tables['stripeEvent']): Promise<boolean> =>
  (
    await db
      .insertInto('stripeEvent')
      .values(event)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id !== undefined

export const deleteEvents = (db: Db, before: Date) =>
  db.deleteFrom('stripeEvent').where('receivedAt', '<', before).execute()
