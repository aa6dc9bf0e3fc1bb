import { randomUUIDv7 } from 'node:crypto'
import type { Session as SessionInfo } from '@loadping/contract/sign-in/sessions.api'
import type { TokenPair } from '@loadping/contract/sign-in/sign-in'
import { Problem } from '@loadping/contract/wire/problem'
import { type Caller, type Context, type DataDeps, type Deps, inTransaction, type PublicContext } from '../context.ts'
import { hashToken, randomToken } from '../keys.ts'
import { announce } from '../live/live.service.ts'
import { isNear } from '../period.ts'
import { logSecurityEvent } from '../security-events.ts'
import { readAccessToken, signAccessToken } from './access-token.ts'
import { describeDevice } from './device.ts'
import * as store from './sessions.store.ts'

const day = 86_400_000
/** A session ends after 30 days, or after 14 days without use. */
const lifetime = 30 * day
const idleTime = 14 * day
/** How long the previous refresh token still gets the same next pair, for concurrent tabs and lost responses. */
const graceMs = 30_000

type NewSession = { userId: string; audience: Caller['audience']; parentId?: string }

/** Opens a session with its own refresh tokens. A session with a parent ends with it. */
export async function openSession(ctx: PublicContext, { parentId, ...opened }: NewSession): Promise<TokenPair> {
  const now = ctx.now()
  const refreshToken = randomToken()
  const session = { id: randomUUIDv7(), ...opened }
  await store.addSession(ctx.db, {
    ...session,
    parentId: parentId ?? null,
    tokenHash: hashToken(refreshToken),
    userAgent: ctx.client.userAgent,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetime),
  })
  logSecurityEvent(ctx, 'sign-in', { userId: session.userId, sessionId: session.id, method: session.audience })
  return toTokenPair(ctx, session, refreshToken)
}

/** Returns the caller of a bearer token if its session is active. */
export async function findCaller(ctx: PublicContext): Promise<Caller | undefined> {
  const claims = readAccessToken(ctx, ctx.client.bearer)
  if (!claims) return undefined
  const found = await findActive(ctx, claims.sessionId)
  if (found?.audience !== claims.audience) return undefined
  const { ownerId, role, allowsSave, allowsPhones, ...caller } = found
  const rules = { allowsSave: allowsSave !== false, allowsPhones: allowsPhones !== false }
  return { ...caller, role: role ?? 'USER', ownsOrganization: ownerId === caller.userId, rules }
}

/**
 * Exchanges a refresh token and the session's bearer token for the next pair. A reused token returns the same pair for
 * 30 seconds, then ends the session.
 */
export async function refreshSession(ctx: PublicContext, refreshToken: string): Promise<TokenPair> {
  refuseForeignPages(ctx)
  const claims = readAccessToken(ctx, ctx.client.bearer, { mayBeExpired: true })
  if (!claims) {
    ctx.log.warn('refresh token presented without the bearer token of its session (leaked URL?)')
    throw signInAgain()
  }

  const outcome = await inTransaction(ctx, async (tx) => {
    const session = await store.lockSession(tx.db, claims.sessionId)
    if (!session || session.revokedAt || session.expiresAt <= ctx.now() || session.lastUsedAt <= idleSince(ctx))
      return undefined

    const presented = hashToken(refreshToken)
    const next = ctx.keys.hmac('next-refresh-token', refreshToken)
    const isInGrace = session.rotatedAt !== null && isNear(session.rotatedAt, ctx.now(), graceMs + 1)
    if (presented === session.previousTokenHash && isInGrace) return { session, next }
    if (presented !== session.tokenHash) {
      logSecurityEvent(ctx, 'token-reuse', { userId: session.userId, sessionId: session.id })
      await revoke(tx, { sessionId: session.id, userId: session.userId })
      return undefined
    }
    await store.rotateToken(tx.db, session.id, { from: presented, to: hashToken(next), now: ctx.now() })
    return { session, next }
  })
  if (!outcome) throw signInAgain()
  return toTokenPair(ctx, outcome.session, outcome.next)
}

