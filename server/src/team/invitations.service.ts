import { randomUUIDv7 } from 'node:crypto'
import { EmailAddress } from '@loadping/contract/format/email-address'
import {
  type InviteResult,
  type InviteStatus,
  invitationDays,
  type Role,
  resendMinutes,
} from '@loadping/contract/team/team'
import { Problem } from '@loadping/contract/wire/problem'
import { isUsableEmail } from '../accounts/email-check.ts'
import { refuseReviewer } from '../accounts/reviewers.service.ts'
import { type Caller, type Context, type DataDeps, type Deps, inTransaction } from '../context.ts'
import { around, isNear } from '../period.ts'
import { logSecurityEvent } from '../security-events.ts'
import { unsubscribeUrl } from '../suppression/unsubscribe.service.ts'
import { cancelInvitationEmail, queueInvitationEmail } from './invitation-email.ts'
import { invitationLink } from './invitation-token.ts'
import * as store from './invitations.store.ts'
import { type LockedTeam, lockManagedTeam, type ManagedTeam } from './managed-team.service.ts'
import { countOpenSeats } from './seats.service.ts'
import { listMemberAddresses } from './team.store.ts'
import { recordActivity } from './team-activity.service.ts'
import { type Counted, countEntries } from './team-activity.store.ts'

/** Across all teams, in 24 hours. */
const maxInvitesPerAddressPerDay = 3
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Invites addresses and returns one result each; the emails are queued in the same transaction. An address over its
 * daily limit counts as already invited.
 */
export async function invite(
  ctx: Context,
  { emails, role }: { emails: string[]; role: Role },
): Promise<{ results: InviteResult[] }> {
  await refuseReviewer(ctx)
  const results = await inTransaction(ctx, async (tx) => {
    const team = await lockManagedTeam(tx)
    const parsed = emails.map((text) => ({ text: text.trim(), email: readAddress(text) }))
    const addresses = parsed.flatMap(({ email }) => email ?? [])
    const members = new Set(await listMemberAddresses(tx.db, team.id, addresses))
    const open = new Map(
      (await store.listOpenInvitations(tx.db, team.id, { emails: addresses })).map((invitation) => [
        invitation.email,
        invitation,
      ]),
    )
    const isInvited = (email: string) => (open.get(email)?.expiresAt ?? new Date(0)) > tx.now()
    const overLimit = new Set(await findOverInviteLimit(tx, addresses))
    let openSeats = await countOpenSeats(tx, team.id)
    const results: InviteResult[] = []
    for (const { text, email } of parsed) {
      const isRepeated = results.some((earlier) => earlier.email === email && earlier.status === 'invited')
      const status = statusOf(email, {
        members,
        isInvited: (address) => isRepeated || isInvited(address) || overLimit.has(address),
        openSeats,
      })
      results.push({ email: email ?? text, status })
      if (status === 'invited') openSeats -= 1
    }

    const chosen = results.flatMap(({ email, status }) => (status === 'invited' ? [email] : []))
    await enforceDailyLimit(tx, team, chosen.length)
    for (const email of chosen) {
      await sendInvitation(tx, team, { email, role, earlier: open.get(email) })
      await recordActivity(tx, team.id, { actor: tx.caller.email, action: 'invited', subject: email, detail: role })
    }
    if (chosen.length > 0)
      logSecurityEvent(tx, 'invited', { userId: tx.caller.userId, organizationId: team.id, role, count: chosen.length })
    return results
  })
  ctx.wakeJobs('invitation-email')
  return { results }
}

function statusOf(
  email: string | undefined,
  { members, isInvited, openSeats }: { members: Set<string>; isInvited: (email: string) => boolean; openSeats: number },
): InviteStatus {
  if (email === undefined) return 'invalid'
  if (members.has(email)) return 'already-member'
  if (isInvited(email)) return 'already-invited'
  return openSeats > 0 ? 'invited' : 'no-seat'
}

/** Disposable addresses can't sign in, so they can't be invited. */
function readAddress(text: string): string | undefined {
  const { data } = EmailAddress.safeParse(text)
  return data !== undefined && isUsableEmail(data) ? data : undefined
}

/** Resends an invitation. An expired one gets a new link and needs an open seat; its old link stays invalid. */
export async function resendInvitation(ctx: Context, inviteId: string): Promise<null> {
  await inTransaction(ctx, async (tx) => {
    const team = await lockManagedTeam(tx)
    const invitation = await getOpen(tx, team, inviteId)
    const pauseMs = resendMinutes * minuteMs
    const waitMs = invitation.sentAt.getTime() + pauseMs - tx.now().getTime()
    if (isNear(invitation.sentAt, tx.now(), pauseMs))
      throw new Problem('too-many', `Just sent. You can resend in ${Math.ceil(waitMs / minuteMs)} min.`)
    if (invitation.expiresAt <= tx.now() && (await countOpenSeats(tx, team.id)) < 1)
      throw new Problem('plan-limit', 'No open seats. Add a seat or remove someone first.')
    await enforceDailyLimit(tx, team, 1)
    if ((await findOverInviteLimit(tx, [invitation.email])).length > 0)
      throw new Problem(
        'too-many',
        `This person already got ${maxInvitesPerAddressPerDay} invitations today. Try tomorrow.`,
      )
    await sendInvitation(tx, team, { email: invitation.email, role: invitation.role, earlier: invitation })
    await recordActivity(tx, team.id, {
      actor: tx.caller.email,
      action: 'invitation-resent',
      subject: invitation.email,
    })
  })
  ctx.wakeJobs('invitation-email')
  return null
}

