import { randomInt, randomUUID } from 'node:crypto'
import { pages } from '@loadping/contract/pages'
import { Problem } from '@loadping/contract/problem'
import { isEmailAddress } from '@loadping/contract/rules/email-address'
import { safeRedirect } from '@loadping/contract/rules/safe-redirect'
import { type SignInRequest, signInMinutes, type TokenPair } from '@loadping/contract/sign-in'
import { isDisposableEmail } from 'disposable-email-domains-js'
import { findOrCreateAccount } from '../account/account.service.ts'
import { type Deps, inTransaction, type PublicContext } from '../context.ts'
import { queueSignInEmail } from '../emails/queue.service.ts'
import { hashToken, randomToken } from '../keys.ts'
import { logSecurityEvent } from '../operations/security-events.service.ts'
import { redeemSignInCode } from './one-time-codes.service.ts'
import { openSession } from './sessions.service.ts'
import * as store from './sign-in.store.ts'

const lifetimeMs = signInMinutes * 60_000

type LinkRequest = { email: string; challenge?: string | undefined; redirect?: string | undefined }

/**
 * Mails a link and a code to the address, the same for known and unknown ones; older mails stop working.
 * An address that has had its share gets no more, and nobody is told (A06).
 */
export async function requestLink(ctx: PublicContext, request: LinkRequest): Promise<'success'> {
  await inTransaction(ctx, async (tx) => {
    await store.lockAddress(tx.db, request.email)
    await enforceGlobalLimit(tx)
    if (await isOverAddressLimit(tx, request.email)) return
    const { token, code } = await createToken(tx, request)
    await queueSignInEmail(tx, { to: request.email, link: signInLink(ctx, { ...request, token }), code })
  })
  ctx.wakeOutbox()
  return 'success'
}

/** Signs in whoever proves an address with a link's token or a mail's code; the first proof makes the account. */
export async function verifyLink(ctx: PublicContext, proof: SignInRequest): Promise<TokenPair> {
  try {
    return await signIn(ctx, proof)
  } catch (error) {
    if (error instanceof Problem) logSecurityEvent(ctx, 'sign-in-failed', { method: wayOf(proof) })
    throw error
  }
}

function wayOf({ accessToken, token }: SignInRequest): string {
  if (accessToken) return 'provider'
  return token === undefined ? 'code' : 'link'
}

async function signIn(ctx: PublicContext, proof: SignInRequest): Promise<TokenPair> {
  const { email = '', token, code = '', verifier, accessToken } = proof
  if (accessToken) return signInWithCode(ctx, accessToken, verifier ?? '')

  const claim =
    token === undefined ? await tryCode(ctx, email, code) : (tx: Deps) => claimToken(tx, { email, token, verifier })
  return inTransaction(ctx, async (tx) => {
    const { id } = await findOrCreateAccount(tx, await claim(tx), { connectsRelay: true })
    return openSession(tx, { userId: id, audience: 'web' })
  })
}

/** Signs in whoever came back from Google or Outlook, in the browser that began. */
const signInWithCode = (ctx: PublicContext, accessToken: string, verifier: string): Promise<TokenPair> =>
  inTransaction(ctx, async (tx) =>
    openSession(tx, { userId: await redeemSignInCode(tx, accessToken, verifier), audience: 'web' }),
  )

/** Whether an address is of no use for signing in: malformed, or at a host of throw-away addresses (D2.8). */
export const verifyEmail = (email: string) => ({
  content: { disposable: !isEmailAddress(email.trim()) || isDisposableEmail(email.trim()) },
})

/** Removes links and codes that the limit of a day no longer counts. */
export const deleteExpiredLinks = (ctx: Deps): Promise<unknown> => store.deleteTokens(ctx.db, minutesAgo(ctx, 25 * 60))

/** Makes a sign-in link for an address without mailing it; the stand-in sign-in of the demo uses it. */
export async function createLink(ctx: Deps, email: string): Promise<string> {
  const { token } = await inTransaction(ctx, async (tx) => {
    await store.lockAddress(tx.db, email)
    return createToken(tx, { email })
  })
  return signInLink(ctx, { email, token })
}

