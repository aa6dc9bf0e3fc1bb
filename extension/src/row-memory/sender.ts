import type { UserType } from '@loadping/contract/account/user-type'
import type { SenderProfile } from '@loadping/contract/templates/placeholders'
import { senderProfileOf } from '@loadping/contract/templates/profile-values'
import type { KnownCosts } from '../inquiries/figures-of-row.ts'
import type { Kept } from '../session/kept-state.ts'

/** What emails say about the user, and what a mile costs them. */
export type Sender = { userType: UserType; hasName: boolean; profile: SenderProfile } & KnownCosts

export const senderOf = ({ account: { userType }, state: { profile, snippets, costs, diesel } }: Kept): Sender => ({
  userType: userType ?? 'carrier',
  hasName: profile.name !== null,
  costs,
  diesel,
  profile: { ...senderProfileOf(profile), snippets },
})
