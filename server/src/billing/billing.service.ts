import { defaultSeats, type Entitlements, entitlementsOf, type PaidPlan } from '@loadping/contract/billing/plans'
import { formatDay, newYorkDay, newYorkMonth, nextNewYorkMonth } from '@loadping/contract/format/new-york-days'
import { Problem } from '@loadping/contract/wire/problem'
import type { DeletionStep } from '../accounts/deletion-step.ts'
import type { DataDeps, Deps } from '../context.ts'
import type { Write } from '../db/write-together.ts'
import * as store from './billing.store.ts'

/** Returns a user's current entitlements, from the organization's plan if they are in one, else from their own. */
export async function getEntitlements(ctx: DataDeps, userId: string): Promise<Entitlements> {
  const [inputs] = await store.listPlanInputs(ctx.db, { userId, now: ctx.now() })
  if (!inputs) throw new Error(`No account ${userId}`)
  return entitlementsOf(inputs, ctx.now())
}

/** Finds the best plan that a user or organization holds itself. */
export const findPlan = async (ctx: DataDeps, holderId: string) =>
  (await store.listPlans(ctx.db, { holderId, now: ctx.now() })).at(0)

/** The source of plans that the operator gives. */
const grant = 'grant'

/** Grants a user or organization a plan, replacing what was granted before. */
export const grantTo = (ctx: DataDeps, holderId: string, plan: { plan: PaidPlan; seats: number | null }) =>
  store.savePlan(ctx.db, { holderId, ...plan, source: grant, since: ctx.now(), until: null })

/** Grants a new account the plan that is set for all of them, if one is. */
export async function grantDefaultPlan({ defaultPlan, ...ctx }: Deps, userId: string): Promise<void> {
  const seats = defaultPlan === 'BUSINESS' ? defaultSeats : null
  if (defaultPlan) await grantTo(ctx, userId, { plan: defaultPlan, seats })
}

/** Ends what was granted to a user or organization. Returns whether something was. */
export const endGrant = (ctx: DataDeps, holderId: string): Promise<boolean> => store.removePlan(ctx.db, holderId, grant)

/** Moves a user's Business plan to the organization they just created. Returns whether they had one. */
export async function movePlanToTeam(ctx: DataDeps, userId: string, organizationId: string): Promise<boolean> {
  await store.lockCustomers(ctx.db, userId) // a comparison that is on its way may change what they give
  const plans = await store.listPlans(ctx.db, { holderId: userId, now: ctx.now() })
  const sources = plans.filter(({ plan }) => plan === 'BUSINESS').map(({ source }) => source)
  return (await store.movePlans(ctx.db, { from: userId, to: organizationId, sources })) > 0
}

/** Moves all plans of a closed organization to its owner, with its customers; its grant replaces theirs. */
export async function returnPlanToOwner(ctx: DataDeps, organizationId: string, userId: string): Promise<void> {
  const sources = await store.listSources(ctx.db, organizationId)
  await store.movePlans(ctx.db, { from: organizationId, to: userId, sources })
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

export const deleteAllowances: DeletionStep = ({ db }, { userId }) => store.deleteAllowances(db, userId)
