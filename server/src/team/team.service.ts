import { randomUUIDv7 } from 'node:crypto'
import { planFeatures } from '@loadping/contract/billing/plans'
import type { Member, Organization, OrganizationChange, OrganizationDraft, Team } from '@loadping/contract/team/team'
import { describeRules, openRules, type TeamRules } from '@loadping/contract/team/team-rules'
import { Problem } from '@loadping/contract/wire/problem'
import { toDataUrl } from '../accounts/photo.service.ts'
import { findPlan, movePlanToTeam } from '../billing/billing.service.ts'
import { queueEndOfCheckouts } from '../billing/billing-sync-job.ts'
import { type Context, inTransaction } from '../context.ts'
import { listOpenInvitations } from './invitations.store.ts'
import { lockManagedTeam } from './managed-team.service.ts'
import { lockCaller } from './membership.service.ts'
import * as store from './team.store.ts'
import { recordActivity } from './team-activity.service.ts'

const noTeam: Team = {
  id: null,
  createdAt: null,
  updatedAt: null,
  name: null,
  dotNumber: null,
  ownerId: null,
  rules: openRules,
  features: [],
  limitUsers: null,
}

export async function getTeam(ctx: Context): Promise<Team> {
  const { organizationId } = ctx.caller
  const team = organizationId === null ? undefined : await store.findOrganization(ctx.db, organizationId)
  if (!team) return noTeam
  const plan = await findPlan(ctx, team.id)
  const { allowsSave, allowsPhones, ...facts } = team
  return {
    ...facts,
    rules: { allowsSave, allowsPhones },
    createdAt: team.createdAt.toISOString(),
    updatedAt: team.updatedAt.toISOString(),
    features: plan ? planFeatures[plan.plan] : [],
    limitUsers: plan?.seats ?? null,
  }
}

/** Expired invitations stay listed until revoked, and could become any number. */
const maxListedInvitations = 1_000

/** Lists the members of the caller's team, owner first, then its open and expired invitations, the newest 1,000. */
export async function listMembers(ctx: Context): Promise<Member[]> {
  const { organizationId, userId } = ctx.caller
  if (organizationId === null) return []
  const [members, invitations] = await Promise.all([
    store.listTeammates(ctx.db, userId),
    listOpenInvitations(ctx.db, organizationId, { limit: maxListedInvitations }),
  ])
  if (members.length === 0) return [] // the caller was removed meanwhile

  return [...members.map(toMember), ...invitations.map((invitation) => toInvited(invitation, ctx.now()))]
}

/** Creates an organization owned and managed by the caller, and moves the caller's plan to it. */
export const createOrganization = (
  ctx: Context,
  { name, dotNumber = null }: OrganizationDraft,
): Promise<Organization> =>
  inTransaction(ctx, async (tx) => {
    const { userId, email } = tx.caller
    const { userType } = await lockCaller(tx)
    if (userType === 'broker') throw new Problem('not-allowed', "Brokers can't create a team.")
    const id = randomUUIDv7()
    const now = tx.now()
    await store.addOrganization(tx.db, { id, name, dotNumber, ownerId: userId, createdAt: now, updatedAt: now })
    const isNew = await store.addMember(tx.db, { userId, organizationId: id, role: 'MANAGER', joinedAt: now })
    if (!isNew) throw new Problem('already-exists', "You're already on a team.")
    if (!(await movePlanToTeam(tx, userId, id))) throw new Problem('plan-limit', 'Teams are part of the Business Plan.')
    await queueEndOfCheckouts(tx, userId) // what is paid there would be for the user alone
    await recordActivity(tx, id, { actor: email, action: 'organization-created', detail: name })
    return { id, name }
  })

export const updateOrganization = (ctx: Context, change: OrganizationChange): Promise<Organization> =>
  inTransaction(ctx, async (tx) => {
    const team = await lockManagedTeam(tx)
    const { name = team.name, dotNumber = team.dotNumber } = change
    if (name === team.name && dotNumber === team.dotNumber) return team
    const saved = await store.saveOrganization(tx.db, team.id, change, tx.now())
    const detail = saved.dotNumber ? `${saved.name}, USDOT ${saved.dotNumber}` : saved.name
    await recordActivity(tx, team.id, { actor: tx.caller.email, action: 'organization-edited', detail })
    return saved
  })

/** Sets what members may do with postings from now on. */
export const saveRules = (ctx: Context, rules: TeamRules): Promise<TeamRules> =>
  inTransaction(ctx, async (tx) => {
    const { id, allowsSave, allowsPhones } = await lockManagedTeam(tx)
    const detail = describeRules(rules)
    if (detail === describeRules({ allowsSave, allowsPhones })) return rules
    await store.saveOrganization(tx.db, id, rules, tx.now())
    await recordActivity(tx, id, { actor: tx.caller.email, action: 'rules-changed', detail })
    return rules
  })

type MemberRow = Awaited<ReturnType<typeof store.listTeammates>>[number]
type Invitation = Awaited<ReturnType<typeof listOpenInvitations>>[number]

const toMember = ({ userId, webp, joinedAt, lastActiveAt, ...member }: MemberRow): Member => ({
  ...member,
  id: userId,
  userId,
  inviteId: null,
  isOwner: Boolean(member.isOwner),
  photo: webp && toDataUrl(webp),
  status: 'active',
  joinedAt: joinedAt.toISOString(),
  lastActiveAt: lastActiveAt?.toISOString() ?? null,
  invitedAt: null,
  expiresAt: null,
  failure: null,
})

const toInvited = ({ id, email, role, sentAt, expiresAt, deliveryError }: Invitation, now: Date): Member => ({
  id,
  userId: null,
  inviteId: id,
  email,
  name: null,
  photo: null,
  role,
  isOwner: false,
  userType: null,
  status: expiresAt > now ? 'invited' : 'expired',
  joinedAt: null,
  lastActiveAt: null,
  invitedAt: sentAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  failure: deliveryError,
})
