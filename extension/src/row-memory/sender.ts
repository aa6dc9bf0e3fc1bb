import type { UserType } from '@loadping/contract/account/user-type'
import type { SenderProfile } from '@loadping/contract/templates/placeholders'
import { senderProfileOf } from '@loadping/contract/templates/profile-values'
import type { Costs } from '@loadping/contract/trucks/trucks'
import type { Kept } from '../session/kept-state.ts'

/** What emails say about the user, and what a mile costs them. */
export type Sender = { userType: UserType; hasName: boolean; profile: SenderProfile; costs: Costs }

export const senderOf = ({ account: { userType }, state: { profile, snippets, costs } }: Kept): Sender => ({
  userType: userType ?? 'carrier',
  hasName: profile.name !== null,
  costs,
  profile: { ...senderProfileOf(profile), snippets },
})
