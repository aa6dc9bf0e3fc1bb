import { Problem } from '@loadping/contract/problem'
import type { Organization } from '@loadping/contract/team'
import type { Context } from '../context.ts'

/** Nobody can be invited before there are organisations, so every token is one that was never given out. */
export function acceptInvitation(_ctx: Context, _token: string): Organization {
  throw new Problem('not-found', 'Invitation Expired')
}
