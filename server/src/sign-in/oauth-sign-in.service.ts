import { pages } from '@loadping/contract/pages'
import { safeRedirect } from '@loadping/contract/sign-in/safe-redirect'
import {
  type IdentityProviderId,
  identityProviders,
  MailProviderId,
  type ProviderProblem,
  tokenSchema,
} from '@loadping/contract/sign-in/sign-in'
import { Problem } from '@loadping/contract/wire/problem'
import * as z from 'zod/mini'
import { storePhoto } from '../accounts/photo.service.ts'
import { isActive } from '../accounts/suspension.service.ts'
import { inTransaction, type PublicContext } from '../context.ts'
import type { AuthResult, VerifiedIdentity } from '../integrations/identity-provider.ts'
import { ConnectAttempt, completeConnectExchange, startConnectExchange } from '../mailboxes/connecting.service.ts'
import { listAddresses } from '../mailboxes/mailboxes.service.ts'
import { finishOAuth, type OAuthStart, startOAuth } from '../oauth/oauth.service.ts'
import { createOneTimeCode } from '../oauth/one-time-codes.service.ts'
import { logSecurityEvent } from '../security-events.ts'
import { findOrLinkAccount, syncSendPermission } from './identities.service.ts'
import { requestLink } from './sign-in.service.ts'
import { uninvitedPath } from './uninvited-page.ts'

const purpose = 'sign-in'

const SignInAttempt = z.object({
  purpose: z.literal(purpose),
  challenge: z.string(),
  redirect: z.string(),
  forceConsent: z.boolean(),
})
type SignInAttempt = z.infer<typeof SignInAttempt>

/** Starts an OAuth exchange: to connect a mailbox if the browser brings a connect token, else to sign in. */
export async function startExchange(
  ctx: PublicContext,
  id: IdentityProviderId,
  { challenge, redirect, connect }: { challenge: unknown; redirect: unknown; connect: unknown },
): Promise<OAuthStart> {
  const { data: checked } = tokenSchema.safeParse(challenge)
  if (checked === undefined) return toSignInPage(ctx, 'failed')
  if (connect !== undefined) {
    const { data: mailProvider } = MailProviderId.safeParse(id)
    return mailProvider
      ? startConnectExchange(ctx, mailProvider, { challenge: checked, connect })
      : toSignInPage(ctx, 'failed')
  }
  return startSignIn(ctx, id, {
    purpose,
    challenge: checked,
    redirect: safeRedirect(redirect),
    forceConsent: false,
  })
}

const startSignIn = async (ctx: PublicContext, id: IdentityProviderId, attempt: SignInAttempt): Promise<OAuthStart> =>
  (await startOAuth(ctx, id, attempt, { forceConsent: attempt.forceConsent })) ?? toSignInPage(ctx, 'unavailable')

/**
 * Finishes the exchange when the provider sends the browser back. Returns undefined for a forged, expired or reused
 * one.
 */
export async function finishExchange(
  ctx: PublicContext,
  id: IdentityProviderId,
  returned: { query: URLSearchParams; encryptedAttempt: string | undefined },
): Promise<OAuthStart | undefined> {
  const finished = await finishOAuth(ctx, id, returned)
  if (!finished) return reject(ctx, id, 'not started by this browser, or expired')
  const { state, payload, result } = finished
  if (!result) return toSignInPage(ctx, 'unavailable')
  const { data: mailProvider } = MailProviderId.safeParse(id)
  if (result.outcome === 'needs-administrator')
    return mailProvider
      ? { location: `${ctx.baseUrl}${identityProviders[mailProvider].administratorPath}` }
      : toSignInPage(ctx, 'failed')

  const { data: connectAttempt } = ConnectAttempt.safeParse(payload)
  if (connectAttempt && mailProvider)
    return (
      (await completeConnectExchange(ctx, mailProvider, { ...connectAttempt, state }, result)) ??
      reject(ctx, id, 'this exchange was completed before')
    )
  const { data: attempt } = SignInAttempt.safeParse(payload)
  if (!attempt) return reject(ctx, id, 'started by another version')
  return handleSignInResult(ctx, id, { ...attempt, state }, result)
}

