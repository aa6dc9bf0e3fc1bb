import { pages } from '@loadping/contract/pages'
import { Problem } from '@loadping/contract/problem'
import { safeRedirect } from '@loadping/contract/rules/safe-redirect'
import { type IdentityProviderId, type ProviderProblem, tokenSchema } from '@loadping/contract/sign-in'
import * as z from 'zod/mini'
import { storePhoto } from '../account/photo.service.ts'
import { type Context, inTransaction, type PublicContext } from '../context.ts'
import type { AuthResult, VerifiedIdentity } from '../integrations/identity-provider.ts'
import { randomToken } from '../keys.ts'
import { hasMailbox } from '../mailboxes/mailboxes.service.ts'
import { logSecurityEvent } from '../operations/security-events.service.ts'
import { findOrLinkAccount, syncSendPermission } from './identities.service.ts'
import { createOneTimeCode } from './one-time-codes.service.ts'
import { requestLink } from './sign-in.service.ts'

/** How long a way to the provider and back may take. */
export const oauthTimeoutMinutes = 10

/** What the browser keeps, sealed, on its way to the provider and back. */
const OAuthAttempt = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  challenge: z.string(),
  redirect: z.string(),
  asksAgain: z.boolean(),
  /** Who is to get a mailbox by it; without one it signs in. */
  connectUserId: z.optional(z.string()),
  expiresAt: z.number(),
})
type OAuthAttempt = z.infer<typeof OAuthAttempt>

/** Where the browser goes next, with what it is to keep on the way; or what it brought back is worth nothing. */
export type OAuthStep = { location: string; oauthAttempt?: { state: string; sealed: string } } | 'rejected'

/** Sends a browser to a provider; the challenge says that it alone can use what comes back (D2.3). */
export async function startOAuth(
  ctx: PublicContext,
  id: IdentityProviderId,
  {
    challenge,
    redirect,
    connect,
    asksAgain = false,
  }: { challenge: unknown; redirect: unknown; connect?: unknown; asksAgain?: boolean },
): Promise<OAuthStep> {
  const { data: bound } = tokenSchema.safeParse(challenge)
  if (bound === undefined) return backToSignIn(ctx, 'failed')
  const ticket = connect === undefined ? undefined : readConnectToken(ctx, id, connect)
  if (connect !== undefined && ticket?.challenge !== bound) return backToMailboxes(ctx, { problem: 'failed' })

  const bounds = { state: randomToken(), nonce: randomToken(), verifier: randomToken() }
  const address = await ctx.identity[id]?.authorizationUrl(bounds, { forceConsent: asksAgain || ticket !== undefined })
  if (!address) return ticket ? backToMailboxes(ctx, { problem: 'unavailable' }) : backToSignIn(ctx, 'unavailable')
  const expiresAt = ctx.now().getTime() + oauthTimeoutMinutes * 60_000
  const oauthAttempt: OAuthAttempt = {
    ...bounds,
    challenge: bound,
    redirect: safeRedirect(redirect),
    asksAgain,
    expiresAt,
    ...(ticket && { connectUserId: ticket.userId }),
  }
  return {
    location: address.href,
    oauthAttempt: { state: bounds.state, sealed: ctx.keys.encrypt(JSON.stringify(oauthAttempt), sealContext(id)) },
  }
}

/** Takes a browser back from a provider; the answer must be the one to the trip that this browser began. */
export async function finishOAuth(
  ctx: PublicContext,
  id: IdentityProviderId,
  { query, encryptedAttempt }: { query: URLSearchParams; encryptedAttempt: string | undefined },
): Promise<OAuthStep> {
  const oauthAttempt = encryptedAttempt === undefined ? undefined : decryptAttempt(ctx, id, encryptedAttempt)
  if (!oauthAttempt) return refuse(ctx, id, 'this browser did not begin it, or too long ago')

  const verdict = await ctx.identity[id]?.completeAuth(query, oauthAttempt)
  if (!verdict) return backToSignIn(ctx, 'unavailable')
  if (oauthAttempt.connectUserId !== undefined)
    return completeConnect(ctx, id, { ...oauthAttempt, userId: oauthAttempt.connectUserId }, verdict)
  if (verdict.outcome === 'authenticated') return completeSignIn(ctx, id, oauthAttempt, verdict.person)
  if (verdict.outcome === 'canceled') return backToSignIn(ctx, 'canceled', oauthAttempt)
  if (verdict.outcome === 'rejected') return refuse(ctx, id, verdict.reason)
  ctx.log.warn({ provider: id, reason: verdict.reason }, 'a provider cannot be asked')
  return backToSignIn(ctx, 'unavailable', oauthAttempt)
}

