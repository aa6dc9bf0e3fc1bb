import * as z from 'zod/mini'
import { EmailAddress } from '../format/email-address.ts'
import { tokenSchema } from './sign-in.ts'

/** How many digits follow the letter R in a reviewer's code, which works for days. */
export const reviewerCodeDigits = 16

/** An emailed code, or a reviewer's. */
const signInCode = z.string().check(z.regex(/^(?:\d{6}|R\d{16})$/, 'Enter the 6-digit code'))

/**
 * Proof of an account: a link's `token` or an email's `code` with its address, or as `accessToken` the one-time code of
 * an identity provider with the browser's verifier.
 */
export const SignInRequest = z
  .strictObject({
    email: z.optional(EmailAddress),
    token: z.optional(tokenSchema),
    code: z.optional(signInCode),
    accessToken: z.optional(tokenSchema),
    verifier: z.optional(tokenSchema),
  })
  .check(
    z.refine(
      ({ token, code, accessToken }) => [token, code, accessToken].filter((proof) => proof !== undefined).length === 1,
      'Provide a token, code or accessToken',
    ),
    z.refine(
      ({ email, accessToken }) => (email === undefined) === (accessToken !== undefined),
      'email is required with token or code',
    ),
    z.refine(
      ({ accessToken, verifier }) => accessToken === undefined || verifier !== undefined,
      'verifier is required with accessToken',
    ),
  )
export type SignInRequest = z.infer<typeof SignInRequest>
