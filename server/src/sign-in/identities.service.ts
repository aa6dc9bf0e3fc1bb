import { findOrCreateAccount } from '../account/account.service.ts'
import type { Deps } from '../context.ts'
import type { VerifiedIdentity } from '../integrations/identity-provider.ts'
import { connectMailbox, disconnectMailbox, findMailbox } from '../mailboxes/mailboxes.service.ts'
import * as store from './identities.store.ts'

type VouchedFor = Omit<VerifiedIdentity, 'loadPhoto'>

/**
 * The account of a person for whom a provider vouches: the one they are linked to, else the one of an address that the provider itself
 * calls theirs (A10). Undefined: who it is has yet to be proved by a mail.
 */
export async function findOrLinkAccount(
  ctx: Deps,
  { issuer, subject, email, isEmailVerified }: VouchedFor,
): Promise<{ id: string } | undefined> {
  const known = await store.findIdentity(ctx.db, { issuer, subject })
  if (known) return { id: known.userId }
  if (!email || !isEmailVerified) return undefined

  const account = await findOrCreateAccount(ctx, email, { connectsRelay: false })
  await store.addIdentity(ctx.db, { issuer, subject, userId: account.id, linkedAt: ctx.now() })
  return account
}

/**
 * Has sending follow what the person allowed this time (D3.1); an address that is not proved is never sent from, and a mailbox with another
 * address, which they connected on purpose, is left alone.
 */
export async function syncSendPermission(
  ctx: Deps,
  userId: string,
  kind: 'google' | 'outlook',
  person: VouchedFor,
): Promise<void> {
  const { email, isEmailVerified, canSend: maySend, refreshToken } = person
  const connected = await findMailbox(ctx, { userId, kind })
  if (connected && connected.address !== email) return
  if (!maySend) await disconnectMailbox(ctx, { userId, kind })
  else if (email && isEmailVerified && refreshToken)
    await connectMailbox(ctx, { userId, kind }, { address: email, credentials: refreshToken, isDefault: false })
}
