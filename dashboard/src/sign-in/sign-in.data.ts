import { Problem } from '@loadping/contract/problem'
import type { SignInProof } from '@loadping/contract/sign-in'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearchParams } from 'react-router'
import { useApi } from '../api.ts'
import { endSession, storeTokens } from '../session/session.ts'
import { dropVerifier, findVerifier, makeChallenge } from '../session/verifier.ts'
import { dropLinkToken } from './link-token.ts'
import { safeRedirect } from '@loadping/contract/rules/safe-redirect'

const invalidEmail = 'Please enter a valid email'

/** Asks for a sign-in mail; an empty or disposable address is refused with `invalid-input`. */
export function useRequestLink() {
  const api = useApi()
  return useMutation({
    mutationFn: async ({ email, redirect }: { email: string; redirect: string | undefined }) => {
      const { content } = email ? await api.signIn.verifyEmail({ params: { email } }) : { content: { disposable: true } }
      if (content.disposable) throw new Problem('invalid-input', invalidEmail)

      const challenge = await makeChallenge()
      return api.signIn.requestLink({ body: { email, ...(challenge && { challenge }), ...(redirect && { redirect }) } })
    },
  })
}

/** Proves an address by a link or a code; success opens the session and leads to where the person wanted to go. */
export function useProve({ fromHere }: { fromHere: boolean }) {
  const api = useApi()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [query] = useSearchParams()
  return useMutation({
    mutationFn: (proof: SignInProof) => {
      const verifier = fromHere ? findVerifier() : undefined
      return api.signIn.verifyLink({ body: { ...proof, ...(verifier && { verifier }) } })
    },
    onSuccess: async (tokens) => {
      endSession()
      queryClient.clear()
      dropVerifier()
      dropLinkToken()
      storeTokens(tokens)
      await navigate(safeRedirect(query.get('redirect')), { replace: true })
    },
  })
}

/** What to say about a refused request for a link. */
export function explainRequest(error: Error): string {
  if (!(error instanceof Problem)) return 'Something went wrong. Try again in a moment.'
  if (error.code === 'invalid-input') return invalidEmail
  if (error.code === 'too-many') return 'Too many sign-in emails were asked for. Try again in 15 minutes.'
  return 'The service cannot be reached right now. Try again in a moment.'
}

/** Whether the server refused a proof, as opposed to not having answered. */
export const isRefused = (error: Error | null): boolean => error instanceof Problem && !['unavailable', 'unexpected', 'too-many'].includes(error.code)

/** Whether the server says that the link was asked for in another browser. */
export const isAskedElsewhere = (error: Error | null): boolean => error instanceof Problem && error.code === 'not-allowed'
