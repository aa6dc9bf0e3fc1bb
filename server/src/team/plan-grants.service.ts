import { Problem } from '@loadping/contract/problem'
import type { PaidPlan } from '@loadping/contract/rules/plans'
import { endPlan, findPlan, getEntitlements, setPlan } from '../billing/billing.service.ts'
import { type DataDeps, inTransaction } from '../context.ts'
import { countOpenInvitations } from './invitations.store.ts'
import * as store from './team.store.ts'
import { recordActivity } from './team-activity.service.ts'

export type PlanGrant = { plan: PaidPlan; seats: number | null }

/** What somebody has, and the organization that they are in with the people on its seats. */
export type PlanStatus = {
  email: string
  billingPlan: string
  organization: string | null
  seats: number | null
  members: number
  waiting: number
}

/**
 * Gives the person of this address a plan in place of what its holder had, without a payment (D8.9). PRO is the person's own. Business goes to the organization that the person
 * is in; without one it waits with the person and becomes the plan of the organization that they make.
 */
export const grantPlan = (ctx: DataDeps, email: string, { plan, seats }: PlanGrant): Promise<PlanStatus> =>
  inTransaction(ctx, async (tx) => {
    const { userId, userType, organizationId } = await lockAccountWithTeam(tx, email)
    if (userType === 'broker') throw new Problem('not-allowed', `${email} is a broker, and brokers have no plan.`)
    const team = plan === 'BUSINESS' ? organizationId : null
    await setPlan(tx, team ?? userId, { plan, seats })
    if (team) await recordActivity(tx, team, { actor: null, action: 'plan-granted', detail: String(seats) })
    return getPlanStatus(tx, email)
  })

/** Takes the plan back that a person's organization holds, else their own; members and their data stay. */
export const revokePlan = (ctx: DataDeps, email: string): Promise<PlanStatus> =>
  inTransaction(ctx, async (tx) => {
    const { userId, organizationId } = await lockAccountWithTeam(tx, email)
    const isTaken = organizationId !== null && (await endPlan(tx, organizationId))
    if (isTaken) await recordActivity(tx, organizationId, { actor: null, action: 'plan-revoked' })
    if (!isTaken && !(await endPlan(tx, userId))) throw new Problem('not-found', `${email} has no plan to revoke.`)
    return getPlanStatus(tx, email)
  })

export async function getPlanStatus(ctx: DataDeps, email: string): Promise<PlanStatus> {
  const { userId, organizationId, organizationName } = await getAccountWithTeam(ctx, email)
  const { billingPlan } = await getEntitlements(ctx, userId)
  const held = await findPlan(ctx, organizationId ?? userId)
  return {
    email,
    billingPlan,
    organization: organizationName,
    seats: held?.seats ?? null,
    members: organizationId ? await store.countMembers(ctx.db, organizationId) : 0,
    waiting: organizationId ? await countOpenInvitations(ctx.db, organizationId, ctx.now()) : 0,
  }
}

/** Somebody with their organization, held: neither do they make or join one, nor do its people change, until the transaction ends. */
async function lockAccountWithTeam(ctx: DataDeps, email: string) {
  const before = await getAccountWithTeam(ctx, email)
  if (before.organizationId) await store.lockOrganization(ctx.db, before.organizationId) // first, as everywhere
  await store.lockAccount(ctx.db, before.userId)
  const person = await getAccountWithTeam(ctx, email)
  if (person.organizationId !== before.organizationId)
    throw new Problem('busy', `${email} is just joining or leaving a team. Try again.`)
  return person
}

async function getAccountWithTeam(ctx: DataDeps, email: string) {
  const person = await store.findPerson(ctx.db, email)
  if (!person) throw new Problem('not-found', `Nobody has signed in as ${email} yet.`)
  return person
}