async function handleSignInResult(
  ctx: PublicContext,
  id: IdentityProviderId,
  attempt: SignInAttempt & { state: string },
  result: AuthResult,
): Promise<OAuthStart | undefined> {
  if (result.outcome === 'authenticated') return completeSignIn(ctx, id, attempt, result.person)
  if (result.outcome === 'canceled') return toSignInPage(ctx, 'canceled', attempt)
  if (result.outcome === 'rejected') return reject(ctx, id, result.reason)
  ctx.log.warn({ provider: id, reason: result.reason }, 'identity provider unavailable')
  return toSignInPage(ctx, 'unavailable', attempt)
}

async function completeSignIn(
  ctx: PublicContext,
  id: IdentityProviderId,
  { state, ...attempt }: SignInAttempt & { state: string },
  identity: VerifiedIdentity,
): Promise<OAuthStart | undefined> {
  const { challenge, redirect, forceConsent } = attempt
  const linked = await inTransaction(ctx, async (tx) => {
    const account = await findOrLinkAccount(tx, identity)
    if (account === 'unverified' || account === 'uninvited') return account
    const userId = account.id
    // Who deleted the account keeps it first: what is connected now might not be revoked.
    const isUsable = await isActive(tx, userId)
    const { data: kind } = MailProviderId.safeParse(id)
    if (isUsable && kind) await syncSendPermission(tx, userId, kind, identity)
    const mayLack = isUsable && kind && identity.canSend && !identity.refreshToken && !forceConsent
    const lacksRefreshToken = mayLack && (await listAddresses(tx, { userId, kind })).length === 0
    return { userId, lacksRefreshToken, code: await createOneTimeCode(tx, { purpose, state, userId, challenge }) }
  })
  if (linked === 'unverified') return verifyByEmail(ctx, identity.email, attempt)
  if (linked === 'uninvited') return { location: `${ctx.baseUrl}${uninvitedPath}` }

  const { userId, lacksRefreshToken, code } = linked
  if (!code) return reject(ctx, id, 'this exchange was completed before')
  // Sending needs a refresh token, which some providers issue only together with the consent screen.
  if (lacksRefreshToken) return startSignIn(ctx, id, { ...attempt, forceConsent: true })
  void storePhoto(ctx, userId, identity.loadPhoto)
  return { location: `${ctx.baseUrl}${pages.verifying}?${new URLSearchParams({ accessToken: code, redirect })}` }
}

/** Sends a sign-in email when the provider did not verify the address. */
async function verifyByEmail(
  ctx: PublicContext,
  email: string | undefined,
  { challenge, redirect }: SignInAttempt,
): Promise<OAuthStart> {
  if (!email) return toSignInPage(ctx, 'failed', { redirect })
  try {
    await requestLink(ctx, { email, challenge, redirect })
  } catch (error) {
    if (error instanceof Problem && error.code === 'too-many') return toSignInPage(ctx, 'unavailable', { redirect })
    if (error instanceof Problem && error.code === 'invalid-input') return toSignInPage(ctx, 'failed', { redirect })
    throw error
  }
  return { location: `${ctx.baseUrl}${pages.verifying}?${new URLSearchParams({ email, redirect })}` }
}

/** Returns to the sign-in page, which shows the problem and keeps the redirect. */
const toSignInPage = (
  ctx: PublicContext,
  problem: ProviderProblem,
  { redirect = pages.home }: { redirect?: string } = {},
): OAuthStart => {
  const query = new URLSearchParams({ problem, ...(redirect !== pages.home && { redirect }) })
  return { location: `${ctx.baseUrl}${pages.signIn}?${query}` }
}

function reject(ctx: PublicContext, id: IdentityProviderId, reason: string): undefined {
  logSecurityEvent(ctx, 'sign-in-failed', { method: id, reason })
}
