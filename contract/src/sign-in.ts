import * as z from 'zod/mini'
import { defineApi } from './endpoint.ts'
import { EmailAddress } from './rules/email-address.ts'

/** An access token for the Authorization header (15 minutes), and the token that gets the next pair, once. */
export const TokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type TokenPair = z.infer<typeof TokenPair>

/** How long a sign-in link and its code work. */
export const signInMinutes = 10

/** A secret of ours in an address or a body: 256 random bits in base64url. */
export const tokenSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Not a token'))

/**
 * What proves a person: a link's token or a mail's code with its address, or the one-time code that comes back from Google or Outlook as
 * `accessToken`, which works only with the verifier of the browser that started. The account always comes from what was proved.
 */
export const SignInRequest = z
  .strictObject({
    email: z.optional(EmailAddress),
    token: z.optional(tokenSchema),
    code: z.optional(z.string().check(z.regex(/^\d{6}$/, 'The code has six digits'))),
    accessToken: z.optional(tokenSchema),
    verifier: z.optional(tokenSchema),
  })
  .check(
    z.refine(
      ({ token, code, accessToken }) => [token, code, accessToken].filter((proof) => proof !== undefined).length === 1,
      'Give a token, a code or an access token',
    ),
    z.refine(
      ({ email, accessToken }) => (email === undefined) === (accessToken !== undefined),
      'A token or a code comes with its address',
    ),
    z.refine(
      ({ accessToken, verifier }) => accessToken === undefined || verifier !== undefined,
      'An access token comes with its verifier',
    ),
  )
export type SignInRequest = z.infer<typeof SignInRequest>

/** Who can vouch for a person, and where the browser goes to ask (7.27); `challenge` and `redirect` travel in the query. */
export const identityProviders = {
  google: { name: 'Google', startPath: '/auth/dash-auth', callbackPath: '/auth/dash-auth/callback' },
  outlook: { name: 'Outlook', startPath: '/auth/outlook', callbackPath: '/auth/outlook/callback' },
} as const satisfies Record<string, { name: string; startPath: string; callbackPath: string }>
export const IdentityProviderId = z.enum(['google', 'outlook'])
export type IdentityProviderId = z.infer<typeof IdentityProviderId>

/** Why a way over Google or Outlook led back to the sign-in page, as `problem` in its query. */
export const ProviderProblem = z.enum(['canceled', 'failed', 'unavailable'])
export type ProviderProblem = z.infer<typeof ProviderProblem>

export const signInApi = defineApi({
  requestLink: {
    access: 'public',
    limit: 'sign-ins',
    method: 'POST',
    path: '/auth/v2/tokenLink',
    body: z.strictObject({
      email: EmailAddress,
      challenge: z.optional(tokenSchema),
      redirect: z.optional(z.string().check(z.maxLength(2000))),
    }),
    response: z.literal('success'),
  },
  verifyLink: { access: 'public', method: 'POST', path: '/auth/verifyLink', body: SignInRequest, response: TokenPair },
  refresh: {
    access: 'public',
    method: 'GET',
    path: '/auth/refresh',
    query: z.strictObject({ refreshToken: tokenSchema }),
    response: TokenPair,
  },
  /** Ends the session of its bearer token, which may have run out; nobody is refused for coming late. */
  logout: { access: 'public', method: 'POST', path: '/auth/logout', response: z.null() },
  verifyEmail: {
    access: 'public',
    limit: 'checks',
    method: 'GET',
    path: '/api/v1/main/auth/verify/:email',
    params: z.object({ email: z.string().check(z.maxLength(320)) }),
    response: z.object({ content: z.object({ disposable: z.boolean() }) }),
  },
})
