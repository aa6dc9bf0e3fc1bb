import { randomUUIDv7 } from 'node:crypto'
import { invitationDays, type LogAction } from '@loadping/contract/team/team'
import type { Deps } from '../context.ts'
import { hashToken, randomToken } from '../keys.ts'
import { demoTeam } from './demo-accounts.ts'

const minute = 60_000
const day = 24 * 60 * minute

/** Creates the demo team with its history. Its accounts must exist. */
export async function createDemoTeam(ctx: Deps): Promise<void> {
  const { name, dotNumber, seats, owner, createdDaysAgo, members, invited } = demoTeam
  const ago = (ms: number) => new Date(ctx.now().getTime() - ms)
  const idOf = async (email: string) =>
    (await ctx.db.selectFrom('account').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
  const ownerId = await idOf(owner)
  const organizationId = randomUUIDv7()
  const createdAt = ago(createdDaysAgo * day)
  const log: { at: Date; actor: string | null; action: LogAction; subject: string | null; detail: string | null }[] = [
    { at: createdAt, actor: owner, action: 'organization-created', subject: null, detail: name },
  ]

  await ctx.db
    .insertInto('organization')
    .values({ id: organizationId, name, dotNumber, ownerId, createdAt, updatedAt: createdAt })
    .execute()
  await ctx.db
    .insertInto('plan')
    .values({ holderId: organizationId, source: 'grant', plan: 'BUSINESS', seats, since: createdAt, until: null })
    .execute()
  await ctx.db
    .insertInto('membership')
    .values({ userId: ownerId, organizationId, role: 'MANAGER', joinedAt: createdAt })
    .execute()

  for (const { email, role, joinedDaysAgo, activeMinutesAgo } of members) {
    const userId = await idOf(email)
    const joinedAt = ago(joinedDaysAgo * day)
    await ctx.db.insertInto('membership').values({ userId, organizationId, role, joinedAt }).execute()
    await ctx.db
      .insertInto('session')
      .values(pastSession(userId, joinedAt, ago(activeMinutesAgo * minute)))
      .execute()
    log.push({
      at: ago(joinedDaysAgo * day + 50 * minute),
      actor: owner,
      action: 'invited',
      subject: email,
      detail: role,
    })
    log.push({ at: joinedAt, actor: email, action: 'joined', subject: null, detail: role })
  }
  for (const { email, daysAgo } of invited) {
    const sentAt = ago(daysAgo * day)
    const expiresAt = new Date(sentAt.getTime() + invitationDays * day)
    const invitation = {
      id: randomUUIDv7(),
      organizationId,
      email,
      role: 'USER' as const,
      invitedBy: ownerId,
      createdAt: sentAt,
      sentAt,
      expiresAt,
    }
    await ctx.db.insertInto('invitation').values(invitation).execute()
    log.push({ at: sentAt, actor: owner, action: 'invited', subject: email, detail: 'USER' })
  }
  const entries = log.toSorted((one, other) => one.at.getTime() - other.at.getTime())
  await ctx.db
    .insertInto('teamActivity')
    .values(entries.map((entry, index) => ({ ...entry, organizationId, number: index + 1 })))
    .execute()
}

/** Returns a session without a usable token, to record when the user was last active. */
const pastSession = (userId: string, createdAt: Date, lastUsedAt: Date) => ({
  id: randomUUIDv7(),
  userId,
  audience: 'web' as const,
  createdAt,
  expiresAt: new Date(lastUsedAt.getTime() + day),
  lastUsedAt,
  tokenHash: hashToken(randomToken()),
})
