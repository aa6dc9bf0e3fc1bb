import { randomInt, randomUUIDv7 } from 'node:crypto'
import { pages } from '@loadping/contract/pages'
import { safeRedirect } from '@loadping/contract/sign-in/safe-redirect'
import { invalidEmail, signInMinutes, type TokenPair } from '@loadping/contract/sign-in/sign-in'
import type { SignInRequest } from '@loadping/contract/sign-in/sign-in-request'
import { Problem } from '@loadping/contract/wire/problem'
import { getAccount } from '../accounts/accounts.service.ts'
import { findRefusal } from '../accounts/deletion.service.ts'
import type { DeletionStep } from '../accounts/deletion-step.ts'
import { isUsableEmail } from '../accounts/email-check.ts'
import { claimReviewerCode, tryReviewerCode } from '../accounts/reviewers.service.ts'
import { type DataDeps, type Deps, inTransaction, type PublicContext } from '../context.ts'
import { hashToken, randomToken } from '../keys.ts'
import { findNetwork, limitedNetworksOf } from '../network.ts'
import { redeemOneTimeCode } from '../oauth/one-time-codes.service.ts'
import { around, type Period } from '../period.ts'
import { queueSecurityEmail } from '../product-emails/security-email.ts'
import { logSecurityEvent } from '../security-events.ts'
import { describeDevice } from '../sessions/device.ts'
import { endReplacedSession, openSession } from '../sessions/sessions.service.ts'
import { tooMany } from '../window-counts.ts'
import { deleteIdentities } from './identities.store.ts'
import { findOrCreateAccount } from './new-accounts.service.ts'
import * as store from './sign-in.store.ts'
import { queueSignInEmail } from './sign-in-email.ts'
import { mayComeIn } from './sign-up.service.ts'

const lifetimeMs = signInMinutes * 60_000
/** Shorter than the pause after which the page offers to resend. */
const repeatSeconds = 20

type LinkRequest = { email: string; challenge?: string | undefined; redirect?: string | undefined }

/**
 * Emails a sign-in link and code, which replace earlier ones. Sends nothing over the limit per address, or if the
 * browser asked moments ago, or to a stranger who may not sign up. Throws `too-many` over the limit of the network.
 */
export async function requestLink(ctx: PublicContext, request: LinkRequest): Promise<'success'> {
  if (!isUsableEmail(request.email)) throw new Problem('invalid-input', invalidEmail, { email: invalidEmail })
  await enforceNetworkLimit(ctx, request)
  await inTransaction(ctx, async (tx) => {
    await store.lockAddress(tx.db, request.email)
    if (await isRepeated(tx, request)) return
    await enforceGlobalLimit(tx)
    if (await isOverAddressLimit(tx, request.email)) return
    const { token, code } = await createToken(tx, { ...request, networkHash: hashNetwork(tx, request.email) })
    const isWithheld = !(await mayComeIn(tx, request.email))
    await queueSignInEmail(tx, { to: request.email, link: signInLink(ctx, { ...request, token }), code, isWithheld })
  })
  ctx.wakeJobs('sign-in-email')
  return 'success'
}

/**
 * Signs a user in with a link token, a code from the email, or a one-time code of a provider. The first sign-in creates
 * the account. Throws `being-deleted` if its owner deleted it, `suspended` if the operator suspended it.
 */
export async function verifyLink(ctx: PublicContext, proof: SignInRequest): Promise<TokenPair> {
  try {
    return await signIn(ctx, proof)
  } catch (error) {
    const isFailed = error instanceof Problem && !['being-deleted', 'suspended'].includes(error.code)
    if (isFailed) logSecurityEvent(ctx, 'sign-in-failed', { method: methodOf(proof) })
    throw error
  }
}

function methodOf({ accessToken, token }: SignInRequest): string {
  if (accessToken) return 'provider'
  return token === undefined ? 'code' : 'link'
}

async function signIn(ctx: PublicContext, proof: SignInRequest): Promise<TokenPair> {
  const { email = '', token, code = '', verifier, accessToken } = proof
  if (accessToken) return signInWithCode(ctx, accessToken, verifier ?? '')

  const isReviewer = code.startsWith('R')
  const claim =
    token === undefined ? await tryCode(ctx, email, code) : (tx: Deps) => claimToken(tx, { email, token, verifier })
  return openSessionOf(ctx, verifier, async (tx) => {
    const address = await claim(tx)
    if (!(await mayComeIn(tx, address))) throw usedOrExpired() // a guessed code, or the setting has changed
    const { id } = await findOrCreateAccount(tx, address, { connectsRelay: true })
    if (isReviewer) logSecurityEvent(tx, 'reviewer-sign-in', { userId: id })
    return id
  })
}

