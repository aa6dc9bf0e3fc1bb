import { findOrMakeAccount } from '../account/account.service.ts'
import type { Deps } from '../context.ts'
import type { VouchedPerson } from '../integrations/identity-provider.ts'
import { connectMailbox, disconnectMailbox, findMailbox } from '../mailboxes/mailboxes.service.ts'
import * as store from './identities.store.ts'

type VouchedFor = Omit<VouchedPerson, 'findPhoto'>

/**
 * The account of a person for whom a provider vouches: the one they are linked to, else the one of an address that the provider itself
 * calls theirs (A10). Undefined: who it is has yet to be proved by a mail.
 */
export async function findOrLinkAccount(ctx: Deps, { issuer, subject, email, isEmailProved }: VouchedFor): Promise<{ id: string } | undefined> {
  const known = await store.findIdentity(ctx.db, { issuer, subject })
  if (known) return { id: known.userId }
  if (!email || !isEmailProved) return undefined

  const account = await findOrMakeAccount(ctx, email, { connectsRelay: false })
  await store.addIdentity(ctx.db, { issuer, subject, userId: account.id, linkedAt: ctx.now() })
  return account
}

/**
 * Has sending follow what the person allowed this time (D3.1); an address that is not proved is never sent from, and a mailbox with another
 * address, which they connected on purpose, is left alone.
 */
export async function followSendLeave(ctx: Deps, userId: string, kind: 'google' | 'outlook', person: VouchedFor): Promise<void> {
  const { email, isEmailProved, maySend, refreshToken } = person
  const connected = await findMailbox(ctx, { userId, kind })
  if (connected && connected.address !== email) return
  if (!maySend) await disconnectMailbox(ctx, { userId, kind })
  else if (email && isEmailProved && refreshToken) await connectMailbox(ctx, { userId, kind }, { address: email, grant: refreshToken, isSelected: false })
}
