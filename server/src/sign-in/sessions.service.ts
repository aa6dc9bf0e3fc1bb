import { randomUUID } from 'node:crypto'
import { Problem } from '@loadping/contract/problem'
import type { Session as SignedIn } from '@loadping/contract/sessions'
import type { TokenPair } from '@loadping/contract/sign-in'
import { type Caller, type Context, type Deps, inTransaction, type PublicContext } from '../context.ts'
import { hashToken, randomToken } from '../keys.ts'
import { logSecurityEvent } from '../operations/security-events.service.ts'
import { readAccessToken, signAccessToken } from './access-token.ts'
import { describeDevice } from './device.ts'
import * as store from './sessions.store.ts'

const day = 86_400_000
/** A session ends 30 days after it began, whatever happens, and after 14 days without use. */
const lifetime = 30 * day
const idleTime = 14 * day
/** For so long the token before the current one still gets the same next pair: two tabs, or an answer that was lost. */
const graceMs = 30_000

type NewSession = { userId: string; audience: Caller['audience']; parentId?: string }

/** Begins a session of the given audience, with a refresh family of its own; one with a parent ends with it. */
export async function openSession(ctx: PublicContext, { parentId, ...opened }: NewSession): Promise<TokenPair> {
  const now = ctx.now()
  const refreshToken = randomToken()
  const session = { id: randomUUID(), ...opened }
  await store.addSession(ctx.db, {
    ...session,
    parentId: parentId ?? null,
    tokenHash: hashToken(refreshToken),
    userAgent: ctx.visitor.userAgent,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetime),
  })
  logSecurityEvent(ctx, 'sign-in', { userId: session.userId, sessionId: session.id, method: session.audience })
  return toTokenPair(ctx, session, refreshToken)
}

/** Who carries this bearer token, if its session is still good. */
export async function findCaller(ctx: PublicContext): Promise<Caller | undefined> {
  const claims = await readAccessToken(ctx, ctx.visitor.bearer)
  if (!claims) return undefined
  const found = await store.findSessionCaller(ctx.db, claims.sessionId, { now: ctx.now(), idleSince: idleSince(ctx) })
  if (found?.audience !== claims.audience) return undefined
  const { ownerId, role, ...caller } = found
  return { ...caller, role: role ?? 'USER', ownsOrganization: ownerId === caller.userId }
}

/**
 * Trades a refresh token for the next pair. It takes the bearer token of the same session too, which may have expired.
 * The same token again within 30 seconds gets the same next pair; any other token than the last ones ends the session.
 */
export async function refreshSession(ctx: PublicContext, refreshToken: string): Promise<TokenPair> {
  refuseForeignPages(ctx)
  const claims = await readAccessToken(ctx, ctx.visitor.bearer, { mayBeExpired: true })
  if (!claims) {
    ctx.log.warn(
      'a refresh token came without the bearer token of its session: somebody may have read it in an address',
    )
    throw signInAgain()
  }

  const outcome = await inTransaction(ctx, async (tx) => {
    const session = await store.lockSession(tx.db, claims.sessionId)
    if (!session || session.revokedAt || session.expiresAt <= ctx.now() || session.lastUsedAt <= idleSince(ctx))
      return undefined

    const presented = hashToken(refreshToken)
    const next = ctx.keys.hmac('next-refresh-token', refreshToken)
    const isInGrace = session.rotatedAt !== null && ctx.now().getTime() - session.rotatedAt.getTime() <= graceMs
    if (presented === session.previousTokenHash && isInGrace) return { session, next }
    if (presented !== session.tokenHash) {
      logSecurityEvent(ctx, 'token-reuse', { userId: session.userId, sessionId: session.id })
      await store.revokeSession(tx.db, { sessionId: session.id, userId: session.userId }, ctx.now())
      return undefined
    }
    await store.rotateToken(tx.db, session.id, { from: presented, to: hashToken(next), now: ctx.now() })
    return { session, next }
  })
  if (!outcome) throw signInAgain()
  return toTokenPair(ctx, outcome.session, outcome.next)
}

/** A GET that changes something is for our own pages and extension alone, and never for a browser that looks ahead (S07). */
function refuseForeignPages({ baseUrl, visitor: { origin, isPrefetch } }: PublicContext): void {
  const isOurs = origin === undefined || origin === baseUrl || /^(chrome|moz|safari-web)-extension:\/\//.test(origin)
  if (!isOurs || isPrefetch) throw new Problem('not-allowed', 'This cannot be asked for from there.')
}

/** Ends the session of a bearer token at once, and what the extension got from it; also when the token has run out, as after a night's sleep. */
export async function logout(ctx: PublicContext): Promise<null> {
  const claims = await readAccessToken(ctx, ctx.visitor.bearer, { mayBeExpired: true })
  if (!claims) throw signInAgain()
  await store.revokeSession(ctx.db, claims, ctx.now())
  logSecurityEvent(ctx, 'signed-out', { userId: claims.userId, sessionId: claims.sessionId })
  return null
}

/** Where the caller is signed in, the last used first. */
export async function listSessions(ctx: Context): Promise<SignedIn[]> {
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

/** Ends one of the caller's sessions at once; somebody else's is not found, like one that there never was. */
export async function endSession(ctx: Context, sessionId: string): Promise<null> {
  const ended = await store.revokeSession(ctx.db, { sessionId, userId: ctx.caller.userId }, ctx.now())
  if (ended.length === 0) throw new Problem('not-found', 'This session has ended already.')
  logSecurityEvent(ctx, 'signed-out', { userId: ctx.caller.userId, sessionId })
  return null
}

/** Ends all of the caller's sessions at once, the asking one too. */
export async function endAllSessions(ctx: Context): Promise<null> {
  await endSessionsOf(ctx, ctx.caller.userId)
  logSecurityEvent(ctx, 'signed-out', { userId: ctx.caller.userId, reason: 'everywhere' })
  return null
}

/** Ends all of a person's sessions at once. */
export const endSessionsOf = (ctx: Deps, userId: string) => store.revokeSessionsOf(ctx.db, userId, ctx.now())

/** Removes sessions that have been over for a week; until then their tokens are still recognized as stolen. */
export const deleteExpiredSessions = (ctx: Deps): Promise<unknown> => {
  const before = new Date(ctx.now().getTime() - 7 * day)
  return store.deleteEndedSessions(ctx.db, before, new Date(before.getTime() - idleTime))
}

/** Whether a session is still good. */
export const isSessionActive = async (ctx: Deps, sessionId: string): Promise<boolean> =>
  (await store.findSessionCaller(ctx.db, sessionId, { now: ctx.now(), idleSince: idleSince(ctx) })) !== undefined

const toTokenPair = async (
  ctx: PublicContext,
  session: Pick<Caller, 'userId' | 'audience'> & { id: string },
  refreshToken: string,
): Promise<TokenPair> => ({
  accessToken: await signAccessToken(ctx, {
    sessionId: session.id,
    userId: session.userId,
    audience: session.audience,
  }),
  refreshToken,
})

const idleSince = (ctx: Deps): Date => new Date(ctx.now().getTime() - idleTime)
const signInAgain = () => new Problem('not-signed-in', 'Please sign in again.')
