import type { PaidPlan } from '@loadping/contract/billing/plans'
import type { Role } from '@loadping/contract/team/team'
import { grantPlan } from '../team/plan-grants.service.ts'
import type { Bearers } from './raw-request.ts'
import type { TestApp, TestUser } from './test-app.ts'

/** Grants a user a plan as the operator does. */
export const grant = (
  app: TestApp,
  { email }: TestUser,
  { plan = 'BUSINESS', seats = 10 }: { plan?: PaidPlan; seats?: number } = {},
) => grantPlan(app.deps, email, { plan, seats: plan === 'BUSINESS' ? seats : null })

/** Creates a user with a Business plan and an organization. */
export async function createOwner(
  app: TestApp,
  { seats = 10, name = 'Redbud Carriers LLC' }: { seats?: number; name?: string } = {},
): Promise<TestUser> {
  const owner = await app.signUp()
  await grant(app, owner, { seats })
  await owner.team.createOrganization({ body: { name } })
  return owner
}

/** Creates an owner, and the tokens that together may call every endpoint. */
export async function createCallers(app: TestApp): Promise<{ owner: TestUser; bearers: Bearers }> {
  const owner = await createOwner(app)
  const broker = await createBroker(app)
  return { owner, bearers: { broker: broker.accessToken, other: owner.accessToken } }
}

export async function createBroker(app: TestApp): Promise<TestUser> {
  const broker = await app.signUp()
  await broker.account.saveUserInfo({ body: { userType: 'broker' } })
  return broker
}

/** Invites an address and returns the token in its email. */
export async function inviteByMail(
  app: TestApp,
  manager: TestUser,
  email: string,
  role: Role = 'USER',
): Promise<string> {
  const { results } = await manager.team.invite({ body: { emails: [email], role } })
  if (results[0]?.status !== 'invited') throw new Error(`${email} was not invited: ${results[0]?.status}`)
  await app.runDueJobs()
  return invitationIn(app, email)
}

/** Returns the token in the newest invitation to an address. */
export const invitationIn = (app: TestApp, email: string): string =>
  /\/invitation\/([\w.-]+)/.exec(
    app.sent.findLast(({ to, text }) => to === email && text.includes('/invitation/'))?.text ?? '',
  )?.[1] ?? ''

/** Creates a member who accepted an invitation to the manager's team. */
export async function createMember(
  app: TestApp,
  manager: TestUser,
  { role = 'USER', user }: { role?: Role; user?: TestUser } = {},
): Promise<TestUser> {
  const member = user ?? (await app.signUp())
  await member.team.acceptInvitation({ query: { token: await inviteByMail(app, manager, member.email, role) } })
  return member
}
