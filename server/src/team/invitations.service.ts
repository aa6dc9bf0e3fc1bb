import { randomUUID } from 'node:crypto'
import { Problem } from '@loadping/contract/problem'
import { EmailAddress } from '@loadping/contract/rules/email-address'
import { type InviteResult, type InviteStatus, invitationDays, type Role, resendMinutes } from '@loadping/contract/team'
import { isUsableEmail } from '../accounts/email-check.ts'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { logSecurityEvent } from '../security-events.ts'
import { unsubscribeUrl } from '../suppression/unsubscribe.service.ts'
import { cancelInvitationEmail, queueInvitationEmail } from './invitation-email.ts'
import { invitationLink } from './invitation-token.ts'
import * as store from './invitations.store.ts'
import { type LockedTeam, lockManagedTeam, type ManagedTeam } from './managed-team.service.ts'
import { countFreeSeats } from './seats.service.ts'
import { listMemberAddresses } from './team.store.ts'
import { countLogged, recordActivity } from './team-activity.service.ts'

/** Of all teams together, in 24 hours. */
const maxInvitesPerAddressPerDay = 3
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/**
 * Invites each address that can be, and says of every one what became of it; the mails leave with the same transaction. An address that has
 * had its share of mails today counts as invited already, whichever team sent them.
 */
export async function invite(
  ctx: Context,
  { emails, role }: { emails: string[]; role: Role },
): Promise<{ results: InviteResult[] }> {
  const results = await inTransaction(ctx, async (tx) => {
    const team = await lockManagedTeam(tx)
    const wanted = emails.map((text) => ({ text: text.trim(), email: readAddress(text) }))
    const addresses = wanted.flatMap(({ email }) => email ?? [])
    const members = new Set(await listMemberAddresses(tx.db, team.id, addresses))
    const open = new Map(
      (await store.listOpenInvitations(tx.db, team.id, addresses)).map((invitation) => [invitation.email, invitation]),
    )
    const isWaiting = (email: string) => (open.get(email)?.expiresAt ?? new Date(0)) > tx.now()
    const overLimit = new Set(await findOverInviteLimit(tx, addresses))
    let free = await countFreeSeats(tx, team.id)
    const settled: InviteResult[] = []
    for (const { text, email } of wanted) {
      const isRepeated = settled.some((earlier) => earlier.email === email && earlier.status === 'invited')
      const status = statusOf(email, {
        members,
        isWaiting: (one) => isRepeated || isWaiting(one) || overLimit.has(one),
        free,
      })
      settled.push({ email: email ?? text, status })
      if (status === 'invited') free -= 1
    }

    const chosen = settled.flatMap(({ email, status }) => (status === 'invited' ? [email] : []))
    await refuseFlood(tx, team, chosen.length)
    for (const email of chosen) {
      await sendInvitation(tx, team, { email, role, earlier: open.get(email) })
      await recordActivity(tx, team.id, { actor: tx.caller.email, action: 'invited', subject: email, detail: role })
    }
    if (chosen.length > 0)
      logSecurityEvent(tx, 'invited', { userId: tx.caller.userId, organizationId: team.id, role, count: chosen.length })
    return settled
  })
  ctx.wakeJobs()
  return { results }
}

function statusOf(
  email: string | undefined,
  { members, isWaiting, free }: { members: Set<string>; isWaiting: (email: string) => boolean; free: number },
): InviteStatus {
  if (email === undefined) return 'invalid'
  if (members.has(email)) return 'already-member'
  if (isWaiting(email)) return 'already-invited'
  return free > 0 ? 'invited' : 'no-seat'
}

/** Nobody can sign in with a throw-away address, so nobody can be invited at one. */
function readAddress(text: string): string | undefined {
  const { data } = EmailAddress.safeParse(text)
  return data !== undefined && isUsableEmail(data) ? data : undefined
}

/** Mails an invitation again; one that has run out gets a new link and needs a free seat, so that what was said to be over stays over. */
export async function resendInvitation(ctx: Context, inviteId: string): Promise<null> {
  await inTransaction(ctx, async (tx) => {
    const team = await lockManagedTeam(tx)
    const invitation = await getOpen(tx, team, inviteId)
    const waitMs = invitation.sentAt.getTime() + resendMinutes * minuteMs - tx.now().getTime()
    if (waitMs > 0) throw new Problem('too-many', `It was just sent. Try again in ${Math.ceil(waitMs / minuteMs)} min.`)
    if (invitation.expiresAt <= tx.now() && (await countFreeSeats(tx, team.id)) < 1)
      throw new Problem('plan-limit', 'There is no free seat.')
    await refuseFlood(tx, team, 1)
    if ((await findOverInviteLimit(tx, [invitation.email])).length > 0)
      throw new Problem('too-many', 'This address has had enough mails for today.')
    await sendInvitation(tx, team, { email: invitation.email, role: invitation.role, earlier: invitation })
    await recordActivity(tx, team.id, {
      actor: tx.caller.email,
      action: 'invitation-resent',
      subject: invitation.email,
    })
  })
  ctx.wakeJobs()
  return null
}

