import type { User } from '@loadping/contract/account'
import { Problem } from '@loadping/contract/problem'
import {
  type IdentityProviderId,
  identityProviders,
  type SignInRequest,
  type TokenPair,
} from '@loadping/contract/sign-in'
import { useMutation } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { useApi } from '../api.ts'
import { clientWith } from '../browser-client.ts'
import { paths } from '../paths.ts'
import { confirmInvitation, readInvitationToken } from '../session/invitation.ts'
import { openSession, readSession, storeProfile } from '../session/session.ts'
import { createChallenge, dropVerifier, findVerifier, isVerifierLasting } from '../session/verifier.ts'
import { useAuthParams } from './auth-params.ts'
import { nextAddress, toSafeRedirect } from './auth-params-url.ts'
import { rememberReturning } from './returning.ts'

const invalidEmail = 'Please enter a valid email'

/** Asks for a sign-in mail; an empty or disposable address is refused with `invalid-input`. */
export function useRequestLink() {
  const api = useApi()
  return useMutation({
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
 * Takes the browser to Google or Outlook; what comes back from there works in this browser only.
 * Answers false, and stays, where the browser keeps nothing: nothing could come back to it.
 */
export async function goToProvider(id: IdentityProviderId, redirect: string | undefined): Promise<boolean> {
  const challenge = await createChallenge()
  if (challenge && !isVerifierLasting()) return false

  const query = new URLSearchParams({ ...(challenge && { challenge }), ...(redirect && { redirect }) })
  window.location.assign(`${identityProviders[id].startPath}?${query}`)
  return true
}

/** Proves a person by what they brought or typed; success opens the session and leads on. */
export function useVerifySignIn({ fromHere }: { fromHere: boolean }) {
  const api = useApi()
  const enter = useFinishSignIn()
  return useMutation({
    mutationFn: (proof: SignInRequest) => {
      const verifier = fromHere ? findVerifier() : undefined
      return api.signIn.verifyLink({ body: { ...proof, ...(verifier && { verifier }) } })
    },
    onSuccess: (pair) => enter(pair),
  })
}

/**
 * Takes a token pair over that was brought, after asking whom it belongs to without storing it.
 * When another person is signed in here it takes nothing and answers both, unless they agreed.
 */
export function useSwitchAccount() {
  const enter = useFinishSignIn()
  return useMutation({
    mutationFn: async ({ pair, isAgreed }: { pair: TokenPair; isAgreed: boolean }) => {
      const owner = await clientWith(pair.accessToken).account.getMe()
      const { isAuth, userId, email } = readSession()
      if (isAuth && userId !== owner.userId && !isAgreed) return { current: email, owner: owner.email }

      await enter(pair, owner)
      return undefined
    },
  })
}

/** Opens the session, agrees to an invitation that waited for it, and leads to where the person wanted to go, or else to that team. */
function useFinishSignIn() {
  const goOn = useContinue()
  return async (pair: TokenPair, owner?: User) => {
    openSession(pair)
    if (owner) storeProfile(owner)
    confirmInvitation(readInvitationToken())
    dropVerifier()
    rememberReturning()
    await goOn(readInvitationToken() ? paths.team : undefined)
  }
}

/** Leads to where the person wanted to go, or else to what else there is for them. */
export function useContinue() {
  const navigate = useNavigate()
  const { search } = useLocation()
  const { redirect } = useAuthParams()
  return (otherwise?: string) =>
    navigate(nextAddress(toSafeRedirect(redirect ?? null) ?? otherwise, search), { replace: true })
}

/** What to say about a request that was refused or not answered; the server knows best what was too many. */
export function explainRequest(error: Error): string {
  if (!(error instanceof Problem)) return 'Something went wrong. Try again in a moment.'
  if (error.code === 'invalid-input') return invalidEmail
  if (isTooMany(error)) return error.message
  return 'The service cannot be reached right now. Try again in a moment.'
}

/** Whether the server refused a proof, as opposed to not having answered. */
export const isRefused = (error: Error | null): boolean =>
  error instanceof Problem && !['unavailable', 'unexpected', 'too-many'].includes(error.code)

/** Whether the server says that the link was asked for in another browser. */
export const isOtherBrowser = (error: Error | null): boolean => error instanceof Problem && error.code === 'not-allowed'

/** Whether the server has refused to look at a request at all, and says why. */
export const isTooMany = (error: Error): boolean => error instanceof Problem && error.code === 'too-many'