/** More mails than the whole product may send in a minute are refused to everybody, and the operator hears of it. */
async function enforceGlobalLimit(ctx: PublicContext): Promise<void> {
  const { mailsPerMinute } = ctx.limits
  if (isLimitExempt(ctx) || (await store.countTokens(ctx.db, { since: minutesAgo(ctx, 1) })) < mailsPerMinute) return
  ctx.log.error(
    { mailsPerMinute },
    'more sign-in mails are asked for than SIGN_IN_EMAILS_PER_MINUTE allows: they are refused',
  )
  throw new Problem('too-many', 'Too many people are signing in right now. Try again in a minute.')
}

async function isOverAddressLimit(ctx: PublicContext, email: string): Promise<boolean> {
  if (isLimitExempt(ctx)) return false
  const lately = await store.countTokens(ctx.db, { email, since: minutesAgo(ctx, 15) })
  const today = await store.countTokens(ctx.db, { email, since: minutesAgo(ctx, 24 * 60) })
  return lately >= ctx.limits.signInEmailsPer15Minutes || today >= ctx.limits.signInEmailsPerDay
}

const isLimitExempt = ({ limits, visitor }: PublicContext): boolean => limits.exemptLoopback && visitor.isThisMachine
const minutesAgo = (ctx: Deps, minutes: number): Date => new Date(ctx.now().getTime() - minutes * 60_000)

async function createToken(ctx: Deps, { email, challenge }: LinkRequest): Promise<{ token: string; code: string }> {
  const now = ctx.now()
  const id = randomUUID()
  const token = randomToken()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await store.endOlderTokens(ctx.db, email, now)
  await store.addToken(ctx.db, {
    id,
    email,
    tokenHash: hashToken(token),
    codeHash: codeHash(ctx, id, code),
    challenge: challenge ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  })
  return { token, code }
}

function signInLink(
  ctx: Deps,
  { email, token, redirect }: { email: string; token: string; redirect?: string | undefined },
): string {
  const target = safeRedirect(redirect)
  const query = new URLSearchParams({ token, email, ...(target !== pages.home && { redirect: target }) })
  return `${ctx.baseUrl}/sign-in/verifying?${query}`
}

/** Uses a link's token up, and answers the address that it proves. */
async function claimToken(
  ctx: Deps,
  { email, token, verifier }: { email: string; token: string; verifier: string | undefined },
): Promise<string> {
  const claim = { email, tokenHash: hashToken(token), now: ctx.now() }
  const claimed = await store.claimToken(ctx.db, { ...claim, challenge: verifier && hashToken(verifier) })
  if (claimed) return claimed.email
  if (verifier && (await store.findUnusedToken(ctx.db, claim)))
    throw new Problem('not-allowed', 'Another browser asked for this link.')
  throw new Problem('invalid-input', 'This link was used or has expired.', {
    token: 'This link was used or has expired.',
  })
}

/** Spends one of the tries, for good, and answers how to use the code up if it was right. */
async function tryCode(ctx: PublicContext, email: string, code: string): Promise<(tx: Deps) => Promise<string>> {
  const wrong = () =>
    new Problem('invalid-input', 'This code is wrong or has expired.', { code: 'This code is wrong or has expired.' })
  const attempt = await store.countCodeAttempt(ctx.db, email, {
    now: ctx.now(),
    since: new Date(ctx.now().getTime() - 86_400_000),
  })
  if (!attempt || codeHash(ctx, attempt.id, code) !== attempt.codeHash) throw wrong()
  return async (tx) => {
    const claimed = await store.claimCode(tx.db, attempt.id, ctx.now())
    if (!claimed) throw wrong()
    return claimed.email
  }
}

/** Six digits alone could be guessed from a plain hash; with a key they cannot. */
const codeHash = (ctx: Deps, id: string, code: string): string => ctx.keys.hmac('sign-in-code', `${id} ${code}`)