/** Signs a user in who returned from Google or Outlook to the browser that started. */
const signInWithCode = (ctx: PublicContext, code: string, verifier: string): Promise<TokenPair> =>
  openSessionOf(ctx, verifier, async (tx) => {
    const redeemed = await redeemOneTimeCode(tx, { purpose: 'sign-in', code, verifier })
    if (!redeemed)
      throw new Problem('invalid-input', 'This sign-in was used or has expired.', {
        accessToken: 'This sign-in was used or has expired.',
      })
    return redeemed.userId
  })

/** Opens a session for who proved to be a user. The proof is used up even if the account is being deleted. */
async function openSessionOf(
  ctx: PublicContext,
  verifier: string | undefined,
  prove: (tx: PublicContext) => Promise<string>,
): Promise<TokenPair> {
  const opened = await inTransaction(ctx, async (tx) => {
    const userId = await prove(tx)
    const refusal = await findRefusal(tx, userId)
    if (refusal) return refusal
    await recognizeDevice(tx, userId, verifier)
    await endReplacedSession(tx)
    return openSession(tx, { userId, audience: 'web' })
  })
  if (opened instanceof Problem) throw opened
  return opened
}

/**
 * Emails the user of a device that did not sign in to the account before, or of a network if the device does not say which
 * it is. Remembers both, so that strangers cannot use up the requests of either.
 */
async function recognizeDevice(ctx: PublicContext, userId: string, verifier: string | undefined): Promise<void> {
  const { email } = await getAccount(ctx, userId)
  const device = verifier && hashToken(verifier)
  const ownHash = device ? ctx.keys.hmac('network', `${email} on ${device}`) : hashNetwork(ctx, email)
  const isKnown = (await store.listKnownNetworks(ctx.db, email)).includes(ownHash)
  const hashes = new Set([ownHash, hashNetwork(ctx, email), ...(device ? [hashNetwork(ctx, device)] : [])])
  for (const networkHash of hashes)
    await store.saveKnownNetwork(ctx.db, { email, networkHash, lastSignInAt: ctx.now() })
  const happened = { what: 'device', device: describeDevice(ctx.client.userAgent) } as const
  if (!isKnown) await queueSecurityEmail(ctx, userId, happened)
}

/** Whether an address cannot be used to sign in: malformed, or at a disposable domain. */
export const verifyEmail = (email: string) => ({
  content: { disposable: !isUsableEmail(email) },
})

/** Deletes links and codes that the daily limit no longer counts, and networks unused for 90 days. */
export async function deleteExpiredLinks(ctx: Deps): Promise<void> {
  await store.deleteTokens(ctx.db, minutesAgo(ctx, 25 * 60))
  await store.deleteKnownNetworks(ctx.db, minutesAgo(ctx, 90 * 24 * 60))
}

/** Creates a sign-in link without emailing it, for the demo accounts. */
export async function createLink(ctx: Deps, email: string): Promise<string> {
  const { token } = await inTransaction(ctx, async (tx) => {
    await store.lockAddress(tx.db, email)
    return createToken(tx, { email })
  })
  return signInLink(ctx, { email, token })
}

/** Whether a link that this browser requested moments ago still works, as after a second click. */
const isRepeated = async (ctx: PublicContext, { email, challenge }: LinkRequest): Promise<boolean> =>
  (await store.findUnusedRequest(ctx.db, {
    email,
    challenge: challenge ?? null,
    networkHash: hashNetwork(ctx, email),
    ...aroundNow(ctx, repeatSeconds / 60),
  })) !== undefined

/**
 * Rejects requests beyond the limit of an office, or of any other network. A device that signed in there has one of its
 * own for that address; it is known by its challenge, which nobody else can name.
 */
async function enforceNetworkLimit(ctx: PublicContext, { email, challenge }: LinkRequest): Promise<void> {
  if (isLimitExempt(ctx)) return
  const { limits, signInCounts, client } = ctx
  const now = ctx.now()
  const count = (key: string, max: number) => signInCounts.add(key, { max, ms: 15 * 60_000, now })
  const refuse = (endsAt: Date | undefined) => {
    if (endsAt) throw tooMany('Too many sign-in requests from your network.', { endsAt, now })
  }
  const office = findNetwork(limits.officeNetworks, client.ip)
  if (office !== undefined) return refuse(count(`office ${office}`, limits.signInRequestsPerOffice))

  const deviceHash = challenge && hashNetwork(ctx, challenge)
  const isKnown = deviceHash && (await store.listKnownNetworks(ctx.db, email)).includes(deviceHash)
  if (isKnown && !count(deviceHash, 1)) return
  // Narrow networks first, so that one that is over its limit does not use up a wider one.
  for (const [index, network] of limitedNetworksOf(client.ip).entries())
    refuse(count(`${index} ${network}`, limits.signInRequestsPerIp * ([1, 2, 5][index] ?? 1)))
}