export const copyInvitationLink = (ctx: Context, inviteId: string): Promise<{ url: string }> =>
  inTransaction(ctx, async (tx) => {
    const team = await lockManagedTeam(tx)
    const invitation = await getOpen(tx, team, inviteId)
    if (invitation.expiresAt <= tx.now())
      throw new Problem('not-found', 'This invitation has expired. Send it again first.')
    await recordActivity(tx, team.id, {
      actor: tx.caller.email,
      action: 'invitation-link-copied',
      subject: invitation.email,
    })
    return { url: invitationLink(tx, invitation) }
  })

/** Ends an invitation of a held team; its link stops working at once, and a mail of it that has not left yet does not leave. */
export async function revokeInvitation(ctx: Context, team: LockedTeam, inviteId: string): Promise<void> {
  const ended = await store.endInvitation(ctx.db, team.id, inviteId, ctx.now())
  if (!ended) throw noInvitation()
  if (await cancelInvitationEmail(ctx, inviteId)) await store.markUnsent(ctx.db, inviteId)
  await recordActivity(ctx, team.id, { actor: ctx.caller.email, action: 'invitation-revoked', subject: ended.email })
}

/** Revokes every open invitation to these addresses, and those to become a manager that this person sent: they outlive no membership. */
export async function revokeInvitationsOf(
  ctx: Context,
  team: LockedTeam,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const left = [
    ...(await store.listOpenInvitations(ctx.db, team.id, [email])),
    ...(await store.listManagerInvitationsBy(ctx.db, team.id, userId)),
  ]
  for (const inviteId of new Set(left.map(({ id }) => id))) await revokeInvitation(ctx, team, inviteId)
}

/** Opens an invitation again that was revoked since then; its link works as before, and a mail that had not left yet leaves now. */
export async function restoreInvitation(
  ctx: Context,
  team: ManagedTeam,
  { inviteId, since }: { inviteId: string; since: Date },
): Promise<void> {
  const free = await countFreeSeats(ctx, team.id)
  const invitation = await store.findInvitation(ctx.db, inviteId)
  const isReplaced =
    invitation &&
    ((await store.listOpenInvitations(ctx.db, team.id, [invitation.email])).length > 0 ||
      (await listMemberAddresses(ctx.db, team.id, [invitation.email])).length > 0)
  const reopened = isReplaced ? undefined : await store.reopenInvitation(ctx.db, team.id, inviteId, since)
  if (!reopened) throw new Problem('not-found', 'This cannot be undone any more.')
  if (reopened.expiresAt > ctx.now() && free < 1) throw new Problem('plan-limit', 'There is no free seat any more.')
  if (reopened.isUnsent)
    await sendInvitation(ctx, team, { email: reopened.email, role: reopened.role, earlier: reopened })
  await recordActivity(ctx, team.id, {
    actor: ctx.caller.email,
    action: 'invitation-restored',
    subject: reopened.email,
  })
}

type Sending = { email: string; role: Role; earlier: { id: string; generation: number; expiresAt: Date } | undefined }

/** Keeps a new invitation, or renews the one of this address, and queues its mail. */
async function sendInvitation(ctx: Context, team: ManagedTeam, { email, role, earlier }: Sending) {
  const now = ctx.now()
  const { userId: invitedBy } = ctx.caller
  const sent = { role, invitedBy, sentAt: now, expiresAt: new Date(now.getTime() + invitationDays * dayMs) }
  const isOver = earlier !== undefined && earlier.expiresAt <= now
  const invitation = earlier
    ? await store.renewInvitation(ctx.db, earlier.id, {
        ...sent,
        isUnsent: false,
        deliveryError: null,
        generation: earlier.generation + (isOver ? 1 : 0),
      })
    : await store.addInvitation(ctx.db, { id: randomUUID(), organizationId: team.id, email, createdAt: now, ...sent })
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

/** A team that invites and revokes all day is no team: its mails of a day are counted. */
async function refuseFlood(ctx: Context, team: LockedTeam, more: number): Promise<void> {
  const { invitationsPerDay } = ctx.limits
  if (isSpared(ctx) || (await countMails(ctx, { organizationId: team.id })) + more <= invitationsPerDay) return
  throw new Problem('too-many', `A team can send ${invitationsPerDay} invitations a day. Try again tomorrow.`)
}

/** Which addresses have had so many invitations today, from all teams together, that they get no more. */
async function findOverInviteLimit(ctx: Context, emails: string[]): Promise<string[]> {
  if (isSpared(ctx)) return []
  const counted = await Promise.all(
    emails.map(async (email) => ({ email, mails: await countMails(ctx, { subject: email }) })),
  )
  return counted.filter(({ mails }) => mails >= maxInvitesPerAddressPerDay).map(({ email }) => email)
}

const countMails = (ctx: Context, of: { organizationId: string } | { subject: string }): Promise<number> =>
  countLogged(ctx, of, ['invited', 'invitation-resent'], new Date(ctx.now().getTime() - dayMs))

const isSpared = ({ limits, client }: Context): boolean => limits.exemptLoopback && client.isThisMachine

async function getOpen(ctx: Deps, team: LockedTeam, inviteId: string) {
  const invitation = await store.findOpenInvitation(ctx.db, team.id, inviteId)
  if (!invitation) throw noInvitation()
  return invitation
}

const noInvitation = () => new Problem('not-found', 'There is no such invitation in your team.')
