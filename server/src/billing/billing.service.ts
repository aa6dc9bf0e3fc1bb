import { type Entitlements, entitlementsOf, type PaidPlan } from '@loadping/contract/billing/plans'
import { formatDay, newYorkDay, newYorkMonth, nextNewYorkMonth } from '@loadping/contract/format/new-york-days'
import { Problem } from '@loadping/contract/wire/problem'
import type { DataDeps, Deps } from '../context.ts'
import type { Write } from '../db/write-together.ts'
import * as store from './billing.store.ts'

/** Returns a user's current entitlements, from the organization's plan if they are in one, else from their own. */
export async function getEntitlements(ctx: DataDeps, userId: string): Promise<Entitlements> {
  const [inputs] = await store.listPlanInputs(ctx.db, { userId })
  if (!inputs) throw new Error(`No account ${userId}`)
  return entitlementsOf(inputs, ctx.now())
}

/** Finds the plan held by a user or organization itself. */
export const findPlan = async (ctx: DataDeps, holderId: string) => (await store.listPlans(ctx.db, { holderId })).at(0)

/** Sets the plan of a user or organization, replacing any other. */
export const setPlan = (ctx: DataDeps, holderId: string, plan: { plan: PaidPlan; seats: number | null }) =>
  store.savePlan(ctx.db, { holderId, ...plan, since: ctx.now() })

/** Ends the plan of a user or organization. Returns whether there was one. */
export const endPlan = (ctx: DataDeps, holderId: string): Promise<boolean> => store.removePlan(ctx.db, holderId)

/** Moves a user's Business plan to the organization they just created. Returns whether they had one. */
export const movePlanToTeam = (ctx: DataDeps, userId: string, organizationId: string): Promise<boolean> =>
  store.movePlan(ctx.db, userId, organizationId)

/** Moves the plan of a closed organization to its owner, replacing their own. */
export async function returnPlanToOwner(ctx: DataDeps, organizationId: string, userId: string): Promise<void> {
  if (!(await findPlan(ctx, organizationId))) return
  await endPlan(ctx, userId)
  await store.movePlan(ctx.db, organizationId, userId)
}

/** Counts the emails used this New York month. */
export async function findUsedEmails(ctx: Deps, userId: string): Promise<number> {
  const [allowance] = await store.listUsed(ctx.db, { userId, month: newYorkMonth(ctx.now()) })
  return allowance?.used ?? 0
}

/** Whether a user has sent an email whose unit was not refunded. */
export const hasSentEmail = (ctx: Deps, userId: string): Promise<boolean> => store.hasUsed(ctx.db, userId)

/** Charges one email to this New York month's allowance. The write fails beyond the limit: see `isOverLimit`. */
export const chargeEmailUnit = (ctx: Deps, userId: string, limit: number | null): Write =>
  store.unitWrite(ctx.db, userId, newYorkMonth(ctx.now()), limit)

/** Whether a write failed because it would exceed an allowance. */
export const isOverLimit = (error: unknown): boolean =>
  error instanceof Error && error.message.includes(store.limitConstraint)

/** Returns the refusal of a spent allowance, with its renewal date. */
export function allowanceSpent(ctx: Deps, limit: number | null): Problem {
  const renewsAt = nextNewYorkMonth(ctx.now())
  const renewalDay = formatDay(newYorkDay(renewsAt))
  const message = `You've used all ${limit} emails this month. You get ${limit} more on ${renewalDay} (New York time).`
  return new Problem('plan-limit', message, {}, { left: 0, renewsAt: renewsAt.toISOString() })
}

/** Refunds a unit charged at that time. */
export const refundEmailUnit = (ctx: Deps, userId: string, chargedAt: Date) =>
  store.refundUnit(ctx.db, userId, newYorkMonth(chargedAt))
