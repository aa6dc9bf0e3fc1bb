import type { AnalyticsPerson, AnalyticsQuery } from '@loadping/contract/analytics/analytics'
import { formerTeammate } from '@loadping/contract/team/team'
import { getAccount } from '../accounts/accounts.service.ts'
import type { Caller, Context, Deps } from '../context.ts'
import { keepReadable, listFormerTeamOf, listTeamOf } from '../team/membership.service.ts'
import type { People } from './questions.store.ts'

/** Who asks, in a request or in their weekly summary. */
export type Viewing = Deps &
  Pick<Context, 'leftOut'> & { caller: Pick<Caller, 'userId' | 'email' | 'role' | 'organizationId'> }

/** Lists the users whose contacts the caller may see, and can be read: a manager the organization's, others themselves. */
export async function listPeople(ctx: Viewing): Promise<(AnalyticsPerson & { leftAt?: Date })[]> {
  const { userId, email } = ctx.caller
  const organizationId = managedBy(ctx)
  if (organizationId === null) {
    const { name } = await getAccount(ctx, userId)
    return [{ userId, email, name: name ?? email, isFormer: false }]
  }
  const [members, former] = await Promise.all([listTeamOf(ctx, organizationId), listFormerTeamOf(ctx, organizationId)])
  const people = [...members.map((person) => ({ ...person, isFormer: false })), ...former.map(asFormer)]
  return (await keepReadable(ctx, people))
    .map((person) => ({ ...person, email: person.email ?? '', name: person.name ?? person.email ?? formerTeammate }))
    .sort((one, other) => Number(one.isFormer) - Number(other.isFormer) || one.name.localeCompare(other.name))
}

const asFormer = <P extends object>(person: P) => ({ ...person, isFormer: true })

/** Returns whose contacts a query is about: those that it names, or all that the caller may see. */
export async function peopleOf(ctx: Viewing, query: AnalyticsQuery): Promise<People> {
  const visible = managedBy(ctx) === null ? [ctx.caller] : await listPeople(ctx)
  return peopleAmong(ctx, query, visible)
}

/** Returns whose contacts a query is about, of the people that the caller may see. */
export function peopleAmong(ctx: Viewing, { userIds }: AnalyticsQuery, visible: { userId: string }[]): People {
  const named = userIds && new Set(userIds.toLowerCase().split(','))
  const chosen = visible.map(({ userId }) => userId).filter((userId) => !named || named.has(userId))
  return { organizationId: managedBy(ctx), userIds: chosen }
}

const managedBy = ({ caller: { role, organizationId } }: Viewing): string | null =>
  role === 'MANAGER' ? organizationId : null
