import type { PaidPlan } from '@loadping/contract/billing/plans'
import type { Expression } from 'kysely'
import type { Db } from '../db/db.ts'

/** Selects the best plan that a holder, a user or an organization, has at a moment: one row, null without a plan. */
export const currentPlan = (db: Db, holder: Expression<string>, now: Date) =>
  db
    .selectFrom('plan')
    .select((eb) => eb.fn.min<PaidPlan | null>('plan.plan').as('plan')) // BUSINESS is before PRO
    .where('plan.holderId', '=', holder)
    .where((eb) => eb.or([eb('plan.until', 'is', null), eb('plan.until', '>', now)]))

/** Selects the units that a user charged in a New York month; no row before the first. */
export const usedUnits = (db: Db, { userId, month }: { userId: string; month: string }) =>
  db.selectFrom('allowance').select('used').where('userId', '=', userId).where('month', '=', month)

/** Selects the plans of a holder. */
export const ownPlans = (db: Db, { userId }: { userId: string }) =>
  db.selectFrom('plan').select(['source', 'plan', 'seats', 'since', 'until']).where('holderId', '=', userId)

/** Selects what is known of a user's payments at Stripe. */
export const ownCustomers = (db: Db, { userId }: { userId: string }) =>
  db
    .selectFrom('customer')
    .select(['id', 'subscriptions', 'syncedAt', 'failingSince', 'checkAt'])
    .where('holderId', '=', userId)

/** Selects the units that a user charged in each month. */
export const ownAllowances = (db: Db, { userId }: { userId: string }) =>
  db.selectFrom('allowance').select(['month', 'used', 'usedLimit']).where('userId', '=', userId)
