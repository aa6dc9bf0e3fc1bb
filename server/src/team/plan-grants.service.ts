import type { PaidPlan } from '@loadping/contract/billing/plans'
import { Problem } from '@loadping/contract/wire/problem'
import { endGrant, findPlan, getEntitlements, grantTo } from '../billing/billing.service.ts'
import { type DataDeps, holderOf, inTransaction } from '../context.ts'
import { countOpenInvitations } from './invitations.store.ts'
import * as store from './team.store.ts'
import { recordActivity } from './team-activity.service.ts'

export type PlanGrant = { plan: PaidPlan; seats: number | null }

/** A user's plan, and their organization with its seats. */
export type PlanStatus = {
  email: string
  billingPlan: string
  organization: string | null
  seats: number | null
  members: number
  openInvitations: number
}

/**
 * Grants a plan without payment, replacing an earlier grant. PRO belongs to the user; Business to the user's
 * organization, or to the user until they create one.
 */
export const grantPlan = (ctx: DataDeps, email: string, { plan, seats }: PlanGrant): Promise<PlanStatus> =>
  inTransaction(ctx, async (tx) => {
    const { userId, userType, organizationId } = await lockAccountWithTeam(tx, email)
    if (userType === 'broker') throw new Problem('not-allowed', `${email} is a broker; brokers don't have plans.`)
    const team = plan === 'BUSINESS' ? organizationId : null
    await grantTo(tx, team ?? userId, { plan, seats })
    if (team) await recordActivity(tx, team, { actor: null, action: 'plan-granted', detail: String(seats) })
    return getPlanStatus(tx, email)
  })

/** Revokes what was granted to the user's organization, else to the user. Members, data and what is paid for stay. */
export const revokePlan = (ctx: DataDeps, email: string): Promise<PlanStatus> =>
  inTransaction(ctx, async (tx) => {
    const { userId, organizationId } = await lockAccountWithTeam(tx, email)
    const isRevoked = organizationId !== null && (await endGrant(tx, organizationId))
    if (isRevoked) await recordActivity(tx, organizationId, { actor: null, action: 'plan-revoked' })
    if (!isRevoked && !(await endGrant(tx, userId))) throw new Problem('not-found', `${email} has no plan to revoke.`)
    return getPlanStatus(tx, email)
  })

export async function getPlanStatus(ctx: DataDeps, email: string): Promise<PlanStatus> {
  const { userId, organizationId, organizationName } = await getAccountWithTeam(ctx, email)
  const { billingPlan } = await getEntitlements(ctx, userId)
  const plan = await findPlan(ctx, holderOf({ userId, organizationId }))
  return {
    email,
    billingPlan,
    organization: organizationName,
    seats: plan?.seats ?? null,
    members: organizationId ? await store.countMembers(ctx.db, organizationId) : 0,
    openInvitations: organizationId ? await countOpenInvitations(ctx.db, organizationId, ctx.now()) : 0,
  }
}

/** Returns a user with their organization and locks both, so that memberships can't change until commit. */
async function lockAccountWithTeam(ctx: DataDeps, email: string) {
  const before = await getAccountWithTeam(ctx, email)
  // Before the account, as everywhere, to avoid deadlocks.
  if (before.organizationId) await store.lockOrganization(ctx.db, before.organizationId)
  await store.lockAccount(ctx.db, before.userId)
  const account = await getAccountWithTeam(ctx, email)
  if (account.organizationId !== before.organizationId)
    throw new Problem('busy', `${email} is joining or leaving a team right now. Try again.`)
  return account
}

/** Returns a user with their organization, as of now. */
export async function getAccountWithTeam(ctx: DataDeps, email: string) {
  const account = await store.findAccountWithTeam(ctx.db, email)
  if (!account) throw new Problem('not-found', `No account for ${email} yet. They must sign in once first.`)
  return account
}
