import { Problem } from '@loadping/contract/problem'
import type { PaidPlan } from '@loadping/contract/rules/plans'
import { endPlan, findPlan, getEntitlements, setPlan } from '../billing/billing.service.ts'
import { type DataDeps, inTransaction } from '../context.ts'
import { countWaiting } from './invitations.store.ts'
import { countMembers, findPerson, holdOrganization } from './team.store.ts'
import { noteDeed } from './team-log.service.ts'

export type Grant = { plan: PaidPlan; seats: number | null }

/** What somebody has: `holder` is their organisation where that has a plan or could have one, else they themselves. */
export type Standing = { email: string; billingPlan: string; organization: string | null; seats: number | null; members: number; waiting: number }

/**
 * Gives the person of this address a plan in place of any other, without a payment (D8.9). Business goes to the organisation that the person
 * is in; without one it waits with the person and becomes the plan of the organisation that they make.
 */
export const grantPlan = (ctx: DataDeps, email: string, { plan, seats }: Grant): Promise<Standing> =>
  inTransaction(ctx, async (inside) => {
    const person = await getPerson(inside, email)
    if (person.userType === 'broker') throw new Problem('not-allowed', `${email} is a broker, and brokers have no plan.`)
    const team = plan === 'BUSINESS' && person.organizationId ? await holdOrganization(inside.db, person.organizationId) : undefined
    await setPlan(inside, team?.id ?? person.userId, { plan, seats })
    if (team) await noteDeed(inside, team.id, { actor: null, action: 'plan-granted', detail: `${plan}, ${seats} seats` })
    return showPlan(inside, email)
  })

/** Takes the plan back that a person's organisation holds, else their own; members and their data stay. */
export const revokePlan = (ctx: DataDeps, email: string): Promise<Standing> =>
  inTransaction(ctx, async (inside) => {
    const { userId, organizationId } = await getPerson(inside, email)
    const team = organizationId ? await holdOrganization(inside.db, organizationId) : undefined
    const isTaken = team !== undefined && (await endPlan(inside, team.id))
    if (isTaken) await noteDeed(inside, team.id, { actor: null, action: 'plan-revoked' })
    if (!isTaken && !(await endPlan(inside, userId))) throw new Problem('not-found', `${email} has no plan to revoke.`)
    return showPlan(inside, email)
  })

export async function showPlan(ctx: DataDeps, email: string): Promise<Standing> {
  const { userId, organizationId, organizationName } = await getPerson(ctx, email)
  const { billingPlan } = await getEntitlements(ctx, userId)
  const held = (organizationId && (await findPlan(ctx, organizationId))) || (await findPlan(ctx, userId))
  return {
    email,
    billingPlan,
    organization: organizationName,
    seats: held?.seats ?? null,
    members: organizationId ? await countMembers(ctx.db, organizationId) : 0,
    waiting: organizationId ? await countWaiting(ctx.db, organizationId, ctx.now()) : 0,
  }
}

async function getPerson(ctx: DataDeps, email: string) {
  const person = await findPerson(ctx.db, email)
  if (!person) throw new Problem('not-found', `Nobody has signed in as ${email} yet.`)
  return person
}
