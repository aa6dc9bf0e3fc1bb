import type { PlanFeature } from '@loadping/contract/plan-feature'
import { Problem } from '@loadping/contract/problem'
import { formatDay, newYorkDay, newYorkMonth, nextNewYorkMonth } from '@loadping/contract/rules/new-york-days'
import { type Entitlements, entitlementsOf, type PaidPlan, planFeatures } from '@loadping/contract/rules/plans'
import type { DataDeps, Deps } from '../context.ts'
import * as store from './billing.store.ts'

/** What a person may do at this moment: in an organization by its plan, else by their own (D8.11). */
export const getEntitlements = async (ctx: DataDeps, userId: string): Promise<Entitlements> =>
  entitlementsOf(await store.getPlanInputs(ctx.db, userId), ctx.now())

/** Whether the plan that a person or an organization holds itself includes something. */
export async function hasFeature(ctx: DataDeps, holderId: string, feature: PlanFeature): Promise<boolean> {
  const held = await findPlan(ctx, holderId)
  return held !== undefined && planFeatures[held.plan].includes(feature)
}

/** The plan that a person or an organization holds itself. */
export const findPlan = (ctx: DataDeps, holderId: string) => store.findPlan(ctx.db, holderId)

/** Gives a person or an organization this plan in place of any other. */
export const setPlan = (ctx: DataDeps, holderId: string, plan: { plan: PaidPlan; seats: number | null }) =>
  store.savePlan(ctx.db, { holderId, ...plan, since: ctx.now() })

/** Takes the plan of a person or an organization away; answers whether there was one. */
export const endPlan = (ctx: DataDeps, holderId: string): Promise<boolean> => store.removePlan(ctx.db, holderId)

/** Hands a person's Business plan to the organization that they just made; answers whether they had one. */
export const movePlanToTeam = (ctx: DataDeps, userId: string, organizationId: string): Promise<boolean> =>
  store.movePlan(ctx.db, userId, organizationId)

/** Hands the plan of an organization that is closed to the person who owned it, in place of one of their own. */
export async function returnPlanToOwner(ctx: DataDeps, organizationId: string, userId: string): Promise<void> {
  if (!(await findPlan(ctx, organizationId))) return
  await endPlan(ctx, userId)
  await store.movePlan(ctx.db, organizationId, userId)
}

/** How many of this month's emails are used. */
export const findUsedEmails = async (ctx: Deps, userId: string): Promise<number> =>
  (await store.findUsed(ctx.db, userId, newYorkMonth(ctx.now())))?.used ?? 0

/** Takes one email of this New York month's allowance, or refuses and says when it renews. */
export async function chargeEmailUnit(ctx: Deps, userId: string): Promise<void> {
  const { limitEmails } = await getEntitlements(ctx, userId)
  const taken = await store.chargeUnit(ctx.db, userId, newYorkMonth(ctx.now()), limitEmails)
  if (taken) return
  const renewsAt = nextNewYorkMonth(ctx.now())
  const message = `0 of ${limitEmails} emails are left. You get ${limitEmails} new ones on ${formatDay(newYorkDay(renewsAt))}, New York time.`
  throw new Problem('plan-limit', message, {}, { left: 0, renewsAt: renewsAt.toISOString() })
}

/** Gives the unit back that was taken at that time. */
export const refundEmailUnit = (ctx: Deps, userId: string, takenAt: Date) =>
  store.refundUnit(ctx.db, userId, newYorkMonth(takenAt))
