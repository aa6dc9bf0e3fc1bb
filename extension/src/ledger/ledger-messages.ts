import type { TeamRules } from '@loadping/contract/team/team-rules'
import { message } from '../message.ts'
import type { LedgerRow } from './ledger-rows.ts'

export type LedgerView = {
  /** The newest first. */
  rows: LedgerRow[]
  /** The names of the user's templates and trucks, by id. */
  names: Record<string, string>
  /** What the managers of the user's team allow; null without a team. */
  rules: TeamRules | null
  isSignedIn: boolean
}

export const readLedger = message('read-ledger', {}).answeredBy<LedgerView>()
export const clearLedger = message('clear-ledger', {}).answeredBy<null>()
