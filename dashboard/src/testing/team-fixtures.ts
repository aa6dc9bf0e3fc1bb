import type { User } from '@loadping/contract/account/account'
import type { Member, Team } from '@loadping/contract/team/team'
import { openRules } from '@loadping/contract/team/team-rules'
import { carrier, type FakeApi, maria } from './render.tsx'

const idOf = (number: number): string => `7d9c7a0e-54a5-4a57-9e0e-2a64f9c2f00${number}`
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

const teammate = (number: number, email: string, name: string, rest: Partial<Member> = {}): Member => ({
  id: idOf(number),
  userId: idOf(number),
  inviteId: null,
  email,
  name,
  photo: null,
  role: 'USER',
  isOwner: false,
  userType: 'carrier',
  status: 'active',
  joinedAt: minutesAgo(100_000),
  lastActiveAt: minutesAgo(12),
  invitedAt: null,
  expiresAt: null,
  failure: null,
  ...rest,
})

const invitation = (number: number, email: string, sentMinutesAgo: number, status: 'invited' | 'expired'): Member => ({
  ...teammate(number, email, ''),
  userId: null,
  inviteId: idOf(number),
  name: null,
  userType: null,
  status,
  joinedAt: null,
  lastActiveAt: null,
  invitedAt: minutesAgo(sentMinutesAgo),
  expiresAt: minutesAgo(sentMinutesAgo - 7 * 1440),
})

export const owner: Member = {
  ...teammate(1, maria.email, 'Maria Delgado', { role: 'MANAGER', isOwner: true }),
  id: maria.userId,
  userId: maria.userId,
}
export const owen = teammate(2, 'owen@redbud.example', 'Owen Park', { role: 'MANAGER' })
export const tessa = teammate(3, 'tessa@redbud.example', 'Tessa Lind', { lastActiveAt: null })
export const bo = teammate(4, 'bo@brokers.example', 'Bo Nash', { userType: 'broker' })
export const noor = invitation(5, 'noor@redbud.example', 120, 'invited')
export const piotr = invitation(6, 'piotr@redbud.example', 12 * 1440, 'expired')

export const allMembers = [owner, owen, tessa, bo, noor, piotr]

export const redbud: Team = {
  id: idOf(9),
  createdAt: '2026-03-02T15:00:00.000Z',
  updatedAt: '2026-03-02T15:00:00.000Z',
  name: 'Redbud Carriers LLC',
  dotNumber: '1234567',
  ownerId: maria.userId,
  features: ['email', 'team-management'],
  rules: openRules,
  limitUsers: 10,
}

export const noTeam: Team = {
  id: null,
  createdAt: null,
  updatedAt: null,
  name: null,
  dotNumber: null,
  ownerId: null,
  features: [],
  rules: openRules,
  limitUsers: null,
}

/** Maria with the Business plan: without a team, then as a manager and as a dispatcher of Redbud Carriers. */
export const onBusiness: User = {
  ...maria,
  billingPlan: 'BUSINESS',
  features: ['email', 'team-management'],
  limitEmails: null,
  emails: null,
}
export const asManager: User = { ...onBusiness, role: 'MANAGER', organizationId: redbud.id }
/** The manager of a team whose plan has ended. */
export const withoutPlan: User = { ...maria, role: 'MANAGER', organizationId: redbud.id }
export const asDispatcher: User = { ...onBusiness, organizationId: redbud.id }

/** A server on which Redbud Carriers has these members; `team` fakes the calls that change them. */
export const redbudApi = (team: FakeApi['team'] = {}, me: User = asManager): FakeApi => ({
  account: { getMe: async () => me, getUserInfo: async () => carrier },
  team: { getTeam: async () => redbud, listMembers: async () => allMembers, ...team },
})
