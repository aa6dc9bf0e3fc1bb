import type { UserType } from '@loadping/contract/account/user-type'
import type { BoardId } from '@loadping/contract/boards/board-id'
import type { SellByMinutes } from '@loadping/contract/emails/sell-by'
import type { Generated } from 'kysely'

/** Column types; `accounts.sql` and the later SQL files here are the source of truth. */
export type AccountsTables = {
  account: AccountTable
  photo: { userId: string; webp: Buffer; fetchedAt: Date }
  reviewer: { email: string; codeHash: string; codeTries: Generated<number>; createdAt: Date; expiresAt: Date }
}

type AccountTable = {
  id: string
  email: string
  createdAt: Date
  isDemo: Generated<boolean>
  company: string | null
  phone: string | null
  mc: string | null
  dot: string | null
  registeredEmail: string | null
  signature: string | null
  replyWording: string | null
  name: string | null
  chosenType: UserType | null
  userType: UserType | null
  userTypeChangedAt: Date | null
  trucksAmount: Generated<number>
  loadboards: Generated<BoardId[]>
  source: string | null
  sellByMinutes: Generated<SellByMinutes>
  emailVerifiedAt: Date | null
  trialDays: Generated<number>
  deletesAt: Date | null
  suspendedAt: Date | null
}
