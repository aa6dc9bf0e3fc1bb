import type { MailProviderId } from '@loadping/contract/sign-in/sign-in'
import { completeProfile } from '../accounts/accounts.service.ts'
import type { Deps } from '../context.ts'
import type { VerifiedIdentity } from '../integrations/identity-provider.ts'
import { connectMailbox, disconnectMailbox, listAddresses } from '../mailboxes/mailboxes.service.ts'
import * as store from './identities.store.ts'
import { findOrCreateAccount } from './new-accounts.service.ts'
import { mayComeIn } from './sign-up.service.ts'

type Identity = Omit<VerifiedIdentity, 'loadPhoto'>

/**
 * Returns the account linked to an identity, else links the account of its verified address. Without either, says whether
 * the provider did not verify the address, or the person may not sign up.
 */
export async function findOrLinkAccount(
  ctx: Deps,
  { issuer, subject, email, name, isEmailVerified }: Identity,
): Promise<{ id: string } | 'unverified' | 'uninvited'> {
  const linked = await store.findIdentity(ctx.db, { issuer, subject })
  if (linked) return { id: linked.userId }
  if (!email || !isEmailVerified) return 'unverified'
  if (!(await mayComeIn(ctx, email))) return 'uninvited'

  const account = await findOrCreateAccount(ctx, email, { connectsRelay: false, identity: { issuer, subject } })
  await store.addIdentity(ctx.db, { issuer, subject, userId: account.id, linkedAt: ctx.now() })
  if (name) await completeProfile(ctx, account.id, { name })
  return account
}

/**
 * Connects or disconnects the provider's mailbox as the user granted at this sign-in. Does nothing if only other
 * addresses of its kind are connected: the user chose those.
 */
export async function syncSendPermission(
  ctx: Deps,
  userId: string,
  kind: MailProviderId,
  identity: Identity,
): Promise<void> {
  const { email, isEmailVerified, canSend, refreshToken } = identity
  if (!email) return
  const connected = await listAddresses(ctx, { userId, kind })
  if (connected.length > 0 && !connected.includes(email)) return
  const mailbox = { userId, kind, address: email }
  if (!canSend) await disconnectMailbox(ctx, mailbox)
  else if (isEmailVerified && refreshToken) await connectMailbox(ctx, mailbox, refreshToken)
}
