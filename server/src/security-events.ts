import type { Role } from '@loadping/contract/team'
import type { Deps } from './context.ts'

/** What matters to whoever guards the product, each with the words of its line in the log. */
const events = {
  'sign-in': 'somebody signed in',
  'sign-in-failed': 'somebody could not prove who they are',
  'token-reuse': 'a refresh token was used again: its session is ended',
  'signed-out': 'somebody signed out',
  'role-changed': 'somebody has another role',
  invited: 'people were invited to a team',
  removed: 'somebody was removed from a team',
  exported: 'data was taken out',
  'mailbox-connected': 'a mailbox was connected',
  'mailbox-disconnected': 'a mailbox was disconnected',
  'team-closed': 'a team was closed',
} as const
export type SecurityEvent = keyof typeof events

/** Ids and words of ours; never an address, a name or a token. */
export type SecurityFacts = {
  /** Who did it, as far as that is known. */
  userId?: string
  organizationId?: string | null
  sessionId?: string
  /** Whom it was done to. */
  memberId?: string
  role?: Role
  count?: number
  /** How somebody signs in, or what for: a link, a code, a provider, the extension. */
  method?: string
  /** Which kind of mailbox. */
  kind?: string
  reason?: string
}

/** Writes one line of the log that can be found by its `security`. */
export const logSecurityEvent = ({ log }: Pick<Deps, 'log'>, event: SecurityEvent, facts: SecurityFacts): void =>
  log[event === 'token-reuse' ? 'warn' : 'info']({ security: event, ...facts }, events[event])
