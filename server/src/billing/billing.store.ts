import type { PaidPlan } from '@loadping/contract/billing/plans'
import { accounts } from '../accounts/accounts.reads.ts'
import { compileOnce } from '../db/compile-once.ts'
import type { Db } from '../db/db.ts'
import { memberships } from '../team/team.reads.ts'
import { usedUnits } from './billing.reads.ts'

/** Returns what a user's entitlements depend on: the organization's plan if they are in one, else their own. */
export const listPlanInputs = compileOnce((db, { userId }: { userId: string }) =>
  db
    .selectFrom(accounts(db).as('account'))
    .leftJoin(memberships(db).as('membership'), 'membership.userId', 'account.id')
    .leftJoin('plan', (join) =>
      join.on((eb) => eb('plan.holderId', '=', eb.fn.coalesce('membership.organizationId', 'account.id'))),
    )
    .select(['account.createdAt', 'account.userType', 'account.userTypeChangedAt', 'plan.plan'])
    .where('account.id', '=', userId),
)

export const listPlans = compileOnce((db, { holderId }: { holderId: string }) =>
  db.selectFrom('plan').selectAll().where('holderId', '=', holderId),
)

export const savePlan = (db: Db, held: { holderId: string; plan: PaidPlan; seats: number | null; since: Date }) =>
  db
    .insertInto('plan')
    .values(held)
    .onConflict((conflict) =>
      conflict.column('holderId').doUpdateSet({ plan: held.plan, seats: held.seats, since: held.since }),
    )
    .execute()

export const removePlan = async (db: Db, holderId: string): Promise<boolean> =>
  (await db.deleteFrom('plan').where('holderId', '=', holderId).returning('holderId').executeTakeFirst()) !== undefined

/** Moves a Business plan to another holder. One statement. */
export const movePlan = async (db: Db, from: string, to: string): Promise<boolean> =>
  (await db
    .updateTable('plan')
    .set({ holderId: to })
    .where('holderId', '=', from)
    .where('plan', '=', 'BUSINESS')
    .returning('holderId')
    .executeTakeFirst()) !== undefined

export const listUsed = compileOnce((db, { userId, month }: { userId: string; month: string }) =>
  usedUnits(db, { userId, month }),
)

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
