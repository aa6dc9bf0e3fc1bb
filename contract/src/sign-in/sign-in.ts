import * as z from 'zod/mini'

/** An access token for the Authorization header (15 minutes) and a single-use refresh token. */
export const TokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type TokenPair = z.infer<typeof TokenPair>

/** How long a sign-in link and its code are valid. */
export const signInMinutes = 10

/** The error of an address that cannot sign in: empty, malformed or disposable. */
export const invalidEmail = 'Please enter a valid email'

/** A token of 256 random bits in base64url. */
export const tokenSchema = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Invalid token'))

/** The six digits of an emailed code. */
export const codeSchema = z.string().check(z.regex(/^\d{6}$/, 'Enter the 6-digit code'))

/**
 * The identity providers and their browser paths. `startPath` takes `challenge` and `redirect` in the query;
 * `administratorPath` says what an administrator has to allow. What a company's own is called is a setting.
 */
export const identityProviders = {
  google: {
    name: 'Google',
    startPath: '/auth/dash-auth',
    callbackPath: '/auth/dash-auth/callback',
    administratorPath: '/auth/dash-auth/administrator',
  },
  outlook: {
    name: 'Outlook',
    startPath: '/auth/outlook',
    callbackPath: '/auth/outlook/callback',
    administratorPath: '/auth/outlook/administrator',
  },
  company: { startPath: '/auth/company', callbackPath: '/auth/company/callback' },
} as const

/** The identity providers that can also give permission to send email. */
export const MailProviderId = z.enum(['google', 'outlook'])
export type MailProviderId = z.infer<typeof MailProviderId>

export const IdentityProviderId = z.enum([...MailProviderId.options, 'company'])
export type IdentityProviderId = z.infer<typeof IdentityProviderId>

/** Why sign-in with a provider failed, as `problem` in the query of the page it returns to. */
export const ProviderProblem = z.enum(['canceled', 'failed', 'unavailable'])
export type ProviderProblem = z.infer<typeof ProviderProblem>