/** Rejects requests beyond the limit per minute for all users, and logs an error for the operator. */
async function enforceGlobalLimit(ctx: PublicContext): Promise<void> {
  const { signInEmailsPerMinute } = ctx.limits
  if (isLimitExempt(ctx) || (await store.countTokens(ctx.db, aroundNow(ctx, 1))) < signInEmailsPerMinute) return
  ctx.log.error({ signInEmailsPerMinute }, 'sign-in emails rejected by SIGN_IN_EMAILS_PER_MINUTE')
  throw new Problem('too-many', 'Too many sign-in requests right now. Try again in a minute.')
}

/**
 * Whether an address has had all its emails. Networks from which it never signed in get fewer, so that strangers
 * cannot lock users out.
 */
async function isOverAddressLimit(ctx: PublicContext, email: string): Promise<boolean> {
  if (isLimitExempt(ctx)) return false
  const knownNetworks = await store.listKnownNetworks(ctx.db, email)
  const isUnknown = knownNetworks.length > 0 && !knownNetworks.includes(hashNetwork(ctx, email))
  const isOver = async (limit: number, minutes: number) => {
    const counted = await store.countAddressTokens(ctx.db, { email, ...aroundNow(ctx, minutes), knownNetworks })
    return counted.all >= limit || (isUnknown && counted.unknown >= limit - keptForKnownNetworks(limit))
  }
  const { signInEmailsPer15Minutes, signInEmailsPerDay } = ctx.limits
  return (await isOver(signInEmailsPer15Minutes, 15)) || (await isOver(signInEmailsPerDay, 24 * 60))
}

/** Three of ten, and never all. */
const keptForKnownNetworks = (limit: number): number => Math.min(Math.ceil(limit * 0.3), limit - 1)

/** Keyed, because networks can be guessed from a plain hash, and by address or device, so that users cannot be linked. */
const hashNetwork = (ctx: PublicContext, who: string): string =>
  ctx.keys.hmac('network', `${who} ${ctx.client.network}`)

const isLimitExempt = ({ limits, client }: PublicContext): boolean => limits.exemptLoopback && client.isThisMachine
const minutesAgo = (ctx: Deps, minutes: number): Date => new Date(ctx.now().getTime() - minutes * 60_000)

const aroundNow = (ctx: Deps, minutes: number): Period => around(ctx.now(), minutes * 60_000)

async function createToken(
  ctx: Deps,
  { email, challenge, networkHash }: LinkRequest & { networkHash?: string },
): Promise<{ token: string; code: string }> {
  const now = ctx.now()
  const id = randomUUIDv7()
  const token = randomToken()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await store.endOlderTokens(ctx.db, email, now)
  await store.addToken(ctx.db, {
    id,
    email,
    tokenHash: hashToken(token),
    codeHash: codeHash(ctx, id, code),
    challenge: challenge ?? null,
    networkHash: networkHash ?? null,
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

/** Claims a link token and returns its email address. */
async function claimToken(
  ctx: Deps,
  { email, token, verifier }: { email: string; token: string; verifier: string | undefined },
): Promise<string> {
  const claim = { email, tokenHash: hashToken(token), now: ctx.now() }
  const claimed = await store.claimToken(ctx.db, { ...claim, challenge: verifier && hashToken(verifier) })
  if (claimed) return claimed.email
  if (verifier && (await store.findUnusedToken(ctx.db, claim)))
    throw new Problem('not-allowed', 'Another browser asked for this link.')
  throw usedOrExpired()
}

const usedOrExpired = () =>
  new Problem('invalid-input', 'This link was used or has expired.', { token: 'This link was used or has expired.' })

/** Counts one attempt at a code, and returns how to claim the code if it was right. */
async function tryCode(ctx: PublicContext, email: string, code: string): Promise<(tx: Deps) => Promise<string>> {
  const wrong = () =>
    new Problem('invalid-input', 'This code is wrong or has expired.', { code: 'This code is wrong or has expired.' })
  if (code.startsWith('R')) {
    if (!(await tryReviewerCode(ctx, email, code))) throw wrong()
    return async (tx) => {
      if (!(await claimReviewerCode(tx, email, code))) throw wrong()
      return email
    }
  }
  const attempt = await store.countCodeAttempt(ctx.db, email, {
    now: ctx.now(),
    ...aroundNow(ctx, 24 * 60),
  })
  if (!attempt || codeHash(ctx, attempt.id, code) !== attempt.codeHash) throw wrong()
  return async (tx) => {
    const claimed = await store.claimCode(tx.db, attempt.id, ctx.now())
    if (!claimed) throw wrong()
    return claimed.email
  }
}

/** Keyed, because six digits can be guessed from a plain hash. */
const codeHash = (ctx: Deps, id: string, code: string): string => ctx.keys.hmac('sign-in-code', `${id} ${code}`)

/** Forgets how a user signed in who gets another address: who has only the former one does not come in any more. */
export async function forgetSignIns({ db }: DataDeps, user: { userId: string; email: string }): Promise<void> {
  await store.deleteAddress(db, user.email)
  await deleteIdentities(db, user.userId)
}

export const deleteSignInData: DeletionStep = ({ db }, { email }) => store.deleteAddress(db, email)
