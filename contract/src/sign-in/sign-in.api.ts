import * as z from 'zod/mini'
import { EmailAddress } from '../format/email-address.ts'
import { defineApi } from '../wire/endpoint.ts'
import { TokenPair, tokenSchema } from './sign-in.ts'
import { SignInRequest } from './sign-in-request.ts'

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
  /** Ends the session of the bearer token. Succeeds even if the token has expired. */
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
