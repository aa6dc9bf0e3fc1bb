import { endTrial, ensureAccount, markEmailVerified } from '../accounts/accounts.service.ts'
import { grantDefaultPlan } from '../billing/billing.service.ts'
import { claimTrial } from '../billing/trials.service.ts'
import type { Deps } from '../context.ts'
import { connectRelay } from '../mailboxes/mailboxes.service.ts'
import { endSessionsOf } from '../sessions/sessions.service.ts'
import { addDefaultTemplate } from '../templates/templates.service.ts'
import { endInvitation } from './sign-up.service.ts'

type HowVerified = {
  connectsRelay: boolean
  /** At the provider that verified the address. */
  identity?: { issuer: string; subject: string }
}

/**
 * Returns the account of an address that was just verified, created with its Default template, plan and trial if new. The
 * first verification ends sessions from before it.
 */
export async function findOrCreateAccount(
  ctx: Deps,
  email: string,
  { connectsRelay, identity }: HowVerified,
): Promise<{ id: string }> {
  const { id, isNew } = await ensureAccount(ctx, email)
  const hasTrial = (isNew || identity !== undefined) && (await claimTrial(ctx, id, { address: email, identity }))
  if (isNew) {
    await endInvitation(ctx, email)
    await addDefaultTemplate(ctx, id)
    await grantDefaultPlan(ctx, id)
    if (!hasTrial) await endTrial(ctx, id)
  }
  if (await markEmailVerified(ctx, id)) await endSessionsOf(ctx, id)
  if (connectsRelay) await connectRelay(ctx, { userId: id, address: email })
  return { id }
}