async function completeSignIn(
  ctx: PublicContext,
  id: IdentityProviderId,
  oauthAttempt: OAuthAttempt,
  person: VerifiedIdentity,
): Promise<OAuthStep> {
  const { state, challenge, redirect, asksAgain } = oauthAttempt
  const arrival = await inTransaction(ctx, async (tx) => {
    const account = await findOrLinkAccount(tx, person)
    if (!account) return undefined
    await syncSendPermission(tx, account.id, id, person)
    const lacksSendPermission =
      person.canSend && !person.refreshToken && !asksAgain && !(await hasMailbox(tx, { userId: account.id, kind: id }))
    return { account, lacksSendPermission, code: await createOneTimeCode(tx, { state, userId: account.id, challenge }) }
  })
  if (!arrival) return verifyByEmail(ctx, person.email, oauthAttempt)

  const { account, lacksSendPermission, code } = arrival
  if (!code) return refuse(ctx, id, 'the answer was used before')
  // The leave to send is renewed by a token that some providers give only together with the question.
  if (lacksSendPermission) return startOAuth(ctx, id, { challenge, redirect, asksAgain: true })
  void storePhoto(ctx, account.id, person.loadPhoto)
  return { location: `${ctx.baseUrl}${pages.verifying}?${new URLSearchParams({ accessToken: code, redirect })}` }
}

/** Brings a mailbox to the person who began, if they let us send from it and the provider calls the address theirs. */
async function completeConnect(
  ctx: PublicContext,
  id: IdentityProviderId,
  oauthAttempt: OAuthAttempt & { userId: string },
  verdict: AuthResult,
): Promise<OAuthStep> {
  if (verdict.outcome !== 'authenticated')
    return backToMailboxes(ctx, { problem: verdict.outcome === 'rejected' ? 'failed' : verdict.outcome })
  const { email, isEmailVerified, canSend: maySend, refreshToken } = verdict.person
  if (!email || !isEmailVerified || !maySend || !refreshToken) return backToMailboxes(ctx, { problem: 'failed' })
  const code = await createOneTimeCode(ctx, {
    ...oauthAttempt,
    mailbox: { kind: id, address: email, grant: refreshToken },
  })
  return code ? backToMailboxes(ctx, { mailbox: code }) : refuse(ctx, id, 'the answer was used before')
}

const backToMailboxes = (ctx: PublicContext, query: { mailbox: string } | { problem: ProviderProblem }): OAuthStep => ({
  location: `${ctx.baseUrl}${pages.email}?${new URLSearchParams(query)}`,
})

const ConnectToken = z.object({ userId: z.string(), challenge: z.string(), expiresAt: z.number() })

/** Lets a browser begin a way to a provider that connects a mailbox for this person, within a minute. */
export const createConnectToken = (
  ctx: Context,
  id: IdentityProviderId,
  bound: { userId: string; challenge: string },
): string => ctx.keys.encrypt(JSON.stringify({ ...bound, expiresAt: ctx.now().getTime() + 60_000 }), `ticket ${id}`)

function readConnectToken(
  ctx: PublicContext,
  id: IdentityProviderId,
  sealed: unknown,
): z.infer<typeof ConnectToken> | undefined {
  try {
    const ticket = ConnectToken.parse(JSON.parse(ctx.keys.decrypt(String(sealed), `ticket ${id}`)))
    return ticket.expiresAt > ctx.now().getTime() ? ticket : undefined
  } catch {
    return undefined // forged, or made for something else
  }
}

/** Nobody says that the address is theirs, so a mail asks (A10). */
async function verifyByEmail(
  ctx: PublicContext,
  email: string | undefined,
  { challenge, redirect }: OAuthAttempt,
): Promise<OAuthStep> {
  if (!email) return backToSignIn(ctx, 'failed', { redirect })
  try {
    await requestLink(ctx, { email, challenge, redirect })
  } catch (error) {
    if (error instanceof Problem && error.code === 'too-many') return backToSignIn(ctx, 'unavailable', { redirect })
    throw error
  }
  return { location: `${ctx.baseUrl}${pages.verifying}?${new URLSearchParams({ email, redirect })}` }
}

/** To the sign-in page, which says what went wrong, and still knows where the person wanted to go. */
const backToSignIn = (
  ctx: PublicContext,
  problem: ProviderProblem,
  { redirect = pages.home }: { redirect?: string } = {},
): OAuthStep => {
  const query = new URLSearchParams({ problem, ...(redirect !== pages.home && { redirect }) })
  return { location: `${ctx.baseUrl}${pages.signIn}?${query}` }
}

function refuse(ctx: PublicContext, id: IdentityProviderId, reason: string): OAuthStep {
  logSecurityEvent(ctx, 'sign-in-failed', { method: id, reason })
  return 'rejected'
}

function decryptAttempt(ctx: PublicContext, id: IdentityProviderId, sealed: string): OAuthAttempt | undefined {
  try {
    const oauthAttempt = OAuthAttempt.parse(JSON.parse(ctx.keys.decrypt(sealed, sealContext(id))))
    return oauthAttempt.expiresAt > ctx.now().getTime() ? oauthAttempt : undefined
  } catch {
    return undefined // forged, foreign, made for the other provider: to us it is no trip
  }
}

/** What was sealed for one provider opens at no other, so that no answer is taken for another's. */
const sealContext = (id: IdentityProviderId): string => `round trip ${id}`
