import { brand } from '@loadping/contract/brand'
import { formatDay, newYorkDay } from '@loadping/contract/format/new-york-days'
import { Role } from '@loadping/contract/team/team'
import * as z from 'zod/mini'
import { isActive } from '../accounts/suspension.service.ts'
import type { Deps } from '../context.ts'
import type { OutgoingMessage } from '../integrations/mailbox.ts'
import type { JobKind } from '../jobs/job-kind.ts'
import { deleteJob, queueEncrypted } from '../jobs/job-queue.ts'
import { isSendingPaused } from '../kill-switches/kill-switches.service.ts'
import { productHead, writeBody } from '../product-emails/email-layout.ts'
import { productEmailJob } from '../product-emails/product-email-job.ts'
import { findInvitation, recordDeliveryError } from './invitations.store.ts'

const InvitationEmail = z.object({
  to: z.string(),
  link: z.string(),
  organization: z.string(),
  invitedBy: z.string(),
  role: Role,
  expiresAt: z.iso.datetime(),
  /** Where the recipient unsubscribes; absent in jobs that an earlier version queued. */
  unsubscribeUrl: z.optional(z.string()),
})
type InvitationEmail = z.infer<typeof InvitationEmail>

/** Queues the email of an invitation, in place of one that is still waiting. */
export const queueInvitationEmail = (ctx: Deps, invitationId: string, payload: InvitationEmail): Promise<void> =>
  queueEncrypted(ctx, { kind: 'invitation-email', id: invitationId, payload })

/** Cancels the email of an invitation. Returns whether it was still waiting. */
export const cancelInvitationEmail = (ctx: Pick<Deps, 'db'>, invitationId: string): Promise<boolean> =>
  deleteJob(ctx.db, invitationId)

/** Delivers invitation emails, and records a failure beside the invitation. */
export const invitationEmailJob = (ctx: Deps): JobKind =>
  productEmailJob(ctx, {
    kind: 'invitation-email',
    concurrency: 2,
    payload: InvitationEmail,
    write: async (payload, job) => {
      if (await isInviterActive(ctx, job.id)) return writeInvitationEmail(payload, job)
      await recordDeliveryError(ctx.db, job.id, 'The account of who sent it is suspended or deleted.')
      return undefined
    },
    lifetimeMs: 24 * 3_600_000,
    mayRepeat: false,
    isPaused: () => isSendingPaused(ctx),
    onAbandoned: (id, reason) => recordDeliveryError(ctx.db, id, reason),
  })

/** Whether who sent an invitation still may: they can be suspended while its email waits. */
async function isInviterActive(ctx: Deps, invitationId: string): Promise<boolean> {
  const invitation = await findInvitation(ctx.db, invitationId)
  return !invitation?.invitedBy || isActive(ctx, invitation.invitedBy)
}

function writeInvitationEmail(
  { to, link, organization, invitedBy, role, expiresAt, unsubscribeUrl }: InvitationEmail,
  { id, date }: { id: string; date: Date },
): OutgoingMessage {
  const until = formatDay(newYorkDay(new Date(expiresAt)))
  const asManager = role === 'MANAGER' ? ' as a manager' : ''
  const sentence = `${invitedBy} invited you to join ${organization} on ${brand.name}${asManager}.`
  const note = `This link expires ${until} and works only for ${to}. Don't recognize this team? Ignore this email.`
  return {
    // A resent invitation is a new message, so no server drops it as a copy.
    ...productHead({ id: `${id}.${date.getTime()}`, date }),
    to,
    ...(unsubscribeUrl && { unsubscribeUrl }),
    subject: `Join ${organization} on ${brand.name}`,
    ...writeBody({
      title: `Join ${organization} on ${brand.name}`,
      preheader: sentence,
      parts: [{ text: sentence }, { link: { label: 'Accept invitation', url: link } }, { text: note }],
      reason: `Sent to ${to} because ${invitedBy} entered this address.`,
      unsubscribeUrl,
    }),
  }
}
