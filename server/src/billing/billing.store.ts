import { accounts } from '../accounts/accounts.reads.ts'
import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'
import { memberships } from '../team/team.reads.ts'
import { currentPlan } from './billing.reads.ts'
import type { BillingTables } from './billing.tables.ts'

/** Returns what a user's entitlements depend on: the organization's plan if they are in one, else their own. */
export const listPlanInputs = compileOnce((db, { userId, now }: { userId: string; now: Date }) =>
  db
    .selectFrom(accounts(db).as('account'))
    .leftJoin(memberships(db).as('membership'), 'membership.userId', 'account.id')
    .select(['account.createdAt', 'account.trialDays', 'account.userType', 'account.userTypeChangedAt'])
    .select((eb) => currentPlan(db, eb.fn.coalesce('membership.organizationId', 'account.id'), now).as('plan'))
    .where('account.id', '=', userId),
)

/** Lists the plans of a holder that have not ended, the best first. */
export const listPlans = compileOnce((db, { holderId, now }: { holderId: string; now: Date }) =>
  db
    .selectFrom('plan')
    .selectAll()
    .where('holderId', '=', holderId)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
    .orderBy('plan')
    .orderBy('seats', 'desc'),
)

/** Sets what a source gives a holder, and keeps since when it has given that plan. */
export const savePlan = (db: Db, given: BillingTables['plan']) =>
  db
    .insertInto('plan')
    .values(given)
    .onConflict((conflict) =>
      conflict.columns(['holderId', 'source']).doUpdateSet((eb) => ({
        plan: given.plan,
        seats: given.seats,
        until: given.until,
        since: eb.case().when('plan.plan', '=', given.plan).then(eb.ref('plan.since')).else(given.since).end(),
      })),
    )
    .execute()

export const removePlan = async (db: Db, holderId: string, source: string): Promise<boolean> =>
  (
    await db
      .deleteFrom('plan')
      .where('holderId', '=', holderId)
      .where('source', '=', source)
      .returning('holderId')
      .executeTakeFirst()
  )?.holderId !== undefined

/** Locks the customers that pay for a holder until commit, and with them the plans that they give. */
export const lockCustomers = (db: Db, holderId: string) =>
  db.selectFrom('customer').select('id').where('holderId', '=', holderId).orderBy('id').forUpdate().execute()

/** Lists who gives a holder plans, ended or not, and its customers. */
export async function listSources(db: Db, holderId: string): Promise<string[]> {
  const plans = await db.selectFrom('plan').select('source').where('holderId', '=', holderId).execute()
  const customers = await db.selectFrom('customer').select('id').where('holderId', '=', holderId).execute()
  return [...new Set([...plans.map(({ source }) => source), ...customers.map(({ id }) => id)])]
}

/** Moves plans to another holder, with the customers that pay for them. Returns how many plans. */
export async function movePlans(db: Db, { from, to, sources }: { from: string; to: string; sources: string[] }) {
  if (sources.length === 0) return 0
  // The customers first, as a comparison with Stripe does, to avoid deadlocks.
  await db
    .updateTable('customer')
    .set({ holderId: to })
    .where('holderId', '=', from)
    .where('id', 'in', sources)
    .execute()
  await db.deleteFrom('plan').where('holderId', '=', to).where('source', 'in', sources).execute()
  const moved = await db
    .updateTable('plan')
    .set({ holderId: to })
    .where('holderId', '=', from)
    .where('source', 'in', sources)
    .returning('source')
    .execute()
  return moved.length
}

export const hasUsed = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('allowance')
    .select('month')
    .where('userId', '=', userId)
    .where('used', '>', 0)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Charges one unit; with no limit it only counts. A constraint refuses more than the limit. */
export const unitWrite = (db: Db, userId: string, month: string, usedLimit: number | null) =>
  db
    .insertInto('allowance')
    .values({ userId, month, used: 1, usedLimit })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'month']).doUpdateSet((eb) => ({ used: eb('allowance.used', '+', 1), usedLimit })),
    )

export const limitConstraint = 'allowance_within_limit'

export const refundUnit = (db: Db, userId: string, month: string) =>
  db
    .updateTable('allowance')
    .set((eb) => ({ used: eb('used', '-', 1) }))
    .where('userId', '=', userId)
    .where('month', '=', month)
    .execute()

export const deleteAllowances = (db: Db, userId: string) =>
  db.deleteFrom('allowance').where('userId', '=', userId).execute()
