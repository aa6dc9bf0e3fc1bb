import { randomUUID } from 'node:crypto'
import { Problem } from '@loadping/contract/problem'
import { paidFeatures } from '@loadping/contract/rules/plans'
import type { Member, Organization, OrganizationChange, OrganizationDraft, Team } from '@loadping/contract/team'
import { toDataAddress } from '../account/photo.service.ts'
import { findPlan, movePlanToTeam } from '../billing/billing.service.ts'
import { type Context, inTransaction } from '../context.ts'
import { listOpenInvitations } from './invitations.store.ts'
import { holdManagedTeam } from './managed-team.service.ts'
import * as store from './team.store.ts'
import { writeLog } from './team-log.service.ts'

const noTeam: Team = { id: null, createdAt: null, updatedAt: null, name: null, dotNumber: null, ownerId: null, features: [], limitUsers: null }

export async function getTeam(ctx: Context): Promise<Team> {
  const { organizationId } = ctx.caller
  const team = organizationId === null ? undefined : await store.findOrganization(ctx.db, organizationId)
  if (!team) return noTeam
  const held = await findPlan(ctx, team.id)
  return {
    ...team,
    createdAt: team.createdAt.toISOString(),
    updatedAt: team.updatedAt.toISOString(),
    features: held ? paidFeatures[held.plan] : [],
    limitUsers: held?.seats ?? null,
  }
}

/** The people of the caller's team, the owner first, and then its invitations that nobody has accepted. */
export async function listMembers(ctx: Context): Promise<Member[]> {
  const { organizationId, userId } = ctx.caller
  if (organizationId === null) return []
  const [people, invitations] = await Promise.all([store.listTeammates(ctx.db, userId), listOpenInvitations(ctx.db, organizationId)])
  if (people.length === 0) return [] // removed since the request began

  return [...people.map(toMember), ...invitations.map((invitation) => toInvited(invitation, ctx.now()))]
}

/** Makes a new organisation whose owner and manager is the caller, and whose plan is the one that the caller held. */
export const createOrganization = (ctx: Context, { name, dotNumber = null }: OrganizationDraft): Promise<Organization> =>
  inTransaction(ctx, async (inside) => {
    const { userId, email } = inside.caller
    const { userType } = await store.holdAccount(inside.db, userId)
    if (userType === 'broker') throw new Problem('not-allowed', 'Brokers have no team of their own.')
    const id = randomUUID()
    const now = inside.now()
    await store.addOrganization(inside.db, { id, name, dotNumber, ownerId: userId, createdAt: now, updatedAt: now })
    const isNew = await store.addMember(inside.db, { userId, organizationId: id, role: 'MANAGER', joinedAt: now })
    if (!isNew) throw new Problem('already-exists', 'You are in a team already.')
    if (!(await movePlanToTeam(inside, userId, id))) throw new Problem('plan-limit', 'A team comes with the Business Plan.')
    await writeLog(inside, id, { actor: email, action: 'organization-created', detail: name })
    return { id, name }
  })

export const updateOrganization = (ctx: Context, change: OrganizationChange): Promise<Organization> =>
  inTransaction(ctx, async (inside) => {
    const team = await holdManagedTeam(inside)
    const { name = team.name, dotNumber = team.dotNumber } = change
    if (name === team.name && dotNumber === team.dotNumber) return team
    const saved = await store.saveOrganization(inside.db, team.id, change, inside.now())
    const detail = saved.dotNumber ? `${saved.name}, USDOT ${saved.dotNumber}` : saved.name
    await writeLog(inside, team.id, { actor: inside.caller.email, action: 'organization-edited', detail })
    return saved
  })

type Person = Awaited<ReturnType<typeof store.listTeammates>>[number]
type Invitation = Awaited<ReturnType<typeof listOpenInvitations>>[number]

const toMember = ({ userId, webp, joinedAt, lastActiveAt, ...person }: Person): Member => ({
  ...person,
  id: userId,
  userId,
  inviteId: null,
  isOwner: Boolean(person.isOwner),
  photo: webp && toDataAddress(webp),
  status: 'active',
  joinedAt: joinedAt.toISOString(),
  lastActiveAt: lastActiveAt?.toISOString() ?? null,
  invitedAt: null,
  expiresAt: null,
  failure: null,
})

const toInvited = ({ id, email, role, sentAt, expiresAt, failure }: Invitation, now: Date): Member => ({
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
  failure,
})
