import { randomUUID } from 'node:crypto'
import type { User } from '@loadping/contract/account'
import type { SenderProfile } from '@loadping/contract/rules/placeholders'
import { entitlementsOf, trialLengthDays } from '@loadping/contract/rules/plans'
import { findUsedEmails } from '../billing/billing.service.ts'
import type { Context, Deps } from '../context.ts'
import { offerSession } from '../extension/extension.service.ts'
import { addDefaultTemplate } from '../templates/templates.service.ts'
import * as store from './account.store.ts'

/** The account of an address that was just proved: a new one comes with its Default template, and with the relay to send from (D3.1). */
export async function findOrMakeAccount(ctx: Deps, email: string): Promise<{ id: string }> {
  const now = ctx.now()
  const made = await store.addAccount(ctx.db, { id: randomUUID(), email, createdAt: now })
  const account = made ?? (await store.getAccountByEmail(ctx.db, email))
  if (made) await addDefaultTemplate(ctx, account.id)
  await store.addMailbox(ctx.db, { userId: account.id, kind: 'relay', address: email, connectedAt: now })
  return account
}

export async function getMe(ctx: Context): Promise<User> {
  const { userId, audience } = ctx.caller
  const [account, mailbox, used] = await Promise.all([store.getAccount(ctx.db, userId), store.findMailbox(ctx.db, userId), findUsedEmails(ctx, userId)])
  const entitlements = entitlementsOf(account, ctx.now())
  return {
    userId,
    email: account.email,
    role: 'USER',
    createdAt: account.createdAt.toISOString(),
    trialDays: trialLengthDays,
    ...entitlements,
    emails: entitlements.limitEmails - used,
    organizationId: null,
    accountVerified: mailbox !== undefined,
    extensionToken: audience === 'web' ? await offerSession(ctx, userId) : null,
    isDemo: account.isDemo,
  }
}

export type Sender = { email: string; createdAt: Date; profile: SenderProfile }

/** The caller as a sender of inquiries, or undefined while they have no mailbox to send from. */
export async function findSender(ctx: Context): Promise<Sender | undefined> {
  const { userId } = ctx.caller
  const account = await store.getAccount(ctx.db, userId)
  const mailbox = await store.findMailbox(ctx.db, userId)
  if (!mailbox) return undefined

  const { mc, dot, phone, company, signature, truckLocation } = account
  const known = Object.entries({ mc, dot, phone, company, signature, truckLocation }).filter((entry): entry is [string, string] => entry[1] !== null)
  return { email: mailbox.address, createdAt: account.createdAt, profile: Object.fromEntries(known) }
}
