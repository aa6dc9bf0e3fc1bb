import { randomUUID } from 'node:crypto'
import type { User, UserInfo, UserInfoDraft } from '@loadping/contract/account'
import type { MailboxKind } from '@loadping/contract/mailboxes'
import { Problem } from '@loadping/contract/problem'
import { boardsFor } from '@loadping/contract/reference'
import type { SenderProfile } from '@loadping/contract/rules/placeholders'
import { trialLengthDays } from '@loadping/contract/rules/plans'
import type * as z from 'zod/mini'
import { findUsedEmails, getEntitlements } from '../billing/billing.service.ts'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { offerSession } from '../extension/extension.service.ts'
import { connectRelay, findSendingMailbox } from '../mailboxes/mailboxes.service.ts'
import { endSessionsOf } from '../sign-in/sessions.service.ts'
import { applyUserTypeToTeam } from '../team/membership.service.ts'
import { addDefaultTemplate } from '../templates/templates.service.ts'
import * as store from './account.store.ts'

/**
 * The account of an address that was just proved. A new one comes with its Default template; where a mail was the proof, the relay is
 * connected to send from (D3.1). The first proof ends every session from before it: whoever opened it had proved nothing (A11).
 */
export async function findOrCreateAccount(
  ctx: Deps,
  email: string,
  { connectsRelay }: { connectsRelay: boolean },
): Promise<{ id: string }> {
  const now = ctx.now()
  const made = await store.addAccount(ctx.db, { id: randomUUID(), email, createdAt: now })
  const account = made ?? (await store.getAccountByEmail(ctx.db, email))
  if (made) await addDefaultTemplate(ctx, account.id)
  if (await store.markEmailVerified(ctx.db, account.id, now)) await endSessionsOf(ctx, account.id)
  if (connectsRelay) await connectRelay(ctx, { userId: account.id, address: email })
  return account
}

export async function getMe(ctx: Context): Promise<User> {
  const { userId, audience, organizationId, role } = ctx.caller
  const [account, mailbox, used, entitlements] = await Promise.all([
    store.getAccount(ctx.db, userId),
    findSendingMailbox(ctx, userId),
    findUsedEmails(ctx, userId),
    getEntitlements(ctx, userId),
  ])
  return {
    userId,
    email: account.email,
    role,
    createdAt: account.createdAt.toISOString(),
    trialDays: trialLengthDays,
    ...entitlements,
    emails: entitlements.limitEmails === null ? null : Math.max(0, entitlements.limitEmails - used),
    organizationId,
    accountVerified: mailbox !== undefined,
    extensionToken: audience === 'web' ? await offerSession(ctx, ctx.caller) : null,
    isDemo: account.isDemo,
  }
}

/** What the caller told about their business; no business type yet is null (4.2). */
export async function getUserInfo(ctx: Context): Promise<UserInfo> {
  const { userType, trucksAmount, loadboards, source } = await store.getAccount(ctx.db, ctx.caller.userId)
  return { userType, trucksAmount, loadboards, source }
}

export async function saveUserInfo(
  ctx: Context,
  { loadboards, ...draft }: z.output<typeof UserInfoDraft>,
): Promise<UserInfo> {
  const offered = boardsFor[draft.userType]
  const chosen = offered.filter((board) => loadboards.includes(board))
  const foreign = loadboards.find((board) => !offered.includes(board))
  if (foreign)
    throw new Problem('invalid-input', 'This board is not for your kind of business.', {
      loadboards: 'This board is not for your kind of business.',
    })

  return inTransaction(ctx, async (tx) => {
    const { userId } = tx.caller
    await applyUserTypeToTeam(tx, draft.userType)
    await store.saveUserInfo(tx.db, userId, { ...draft, loadboards: chosen.length > 0 ? chosen : ['dat-one'] })
    return getUserInfo(tx)
  })
}

export type Sender = { mailbox: { kind: MailboxKind; address: string }; name: string | null; profile: SenderProfile }

/** The caller as a sender of inquiries, or undefined while they have no mailbox to send from. */
export async function findSender(ctx: Context): Promise<Sender | undefined> {
  const { userId } = ctx.caller
  const account = await store.getAccount(ctx.db, userId)
  const mailbox = await findSendingMailbox(ctx, userId)
  if (!mailbox) return undefined

  const { mc, dot, phone, company, signature, truckLocation } = account
  const known = Object.entries({ mc, dot, phone, company, signature, truckLocation }).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  return { mailbox, name: account.name, profile: Object.fromEntries(known) }
}
