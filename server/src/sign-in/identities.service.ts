import { completeProfile } from '../accounts/accounts.service.ts'
import type { Deps } from '../context.ts'
import type { VerifiedIdentity } from '../integrations/identity-provider.ts'
import { connectMailbox, disconnectMailbox, findMailbox } from '../mailboxes/mailboxes.service.ts'
import * as store from './identities.store.ts'
import { findOrCreateAccount } from './new-accounts.service.ts'

type Identity = Omit<VerifiedIdentity, 'loadPhoto'>

/**
 * Returns the account linked to an identity, else links the account of its verified address, which gets the provider's
 * name unless it has one. Returns undefined if the provider did not verify the address: then an email must.
 */
export async function findOrLinkAccount(
  ctx: Deps,
  { issuer, subject, email, name, isEmailVerified }: Identity,
): Promise<{ id: string } | undefined> {
  const linked = await store.findIdentity(ctx.db, { issuer, subject })
  if (linked) return { id: linked.userId }
  if (!email || !isEmailVerified) return undefined

  const account = await findOrCreateAccount(ctx, email, { connectsRelay: false })
  await store.addIdentity(ctx.db, { issuer, subject, userId: account.id, linkedAt: ctx.now() })
  if (name) await completeProfile(ctx, account.id, { name })
  return account
}

/**
 * Connects or disconnects the provider's mailbox as the user granted at this sign-in. Ignores unverified addresses,
 * and leaves a mailbox with another address alone: the user connected it on purpose.
 */
export async function syncSendPermission(
  ctx: Deps,
  userId: string,
  kind: 'google' | 'outlook',
  identity: Identity,
): Promise<void> {
  const { email, isEmailVerified, canSend, refreshToken } = identity
  const connected = await findMailbox(ctx, { userId, kind })
  if (connected && connected.address !== email) return
  if (!canSend) await disconnectMailbox(ctx, { userId, kind })
  else if (email && isEmailVerified && refreshToken)
    await connectMailbox(ctx, { userId, kind }, { address: email, credentials: refreshToken, makeDefault: false })
}
