import { randomUUID } from 'node:crypto'
import { Problem } from '@loadping/contract/problem'
import { EmailAddress } from '@loadping/contract/rules/email-address'
import { type InviteResult, type InviteStatus, invitationDays, type Role, resendMinutes } from '@loadping/contract/team'
import { type Context, type Deps, inTransaction } from '../context.ts'
import { cancelInvitationMail, queueInvitationMail } from '../emails/outbox.service.ts'
import { verifyEmail } from '../sign-in/sign-in.service.ts'
import { invitationLink } from './invitation-token.ts'
import * as store from './invitations.store.ts'
import { type HeldTeam, holdManagedTeam, type ManagedTeam } from './managed-team.service.ts'
import { countFreeSeats } from './seats.service.ts'
import { listMemberAddresses } from './team.store.ts'
import { countLogged, writeLog } from './team-log.service.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Invites each address that can be, and says of every one what became of it; the mails leave with the same transaction. */
export async function invite(ctx: Context, { emails, role }: { emails: string[]; role: Role }): Promise<{ results: InviteResult[] }> {
  const results = await inTransaction(ctx, async (inside) => {
    const team = await holdManagedTeam(inside)
    const wanted = emails.map((text) => ({ text: text.trim(), email: readAddress(text) }))
    const addresses = wanted.flatMap(({ email }) => email ?? [])
    const members = new Set(await listMemberAddresses(inside.db, team.id, addresses))
    const open = new Map((await store.listOpenInvitations(inside.db, team.id, addresses)).map((invitation) => [invitation.email, invitation]))
    const isWaiting = (email: string) => (open.get(email)?.expiresAt ?? new Date(0)) > inside.now()
    let free = await countFreeSeats(inside, team.id)
    await refuseFlood(inside, team, addresses.filter((email) => !members.has(email) && !isWaiting(email)).length)

    const settled: InviteResult[] = []
    for (const { text, email } of wanted) {
      const status = statusOf(email, { members, isWaiting, free })
      settled.push({ email: email ?? text, status })
      if (email === undefined || status !== 'invited') continue
      free -= 1
      open.set(email, await sendInvitation(inside, team, { email, role, earlier: open.get(email) }))
      await writeLog(inside, team.id, { actor: inside.caller.email, action: 'invited', subject: email, detail: role })
    }
    return settled
  })
  ctx.wakeOutbox()
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
  return data === undefined || verifyEmail(data).content.disposable ? undefined : data
}

/** Mails an invitation again; one that has run out gets a new link and needs a free seat, so that what was said to be over stays over. */
export async function resendInvitation(ctx: Context, inviteId: string): Promise<null> {
  await inTransaction(ctx, async (inside) => {
    const team = await holdManagedTeam(inside)
    const invitation = await getOpen(inside, team, inviteId)
    const waitMs = invitation.sentAt.getTime() + resendMinutes * minuteMs - inside.now().getTime()
    if (waitMs > 0) throw new Problem('too-many', `It was just sent. Try again in ${Math.ceil(waitMs / minuteMs)} min.`)
    if (invitation.expiresAt <= inside.now() && (await countFreeSeats(inside, team.id)) < 1) throw new Problem('plan-limit', 'There is no free seat.')
    await refuseFlood(inside, team, 1)
    await sendInvitation(inside, team, { email: invitation.email, role: invitation.role, earlier: invitation })
    await writeLog(inside, team.id, { actor: inside.caller.email, action: 'invitation-sent-again', subject: invitation.email })
  })
  ctx.wakeOutbox()
  return null
}

export const copyInvitationLink = (ctx: Context, inviteId: string): Promise<{ url: string }> =>
  inTransaction(ctx, async (inside) => {
    const team = await holdManagedTeam(inside)
    const invitation = await getOpen(inside, team, inviteId)
    if (invitation.expiresAt <= inside.now()) throw new Problem('not-found', 'This invitation has expired. Send it again first.')
    await writeLog(inside, team.id, { actor: inside.caller.email, action: 'invitation-link-copied', subject: invitation.email })
    return { url: invitationLink(inside, invitation) }
  })

