import type { OnboardingAnswers, User, UserInfo, UserInfoDraft } from '@loadping/contract/account/account'
import { boardsFor } from '@loadping/contract/account/board-options'
import { entitlementsOf } from '@loadping/contract/billing/plans'
import { newYorkMonth, nextNewYorkMonth } from '@loadping/contract/format/new-york-days'
import { Problem } from '@loadping/contract/wire/problem'
import type * as z from 'zod/mini'
import * as accounts from '../accounts/accounts.service.ts'
import { hasSentEmail } from '../billing/billing.service.ts'
import { endOwnBilling } from '../billing/payment.service.ts'
import { type Context, inTransaction } from '../context.ts'
import { createPairingCode } from '../extension/pairing-code.ts'
import { applyUserTypeToTeam } from '../team/membership.service.ts'
import { adaptDefaultTemplate } from '../templates/templates.service.ts'
import * as store from './me.store.ts'

export async function getMe(ctx: Context): Promise<User> {
  const { userId, email, audience, organizationId, role, createdAt, trialDays, isDemo } = ctx.caller
  const entitlements = entitlementsOf(ctx.caller, ctx.now())
  const found = await store.readMe(ctx.db, { userId, month: newYorkMonth(ctx.now()) })
  const used = found.allowances[0]?.used ?? 0
  return {
    userId,
    email,
    role,
    createdAt: createdAt.toISOString(),
    trialDays,
    ...entitlements,
    emails: entitlements.limitEmails === null ? null : Math.max(0, entitlements.limitEmails - used),
    usedEmails: used,
    renewsAt: entitlements.limitEmails === null ? null : nextNewYorkMonth(ctx.now()).toISOString(),
    organizationId,
    accountVerified: found.mailboxes[0]?.connectionError === null,
    hasNotices: found.notices.length > 0,
    extensionToken: audience === 'web' ? createPairingCode(ctx, ctx.caller) : null,
    isDemo,
    ...(audience === 'web' && ctx.administrators.includes(email) && { isAdministrator: true as const }),
  }
}

/** Returns what the caller entered about their business; `userType` is null until it is set. */
export async function getUserInfo(ctx: Context): Promise<UserInfo> {
  const { userType, trucksAmount, loadboards, source, chosenType } = await accounts.getAccount(ctx, ctx.caller.userId)
  return { userType, trucksAmount, loadboards, source, ...(userType === null && { chosenType }) }
}

/** Keeps answers of the onboarding's first step, so that other devices and tabs show them before it is complete. */
export async function keepAnswers(ctx: Context, answers: OnboardingAnswers): Promise<UserInfo> {
  await accounts.keepAnswers(ctx, ctx.caller.userId, answers)
  return getUserInfo(ctx)
}

export async function saveUserInfo(
  ctx: Context,
  { loadboards, ...draft }: z.output<typeof UserInfoDraft>,
): Promise<UserInfo> {
  const offered = boardsFor[draft.userType]
  const chosen = offered.filter((board) => loadboards.includes(board))
  const foreign = loadboards.find((board) => !offered.includes(board))
  if (foreign)
    throw new Problem('invalid-input', "This load board isn't available for your business type.", {
      loadboards: "This load board isn't available for your business type.",
    })

  return inTransaction(ctx, async (tx) => {
    const { userId } = tx.caller
    const { userType } = draft
    await accounts.recordUserTypeChange(tx, { userId, userType, hasSentEmail: await hasSentEmail(tx, userId) })
    if (userType === 'broker') await endOwnBilling(tx)
    await applyUserTypeToTeam(tx, userType)
    await accounts.saveUserInfo(tx, userId, { ...draft, loadboards: chosen.length > 0 ? chosen : ['dat-one'] })
    await adaptDefaultTemplate(tx, userId, userType)
    return getUserInfo(tx)
  })
}