export const copyInvitationLink = (ctx: Context, inviteId: string): Promise<{ url: string }> =>
  inTransaction(ctx, async (tx) => {
    const team = await lockManagedTeam(tx)
    const invitation = await getOpen(tx, team, inviteId)
    if (invitation.expiresAt <= tx.now())
      throw new Problem('not-found', 'This invitation has expired. Resend it first.')
    await recordActivity(tx, team.id, {
      actor: tx.caller.email,
      action: 'invitation-link-copied',
      subject: invitation.email,
    })
    return { url: invitationLink(tx, invitation) }
  })

/** Revokes an invitation of a locked team. Its link stops working, and an unsent email is canceled. */
export async function revokeInvitation(
  ctx: DataDeps & { caller: Pick<Caller, 'email'> },
  team: LockedTeam,
  inviteId: string,
): Promise<void> {
  const ended = await store.endInvitation(ctx.db, team.id, inviteId, ctx.now())
  if (!ended) throw noInvitation()
  if (await cancelInvitationEmail(ctx, inviteId)) await store.markUnsent(ctx.db, inviteId)
  await recordActivity(ctx, team.id, { actor: ctx.caller.email, action: 'invitation-revoked', subject: ended.email })
}

/** Revokes open invitations to this address, and manager invitations sent by this user, when a membership ends. */
export async function revokeInvitationsOf(
  ctx: Context,
  team: LockedTeam,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const open = [
    ...(await store.listOpenInvitations(ctx.db, team.id, { emails: [email] })),
    ...(await store.listManagerInvitationsBy(ctx.db, team.id, userId)),
  ]
  for (const inviteId of new Set(open.map(({ id }) => id))) await revokeInvitation(ctx, team, inviteId)
}

/** Restores a recently revoked invitation. Its link works again, and an email canceled by the revocation is sent. */
export async function restoreInvitation(
  ctx: Context,
  team: ManagedTeam,
  { inviteId, since }: { inviteId: string; since: Date },
): Promise<void> {
  const openSeats = await countOpenSeats(ctx, team.id)
  const invitation = await store.findInvitation(ctx.db, inviteId)
  const isReplaced =
    invitation &&
    ((await store.listOpenInvitations(ctx.db, team.id, { emails: [invitation.email] })).length > 0 ||
      (await listMemberAddresses(ctx.db, team.id, [invitation.email])).length > 0)
  const reopened = isReplaced ? undefined : await store.reopenInvitation(ctx.db, team.id, inviteId, since)
  if (!reopened) throw new Problem('not-found', "It's too late to undo this.")
  if (reopened.expiresAt > ctx.now() && openSeats < 1) throw new Problem('plan-limit', 'No open seats.')
  if (reopened.isUnsent)
    await sendInvitation(ctx, team, { email: reopened.email, role: reopened.role, earlier: reopened })
  await recordActivity(ctx, team.id, {
    actor: ctx.caller.email,
    action: 'invitation-restored',
    subject: reopened.email,
  })
}

type Sending = { email: string; role: Role; earlier: { id: string; generation: number; expiresAt: Date } | undefined }

/** Adds an invitation, or renews the existing one, and queues its email. */
async function sendInvitation(ctx: Context, team: ManagedTeam, { email, role, earlier }: Sending) {
  const now = ctx.now()
  const { userId: invitedBy } = ctx.caller
  const sent = { role, invitedBy, sentAt: now, expiresAt: new Date(now.getTime() + invitationDays * dayMs) }
  const isExpired = earlier !== undefined && earlier.expiresAt <= now
  const invitation = earlier
    ? await store.renewInvitation(ctx.db, earlier.id, {
        ...sent,
        isUnsent: false,
        deliveryError: null,
        generation: earlier.generation + (isExpired ? 1 : 0),
      })
    : await store.addInvitation(ctx.db, { id: randomUUIDv7(), organizationId: team.id, email, createdAt: now, ...sent })
  await queueInvitationEmail(ctx, invitation.id, {
    to: email,
    link: invitationLink(ctx, invitation),
    organization: team.name,
    invitedBy: team.manager,
    role,
    expiresAt: sent.expiresAt.toISOString(),
    unsubscribeUrl: unsubscribeUrl(ctx, email),
  })
  return invitation
}

/** Limits a team's and a manager's invitation emails per day, also across revoked invitations and closed teams. */
async function enforceDailyLimit(ctx: Context, team: LockedTeam, more: number): Promise<void> {
  const { invitationsPerDay } = ctx.limits
  if (isLimitExempt(ctx)) return
  const sent = await countInvitationEmails(ctx, { organizationId: team.id, actor: ctx.caller.email })
  if (sent + more <= invitationsPerDay) return
  throw new Problem('too-many', `A team can send ${invitationsPerDay} invitations a day. Try again tomorrow.`)
}

/** Returns the addresses that reached the daily limit of invitations across all teams. */
async function findOverInviteLimit(ctx: Context, emails: string[]): Promise<string[]> {
  if (isLimitExempt(ctx)) return []
  const counts = await Promise.all(
    emails.map(async (email) => ({ email, count: await countInvitationEmails(ctx, { subject: email }) })),
  )
  return counts.filter(({ count }) => count >= maxInvitesPerAddressPerDay).map(({ email }) => email)
}

const countInvitationEmails = (ctx: Context, of: Counted): Promise<number> =>
  countEntries(ctx.db, of, ['invited', 'invitation-resent'], around(ctx.now(), dayMs))

const isLimitExempt = ({ limits, client }: Context): boolean => limits.exemptLoopback && client.isThisMachine

async function getOpen(ctx: Deps, team: LockedTeam, inviteId: string) {
  const invitation = await store.findOpenInvitation(ctx.db, team.id, inviteId)
  if (!invitation) throw noInvitation()
  return invitation
}

const noInvitation = () => new Problem('not-found', 'Invitation not found.')
