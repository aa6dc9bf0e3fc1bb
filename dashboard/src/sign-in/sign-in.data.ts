import type { User } from '@loadping/contract/account/account'
import {
  type IdentityProviderId,
  identityProviders,
  invalidEmail,
  type TokenPair,
} from '@loadping/contract/sign-in/sign-in'
import type { SignInRequest } from '@loadping/contract/sign-in/sign-in-request'
import { Problem } from '@loadping/contract/wire/problem'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { create } from 'zustand'
import { useApi } from '../api.ts'
import { clientWith } from '../browser-client.ts'
import { errorMessage } from '../error-message.ts'
import { paths } from '../paths.ts'
import { atHost } from '../session/api-hosts.ts'
import { browserStorage } from '../session/browser-storage.ts'
import { confirmInvitation, readInvitationToken } from '../session/invitation.ts'
import { openSession, readSession, storeProfile } from '../session/session.ts'
import { createChallenge, findVerifier, isVerifierLasting } from '../session/verifier.ts'
import { useSingleMutation } from '../use-single-mutation.ts'
import { nextAddress, toSafeRedirect, useAuthParams } from './auth-params.ts'

const returningKey = 'loadping.returning'
const requestKey = ['sign-in', 'request-link']
const verifyKey = ['sign-in', 'verify']

/** Whether a user has signed in with this browser before. */
export const isReturning = (): boolean => browserStorage.read(returningKey) === 'true'

/** Requests a sign-in email; an empty or disposable address fails with `invalid-input`. */
export function useRequestLink() {
  const api = useApi()
  return useSingleMutation({
    mutationKey: requestKey,
    mutationFn: async ({ email, redirect }: { email: string; redirect: string | undefined }) => {
      const { content } = email
        ? await api.signIn.verifyEmail({ params: { email } })
        : { content: { disposable: true } }
      if (content.disposable) throw new Problem('invalid-input', invalidEmail)

      const challenge = await createChallenge()
      return api.signIn.requestLink({ body: { email, ...(challenge && { challenge }), ...(redirect && { redirect }) } })
    },
  })
}

/**
 * Opens the sign-in page of a provider, whose result works in this browser only.
 * Returns false and stays when the browser blocks storage.
 */
export async function goToProvider(id: IdentityProviderId, redirect: string | undefined): Promise<boolean> {
  const challenge = await createChallenge()
  if (challenge && !isVerifierLasting()) return false

  const query = new URLSearchParams({ ...(challenge && { challenge }), ...(redirect && { redirect }) })
  window.location.assign(atHost(`${identityProviders[id].startPath}?${query}`))
  return true
}

/**
 * Verifies a proof; success opens the session and redirects. The verifier shows that the sign-in started in this
 * browser.
 */
export function useVerifySignIn({ sendsVerifier }: { sendsVerifier: boolean }) {
  const api = useApi()
  const finishSignIn = useFinishSignIn()
  return useSingleMutation({
    mutationKey: verifyKey,
    mutationFn: (proof: SignInRequest) => {
      const verifier = sendsVerifier ? findVerifier() : undefined
      return api.signIn.verifyLink({ body: { ...proof, ...(verifier && { verifier }) } })
    },
    onSuccess: (pair) => finishSignIn(pair),
    onError: (error) => {
      if (error instanceof Problem && ['being-deleted', 'suspended'].includes(error.code))
        useClosedAccount.setState({ problem: error })
    },
  })
}

/** The refusal of a sign-in to an account that was deleted or suspended. In memory only: its token keeps the account. */
export const useClosedAccount = create<{ problem: Problem | undefined }>()(() => ({ problem: undefined }))

/**
 * Signs in with a token pair after the user's consent. Before, it only returns both users' emails, because anyone can
 * make a link with a pair.
 */
export function useTokenPair() {
  const finishSignIn = useFinishSignIn()
  return useMutation({
    mutationFn: async ({ pair, isAgreed }: { pair: TokenPair; isAgreed: boolean }) => {
      const owner = await clientWith(pair.accessToken).account.getMe()
      if (isAgreed) {
        await finishSignIn(pair, owner)
        return undefined
      }
      const { isAuth, userId, email } = readSession()
      const current = isAuth && userId !== owner.userId ? { email } : undefined
      return { owner: owner.email, current }
    },
  })
}

/** Opens the session, confirms a pending invitation, and opens the redirect, or else the team of that invitation. */
export function useFinishSignIn() {
  const continueTo = useContinue()
  return async (pair: TokenPair, owner?: User) => {
    openSession(pair)
    if (owner) storeProfile(owner)
    confirmInvitation(readInvitationToken())
    browserStorage.write(returningKey, 'true')
    await continueTo(readInvitationToken() ? paths.team : undefined)
  }
}

/** Returns a function that opens the redirect, or else the given address. */
export function useContinue() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { redirect } = useAuthParams()
  return (fallback?: string) =>
    navigate(nextAddress(toSafeRedirect(redirect ?? null) ?? fallback, search), { replace: true })
}

/** Returns the text for a failed request of a sign-in email. */
export function requestErrorMessage(error: Error): string {
  if (!(error instanceof Problem)) return 'Something went wrong. Try again in a moment.'
  if (error.code === 'invalid-input') return invalidEmail
  return errorMessage(error, "We can't reach the server. Try again in a moment.", ['too-many'])
}

/** Whether the server rejected a proof, as opposed to a failed call. */
export const isRefused = (error: Error | null): boolean =>
  error instanceof Problem && !['unavailable', 'unexpected', 'too-many'].includes(error.code)

/** Whether the link was requested in another browser. */
export const isOtherBrowser = (error: Error | null): boolean => error instanceof Problem && error.code === 'not-allowed'

/** Whether a rate limit rejected the call; the message says which. */
export const isTooMany = (error: Error): boolean => error instanceof Problem && error.code === 'too-many'
