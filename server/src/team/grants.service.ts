import { Problem } from '@loadping/contract/problem'
import type { PaidPlan } from '@loadping/contract/rules/plans'
import { endPlan, findPlan, getEntitlements, setPlan } from '../billing/billing.service.ts'
import { type DataDeps, inTransaction } from '../context.ts'
import { countWaiting } from './invitations.store.ts'
import * as store from './team.store.ts'
import { writeLog } from './team-log.service.ts'

export type Grant = { plan: PaidPlan; seats: number | null }

/** What somebody has, and the organisation that they are in with the people on its seats. */
export type Standing = { email: string; billingPlan: string; organization: string | null; seats: number | null; members: number; waiting: number }

/**
 * Gives the person of this address a plan in place of what its holder had, without a payment (D8.9). PRO is the person's own. Business goes to the organisation that the person
 * is in; without one it waits with the person and becomes the plan of the organisation that they make.
 */
export const grantPlan = (ctx: DataDeps, email: string, { plan, seats }: Grant): Promise<Standing> =>
  inTransaction(ctx, async (inside) => {
    const { userId, userType, organizationId } = await holdPerson(inside, email)
    if (userType === 'broker') throw new Problem('not-allowed', `${email} is a broker, and brokers have no plan.`)
    const team = plan === 'BUSINESS' ? organizationId : null
    await setPlan(inside, team ?? userId, { plan, seats })
    if (team) await writeLog(inside, team, { actor: null, action: 'plan-granted', detail: String(seats) })
    return showPlan(inside, email)
  })

/** Takes the plan back that a person's organisation holds, else their own; members and their data stay. */
export const revokePlan = (ctx: DataDeps, email: string): Promise<Standing> =>
  inTransaction(ctx, async (inside) => {
    const { userId, organizationId } = await holdPerson(inside, email)
    const isTaken = organizationId !== null && (await endPlan(inside, organizationId))
    if (isTaken) await writeLog(inside, organizationId, { actor: null, action: 'plan-revoked' })
    if (!isTaken && !(await endPlan(inside, userId))) throw new Problem('not-found', `${email} has no plan to revoke.`)
    return showPlan(inside, email)
  })

export async function showPlan(ctx: DataDeps, email: string): Promise<Standing> {
  const { userId, organizationId, organizationName } = await getPerson(ctx, email)
  const { billingPlan } = await getEntitlements(ctx, userId)
  const held = await findPlan(ctx, organizationId ?? userId)
  return {
    email,
    billingPlan,
    organization: organizationName,
    seats: held?.seats ?? null,
    members: organizationId ? await store.countMembers(ctx.db, organizationId) : 0,
    waiting: organizationId ? await countWaiting(ctx.db, organizationId, ctx.now()) : 0,
  }
}

/** Somebody with their organisation, held: neither do they make or join one, nor do its people change, until the transaction ends. */
async function holdPerson(ctx: DataDeps, email: string) {
  const before = await getPerson(ctx, email)
  if (before.organizationId) await store.holdOrganization(ctx.db, before.organizationId) // first, as everywhere
  await store.holdAccount(ctx.db, before.userId)
  const person = await getPerson(ctx, email)
  if (person.organizationId !== before.organizationId) throw new Problem('busy', `${email} is just joining or leaving a team. Try again.`)
  return person
}

async function getPerson(ctx: DataDeps, email: string) {
  const person = await store.findPerson(ctx.db, email)
  if (!person) throw new Problem('not-found', `Nobody has signed in as ${email} yet.`)
  return person
}
