import type { Role } from '@loadping/contract/team/team'
import type { Deps, PublicContext } from './context.ts'
import { countIn, hourOf } from './observed.ts'

/** The security events, each with its log text. */
const events = {
  'sign-in': 'signed in',
  'sign-in-failed': 'sign-in failed',
  'reviewer-sign-in': 'a reviewer used their code',
  'token-reuse': 'refresh token reused; session ended',
  'signed-out': 'signed out',
  'access-refused': 'call refused: the caller may not do this',
  'role-changed': 'role changed',
  invited: 'members invited to a team',
  removed: 'member removed from a team',
  exported: 'activity log exported',
  'data-requested': 'export of an account requested',
  'data-downloaded': 'export of an account downloaded',
  'mailbox-connected': 'mailbox connected',
  'mailbox-disconnected': 'mailbox disconnected',
  'team-closed': 'team closed',
  'account-deletion': 'account deleted by its owner; it can be kept for a week',
  'account-kept': 'account kept by its owner',
  'account-deleted': 'account and its data deleted for good',
  'billing-alarm': 'a subscription needs a look',
  'billing-drift': 'a plan differed from Stripe and was repaired',
  'webhook-refused': 'webhook refused',
  administered: 'command of an administrator',
} as const
export type SecurityEvent = keyof typeof events

export const securityEventNames = Object.keys(events)

/** IDs and fixed terms only; never an address, a name or a token. */
export type SecurityFacts = {
  /** The acting user, if known. */
  userId?: string
  organizationId?: string | null
  sessionId?: string
  /** The member it affects. */
  memberId?: string
  role?: Role
  count?: number
  /** How a user signs in: with a link, a code, a provider or the extension. */
  method?: string
  /** The kind of mailbox, or of an event of Stripe. */
  kind?: string
  /** At Stripe. */
  customerId?: string
  eventId?: string
  reason?: string
  /** The words of a command, without addresses. */
  command?: string
}

/** What says where an event came from, and counts it; a command and work without a request have less of it. */
type Source = Pick<Deps, 'log'> & Partial<Pick<PublicContext, 'client' | 'keys' | 'observed' | 'now'>>

/** Logs one event, with its name in `security`, and a keyed hash of the client's network in `network`. */
export function logSecurityEvent(
  { log, client, keys, observed, now }: Source,
  event: SecurityEvent,
  facts: SecurityFacts,
) {
  const network = client && keys?.hmac('network', client.network).slice(0, 16)
  log[event === 'token-reuse' ? 'warn' : 'info'](
    { security: event, ...facts, ...(network && { network }) },
    events[event],
  )
  if (!observed || !now) return
  countIn(observed.securityEvents, event)
  if (event !== 'sign-in-failed') return
  const hour = hourOf(observed, now())
  hour.signInsRefused += 1
  if (network !== undefined && hour.refusedNetworks.size < 1_000) hour.refusedNetworks.add(network)
}
