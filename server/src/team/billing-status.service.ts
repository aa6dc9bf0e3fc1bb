import { Problem } from '@loadping/contract/wire/problem'
import { getEntitlements } from '../billing/billing.service.ts'
import { explainPlans } from '../billing/billing-report.service.ts'
import { type SyncDeps, syncHolder } from '../billing/sync.service.ts'
import type { DataDeps } from '../context.ts'
import { findAccountWithTeam } from './team.store.ts'

/** Returns what a user has, and why: each grant and subscription of theirs and of their team. */
export async function explainBilling(ctx: DataDeps, email: string): Promise<string> {
  const { userId, organizationId, organizationName } = await getAccount(ctx, email)
  const { billingPlan } = await getEntitlements(ctx, userId)
  const own = await explainPlans(ctx, userId)
  const team = organizationId === null ? [] : await explainPlans(ctx, organizationId)
  return [
    `${email}: ${billingPlan}`,
    ...(own.length > 0 ? own : ['nothing granted or paid']),
    ...(organizationId === null ? [] : [`team ${organizationName}:`, ...team]),
  ].join('\n')
}

/** Compares a user and their team with Stripe, and explains the result. */
export async function syncBillingOf(ctx: SyncDeps, email: string): Promise<string> {
  const { userId, organizationId } = await getAccount(ctx, email)
  await syncHolder(ctx, userId)
  if (organizationId !== null) await syncHolder(ctx, organizationId)
  return explainBilling(ctx, email)
}

async function getAccount(ctx: DataDeps, email: string) {
  const account = await findAccountWithTeam(ctx.db, email)
  if (!account) throw new Problem('not-found', `No account for ${email} yet. They must sign in once first.`)
  return account
}
