import * as z from 'zod/mini'
import { defineApi } from './endpoint.ts'
import { EmailAddress } from './rules/email-address.ts'

/** An access token for the Authorization header (15 minutes), and the token that gets the next pair, once. */
export const TokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type TokenPair = z.infer<typeof TokenPair>

/** How long a sign-in link and its code work. */
export const signInMinutes = 10

const secret = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Not a token'))

/** What a link or a typed code proves. `email` is for display and for finding the code; the account always comes from what was proved. */
export const SignInProof = z
  .strictObject({
    email: EmailAddress,
    token: z.optional(secret),
    code: z.optional(z.string().check(z.regex(/^\d{6}$/, 'The code has six digits'))),
    verifier: z.optional(secret),
  })
  .check(z.refine(({ token, code }) => (token === undefined) !== (code === undefined), 'Give a token or a code'))
export type SignInProof = z.infer<typeof SignInProof>

export const signInApi = defineApi({
  requestLink: {
    access: 'public',
    method: 'POST',
    path: '/auth/v2/tokenLink',
    body: z.strictObject({ email: EmailAddress, challenge: z.optional(secret), redirect: z.optional(z.string().check(z.maxLength(2000))) }),
    response: z.literal('success'),
  },
  verifyLink: { access: 'public', method: 'POST', path: '/auth/verifyLink', body: SignInProof, response: TokenPair },
  refresh: { access: 'public', method: 'GET', path: '/auth/refresh', query: z.strictObject({ refreshToken: secret }), response: TokenPair },
  logout: { access: 'user', extension: true, method: 'POST', path: '/auth/logout', response: z.null() },
  verifyEmail: {
    access: 'public',
    method: 'GET',
    path: '/api/v1/main/auth/verify/:email',
    params: z.object({ email: z.string().check(z.maxLength(320)) }),
    response: z.object({ content: z.object({ disposable: z.boolean() }) }),
  },
})