/** Rejects this state-changing GET from foreign pages, from prefetching browsers, and as a page or a part of one. */
function refuseForeignPages({ baseUrl, client: { origin, isPrefetch, isPageLoad } }: PublicContext): void {
  const isOurs = origin === undefined || origin === baseUrl || /^(chrome|moz|safari-web)-extension:\/\//.test(origin)
  if (!isOurs || isPrefetch || isPageLoad)
    throw new Problem('not-allowed', "This request isn't allowed from this page.")
}

/** Ends the session of a bearer token and its extension sessions. The token may have expired. */
export async function logout(ctx: PublicContext): Promise<null> {
  const claims = readAccessToken(ctx, ctx.client.bearer, { mayBeExpired: true })
  if (!claims) throw signInAgain()
  await revoke(ctx, claims)
  logSecurityEvent(ctx, 'signed-out', { userId: claims.userId, sessionId: claims.sessionId })
  return null
}

/** Ends the session whose bearer token came along, because its browser has just opened another. */
export async function endReplacedSession(ctx: PublicContext): Promise<void> {
  const claims = readAccessToken(ctx, ctx.client.bearer, { mayBeExpired: true })
  if (claims?.audience !== 'web') return
  const [ended] = await revoke(ctx, claims)
  if (ended)
    logSecurityEvent(ctx, 'signed-out', { userId: claims.userId, sessionId: claims.sessionId, reason: 'replaced' })
}

/** Lists the caller's sessions, the last used first. */
export async function listSessions(ctx: Context): Promise<SessionInfo[]> {
  const sessions = await store.listSessions(ctx.db, ctx.caller.userId, { now: ctx.now(), idleSince: idleSince(ctx) })
  return sessions.map(({ id, audience, userAgent, createdAt, lastUsedAt }) => ({
    id,
    kind: audience,
    device: describeDevice(userAgent),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt.toISOString(),
    isCurrent: id === ctx.caller.sessionId,
  }))
}

/** Ends one of the caller's sessions. Throws not-found for any other. */
export async function endSession(ctx: Context, sessionId: string): Promise<null> {
  const ended = await revoke(ctx, { sessionId, userId: ctx.caller.userId })
  if (ended.length === 0) throw new Problem('not-found', 'This session has ended already.')
  logSecurityEvent(ctx, 'signed-out', { userId: ctx.caller.userId, sessionId })
  return null
}

/** Ends the sessions of all users in a restored backup: some had been ended since it was made. */
export const endEverySession = store.revokeEverySession

/** Ends all of the caller's sessions, the current one included. */
export async function endAllSessions(ctx: Context): Promise<null> {
  await endSessionsOf(ctx, ctx.caller.userId)
  logSecurityEvent(ctx, 'signed-out', { userId: ctx.caller.userId, reason: 'everywhere' })
  return null
}

export async function endSessionsOf(ctx: DataDeps, userId: string): Promise<void> {
  await store.revokeSessionsOf(ctx.db, userId, ctx.now())
  await announce(ctx, userId)
}

/** Ends a session and its children, and with them their open streams. Returns those that were active. */
async function revoke(ctx: Deps, session: { sessionId: string; userId: string }) {
  const ended = await store.revokeSession(ctx.db, session, ctx.now())
  await announce(ctx, session.userId)
  return ended
}

/** Deletes sessions that ended a week ago. Until then, reuse of their tokens is detected. */
export const deleteExpiredSessions = (ctx: Deps): Promise<unknown> => {
  const before = new Date(ctx.now().getTime() - 7 * day)
  return store.deleteEndedSessions(ctx.db, before, new Date(before.getTime() - idleTime))
}

export const isSessionActive = async (ctx: Deps, sessionId: string): Promise<boolean> =>
  (await findActive(ctx, sessionId)) !== undefined

const findActive = async (ctx: Deps, sessionId: string) =>
  (await store.listSessionCallers(ctx.db, { sessionId, now: ctx.now(), idleSince: idleSince(ctx) })).at(0)

const toTokenPair = (
  ctx: PublicContext,
  session: Pick<Caller, 'userId' | 'audience'> & { id: string },
  refreshToken: string,
): TokenPair => ({
  accessToken: signAccessToken(ctx, {
    sessionId: session.id,
    userId: session.userId,
    audience: session.audience,
  }),
  refreshToken,
})

const idleSince = (ctx: Deps): Date => new Date(ctx.now().getTime() - idleTime)
const signInAgain = () => new Problem('not-signed-in', 'Please sign in again.')
