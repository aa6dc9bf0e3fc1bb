import type { UserType } from '@loadping/contract/account'
import { Problem } from '@loadping/contract/problem'
import { newYorkMonth } from '@loadping/contract/rules/new-york-days'
import { entitlementsOf } from '@loadping/contract/rules/plans'
import type { Deps } from '../context.ts'
import * as store from './billing.store.ts'

/** How many of this month's e-mails are used. */
export const findUsedEmails = async (ctx: Deps, userId: string): Promise<number> => (await store.findUsed(ctx.db, userId, newYorkMonth(ctx.now())))?.used ?? 0

/** Takes one e-mail of this New York month's allowance, or refuses and says when it renews. */
export async function takeEmailUnit(ctx: Deps, account: { userId: string; createdAt: Date; userType: UserType | null }): Promise<void> {
  const { limitEmails } = entitlementsOf(account, ctx.now())
  const taken = await store.takeUnit(ctx.db, account.userId, newYorkMonth(ctx.now()), limitEmails)
  if (!taken) throw new Problem('plan-limit', `0 of ${limitEmails} emails are left. The allowance renews on the first of the month, New York time.`)
}

/** Gives the unit back that was taken at that time. */
export const giveBackEmailUnit = (ctx: Deps, userId: string, takenAt: Date) => store.giveBackUnit(ctx.db, userId, newYorkMonth(takenAt))
