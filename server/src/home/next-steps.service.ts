import type { NextSteps } from '@loadping/contract/home/home'
import { getProfile } from '../accounts/accounts.service.ts'
import { hasSentEmail } from '../billing/billing.service.ts'
import type { Context } from '../context.ts'
import { hasOwnMailbox } from '../mailboxes/mailboxes.service.ts'
import { listSessions } from '../sessions/sessions.service.ts'
import { hasTeammates } from '../team/seats.service.ts'
import { hasOwnTemplate } from '../templates/templates.service.ts'

export async function getNextSteps(ctx: Context): Promise<NextSteps> {
  const { userId, organizationId } = ctx.caller
  const [sessions, template, profile, mailbox, email, team] = await Promise.all([
    listSessions(ctx),
    hasOwnTemplate(ctx),
    getProfile(ctx, userId),
    hasOwnMailbox(ctx, userId),
    hasSentEmail(ctx, userId),
    organizationId !== null && hasTeammates(ctx, organizationId),
  ])
  const { company, phone, mc, dot } = profile
  return {
    extension: sessions.some(({ kind }) => kind === 'extension'),
    template,
    profile: company !== null && phone !== null && (mc !== null || dot !== null),
    mailbox,
    email,
    team,
  }
}