/** Ends an invitation of a held team; its link stops working at once, and a mail of it that has not left yet does not leave. */
export async function revokeInvitation(ctx: Context, team: HeldTeam, inviteId: string): Promise<void> {
  const isUnsent = await cancelInvitationMail(ctx, inviteId)
  const ended = await store.endInvitation(ctx.db, team.id, inviteId, { endedAt: ctx.now(), isUnsent })
  if (!ended) throw noInvitation()
  await writeLog(ctx, team.id, { actor: ctx.caller.email, action: 'invitation-revoked', subject: ended.email })
}

/** Opens an invitation again that was revoked since then; its link works as before, and a mail that had not left yet leaves now. */
export async function restoreInvitation(ctx: Context, team: ManagedTeam, { inviteId, since }: { inviteId: string; since: Date }): Promise<void> {
  const free = await countFreeSeats(ctx, team.id)
  const invitation = await store.findInvitation(ctx.db, inviteId)
  const isReplaced = invitation && (await store.listOpenInvitations(ctx.db, team.id, [invitation.email])).length > 0
  const reopened = isReplaced ? undefined : await store.reopenInvitation(ctx.db, team.id, inviteId, since)
  if (!reopened) throw new Problem('not-found', 'This cannot be undone any more.')
  if (reopened.expiresAt > ctx.now() && free < 1) throw new Problem('plan-limit', 'There is no free seat any more.')
  if (reopened.isUnsent) await sendInvitation(ctx, team, { email: reopened.email, role: reopened.role, earlier: reopened })
  await writeLog(ctx, team.id, { actor: ctx.caller.email, action: 'invitation-restored', subject: reopened.email })
}

type Sending = { email: string; role: Role; earlier: { id: string; generation: number; expiresAt: Date } | undefined }

/** Keeps a new invitation, or renews the one of this address, and queues its mail. */
async function sendInvitation(ctx: Context, team: ManagedTeam, { email, role, earlier }: Sending) {
  const now = ctx.now()
  const { userId: invitedBy } = ctx.caller
  const sent = { role, invitedBy, sentAt: now, expiresAt: new Date(now.getTime() + invitationDays * dayMs) }
  const isOver = earlier !== undefined && earlier.expiresAt <= now
  const invitation = earlier
    ? await store.renewInvitation(ctx.db, earlier.id, { ...sent, isUnsent: false, generation: earlier.generation + (isOver ? 1 : 0) })
    : await store.addInvitation(ctx.db, { id: randomUUID(), organizationId: team.id, email, createdAt: now, ...sent })
  await queueInvitationMail(ctx, invitation.id, {
    to: email,
    link: invitationLink(ctx, invitation),
    organization: team.name,
    invitedBy: team.manager,
    role,
    expiresAt: sent.expiresAt.toISOString(),
  })
  return invitation
}

/** A team that invites and revokes all day is no team: its mails of a day are counted. */
async function refuseFlood(ctx: Context, team: HeldTeam, more: number): Promise<void> {
  if (ctx.limits.sparesLoopback && ctx.visitor.isThisMachine) return
  const { invitationsPerDay } = ctx.limits
  const sent = await countLogged(ctx, team.id, ['invited', 'invitation-sent-again'], new Date(ctx.now().getTime() - dayMs))
  if (sent + more > invitationsPerDay) throw new Problem('too-many', `A team can send ${invitationsPerDay} invitations a day. Try again tomorrow.`)
}

async function getOpen(ctx: Deps, team: HeldTeam, inviteId: string) {
  const invitation = await store.findOpenInvitation(ctx.db, team.id, inviteId)
  if (!invitation) throw noInvitation()
  return invitation
}

const noInvitation = () => new Problem('not-found', 'There is no such invitation in your team.')
