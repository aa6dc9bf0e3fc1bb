import { ensureAccount, markEmailVerified } from '../accounts/accounts.service.ts'
import { grantDefaultPlan } from '../billing/billing.service.ts'
import type { Deps } from '../context.ts'
import { connectRelay } from '../mailboxes/mailboxes.service.ts'
import { endSessionsOf } from '../sessions/sessions.service.ts'
import { addDefaultTemplate } from '../templates/templates.service.ts'

/**
 * Returns the account of an address that was just verified, created with its Default template and plan if new. The first
 * verification ends sessions from before it.
 */
export async function findOrCreateAccount(
  ctx: Deps,
  email: string,
  { connectsRelay }: { connectsRelay: boolean },
): Promise<{ id: string }> {
  const { id, isNew } = await ensureAccount(ctx, email)
  if (isNew) {
    await addDefaultTemplate(ctx, id)
    await grantDefaultPlan(ctx, id)
  }
  if (await markEmailVerified(ctx, id)) await endSessionsOf(ctx, id)
  if (connectsRelay) await connectRelay(ctx, { userId: id, address: email })
  return { id }
}
